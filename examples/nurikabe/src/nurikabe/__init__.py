"""Nurikabe: white islands of the sizes that their numbers tell, in one black sea."""

from __future__ import annotations

from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind, imported
from masume.families.shading import position
from nurikabe import codecs, model, puzzle, spaces

KIND = Kind(
    name="nurikabe",
    title="Nurikabe",
    aliases=("cell_structure", "islands_in_the_stream"),
    rules="""\
Shade some cells black.
- The white cells form islands. Each island has exactly one number, and as many cells as it says.
- A ? is a number that is not told.
- Two islands never share a side.
- All black cells are connected by their sides: they are the sea.
- No square of 2×2 cells is all black.""",
    codes=puzzle.CODES,
    puzzle=puzzle.Nurikabe,
    read=puzzle.read,
    write=write_clues,
    **position.POSITIONS,
    scene=imported("masume.families.shading.view", "scene"),
    touch=imported("masume.families.shading.touch", "touch"),
    broken=imported("nurikabe.play", "broken"),
    violations=puzzle.violations,
    obstacles=puzzle.obstacles,
    spaces=(spaces.Shade, spaces.Decide),
    codecs=codecs.CODECS,
    model=model.model,
    logic=imported("nurikabe.techniques", "logic"),
    maker=imported("nurikabe.generate", "maker"),
)
