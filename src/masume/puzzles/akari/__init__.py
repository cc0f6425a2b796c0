"""Akari: place lamps that light every free cell but not each other."""

from __future__ import annotations

from functools import partial

from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind, lazy_function, lazy_imports
from masume.families.shading import position
from masume.puzzles.akari import puzzle

with lazy_imports(__name__):
    from masume.puzzles.akari import model

    KIND = Kind(
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
        read=puzzle.read,
        write=write_clues,
        **{**position.POSITIONS, "vocabulary": model.Lamps},
        scene=partial(
            lazy_function("masume.families.shading.view", "scene"),
            walls=True,
            discs=True,
            noun="lamp",
        ),
        touch=lazy_function("masume.families.shading.touch", "touch_free"),
        visible_violations=puzzle.visible_violations,
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        
        model=model.model,
        
        mark_styles=("disc-full", "dot"),
        palette=lambda puzzle: ["?", "0", "1", "2", "3", "4"],
    )
