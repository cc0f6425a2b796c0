"""Mazes of a requested level: shrink shapes until the level is reached, remove superfluous ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.core.puzzle.maker import Clues
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.propagate import Propagator
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques import EASY, QUICK, settle, up_to

Shapes: TypeAlias = Sequence[Mask]

_MAX_TRIED = 60  # changes tried on one board
_MAX_CHANGED = 2  # changes made to one board
_MIN_CELLS = 2  # cells of a shape


class ShapeGrader:
    """Deduction from shapes along an actual path, so that no contradiction occurs."""

    def __init__(self, g: Grid, check_cancel: CancelCheck) -> None:
        self._grid, self._check_cancel = g, check_cancel

    def _board(self, shapes: Shapes) -> Propagator:
        firsts = [(cells & -cells).bit_length() - 1 for cells in shapes]
        pairs = zip(firsts, shapes, strict=True)
        board = Propagator(self._grid, {str(n): (n, cells >> n) for n, cells in pairs})
        board.check_cancel = self._check_cancel
        return board

    def level(self, shapes: Shapes, most: int, usual: Links | None = None) -> int:
        """Return the level of the hardest step needed; above `most` if that does not suffice.

        Or if the quick rules leave other links open than the usual ones.
        """
        board = self._board(shapes)
        settle(board, EASY)
        if not board.open_links:
            return 0
        if most:
            settle(board, QUICK)
        if usual is None or board.open_links == usual:
            for level in range(1, most + 1):
                settle(board, up_to(level))
                if not board.open_links:
                    return level
        return most + 1

    def open_links(self, shapes: Shapes, level: int) -> Links:
        """Return the links that quick rules up to a level do not determine."""
        board = self._board(shapes)
        settle(board, QUICK if level else EASY)
        return board.open_links


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
    open_links = grader.open_links(members, most)
    for number in rng.sample(needed, len(needed)) if level >= least else ():
        rest = [other for other in needed if other != number]
        # Where quick rules determine less without a shape, others seldom make up for it.
        new_level = grader.level([members[other] for other in rest], most, open_links)
        if new_level <= most:
            needed, level = rest, new_level
    return needed, level
