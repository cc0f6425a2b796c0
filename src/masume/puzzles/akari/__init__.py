"""Akari: place lamps that light every free cell but not each other."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, members_of
from masume.families.shading.kind import shading_kind
from masume.puzzles.akari import puzzle

KIND = shading_kind(
    title="Akari",
    aliases=("light_up", "lightup"),
    rules="""\
Place lamps on free cells.
- A lamp lights its row and column up to the next wall or the border.
- Every free cell is lit, and no lamp lights another.
- A wall with a number has exactly that many lamps beside it.""",
    puzzle=puzzle.Akari,
    **members_of(puzzle),
    vocabulary=lazy_function("masume.puzzles.akari.model", "Lamps"),
    touch=lazy_function("masume.families.shading.touch", "touch_free"),
    look={"walls": True, "discs": True, "noun": "lamp"},
    palette=lambda puzzle: ["?", "0", "1", "2", "3", "4"],
)
