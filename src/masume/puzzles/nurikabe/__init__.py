"""Nurikabe: white islands of the sizes of their numbers, in one connected black sea."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, lazy_imports
from masume.families.shading.kind import shading_kind
from masume.puzzles.nurikabe import puzzle

with lazy_imports(__name__):
    from masume.puzzles.nurikabe import model

    KIND = shading_kind(
        name="nurikabe",
        title="Nurikabe",
        aliases=("cell_structure", "islands_in_the_stream"),
        rules="""\
Shade some cells black.
- The white cells form islands. Each island contains exactly one number, its number of cells.
- A ? is an unknown number.
- Two islands never share a side.
- All black cells are connected by their sides: they are the sea.
- No square of 2×2 cells is all black.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Nurikabe,
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        vocabulary=model.Sea,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        touch=lazy_function("masume.families.shading.touch", "touch_free"),
    )
