"""Codecs for puzzles of numbers."""

from __future__ import annotations

from masume.core.text.blocks import split_rows
from masume.core.text.codec import Marks, Rows
from masume.families.values.position import ValueBoard, Values, filled, texts


def _read(puzzle: ValueBoard, rows: Rows) -> Values:
    return filled(puzzle, (word for row in rows for word in row))


def _write(puzzle: ValueBoard, position: Values) -> Rows:
    words = ("-" if word == "." else word for word in texts(puzzle, position))
    return split_rows(list(words), puzzle.cols)


NUMBERS: Marks[ValueBoard, Values] = Marks(_read, _write)
"""Answers as a grid of numbers; numbers that are ruled out are omitted."""
