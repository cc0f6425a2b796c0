"""Mazes of a wanted level: shapes that were laid so that the path is plain to see tell less, and
shapes that tell nothing go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.core.puzzle.maker import Clues
from masume.puzzles.exactly_one.following import MEDIUM, MazeFollowing, Shapes
from masume.puzzles.exactly_one.puzzle import ExactlyOne

_TRIED = 60  # changes of one board,
_CHANGED = 2  # of which so many are made
_LEAST = 2  # cells of a shape


def hardened(
    rng: Random, g: Grid, shapes: Shapes, path: Sequence[Cell], level: int, check: CancelCheck
) -> Shapes | None:
    """Shapes of which some have lost a cell, or are gone, so that the board is of that level.

    None if no such change makes it so.
    """
    following = MazeFollowing(g, check)
    reached = following.level(shapes, level) == level
    changes = list(_fewer(g, shapes, mask(path)))
    now, changed = list(shapes), 0
    for number, left in rng.sample(changes, min(len(changes), _TRIED)):
        if changed == _CHANGED:
            break
        trial = [*now[:number], left, *now[number + 1 :]]
        is_first = now[number] == shapes[number]
        if is_first and following.level([*filter(None, trial)], level) == level:
            now, changed, reached = trial, changed + 1, True
    return [*filter(None, now)] if reached else None


def _fewer(g: Grid, shapes: Shapes, path: Mask) -> Iterator[tuple[int, Mask]]:
    """The number of each shape with what may be left of it: all but a cell, or nothing."""
    for number, cells in enumerate(shapes):
        yield number, 0
        if cells.bit_count() > _LEAST:
            for cell in each(cells & ~path):
                left = cells & ~(1 << cell)
                if g.is_connected(left):
                    yield number, left


def enough(
    rng: Random,
    puzzle: ExactlyOne,
    clues: Sequence[Clues],
    least: int,
    most: int,
    check_cancel: CancelCheck,
) -> tuple[list[int], int] | None:
    """The shapes without those that can be spared by those who have techniques up to a level.

    And the level that it takes; if it is lower than the least one, no shape is doubted. None if
    not even all suffice.
    """
    following = MazeFollowing(puzzle.grid, check_cancel)
    members = [mask(one.cells) for one in clues]
    kept = list(range(len(clues)))
    level = following.level(members, most)
    if level > most:
        return None
    by_sets = min(most, MEDIUM)
    unknown = following.unknown(members, by_sets)
    for number in rng.sample(kept, len(kept)) if level >= least else ():
        others = [one for one in kept if one != number]
        shapes = [members[one] for one in others]
        # Where sets tell less without a shape, the techniques seldom make up for it.
        if following.unknown(shapes, by_sets) == unknown:
            without = following.level(shapes, most)
            if without <= most:
                kept, level = others, without
    return kept, level
