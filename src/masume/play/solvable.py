"""Find out whether a game can still be solved, without naming the wrong mark."""

from __future__ import annotations

from masume.api.exact import model_of
from masume.core.search.events import Status
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.exact import answers
from masume.play.history import History
from masume.play.session import Session


def last_solvable(session: Session, *, limit: Limit | None = None) -> int | None:
    """Return after how many moves the game could last be solved; None if the time ran out.

    This is the number of all moves if no mark is wrong, and 0 for a board without a solution.
    """
    return last_solvable_of(session.history, len(session.moves), Deadline(limit))


def last_solvable_of(history: History, made: int, deadline: Deadline) -> int | None:
    """Return the same for a history of which the first `made` moves are on the board."""
    puzzle = history.puzzle
    try:
        model = model_of(puzzle, deadline)
        goal = answers.backbone(model, deadline)
        if goal is None:
            return 0
        for at in range(made, 0, -1):
            marks = model.vocabulary.marks(history.position_after(at))
            if goal.issuperset(marks):
                return at
            if goal.isdisjoint(-mark for mark in marks):  # several solutions: do these fit one?
                shared = answers.forced(model_of(puzzle, deadline), deadline, marks)
                if shared.status is Status.LIMIT:
                    return None
                if shared.status is Status.SOLVED:
                    return at
    except LimitReached:
        return None
    return 0
