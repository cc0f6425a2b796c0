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
"""janko.at's answers of numbers, the givens included."""


def _write_entries(puzzle: ValueBoard, position: Values) -> Rows:
    words = enumerate(texts(puzzle, position))
    own = ["." if puzzle.given(cell) is not None else word for cell, word in words]
    return split_rows(own, puzzle.cols)


def _read_entries(puzzle: ValueBoard, rows: Rows) -> Values:
    cells = [word.partition("[")[0] for row in rows[: puzzle.rows] for word in row]
    return filled(puzzle, cells)


ENTRIES: Marks[ValueBoard, Values] = Marks(_read_entries, _write_entries)
"""pzpr's answers of numbers: those that are not given. Pencil marks in brackets are omitted."""


def _write_with_borders(puzzle: ValueBoard, position: Values) -> Rows:
    borders = [["0"] * (puzzle.cols - 1)] * puzzle.rows + [["0"] * puzzle.cols] * (puzzle.rows - 1)
    return [*_write_entries(puzzle, position), *borders]


ENTRIES_AND_BORDERS: Marks[ValueBoard, Values] = Marks(_read_entries, _write_with_borders)
"""The same, followed by the borders that a player has drawn, which are omitted."""
