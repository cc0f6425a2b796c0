"""Akari: place lamps that light every free cell but not each other."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, lazy_imports
from masume.families.shading.kind import shading_kind
from masume.puzzles.akari import puzzle

with lazy_imports(__name__):
    from masume.puzzles.akari import model

    KIND = shading_kind(
        name="akari",
        title="Akari",
        aliases=("light_up", "lightup"),
        rules="""\
Place lamps on free cells.
- A lamp lights its row and column up to the next wall or the border.
- Every free cell is lit, and no lamp lights another.
- A wall with a number has exactly that many lamps beside it.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Akari,
        violations=puzzle.violations,
        vocabulary=model.Lamps,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        touch=lazy_function("masume.families.shading.touch", "touch_free"),
        look={"walls": True, "discs": True, "noun": "lamp"},
        palette=lambda puzzle: ["?", "0", "1", "2", "3", "4"],
    )
