"""Codecs for puzzles of numbers."""

from __future__ import annotations

from collections.abc import Mapping

from masume.core.text.blocks import split_rows
from masume.core.text.codec import Marks, Rows
from masume.families.values.position import ValueBoard, Values, filled, texts


def number_marks(words: Mapping[str, str]) -> Marks[ValueBoard, Values]:
    """Return a codec of answers as a grid of numbers; numbers that are ruled out are omitted.

    `words` are a site's other words for numbers, which are read as well.
    """

    def read(puzzle: ValueBoard, rows: Rows) -> Values:
        return filled(puzzle, (words.get(word, word) for row in rows for word in row))

    return Marks(read, _write)


def _write(puzzle: ValueBoard, position: Values) -> Rows:
    words = ("-" if word == "." else word for word in texts(puzzle, position))
    return split_rows(list(words), puzzle.cols)


NUMBERS = number_marks({})
