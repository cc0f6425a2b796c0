"""Shikaku: divide the board into rectangles, each with one number, which is its area."""

from __future__ import annotations

from masume.core.puzzle.kind import members_of
from masume.families.links.kind import neighbour_kind
from masume.puzzles.shikaku import puzzle

KIND = neighbour_kind(
    title="Shikaku",
    aliases=("sikaku", "rectangles", "divide_by_box"),
    rules="""\
Divide the board into rectangles along the sides of cells.
- Every rectangle contains exactly one number, which is its number of cells.
- A ? is an unknown number.""",
    puzzle=puzzle.Shikaku,
    **members_of(puzzle),
    on_sides=True,
    palette=lambda puzzle: ["?", *map(str, range(1, min(puzzle.grid.size, 30) + 1))],
    notation="Write one line per piece of a border, from corner to corner, such as r1c2-r2c2=1 "
    "for the right side of the upper left cell: a corner is named like the cell below and "
    "right of it.",
)
