"""Kuromasu: shade cells so that each number sees that many white cells."""

from __future__ import annotations

from masume.core.clue import write_clues
from masume.core.kind import Kind, imported
from masume.families.shading import position
from masume.puzzles.kuromasu import codecs, model, puzzle, spaces

KIND = Kind(
    name="kuromasu",
    title="Kuromasu",
    aliases=("kurodoko", "range"),
    rules="""\
Shade some cells black.
- A cell with a number stays white. Looking up, down, left and right until a black cell or the
  border, it sees exactly that many white cells, itself included.
- A cell with a ? stays white; its number is not told.
- Black cells never share a side.
- All white cells are connected by their sides.""",
    codes=puzzle.CODES,
    puzzle=puzzle.Kuromasu,
    read=puzzle.read,
    write=write_clues,
    **position.POSITIONS,
    scene=imported("masume.puzzles.kuromasu.view", "scene"),
    touch=imported("masume.puzzles.kuromasu.play", "touch"),
    broken=imported("masume.puzzles.kuromasu.play", "broken"),
    violations=puzzle.violations,
    obstacles=puzzle.obstacles,
    spaces=(spaces.Shade, spaces.Decide, spaces.Repair),
    codecs=codecs.CODECS,
    model=model.model,
    logic=imported("masume.puzzles.kuromasu.techniques", "logic"),
    maker=imported("masume.puzzles.kuromasu.generate", "maker"),
)
