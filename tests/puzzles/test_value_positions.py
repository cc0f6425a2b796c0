"""Positions of numbers in cells: moves, answers, JSON, pictures, and what is said of wrong ones."""

from __future__ import annotations

import pytest

from masume.core.text.blocks import Block, TextLine
from masume.errors import ParseError
from masume.families.values import position as values
from masume.families.values.position import Put, Values
from masume.puzzles.binairo.puzzle import Binairo
from masume.puzzles.fillomino.puzzle import Fillomino
from masume.puzzles.sudoku.puzzle import Sudoku

BOARD = Sudoku(4, 4, (None, 2, *[None] * 13, 1))
GIVEN = {(1, 2), (15, 1)}
BEFORE = Values(frozenset({*GIVEN, (0, 1), (6, 4)}), frozenset({(4, 2), (4, 3)}))


def after(*entered, excluded=((4, 2), (4, 3))):
    return Values(frozenset({*GIVEN, *entered}), frozenset(excluded))


@pytest.mark.parametrize(
    ("move", "position"),
    [
        ("r1c1=3", after((0, 3), (6, 4))),
        ("r1c1=.", after((6, 4))),
        ("r2c1=.", after((0, 1), (6, 4), excluded=())),
        ("r2c1=4", after((0, 1), (6, 4), (4, 4), excluded=())),
        ("r2c1=?2", after((0, 1), (6, 4), excluded=[(4, 3)])),
        ("r2c1=!1", after((0, 1), (6, 4), excluded=[(4, 1), (4, 2), (4, 3)])),
        ("r1c1=!1", after((6, 4), excluded=[(0, 1), (4, 2), (4, 3)])),
        ("r1c1=!2", BEFORE),  # the entered 1 rules it out
        ("r1c1=?1", after((6, 4))),
        ("r1c2=3", BEFORE),  # a given
    ],
)
def test_move_is_parsed_played_and_written(move, position):
    parsed = values.parse_move(BOARD, f" {move} ")
    assert values.write_move(BOARD, parsed) == move
    assert values.play(BOARD, BEFORE, parsed) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r1c1", "'r1c1' is not a move; moves are written like r2c3=7"),
        ("r1c1=x", "'r1c1=x' is not a move; moves are written like r2c3=7"),
        ("r1c1=0", "'0' is no number of this board; use 1 to 4"),
        ("r1c1=!5", "'5' is no number of this board; use 1 to 4"),
    ],
)
def test_malformed_move_is_rejected(text, message):
    with pytest.raises(ParseError) as error:
        values.parse_move(BOARD, text)
    assert str(error.value) == message


def test_variables_and_moves():
    assert [values.mark(BOARD, n, True) for n in (1, 4, 5)] == [
        Put(0, 1, True), Put(0, 4, True), Put(1, 1, True)
    ]  # fmt: skip
    assert values.mark(BOARD, 64, None) == Put(15, 4)
    bits = Binairo(2, 2, (None, None, None, None))
    moves = [values.mark_bit(bits, 3, value) for value in (True, False, None)]
    assert moves == [Put(2, 1, True), Put(2, 0, True), Put(2)]


def read(*rows):
    lines = [TextLine(text, number) for number, text in enumerate(rows, 1)]
    return values.read_answer(BOARD, Block(1, answer=lines))


GRID = ["1 2 . .", ". . 4 .", ". . . .", ". . . 1"]


def test_answers_both_ways():
    assert values.write_answer(BOARD, BEFORE) == [*GRID, "r2c1=!2", "r2c1=!3"]
    assert read(*GRID, "r2c1=!2 r2c1=!3") == BEFORE
    assert read("r1c1=1 r2c3=4", "r2c1=!2", "r2c1=!3") == BEFORE
    assert read("1 . 0 _", "? - 4 .", ". . . .", ". . . .") == after((0, 1), (6, 4), excluded=())
    assert read("r1c2=2", "r1c2=!3") == after(excluded=())  # both are true of the given
    assert values.picture(BOARD, BEFORE) == GRID


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["r1c2=3"], "r1c2 is given: it is 2"),
        (["r4c4=!1"], "r4c4 is given: it is 1"),
        (["1 3 . .", *GRID[1:]], "r1c2 is given: it is 2"),
        (["5 2 . .", *GRID[1:]], "'5' is no number of this board; use 1 to 4"),
        (["x 2 . .", *GRID[1:]], "'x' is not a number; write '.' for an open cell"),
    ],
)
def test_wrong_answer_is_rejected(rows, message):
    with pytest.raises(ParseError) as error:
        read(*rows)
    assert message in str(error.value)


def test_json_both_ways():
    data = values.to_json(BOARD, BEFORE)
    assert data == {
        "numbers": [[0, 0, 1], [0, 1, 2], [1, 2, 4], [3, 3, 1]],
        "excluded": [[1, 0, 2], [1, 0, 3]],
    }
    assert values.from_json(BOARD, data) == BEFORE
    assert values.to_json(BOARD, after((0, 1), excluded=())) == {
        "numbers": [[0, 0, 1], [0, 1, 2], [3, 3, 1]]
    }
    assert values.from_json(BOARD, {"numbers": [[0, 0, 1]]}) == after((0, 1), excluded=())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, 'the answer needs "numbers", a list of [row, col, number]'),
        ({"numbers": [], "excluded": 3}, 'the answer needs "excluded", a list of'),
        ({"numbers": [[0, 0]]}, "[0, 0] is not [row, col, number]"),
        ({"numbers": [[0, 0, True]]}, "[0, 0, True] is not [row, col, number]"),
        ({"numbers": [[0, 0, 5]]}, "'5' is no number of this board; use 1 to 4"),
        ({"numbers": [[0, 0, 1], [0, 0, 2]]}, "r1c1 has two numbers"),
        ({"numbers": [[0, 1, 4]]}, "r1c2 is given: it is 2"),
    ],
)
def test_wrong_json_is_rejected(data, message):
    with pytest.raises(ParseError) as error:
        values.from_json(BOARD, data)
    assert str(error.value).startswith(message)


def test_given_outside_the_numbers_is_rejected():
    with pytest.raises(ParseError, match=r"^5 is no number of this board; use 1 to 4$"):
        Sudoku(4, 4, (5, *[None] * 15))


def test_borders_of_a_fillomino_are_between_different_numbers():
    board = Fillomino(2, 3, (None,) * 6)
    position = Values(frozenset({(0, 1), (1, 2), (2, 2), (3, 3), (4, 3)}))  # the last cell is open
    assert set(board.borders(position)) == {
        ((1, 0), (1, 1)), ((0, 1), (1, 1)), ((1, 1), (2, 1)),
    }  # fmt: skip
