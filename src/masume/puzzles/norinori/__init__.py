"""Norinori: black dominoes, two black cells in each room."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_imports
from masume.families.shading.kind import room_kind
from masume.puzzles.norinori import puzzle

with lazy_imports(__name__):
    from masume.puzzles.norinori import model

    KIND = room_kind(
        name="norinori",
        title="Norinori",
        rules="""\
Shade some cells black.
- Each room (the cells with the same letter) has exactly two black cells.
- Each black cell shares a side with exactly one other black cell; the two may be in two rooms.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Norinori,
        violations=puzzle.violations,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        mark_styles=("solid", "dot"),
    )
