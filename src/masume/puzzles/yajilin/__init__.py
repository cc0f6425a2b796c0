"""Yajilin: shade some cells and draw one loop through all others; arrows count shaded cells."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, members_of
from masume.families.links.kind import shaded_kind
from masume.puzzles.yajilin import puzzle

KIND = shaded_kind(
    title="Yajilin",
    aliases=("yajirin", "arrow_ring", "straight_and_arrow"),
    rules="""\
Shade some cells, and draw a single loop from cell to cell through all others.
- The loop runs across or down and neither branches nor crosses itself.
- Shaded cells never share a side.
- Cells with a clue are neither shaded nor on the loop.
- A number is how many cells are shaded in the direction of its arrow, up to the border.
- A ? stands in a cell without number and arrow.""",
    puzzle=puzzle.Yajilin,
    **members_of(puzzle),
    items_of=lazy_function("masume.families.arrow_view", "arrow_items"),
    palette=lambda puzzle: ["?", *(f"{n}{sign}" for n in range(4) for sign in "^v<>")],
)
