"""Mosaic: each number counts the black cells around it and in its own cell."""

from __future__ import annotations

from masume.families.shading.kind import shading_kind
from mosaic import puzzle

KIND = shading_kind(
    name="mosaic",
    title="Mosaic",
    aliases=("fill_a_pix",),
    rules="""\
Shade some cells black.
- A number is the number of black cells among its own cell and the up to eight cells around it.""",
    codes=puzzle.CODES,
    puzzle=puzzle.Mosaic,
    violations=puzzle.violations,
    model=puzzle.model,
    source=puzzle.source,
    palette=lambda puzzle: [*map(str, range(10))],
)
