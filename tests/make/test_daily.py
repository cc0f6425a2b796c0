"""The board of the day is the same everywhere, and is found soon."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from support import KINDS, is_the_only_answer

import masume
from masume.formats.load import has_library
from masume.make.daily import kind_of_day

MONDAY = date(2026, 11, 16)


def test_the_date_is_the_seed():
    board = masume.daily(MONDAY, puzzle="hitori")
    assert board == masume.daily(" 2026-11-16 ", puzzle="hitori")
    assert board.puzzle != masume.daily("2026-11-20", puzzle="hitori").puzzle
    assert is_the_only_answer(board.puzzle, board.answer)
    assert board.note("title") == "Board of 16 November 2026"
    assert masume.grade(board).level == board.note("difficulty") == "easy"


@pytest.mark.long
def test_puzzles_take_turns_and_each_has_its_own():
    able = [kind.name for kind in KINDS if kind.maker]
    turns = [kind.name for kind in KINDS if has_library(kind.name)]
    days = [MONDAY + timedelta(days) for days in range(len(turns))]
    assert len(turns) > 3 and {kind_of_day(day).name for day in days} == set(turns)
    assert [masume.daily(MONDAY, puzzle=name).kind.name for name in able] == able
    assert masume.daily(MONDAY).kind is kind_of_day(MONDAY)


def test_what_is_no_date_is_told():
    with pytest.raises(masume.ParseError, match="'yesterday' is not a date; write it like 20"):
        masume.daily("yesterday")
    assert masume.daily(puzzle="kuromasu").name == f"daily/{date.today()}"


@pytest.mark.soak
def test_a_year_of_days_has_its_boards():
    for number in range(365):
        board = masume.daily(MONDAY + timedelta(number))
        assert is_the_only_answer(board.puzzle, board.answer)
