"""Generation of Hitori boards of a target level.

Local search over the numbers of the black cells: they are redrawn where the rules of the level get
stuck, and all of them if easier rules solve the board. A board that the rules solve
has a unique answer; if those below the level do not solve it, it is not easier. Candidates are
graded by the rules up to the level, without their reasons.
"""

from __future__ import annotations

from random import Random

from masume.core.puzzle.grid import Mask, cells, grid, mask
from masume.core.puzzle.maker import BoardRequest
from masume.core.puzzle.technique import LEVELS, propagate
from masume.families.shading.make import random_black, scatter_black
from masume.families.shading.position import Shading
from masume.puzzles.hitori.numbers import Numbering
from masume.puzzles.hitori.propagate import Propagator
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.techniques import TECHNIQUES

_HARD = LEVELS[LEVELS.index("hard") :]
_RULES = [tuple(rule for rule in TECHNIQUES if rule.level <= n) for n in range(len(LEVELS))]
_RESTARTS = 6  # redraws of all numbers while the board is too easy
_MAX_FAILURES = 12  # consecutive local redraws without improvement
_TOO_EASY = 2  # failures that count for a redraw that makes the board too easy


def black_cells(rng: Random, request: BoardRequest) -> Mask:
    """Return a random maximal set of black cells.

    If another cell could be blackened, any numbers would allow a second solution.
    """
    g = grid(request.rows, request.cols)
    if request.level == "easy" and not request.symmetry:
        # Easy steps hardly ever decide a white cell without a black neighbour.
        return mask(scatter_black(rng, g, request.check_cancel))
    return mask(random_black(rng, g, g.size, symmetric=request.symmetry))


def is_hard(request: BoardRequest) -> bool:
    """Return whether the requested level is hard or above, so that equals should not be obvious."""
    return request.level in _HARD


def make_of_level(
    rng: Random, request: BoardRequest, least: int, most: int
) -> tuple[Hitori, Shading, int]:
    """Generate a board of a level from `least` to `most`; return it with its answer and level.

    If the search fails, return the board it ended with; one above `most` may have other answers.
    """
    rows, cols = request.rows, request.cols
    black = black_cells(rng, request)
    numbering = Numbering(rng, rows, cols, black)
    is_hard_wanted = is_hard(request)
    numbers = numbering.draw(request.check_cancel, is_hard=is_hard_wanted)
    level, unknown = _grade(request, numbers, most)
    for _ in range(_RESTARTS):
        if level >= least:
            break
        numbers = numbering.draw_twins(numbers, is_hard=is_hard_wanted)
        level, unknown = _grade(request, numbers, most)
    failures = 0
    while unknown and failures < _MAX_FAILURES:
        changed = numbering.change_some(numbers, unknown)
        reached, still_unknown = _grade(request, changed, most)
        failures += 1 if reached >= least else _TOO_EASY
        if reached >= least and still_unknown.bit_count() <= unknown.bit_count():
            failures = 0 if still_unknown.bit_count() < unknown.bit_count() else failures
            numbers, level, unknown = changed, reached, still_unknown
    return Hitori(rows, cols, tuple(numbers)), Shading(frozenset(cells(black))), level


def _grade(request: BoardRequest, numbers: list[int], most: int) -> tuple[int, Mask]:
    """Return the lowest level whose techniques solve the board, and the cells left unknown.

    The level is `most` + 1 if none of the levels up to `most` solves it.
    """
    request.check_cancel()
    board = Propagator(request.rows, request.cols, numbers)
    for level in range(most + 1):
        propagate(board, _RULES[level])
        if not board.unknown:
            return level, 0
    return most + 1, board.unknown
