"""Texts of twice the length take about twice the time, and a bounded memory."""

from __future__ import annotations

import pytest
from format_support import read
from fuzz.linear import MOST_GROWTH, growth, peak
from fuzz.long_texts import ANSWERS, BOARDS

import masume
from masume.errors import MasumeError

SIZE = 2  # thousand characters; the longer text has sixteen times as many
LONG = pytest.param(50, marks=pytest.mark.soak)
MOST_BYTES = 4_000_000  # of memory, for a thousand characters


def read_boards(text):
    """Read boards, whatever comes of it."""
    try:
        result = read(text)
    except MasumeError as fault:
        result = [fault]
    faults = [str(fault) for fault in result if isinstance(fault, MasumeError)]
    assert all("\n" not in fault and len(fault) < 400 for fault in faults)


def answer_reader(board):
    """What reads answers to a board."""
    puzzle = masume.load(board)

    def read_answer(text):
        try:
            masume.parse_answer(puzzle, text)
        except MasumeError as fault:
            assert "\n" not in str(fault) and len(str(fault)) < 400

    return read_answer


@pytest.mark.long
@pytest.mark.parametrize("size", [SIZE, LONG])
@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_read_or_refused_in_linear_time(name, size):
    assert growth(read_boards, BOARDS[name], size) < MOST_GROWTH
    assert peak(read_boards, BOARDS[name](size)) < MOST_BYTES * size


@pytest.mark.long
@pytest.mark.parametrize("size", [SIZE, LONG])
@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_read_or_refused_in_linear_time(name, size):
    board, text = ANSWERS[name]
    read_answer = answer_reader(board)
    assert growth(read_answer, text, size) < MOST_GROWTH
    assert peak(read_answer, text(size)) < MOST_BYTES * size
