"""Generate boards of a requested level by local search over proposals with a known answer.

Techniques decide alone: if those of the requested level finish the board, its answer is unique,
and if those below do not, the board is not easier. The cells that they leave unknown show where
the board is too hard or has another answer. The clues there are drawn again, and a change is kept
if no more is unknown than before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardRequest, Maker
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME, HARD
from masume.make.unique_board import (
    KnownWalk,
    Rejection,
    UniqueBoard,
    find_solutions,
    level_of,
    level_reached,
)

_MAX_FAILURES = 12  # changes in a row that do not improve a board
_MAX_FAILURES_EXTREME = 80  # the same for extreme boards, where techniques give no gradient


@dataclass(frozen=True)
class _Assessed:
    """A board, the literals that the techniques of the requested level leave unknown, their cells.

    For an extreme board they are the literals in which another answer differs.
    """

    board: UniqueBoard
    level: int  # the level needed; one more than requested if something is unknown
    unknown: frozenset[Literal]
    stuck: frozenset[Cell]


def propose_at_level(
    maker: Maker, request: BoardRequest, rng: Random, deadline: Deadline, least: int, most: int
) -> UniqueBoard | Rejection:
    """Return a board of a level from `least` to `most`, or the reason why this attempt failed."""
    if maker.make_of_level is not None and most <= HARD:
        return _classify(maker.make_of_level(rng, request, least, most), least, most)
    if maker.make_beyond_hard is not None:
        return _first_at_level(maker.make_beyond_hard(rng, request), deadline, least, most)
    assert maker.draw is not None
    assert maker.redraw is not None
    drawn = maker.draw(rng, request)
    if drawn is None:
        return Rejection("no room")
    best = _assess(*drawn, deadline, most)
    if best.level < least:
        return Rejection(LEVELS[best.level], best.board)
    failures, fewest = 0, len(best.unknown)
    while best.unknown and failures < (_MAX_FAILURES_EXTREME if most == EXTREME else _MAX_FAILURES):
        deadline.check()
        failures += 1
        other = maker.redraw(rng, best.board.puzzle, best.board.answer, best.stuck)
        tried = None if other is None else _assess(*other, deadline, most)
        if tried is None or tried.level < least:
            continue
        if most == EXTREME or len(tried.unknown) <= len(best.unknown):
            best = tried
            if len(tried.unknown) < fewest:
                failures, fewest = 0, len(tried.unknown)
    if best.unknown:
        return Rejection("harder", replace(best.board, level=None))
    suits = maker.accepts(best.board.puzzle, best.board.answer, request)
    return best.board if suits else Rejection("unlike")


def _classify(
    made: tuple[Puzzle, Position, int] | None, least: int, most: int
) -> UniqueBoard | Rejection:
    """Check the level of a board that the puzzle's own generator has made."""
    if made is None:
        return Rejection("no room")
    puzzle, answer, level = made
    board = UniqueBoard(puzzle, answer, level)
    if level > most:
        return Rejection("harder", replace(board, level=None))
    return board if level >= least else Rejection(LEVELS[level], board)


def _first_at_level(
    made: Iterable[tuple[Puzzle, Position]], deadline: Deadline, least: int, most: int
) -> UniqueBoard | Rejection:
    """Return the first board with a unique solution and a level from `least` to `most`."""
    missed = Rejection("several solutions")
    for puzzle, answer in made:
        deadline.check()
        _, solutions = find_solutions(puzzle, 2, deadline)
        if len(solutions) > 1:
            continue
        board = UniqueBoard(puzzle, answer)
        level = level_of(board, deadline, most)
        if least <= level <= most:
            return replace(board, level=level)
        missed = Rejection("harder", board)
        if level < least:
            missed = Rejection(LEVELS[level], replace(board, level=level))
    return missed


def _assess(puzzle: Puzzle, answer: Position, deadline: Deadline, most: int) -> _Assessed:
    """Assess a board with the techniques up to a level."""
    board = UniqueBoard(puzzle, answer)
    solution = board.solution
    walk = KnownWalk(puzzle, solution, deadline)
    level = level_reached(walk, most)
    unknown = solution - walk.known
    if most == level == EXTREME:
        unknown = _differing_literals(puzzle, solution, deadline)
    stuck = frozenset(cell for literal in unknown for cell in board.vocabulary.cells(abs(literal)))
    return _Assessed(
        replace(board, level=level if level <= walk.agreed else None), level, unknown, stuck
    )


def _differing_literals(
    puzzle: Puzzle, solution: frozenset[Literal], deadline: Deadline
) -> frozenset[Literal]:
    """Return the solution's literals that differ in a second answer; empty if there is none."""
    _, solutions = find_solutions(puzzle, 2, deadline)
    other = next((literals for literals in solutions if not solution.issuperset(literals)), ())
    return frozenset(solution.difference(other)) if other else frozenset()
