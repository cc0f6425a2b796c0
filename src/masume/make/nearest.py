"""Report the closest board so far while a board is generated, so that a user can take it instead.

It has a unique solution and the requested size, but another level, or it does not need the
requested technique. The board that is generated in the end does not depend on these reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, LimitReached
from masume.make.generate import GeneratedBoard, run_attempts
from masume.make.request import BoardSpec
from masume.make.unique_board import Rejection, is_only_solution, level_of


@dataclass(frozen=True)
class Nearest:
    """A board that differs from the request in its level or technique."""

    puzzle: Puzzle
    answer: Position
    level: str
    distance: int  # in levels; 0 if only the requested technique or variety is missing


@dataclass(frozen=True)
class AttemptReport:
    """The number of attempts so far and the closest board among them."""

    attempts: int
    nearest: Nearest | None


def report_attempts(
    spec: BoardSpec, seed: int, number: int, deadline: Deadline
) -> Iterator[AttemptReport | GeneratedBoard]:
    """Yield a report after each failed attempt, and last the board that `make` returns.

    >>> from masume.make.request import resolve_board_spec
    >>> spec = resolve_board_spec("kuromasu", size=5, difficulty="hard")
    >>> *reports, board = report_attempts(spec, 1, 0, Deadline())
    >>> board.level, reports[-1].nearest.distance, board.attempts == len(reports) + 1
    ('hard', 0, True)
    """
    nearest: Nearest | None = None
    for attempts, outcome in enumerate(run_attempts(spec, seed, number, deadline), start=1):
        if isinstance(outcome, GeneratedBoard):
            yield outcome
            return
        with suppress(LimitReached):  # the next attempt reaches it as well
            nearest = _better_candidate(spec, outcome, nearest, deadline) or nearest
        yield AttemptReport(attempts, nearest)


def _better_candidate(
    spec: BoardSpec, missed: Rejection, best: Nearest | None, deadline: Deadline
) -> Nearest | None:
    """Return a rejected board that is unique and closer than the best so far, else None."""
    board, wanted = missed.board, spec.request.level
    if board is None or (
        best is not None and _level_distance(board.level, wanted) >= best.distance
    ):
        return None
    if not is_only_solution(board.puzzle, board.answer, deadline):
        return None
    level = level_of(board, deadline) if board.level is None else board.level
    distance = _level_distance(level, wanted)
    if best is not None and distance >= best.distance:
        return None
    return Nearest(board.puzzle, board.answer, LEVELS[level], distance)


def _level_distance(level: int | None, wanted: str | None) -> int:
    """Return the number of levels between, 1 if one of them is unknown."""
    return 1 if level is None or wanted is None else abs(level - LEVELS.index(wanted))
