"""Slitherlink: draw one loop along the sides of cells; a number counts the sides on the loop."""

from __future__ import annotations

from masume.core.puzzle.kind import members_of
from masume.families.links.kind import neighbour_kind
from masume.puzzles.slitherlink import puzzle

KIND = neighbour_kind(
    title="Slitherlink",
    aliases=("slither", "loopy", "fences"),
    rules="""\
Draw a single loop along the sides of cells.
- The loop neither branches nor crosses itself.
- A number is the number of sides of its cell that are on the loop.
- Around a cell without a number, and around a ?, any number of sides may be on the loop.""",
    puzzle=puzzle.Slitherlink,
    **members_of(puzzle),
    on_sides=True,
    palette=lambda puzzle: ["0", "1", "2", "3"],
)
