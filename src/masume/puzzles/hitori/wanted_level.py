"""Hitori boards of a wanted level: numbers of black cells are drawn anew where techniques of that
level get stuck, and all of them if easier techniques come to the end.

Only numbers of black cells change here. If the techniques come to the end, the answer is the only
one, and if those below the level do not, the board is no easier. As long as the maker has not
finished, all is kept in plain numbers: what is known by `FollowingColours`.
"""

from __future__ import annotations

from random import Random

from masume.core.puzzle.grid import Mask, cells, grid, mask
from masume.core.puzzle.maker import BoardRequest
from masume.core.puzzle.technique import LEVELS
from masume.families.shading.make import random_black, scattered_black
from masume.families.shading.position import Shading
from masume.puzzles.hitori.following import FollowingColours
from masume.puzzles.hitori.numbers import Numbering
from masume.puzzles.hitori.puzzle import Hitori

_HARD = LEVELS[LEVELS.index("hard") :]
_PAIRED = 6  # times that the numbers of a board that is too easy are drawn anew
_IN_VAIN = 12  # times that a place is drawn anew, one after the other, and gets no better;
_TOO_EASY = 2  # a time that makes the board too easy counts as two, for most others there do so too


def black_cells(rng: Random, request: BoardRequest) -> Mask:
    """As many black cells as the rules allow.

    Otherwise another could be blackened, whatever the numbers are, and there would be a second
    solution.
    """
    g = grid(request.rows, request.cols)
    if request.level == "easy" and not request.symmetry:
        # A white cell that has no black one beside it is hardly ever told by an easy step.
        return mask(scattered_black(rng, g, request.check_cancel))
    return mask(random_black(rng, g, g.size, symmetric=request.symmetry))


def is_hard(request: BoardRequest) -> bool:
    """Whether a board shall be so hard that its pairs should not be seen at once."""
    return request.level in _HARD


def of_level(
    rng: Random, request: BoardRequest, least: int, most: int
) -> tuple[Hitori, Shading, int]:
    """A board of one of these levels, its answer and its level; or one that it has come to instead.

    One that is harder may have other answers.
    """
    rows, cols = request.rows, request.cols
    black = black_cells(rng, request)
    numbering = Numbering(rng, rows, cols, black)
    hard = is_hard(request)
    numbers = numbering.drawn(request.check_cancel, is_hard=hard)
    level, unknown = _tried(request, numbers, most)
    for _ in range(_PAIRED):
        if level >= least:
            break
        numbers = numbering.paired(numbers, is_hard=hard)
        level, unknown = _tried(request, numbers, most)
    in_vain = 0
    while unknown and in_vain < _IN_VAIN:
        others = numbering.changed(numbers, unknown)
        reached, left = _tried(request, others, most)
        in_vain += 1 if reached >= least else _TOO_EASY
        if reached >= least and left.bit_count() <= unknown.bit_count():
            in_vain = 0 if left.bit_count() < unknown.bit_count() else in_vain
            numbers, level, unknown = others, reached, left
    return Hitori(rows, cols, tuple(numbers)), Shading(frozenset(cells(black))), level


def _tried(request: BoardRequest, numbers: list[int], most: int) -> tuple[int, Mask]:
    """The lowest level whose techniques come to the end, or the one above `most` if none does; and
    the cells that are unknown by then.
    """
    request.check_cancel()
    known = FollowingColours(request.rows, request.cols, numbers)
    done = (level for level in range(most + 1) if known.follow(level))
    return next(done, most + 1), known.unknown
