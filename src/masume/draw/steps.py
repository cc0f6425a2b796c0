"""Pictures of steps: the one place where what a step is about becomes a scene.

What is new is fainter, with a dashed line around it; a dotted line goes around what the step rests
on, a thick one along walls, strokes shade what would be cut off, and a sign says where a rule
breaks. So nothing is told by colour alone.
"""

from __future__ import annotations

from dataclasses import replace

from masume.core.drawing.scene import GROUND, MARKED, Scene, pointers
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Puzzle
from masume.draw.overlay import as_new, ordered, pointed, shaded, walled
from masume.logic.step_picture import StepPicture


def step_scene(puzzle: Puzzle, shown: StepPicture) -> Scene:
    """A step drawn."""
    draw = kind_of(puzzle).scene
    before, after = (draw(puzzle, position, (), ()) for position in (shown.before, shown.after))
    scene = shaded(as_new(before, after), shown.part)
    # What comes later lies below: lines around cells are above walls.
    scene = pointed(pointed(scene, shown.cells, MARKED), shown.grounds, GROUND)
    scene = walled(scene, shown.walls)
    wrong = [Violation("", shown.broken, "")] if shown.broken else []
    scene = replace(scene, items=(*scene.items, *pointers(puzzle.cols, wrong, ())))
    return ordered(scene, shown.order)
