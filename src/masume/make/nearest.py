"""The best board so far, for those who do not want to wait until one is just as they wished.

It has one solution and the wanted size, but another level, or it does not need the technique that
it should. What is made in the end does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, LimitReached
from masume.make.generate import Made, making
from masume.make.request import BoardPlan
from masume.make.sound import Missed, is_only_solution, level_of


@dataclass(frozen=True)
class Nearest:
    """A board that is not quite as wanted."""

    puzzle: Puzzle
    answer: Position
    level: str
    away: int  # how many levels; 0 if it only lacks the technique that it should need


@dataclass(frozen=True)
class Looking:
    """How it stands after some attempts."""

    attempts: int
    nearest: Nearest | None


def looking(
    planned: BoardPlan, seed: int, number: int, deadline: Deadline
) -> Iterator[Looking | Made]:
    """The board of that number as `make` makes it, and after each attempt what is nearest to it.

    >>> from masume.make.request import plan
    >>> *before, made = looking(plan("kuromasu", size=5, difficulty="hard"), 1, 0, Deadline())
    >>> made.level, all(one.nearest.level != "hard" for one in before)
    ('hard', True)
    """
    nearest: Nearest | None = None
    for attempts, outcome in enumerate(making(planned, seed, number, deadline), start=1):
        if isinstance(outcome, Made):
            yield outcome
            return
        with suppress(LimitReached):  # whoever makes the board finds that out next
            nearest = _nearer(planned, outcome, nearest, deadline) or nearest
        yield Looking(attempts, nearest)


def _nearer(
    planned: BoardPlan, missed: Missed, best: Nearest | None, deadline: Deadline
) -> Nearest | None:
    """What came out, if it has one solution and is nearer than the best so far."""
    board, wanted = missed.board, planned.request.level
    if board is None or (best is not None and _away(board.level, wanted) >= best.away):
        return None
    if not is_only_solution(board.puzzle, board.answer, deadline):
        return None
    level = level_of(board, deadline) if board.level is None else board.level
    away = _away(level, wanted)
    if best is not None and away >= best.away:
        return None
    return Nearest(board.puzzle, board.answer, LEVELS[level], away)


def _away(level: int | None, wanted: str | None) -> int:
    """How many levels lie between; one at least where that is not known."""
    return 1 if level is None or wanted is None else abs(level - LEVELS.index(wanted))
