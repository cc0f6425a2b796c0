"""Star Battle: place stars in every row, column and room, none beside another."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, members_of
from masume.families.rooms import room_palette
from masume.families.shading.kind import room_kind
from masume.puzzles.star_battle import puzzle

KIND = room_kind(
    title="Star Battle",
    aliases=("starbattle", "two_not_touch"),
    rules="""\
Place stars in cells.
- Every row, every column and every room has the same number of stars, which is given.
- Two stars never touch, not even at a corner.
- There are no stars in cells that belong to no room.""",
    puzzle=puzzle.StarBattle,
    **members_of(puzzle),
    option=puzzle.OPTION,
    vocabulary=lazy_function("masume.puzzles.star_battle.model", "Stars"),
    palette=room_palette,
    look={"stars": True, "noun": "star"},
)
