"""The board of the day: the date is the seed, so everybody has the same one."""

from __future__ import annotations

from datetime import date

from masume.core.plugins.registry import built_in_kinds, kind_named
from masume.core.puzzle.kind import Kind
from masume.core.system.limits import Deadline, Limit
from masume.errors import NotApplicable, ParseError
from masume.formats.load import has_library
from masume.formats.plain import Board
from masume.make.generate import make
from masume.make.request import plan

_WEEK = (  # side and difficulty: Monday is for the tram, Sunday takes a while
    (6, "easy"),
    (7, "easy"),
    (7, "medium"),
    (8, "easy"),
    (8, "medium"),
    (8, "hard"),
    (9, "medium"),
)


def daily(
    day: date | str | None = None,
    *,
    puzzle: str | None = None,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Board:
    """The board of a day, with its answer; without a date, today's.

    The puzzles of this package that have a library take turns; each, and any other, has one of its
    own on every day too.

    >>> board = daily("2026-11-16")
    >>> board.name, board.kind.name, board.note("difficulty")
    ('daily/2026-11-16', 'exactly_one', 'easy')
    """
    when = _date(day)
    kind = kind_named(puzzle) if puzzle else _turn(when)
    side, level = _WEEK[when.weekday()]
    deadline = deadline or Deadline(limit)
    for wanted in (level, None) if kind.logic else (None,):  # it may have none that is so easy
        made = make(plan(kind.name, size=side, difficulty=wanted), when.toordinal(), 0, deadline)
        if made.puzzle is not None or made.stopped:
            break
    if made.puzzle is None:
        raise NotApplicable(f"{kind.name} has no board for {when}: {made.reason}")
    title = ("title", f"Board of {when.day} {when:%B %Y}")
    notes = (title, ("difficulty", made.level)) if made.level else (title,)
    return Board(kind, made.puzzle, f"daily/{when}", answer=made.answer, notes=notes)


def _date(day: date | str | None) -> date:
    if day is None:
        return date.today()
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day.strip())
    except ValueError:
        raise ParseError(f"{day[:20]!r} is no date; one is written like 2026-11-16") from None


def _turn(day: date) -> Kind:
    """Whose turn it is: nobody who is there only on trial, or it would differ between places."""
    able = [kind for kind in built_in_kinds().values() if kind.maker and has_library(kind.name)]
    return able[day.toordinal() % len(able)]
