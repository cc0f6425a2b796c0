"""Norinori: shade dominoes so that every room has two black cells."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_imports
from masume.families.rooms import room_palette
from masume.families.shading.kind import room_kind
from masume.puzzles.norinori import puzzle

with lazy_imports(__name__):
    from masume.puzzles.norinori import model

    KIND = room_kind(
        name="norinori",
        title="Norinori",
        aliases=("dominnocuous",),
        rules="""\
Shade some cells black.
- Every room has exactly two black cells; cells in no room are white.
- Every black cell shares a side with exactly one other: the black cells form dominoes.
- A domino may lie in two rooms. Two dominoes never share a side.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Norinori,
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        palette=room_palette,
    )
