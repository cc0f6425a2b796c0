"""Nurikabe: white islands of the sizes of their numbers, in one connected black sea."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, members_of
from masume.families.shading.kind import shading_kind
from masume.puzzles.nurikabe import puzzle

KIND = shading_kind(
    title="Nurikabe",
    aliases=("cell_structure", "islands_in_the_stream"),
    rules="""\
Shade some cells black.
- The white cells form islands. Each island contains exactly one number, its number of cells.
- A ? is an unknown number.
- Two islands never share a side.
- All black cells are connected by their sides: they are the sea.
- No square of 2×2 cells is all black.""",
    puzzle=puzzle.Nurikabe,
    **members_of(puzzle),
    vocabulary=lazy_function("masume.families.shading.model", "CellsBetweenWalls"),
    touch=lazy_function("masume.families.shading.touch", "touch_free"),
)
