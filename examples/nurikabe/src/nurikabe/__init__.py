"""Nurikabe: white islands of the sizes of their numbers, in one connected black sea."""

from __future__ import annotations

from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind, lazy_function
from masume.families.shading import position
from nurikabe import codecs, model, puzzle, spaces

KIND = Kind(
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
    read=puzzle.read,
    write=write_clues,
    **position.POSITIONS,
    scene=lazy_function("masume.families.shading.view", "scene"),
    touch=lazy_function("masume.families.shading.touch", "touch"),
    visible_violations=lazy_function("nurikabe.play", "visible_violations"),
    violations=puzzle.violations,
    obstacles=puzzle.obstacles,
    spaces=(spaces.Shade, spaces.Decide),
    codecs=codecs.CODECS,
    model=model.model,
    logic=lazy_function("nurikabe.techniques", "logic"),
    maker=lazy_function("nurikabe.generate", "maker"),
)
