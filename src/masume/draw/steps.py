"""Turn the picture of a step into a scene.

New marks are fainter, with a dashed outline; of an argument, what it supposes is drawn in their
place. Dotted outlines show the grounds, thick lines walls, strokes shade cut-off parts, and signs
mark violations. Nothing relies on colour alone.
"""

from __future__ import annotations

from dataclasses import replace

from masume.core.drawing.scene import GROUND, MARKED, Scene, highlights
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Puzzle
from masume.draw.overlay import (
    draw_arms,
    draw_order,
    draw_walls,
    mark_new,
    outline_cells,
    shade_cells,
)
from masume.logic.step_picture import StepPicture


def step_scene(puzzle: Puzzle, shown: StepPicture) -> Scene:
    """Return the scene of a step."""
    draw = kind_of(puzzle).scene
    later = shown.after if shown.supposed is None else shown.supposed
    before, after = (draw(puzzle, position, (), ()) for position in (shown.before, later))
    scene = shade_cells(mark_new(before, after), shown.part)
    # Items added later lie below earlier ones, so outlines of cells are above walls.
    scene = outline_cells(outline_cells(scene, shown.cells, MARKED), shown.grounds, GROUND)
    scene = draw_walls(scene, shown.walls)
    wrong = [Violation("", shown.broken, "")] if shown.broken else []
    scene = replace(scene, items=(*scene.items, *highlights(puzzle.cols, wrong, ())))
    return draw_order(draw_arms(scene, shown.arms), shown.order)
