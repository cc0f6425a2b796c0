"""Fillomino: write numbers so that equal ones form parts of as many cells."""

from __future__ import annotations

from masume.core.puzzle.kind import members_of
from masume.families.values.kind import value_kind
from masume.puzzles.fillomino import puzzle

KIND = value_kind(
    title="Fillomino",
    aliases=("filling", "polyominous", "allied_occupation"),
    rules="""\
Write a number into every empty cell.
- Equal numbers that share a side belong to one part.
- Every part has as many cells as each of its numbers says.
- So two parts with the same number of cells never share a side.
- A part need not contain a given number, but no part is larger than 9 cells and all givens.""",
    puzzle=puzzle.Fillomino,
    **members_of(puzzle),
    palette=lambda puzzle: [str(number) for number in range(1, 10)],
)
