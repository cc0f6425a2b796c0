"""Norinori: shade dominoes so that every room has two black cells."""

from __future__ import annotations

from masume.core.puzzle.kind import members_of
from masume.families.rooms import room_palette
from masume.families.shading.kind import room_kind
from masume.puzzles.norinori import puzzle

KIND = room_kind(
    title="Norinori",
    aliases=("dominnocuous",),
    rules="""\
Shade some cells black.
- Every room has exactly two black cells; cells in no room are white.
- Every black cell shares a side with exactly one other: the black cells form dominoes.
- A domino may lie in two rooms. Two dominoes never share a side.""",
    puzzle=puzzle.Norinori,
    **members_of(puzzle),
    palette=room_palette,
)
