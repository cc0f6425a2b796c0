"""Hitori: shade cells so that no number appears twice in a row or column."""

from __future__ import annotations

from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind, lazy_imports
from masume.families.shading import position
from masume.puzzles.hitori import puzzle

with lazy_imports(__name__):
    from masume.puzzles.hitori import codecs, generate, model, play, spaces, techniques, view

    KIND = Kind(
        name="hitori",
        title="Hitori",
        aliases=("singles",),
        rules="""\
Shade some cells black.
- Among the white cells of a row or column no number appears twice.
- Black cells never share a side.
- All white cells are connected by their sides.
- A cell without a number, or with a ?, may be black or white; the first rule ignores it.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Hitori,
        read=puzzle.read,
        write=write_clues,
        **position.POSITIONS,
        scene=view.scene,
        touch=play.touch,
        visible_violations=play.visible_violations,
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        spaces=spaces.SPACES,
        codecs=codecs.CODECS,
        model=model.model,
        maker=generate.maker,
        mark_styles=("solid", "dot"),
        logic=techniques.logic,
    )
