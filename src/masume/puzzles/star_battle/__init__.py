"""Star Battle: place stars in every row, column and room, none beside another."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_imports
from masume.families.rooms import room_palette
from masume.families.shading.kind import room_kind
from masume.puzzles.star_battle import puzzle

with lazy_imports(__name__):
    from masume.puzzles.star_battle import model

    KIND = room_kind(
        name="star_battle",
        title="Star Battle",
        aliases=("starbattle", "two_not_touch"),
        rules="""\
Place stars in cells.
- Every row, every column and every room has the same number of stars, which is given.
- Two stars never touch, not even at a corner.
- There are no stars in cells that belong to no room.""",
        codes=puzzle.CODES,
        puzzle=puzzle.StarBattle,
        read=puzzle.read,
        write=puzzle.write,
        options={"stars": "stars in each row, column and room, 1 by default"},
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        vocabulary=model.Stars,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        palette=room_palette,
        look={"stars": True, "noun": "star"},
    )
