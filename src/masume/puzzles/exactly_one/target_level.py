"""Mazes of a requested level: shrink shapes until the level is reached, remove superfluous ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.core.puzzle.maker import Clues
from masume.puzzles.exactly_one.grading import MEDIUM, ShapeGrader, Shapes
from masume.puzzles.exactly_one.puzzle import ExactlyOne

_MAX_TRIED = 60  # changes tried on one board
_MAX_CHANGED = 2  # changes made to one board
_MIN_CELLS = 2  # cells of a shape


def raise_level(
    rng: Random, g: Grid, shapes: Shapes, path: Sequence[Cell], level: int, check: CancelCheck
) -> Shapes | None:
    """Shrink or remove a few shapes so that the board has exactly this level.

    None if the level is not reached.
    """
    grader = ShapeGrader(g, check)
    is_reached = grader.level(shapes, level) == level
    changes = list(_reductions(g, shapes, mask(path)))
    current, changed = list(shapes), 0
    for number, rest in rng.sample(changes, min(len(changes), _MAX_TRIED)):
        if changed == _MAX_CHANGED:
            break
        trial = [*current[:number], rest, *current[number + 1 :]]
        is_unchanged = current[number] == shapes[number]
        if is_unchanged and grader.level([*filter(None, trial)], level) == level:
            current, changed, is_reached = trial, changed + 1, True
    return [*filter(None, current)] if is_reached else None


def _reductions(g: Grid, shapes: Shapes, path: Mask) -> Iterator[tuple[int, Mask]]:
    """Yield (number, rest) for each shape without one cell off the path, and without all cells."""
    for number, cells in enumerate(shapes):
        yield number, 0
        if cells.bit_count() > _MIN_CELLS:
            for cell in each(cells & ~path):
                rest = cells & ~(1 << cell)
                if g.is_connected(rest):
                    yield number, rest


def sufficient_clues(
    rng: Random,
    puzzle: ExactlyOne,
    clues: Sequence[Clues],
    least: int,
    most: int,
    check_cancel: CancelCheck,
) -> tuple[list[int], int] | None:
    """Return the shapes needed by techniques up to level `most`, and the level they then need.

    No shape is removed if the level is below `least`. None if even all shapes do not suffice.
    """
    grader = ShapeGrader(puzzle.grid, check_cancel)
    members = [mask(clue.cells) for clue in clues]
    needed = list(range(len(clues)))
    level = grader.level(members, most)
    if level > most:
        return None
    propagation_level = min(most, MEDIUM)
    open_links = grader.open_links(members, propagation_level)
    for number in rng.sample(needed, len(needed)) if level >= least else ():
        rest = [other for other in needed if other != number]
        shapes = [members[other] for other in rest]
        # Where propagation determines less without a shape, techniques seldom make up for it.
        if grader.open_links(shapes, propagation_level) == open_links:
            new_level = grader.level(shapes, most)
            if new_level <= most:
                needed, level = rest, new_level
    return needed, level
