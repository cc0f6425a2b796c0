"""Whether a game can still be solved, and since when not; no word about which mark is wrong."""

from __future__ import annotations

from masume.api.exact import model_of
from masume.core.search.events import Status
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.exact import answers
from masume.play.past import Past
from masume.play.session import Session


def last_right(session: Session, *, limit: Limit | None = None) -> int | None:
    """After how many of its moves a game could last be solved; None if time was too short.

    That is all of them as long as nothing is wrong. A board without a solution never could be, and
    with no move made nothing is wrong yet.
    """
    return last_right_of(session.past, len(session.moves), Deadline(limit))


def last_right_of(past: Past, made: int, deadline: Deadline) -> int | None:
    """The same of a game in which so many moves are made."""
    puzzle = past.puzzle
    try:
        model = model_of(puzzle, deadline)
        goal = answers.certain(model, deadline)
        if goal is None:
            return 0
        for at in range(made, 0, -1):
            marks = model.vocabulary.marks(past.after(at))
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
