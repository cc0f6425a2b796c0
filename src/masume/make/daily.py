"""The board of the day: the date is the seed, so it is the same for everybody."""

from __future__ import annotations

from datetime import date

from masume.core.plugins.registry import built_in_kinds, kind_named
from masume.core.puzzle.kind import Kind
from masume.core.system.limits import Deadline, Limit
from masume.errors import NotApplicable, ParseError
from masume.formats.load import has_library
from masume.formats.plain import Board
from masume.make.generate import make
from masume.make.request import BoardSpec, nearest_size, resolve_board_spec

_WEEK = (  # side and level from Monday to Sunday
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
    """Return the board of a day (default: today) with its answer.

    The built-in kinds with a library take turns; `puzzle` selects a kind instead.

    >>> board = daily("2026-11-16")
    >>> board.name, board.note("difficulty")
    ('daily/2026-11-16', 'easy')
    """
    when = _parse_date(day)
    kind = kind_named(puzzle) if puzzle else kind_of_day(when)
    side, level = _WEEK[when.weekday()]
    deadline = deadline or Deadline(limit)
    for wanted in (level, None) if kind.logic else (None,):  # the kind may have no board so easy
        made = make(
            _spec(kind, side, wanted),
            when.toordinal(),
            0,
            deadline,
        )
        if made.puzzle is not None or made.stopped:
            break
    if made.puzzle is None:
        raise NotApplicable(f"{kind.name} has no board for {when}: {made.reason}")
    title = ("title", f"Board of {when.day} {when:%B %Y}")
    notes = (title, ("difficulty", made.level)) if made.level else (title,)
    return Board(kind, made.puzzle, f"daily/{when}", answer=made.answer, notes=notes)


def _spec(kind: Kind, side: int, level: str | None) -> BoardSpec:
    """Return the request for a square board, of a similar size if the kind has none of this one."""
    assert kind.maker is not None
    size = nearest_size(kind.maker(), side, side)
    return resolve_board_spec(kind.name, size=size, difficulty=level)


def _parse_date(day: date | str | None) -> date:
    """Return a date as it is, text parsed as YYYY-MM-DD, and today for None."""
    if day is None:
        return date.today()
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day.strip())
    except ValueError:
        raise ParseError(f"{day[:20]!r} is not a date; write it like 2026-11-16") from None


def kind_of_day(day: date) -> Kind:
    """Return the kind of a day; only built-in ones, so that it is the same everywhere."""
    able = [kind for kind in built_in_kinds().values() if kind.maker and has_library(kind.name)]
    return able[day.toordinal() % len(able)]
