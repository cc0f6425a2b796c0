"""Heyawake: shade cells in rooms so that the white cells stay connected."""

from __future__ import annotations

from masume.core.puzzle.kind import members_of
from masume.families.rooms import numbered_palette
from masume.families.shading.kind import room_kind
from masume.puzzles.heyawake import puzzle

KIND = room_kind(
    title="Heyawake",
    aliases=("heya", "divided_rooms"),
    rules="""\
Shade some cells black.
- A room with a number contains exactly that many black cells.
- Two black cells never share a side.
- All white cells are connected by their sides.
- No straight line of white cells crosses two borders of rooms.""",
    puzzle=puzzle.Heyawake,
    **members_of(puzzle),
    numbers=True,
    palette=numbered_palette,
)
