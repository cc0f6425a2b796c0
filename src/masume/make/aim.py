"""Boards of a wanted level from proposals whose answer is known, drawn anew where people get stuck.

Techniques alone decide: if those of the wanted level come to the end, the answer is the only one,
and if those below do not, it is no easier. What they leave unknown says where the board is too
hard, or has another answer: there its clues are drawn anew, as long as less and less is unknown.
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
from masume.make.sound import (
    SURE,
    KnownWalk,
    Missed,
    Sound,
    level_of,
    level_reached,
    solved,
)

_IN_VAIN = 12  # times that a board is drawn anew, one after the other, and gets no better;
_WANDERING = 80  # so many where no technique says whether it does


@dataclass(frozen=True)
class _Tried:
    """A board, what is unknown to those who have the techniques wanted for it, and its cells.

    Of an extreme board it is what another answer has otherwise.
    """

    board: Sound
    level: int  # that it takes; one more than wanted if something is unknown
    unknown: frozenset[Literal]
    stuck: frozenset[Cell]


def aimed(
    maker: Maker, request: BoardRequest, rng: Random, deadline: Deadline, least: int, most: int
) -> Sound | Missed:
    """A board of one of these levels, or what came out instead."""
    if maker.of_level is not None and most <= HARD:
        return _as_made(maker.of_level(rng, request, least, most), least, most)
    if maker.beyond_hard is not None:
        return _chosen(maker.beyond_hard(rng, request), deadline, least, most)
    assert maker.draw is not None
    assert maker.redraw is not None
    drawn = maker.draw(rng, request)
    if drawn is None:
        return Missed("no room")
    best = _tried(*drawn, deadline, most)
    if best.level < least:
        return Missed(LEVELS[best.level], best.board)
    in_vain = 0
    while best.unknown and in_vain < (_WANDERING if most == EXTREME else _IN_VAIN):
        deadline.check()
        in_vain += 1
        other = maker.redraw(rng, best.board.puzzle, best.board.answer, best.stuck)
        tried = None if other is None else _tried(*other, deadline, most)
        if tried is None or tried.level < least:
            continue
        if most == EXTREME or len(tried.unknown) <= len(best.unknown):
            in_vain = 0 if len(tried.unknown) < len(best.unknown) else in_vain
            best = tried
    if best.unknown:
        return Missed("harder", replace(best.board, level=None))
    suits = maker.suits(best.board.puzzle, best.board.answer, request)
    return best.board if suits else Missed("unlike")


def _as_made(made: tuple[Puzzle, Position, int] | None, least: int, most: int) -> Sound | Missed:
    """What the puzzle itself has made."""
    if made is None:
        return Missed("no room")
    puzzle, answer, level = made
    board = Sound(puzzle, answer, level)
    if level > most:
        return Missed("harder", replace(board, level=None))
    return board if level >= least else Missed(LEVELS[level], board)


def _chosen(
    made: Iterable[tuple[Puzzle, Position]], deadline: Deadline, least: int, most: int
) -> Sound | Missed:
    """The first board with one solution that is of one of these levels."""
    missed = Missed("several solutions")
    for puzzle, answer in made:
        deadline.check()
        _, solutions = solved(puzzle, 2, deadline)
        if len(solutions) > 1:
            continue
        board = Sound(puzzle, answer)
        level = level_of(board, deadline, most)
        if least <= level <= most:
            return replace(board, level=level)
        missed = Missed("harder", board)
        if level < least:
            missed = Missed(LEVELS[level], replace(board, level=level))
    return missed


def _tried(puzzle: Puzzle, answer: Position, deadline: Deadline, most: int) -> _Tried:
    """What stays unknown with techniques up to a level."""
    board = Sound(puzzle, answer)
    solution = board.solution
    walk = KnownWalk(puzzle, solution, deadline)
    level = level_reached(walk, most)
    unknown = solution - walk.known
    if most == level == EXTREME:
        unknown = _doubtful(puzzle, solution, deadline)
    stuck = frozenset(cell for one in unknown for cell in board.vocabulary.cells(abs(one)))
    return _Tried(replace(board, level=level if level <= SURE else None), level, unknown, stuck)


def _doubtful(
    puzzle: Puzzle, solution: frozenset[Literal], deadline: Deadline
) -> frozenset[Literal]:
    """What another answer has otherwise; nothing if there is no other."""
    _, solutions = solved(puzzle, 2, deadline)
    other = next((one for one in solutions if not solution.issuperset(one)), ())
    return frozenset(solution.difference(other)) if other else frozenset()
