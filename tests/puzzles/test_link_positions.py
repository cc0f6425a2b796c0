"""Positions of lines between points: marks of variables, JSON, and what is said of wrong JSON."""

from __future__ import annotations

import pytest

from masume.errors import ParseError
from masume.families.links import position as links
from masume.families.links.position import Lines, Span
from masume.puzzles.hashi.puzzle import Hashi

BOARD = Hashi(3, 3, (2, None, 2, None, None, None, 2, None, 2))  # islands 0, 2, 6 and 8
BEFORE = Lines(frozenset({(0, 2, 2), (2, 8, 1)}), frozenset({(0, 6)}))


def test_variables_and_moves():
    first, last = 1, 2 * len(BOARD.links)  # of two variables per link
    moves = [links.mark(BOARD, first, value) for value in (True, False, None)]
    assert moves == [Span(0, 2, 1), Span(0, 2, None), Span(0, 2, 0)]
    moves = [links.mark(BOARD, last, value) for value in (True, False, None)]
    assert moves == [Span(6, 8, 2), Span(6, 8, 1), Span(6, 8, 0)]


def test_json_both_ways():
    data = links.to_json(BOARD, BEFORE)
    assert data == {
        "bridges": [[[0, 0], [0, 2], 2], [[0, 2], [2, 2], 1]],
        "barred": [[[0, 0], [2, 0]]],
    }
    assert links.from_json(BOARD, data) == BEFORE
    assert links.to_json(BOARD, Lines()) == {"bridges": []}
    nine = {"bridges": [[[0, 2], [0, 0], 9]]}  # more than allowed, which the referee reports
    assert links.from_json(BOARD, nine) == Lines(frozenset({(0, 2, 9)}))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, 'the answer needs "bridges", a list of [[row, col], [row, col], n]'),
        ({"bridges": [], "barred": None}, 'the answer needs "barred", a list of'),
        ({"bridges": [[[0, 0], [0, 2]]]}, "[[0, 0], [0, 2]] is not [[row, col], [row, col], n]"),
        ({"bridges": [[[0, 0], [0, 2], 0]]}, "0 is not a number of bridges"),
        ({"bridges": [[[0, 0], [0, 2], 10]]}, "10 is not a number of bridges"),
        ({"bridges": [[[0, 0], [0, 2], True]]}, "True is not a number of bridges"),
        ({"bridges": [[[0, 0], [0, 2], 1], [[0, 2], [0, 0], 1]]}, "r1c3 and r1c1 are listed twice"),
    ],
)
def test_wrong_json_is_rejected(data, message):
    with pytest.raises(ParseError) as error:
        links.from_json(BOARD, data)
    assert str(error.value).startswith(message)
