"""Sudoku: fill in digits so that every row, column and box has each digit once."""

from __future__ import annotations

from masume.core.puzzle.kind import members_of
from masume.families.values.kind import value_kind
from masume.puzzles.sudoku import puzzle

KIND = value_kind(
    title="Sudoku",
    aliases=("number_place", "solo"),
    rules="""\
Write a digit into every empty cell.
- Every row, every column and every box outlined by thick lines has each digit exactly once.
- The digits are 1 to 9 on a board of 9×9 cells, 1 to 4 on 4×4 cells, and so on.""",
    puzzle=puzzle.Sudoku,
    **members_of(puzzle),
    option=puzzle.OPTION,
)
