"""Whether a game can still be solved, and since when not; no word about which mark is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from masume.api.exact import model_of
from masume.core.limits import Limit, LimitReached, Watch
from masume.core.puzzle import Position, Puzzle
from masume.core.steps import Status
from masume.exact import answers
from masume.play.session import Session


def last_right(session: Session, *, limit: Limit | None = None) -> int | None:
    """After how many of its moves a game could last be solved; None if time was too short.

    That is all of them as long as nothing is wrong. A board without a solution never could be, and
    with no move made nothing is wrong yet.
    """
    made = session.positions[: len(session.moves) + 1]
    return last_right_of(session.puzzle, made, Watch(limit))


def last_right_of(puzzle: Puzzle, positions: Sequence[Position], watch: Watch) -> int | None:
    """The same of the positions of a game, from the bare board on."""
    try:
        model = model_of(puzzle, watch)
        goal = answers.certain(model, watch)
        if goal is None:
            return 0
        for at in range(len(positions) - 1, 0, -1):
            marks = model.vocabulary.marks(positions[at])
            if goal.issuperset(marks):
                return at
            if goal.isdisjoint(-mark for mark in marks):  # several solutions: do these fit one?
                found = answers.forced(model_of(puzzle, watch), watch, marks)
                if found.status is Status.LIMIT:
                    return None
                if found.status is Status.SOLVED:
                    return at
    except LimitReached:
        return None
    return 0
