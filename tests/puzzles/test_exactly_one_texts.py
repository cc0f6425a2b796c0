"""Exactly One Mazes: all text formats, and the text picture."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mazes import SMALL, answer, board, moves, trails
from support import examples

import masume
from masume.errors import ParseError
from masume.puzzles.exactly_one import KIND
from masume.puzzles.exactly_one.editor import play
from masume.puzzles.exactly_one.puzzle import (
    Back,
    Cross,
    ExactlyOne,
    PathStep,
    Trail,
    start,
)


@pytest.mark.long
@examples(300)
@given(trails(), st.data())
def test_texts_are_inverse(case, data):
    puzzle, position = case
    assert masume.load("\n".join([KIND.name, *KIND.write(puzzle)])).puzzle == puzzle
    lines = KIND.write_answer(puzzle, position)
    assert all(line and len(line) <= 60 for line in lines)
    assert answer(puzzle, *lines) == position
    assert answer(puzzle, *" ".join(lines).upper().split()) == position
    assert KIND.from_json(puzzle, KIND.to_json(puzzle, position)) == position
    assert len(KIND.picture(puzzle, position)) == puzzle.rows
    move = data.draw(moves(puzzle))
    text = KIND.write_move(puzzle, move)
    assert KIND.parse_move(puzzle, text) == KIND.parse_move(puzzle, f" {text.upper()} ") == move


@pytest.mark.parametrize(
    "text",
    [
        "URRU",
        "u r r u",
        "up right right up",
        "UR\nRU",
        "UR,RU",
        "r3c1 r2c1 r2c2 r2c3 r1c3",
        "R3C1, R2C1, R2C2, R2C3, R1C3",
        "up right down back right up",
        "r3c1 up R right R1C3",
        "r3c1-r2c1=on right right up",
        "right right up up r2c2=flip r2c1=flip r1c2=flip r1c2=flip",
    ],
)
def test_path_can_be_written_in_many_forms(text):
    assert answer(SMALL, *text.split("\n")) == Trail((6, 3, 4, 5, 2))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("urx", "line 1: 'urx' is not part of a path; use U R D L, up right down left, or r2c3"),
        ("ur\nlll", "line 2: a step left from r2c1 leaves the board"),
        ("back", "line 1: there is no step to undo"),
        ("r4c1", "line 1: r4c1 is outside the board of 3×3"),
        ("r2c", "line 1: 'r2c' is not a cell; cells are written like r2c3"),
        ("u r2c1=off", "line 1: r2c1 is on the path; go back first"),
        ("u r3c1=flip", "line 1: r3c1 is not the upper left cell of a square"),
        ("u r1c2=flip", "line 1: flipping the square at r1c2 would break the path"),
        ("u r1c1-r2c2=on", "line 1: r1c1 and r2c2 share no side"),
        (
            "u r1c1=black",
            "line 1: 'r1c1=black' is not a move; moves are up, down, left, right, "
            "back or like r2c3=off",
        ),
        ("", "the answer is empty; a path is written like UURDRU or r4c1 r3c1 r3c2"),
    ],
)
def test_invalid_answer_is_reported_in_one_line(text, fault):
    with pytest.raises(ParseError) as caught:
        answer(SMALL, *text.split("\n"))
    assert str(caught.value) == fault


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, 'the answer needs "path", a list of [row, col] pairs'),
        ({"path": []}, "the path is empty; it needs at least its first cell"),
        ({"path": [[2, 0], [2]]}, "[2] is not a [row, col] pair"),
        ({"path": [[3, 0]]}, "[3, 0] is outside the board of 3×3"),
        ({"path": [[2, 0]], "crossed": [[2, 0]]}, "r3c1 is both on the path and crossed out"),
        (
            {"path": [[2, 0]], "crossed": [[0, 0]], "pieces": [[[0, 0], [0, 1]]]},
            "r1c1 is both on the path and crossed out",
        ),
        (
            {"path": [[2, 0]], "pieces": [[[0, 1], [0, 0]]], "walls": [[[0, 0], [0, 1]]]},
            "r1c1-r1c2 is both on the path and a wall",
        ),
        (
            {"path": [[2, 0], [1, 0]], "walls": [[[2, 0], [1, 0]]]},
            "r2c1-r3c1 is both on the path and a wall",
        ),
        (
            {"path": [[2, 0]], "pieces": {}},
            'the answer needs "pieces", a list of [[row, col], [row, col]]',
        ),
        ({"path": [[2, 0]], "walls": [[0, 1]]}, "0 is not a [row, col] pair"),
        ({"path": [[2, 0]], "walls": [[[0, 1]]]}, "[[0, 1]] is not [[row, col], [row, col]]"),
        ({"path": [[2, 0]], "walls": [[[0, 0], [0, 3]]]}, "[0, 3] is outside the board of 3×3"),
        ({"path": [[2, 0]], "pieces": [[[0, 0], [1, 1]]]}, "r1c1 and r2c2 share no side"),
    ],
)
def test_invalid_json_is_reported_in_one_line(data, fault):
    with pytest.raises(ParseError) as caught:
        KIND.from_json(SMALL, data)
    assert str(caught.value) == fault


def test_board_can_be_written_in_many_forms():
    assert board("0 A _", "A - B", "000") == board("0,A,.", "A,,B", ",,.") == SMALL
    assert masume.load("0 A 0\nA 0 B\n0 0 0", kind="maze").puzzle == SMALL
    with pytest.raises(ParseError, match="row 1, column 2: 'a!' is not a label of 1 to 8"):
        board("A a! B")
    with pytest.raises(ParseError, match="'ninechars' is not a label"):
        board("A ninechars B")


def test_labels_that_look_like_a_size_are_kept():
    puzzle = ExactlyOne(3, 3, ("2", "x", "3", *"ABCDEF"))
    assert masume.load("\n".join([KIND.name, *KIND.write(puzzle)])).puzzle == puzzle


def test_picture_shows_path_labels_and_notes():
    puzzle = board(". 12 12 .", "7 . . .", ". 7 . .")
    assert KIND.picture(puzzle, answer(puzzle, "uru r3c3=off r3c2=off")) == [
        " .  12• 12   .○",
        " 7┌───┘  .   .",
        "  •  7×  .×  .",
    ]
    assert KIND.picture(puzzle, start(puzzle))[2] == "  •  7   .   ."
    noted = answer(puzzle, "u r1c2-r1c3=on r1c3-r2c3=on r2c3-r2c4=on r1c4-r2c4=on r3c2-r3c3=on")
    assert KIND.picture(puzzle, noted) == [
        " .  12╶─12┐   ○",
        " 7•  .    └───┘",
        "  •  7╶───╴  .",
    ]
    crossing = answer(puzzle, "urr r3c3-r2c3=on r2c3-r1c3=on r2c2-r1c2=on")
    assert KIND.picture(puzzle, crossing)[1] == " 7┌───┴───┤  ."
    # Any path can be drawn, even a wrong one.
    assert KIND.picture(puzzle, answer(puzzle, "r1c1 r3c3 r3c2 r3c3 r2c3 r2c2"))


def test_step_on_a_crossed_cell_removes_the_cross():
    crossed = play(SMALL, start(SMALL), Cross(3, True))
    assert play(SMALL, crossed, PathStep("up")) == Trail((6, 3))
    assert play(SMALL, crossed, Cross(3, False)) == start(SMALL)
    assert play(SMALL, Trail((6, 3)), Back()) == start(SMALL)
