"""Kuromasu: shade cells so that each number sees that many white cells."""

from __future__ import annotations

from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind, lazy_imports
from masume.families.shading import position
from masume.puzzles.kuromasu import puzzle

with lazy_imports(__name__):
    from masume.puzzles.kuromasu import codecs, generate, model, play, spaces, techniques, view

    KIND = Kind(
        name="kuromasu",
        title="Kuromasu",
        aliases=("kurodoko", "range"),
        rules="""\
Shade some cells black.
- A cell with a number stays white. Looking up, down, left and right until a black cell or the
  border, it sees exactly that many white cells, itself included.
- A cell with a ? stays white; its number is unknown.
- Black cells never share a side.
- All white cells are connected by their sides.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Kuromasu,
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
        logic=techniques.logic,
        maker=generate.maker,
        mark_styles=("solid", "dot"),
        second_only=play.clue_cells,
        palette=puzzle.palette,
    )
