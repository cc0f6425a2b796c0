"""Heyawake: shade cells in rooms so that the white cells stay connected."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_imports
from masume.families.rooms import numbered_palette
from masume.families.shading.kind import room_kind
from masume.puzzles.heyawake import puzzle

with lazy_imports(__name__):
    from masume.puzzles.heyawake import model

    KIND = room_kind(
        name="heyawake",
        title="Heyawake",
        aliases=("heya", "divided_rooms"),
        rules="""\
Shade some cells black.
- A room with a number contains exactly that many black cells.
- Two black cells never share a side.
- All white cells are connected by their sides.
- No straight line of white cells crosses two borders of rooms.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Heyawake,
        numbers=True,
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        palette=numbered_palette,
    )
