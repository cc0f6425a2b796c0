"""Whether a game can still be solved, and since when not; no word about which mark is wrong."""

from __future__ import annotations

from masume.api.exact import model_of
from masume.core.limits import Limit, LimitReached, Watch
from masume.core.steps import Status
from masume.exact import answers
from masume.play.past import Past
from masume.play.session import Session


def last_right(session: Session, *, limit: Limit | None = None) -> int | None:
    """After how many of its moves a game could last be solved; None if time was too short.

    That is all of them as long as nothing is wrong. A board without a solution never could be, and
    with no move made nothing is wrong yet.
    """
    return last_right_of(session.past, len(session.moves), Watch(limit))


def last_right_of(past: Past, made: int, watch: Watch) -> int | None:
    """The same of a game in which so many moves are made."""
    puzzle = past.puzzle
    try:
        model = model_of(puzzle, watch)
        goal = answers.certain(model, watch)
        if goal is None:
            return 0
        for at in range(made, 0, -1):
            marks = model.vocabulary.marks(past.after(at))
            if goal.issuperset(marks):
                return at
            if goal.isdisjoint(-mark for mark in marks):  # several solutions: do these fit one?
                shared = answers.forced(model_of(puzzle, watch), watch, marks)
                if shared.status is Status.LIMIT:
                    return None
                if shared.status is Status.SOLVED:
                    return at
    except LimitReached:
        return None
    return 0
