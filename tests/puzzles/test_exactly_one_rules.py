"""Exactly One Mazes: the referee, obstacles, and every form of text."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import SMALL, answer, board, paths, puzzles

import masume
from masume.errors import ParseError
from masume.puzzles.exactly_one import KIND
from masume.puzzles.exactly_one.puzzle import (
    Back,
    Cross,
    ExactlyOne,
    Flip,
    Link,
    Step,
    Trail,
    play,
    start,
)

# The referee


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        ("start", "r2c2 r2c3 r1c3 r1c2 r1c3"),
        ("start", "r3c2 r2c2 r1c2 r2c2 r2c3 r1c3"),
        ("end", "r3c1 r2c1 r2c2 r2c3"),
        ("gap", "r3c1 r2c1 r2c3 r1c3"),
        ("cell-twice", "r3c1 r2c1 r2c2 r3c2 r2c2 r2c3 r1c3"),
        ("shape-missed", "r3c1 r2c1 r2c2 r1c3"),
        ("shape-missed", "r3c1 r3c2 r3c3 r2c3 r1c3"),
        ("shape-twice", "r3c1 r2c1 r2c2 r1c2 r2c2 r2c3 r1c3"),
        ("shape-twice", "r3c1 r2c1 r1c1 r1c2 r2c2 r2c3 r1c3"),
    ],
)
def test_each_rule_can_be_broken(rule, cells):
    assert rule in {fault.rule for fault in KIND.violations(SMALL, answer(SMALL, cells))}


ALONE = {
    "start": "r3c2 r3c1 r2c1 r2c2 r2c3 r1c3",
    "end": "r3c1 r2c1 r2c2 r2c3",
    "gap": "r3c1 r2c1 r2c3 r1c3",
    "cell-twice": "r3c1 r2c1 r2c2 r3c2 r2c2 r2c3 r1c3",
    "shape-missed": "r3c1 r3c2 r3c3 r2c3 r1c3",
    "shape-twice": "r3c1 r2c1 r1c1 r1c2 r2c2 r2c3 r1c3",
}


@pytest.mark.parametrize("rule", KIND.codes)
def test_each_rule_is_broken_alone(rule):
    assert [f.rule for f in KIND.violations(SMALL, answer(SMALL, ALONE[rule]))] == [rule]


def test_a_right_path_breaks_no_rule_and_notes_do_not_count():
    assert KIND.violations(SMALL, answer(SMALL, "r3c1 r2c1 r2c2 r2c3 r1c3")) == []
    assert KIND.violations(SMALL, answer(SMALL, "urru r1c1=off")) == []


# Texts


@st.composite
def trails(draw):
    """A puzzle and a position that moves lead to, or a list of cells that is no path at all."""
    puzzle = draw(puzzles(most=16))
    cell = st.integers(0, puzzle.rows * puzzle.cols - 1)
    if draw(st.booleans()):
        path = draw(st.lists(cell, min_size=1, max_size=6))
        return puzzle, Trail(tuple(path), frozenset(draw(st.sets(cell))) - set(path))
    position = start(puzzle)
    for move in draw(st.lists(moves(puzzle), max_size=20)):
        try:
            position = play(puzzle, position, move)
        except ParseError as fault:
            assert "\n" not in str(fault)
    return puzzle, position


def moves(puzzle):
    cell = st.integers(0, puzzle.rows * puzzle.cols - 1)
    links = [
        Link(a, b, on)
        for a in range(puzzle.grid.size)
        for b in puzzle.grid.neighbours[a]
        if a < b
        for on in (True, False)
    ]
    return st.one_of(
        st.sampled_from(["up", "down", "left", "right"]).map(Step),
        st.just(Back()),
        st.builds(Cross, cell, st.booleans()),
        st.builds(Flip, cell),
        st.sampled_from(links) if links else st.just(Back()),
    )


@settings(max_examples=300, deadline=None)
@given(trails(), st.data())
def test_texts_are_written_and_read_again(case, data):
    puzzle, position = case
    assert masume.load("\n".join([KIND.name, *KIND.write(puzzle)])) == puzzle
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
def test_a_path_can_be_written_in_many_ways(text):
    assert answer(SMALL, *text.split("\n")) == Trail((6, 3, 4, 5, 2))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("urx", "line 1: 'urx' is no part of a path; use U R D L, up right down left, or r2c3"),
        ("ur\nlll", "line 2: a step left from r2c1 leaves the board"),
        ("back", "line 1: there is no step to take back"),
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
def test_unreadable_answers_are_explained_in_one_line(text, fault):
    with pytest.raises(ParseError) as caught:
        answer(SMALL, *text.split("\n"))
    assert str(caught.value) == fault


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, 'the answer needs "path", a list of [row, col] pairs'),
        ({"path": []}, "the path is empty; it has at least its first cell"),
        ({"path": [[2, 0], [2]]}, "[2] is not a [row, col] pair"),
        ({"path": [[3, 0]]}, "[3, 0] is outside the board of 3×3"),
        ({"path": [[2, 0]], "crossed": [[2, 0]]}, "r3c1 is both on the path and crossed out"),
    ],
)
def test_unreadable_json_is_explained_in_one_line(data, fault):
    with pytest.raises(ParseError) as caught:
        KIND.from_json(SMALL, data)
    assert str(caught.value) == fault


def test_boards_as_people_write_them():
    assert board("0 A _", "A - B", "000") == board("0,A,.", "A,,B", ",,.") == SMALL
    assert masume.load("0 A 0\nA 0 B\n0 0 0", kind="maze") == SMALL
    with pytest.raises(ParseError, match="row 1, column 2: 'a!' is not a label of 1 to 8"):
        board("A a! B")
    with pytest.raises(ParseError, match="'ninechars' is not a label"):
        board("A ninechars B")


def test_labels_that_look_like_a_size_survive():
    puzzle = ExactlyOne(3, 3, ("2", "x", "3", *"ABCDEF"))
    assert masume.load("\n".join([KIND.name, *KIND.write(puzzle)])) == puzzle


def test_the_picture_shows_path_labels_and_notes():
    puzzle = board(". 12 12 .", "7 . . .", ". 7 . .")
    assert KIND.picture(puzzle, answer(puzzle, "uru r3c3=off r3c2=off")) == [
        " .  12• 12   .○",
        " 7┌───┘  .   .",
        "  •  7×  .×  .",
    ]
    assert KIND.picture(puzzle, start(puzzle))[2] == "  •  7   .   ."
    # Whatever is wrong with a path, it can be drawn.
    assert KIND.picture(puzzle, answer(puzzle, "r1c1 r3c3 r3c2 r3c3 r2c3 r2c2"))


def test_stepping_on_a_crossed_cell_takes_the_cross_away():
    crossed = play(SMALL, start(SMALL), Cross(3, True))
    assert play(SMALL, crossed, Step("up")) == Trail((6, 3))
    assert play(SMALL, crossed, Cross(3, False)) == start(SMALL)
    assert play(SMALL, Trail((6, 3)), Back()) == start(SMALL)


def test_a_link_is_a_step_where_the_path_ends_and_nothing_elsewhere():
    position = Trail((6, 3))
    assert play(SMALL, position, Link(3, 4, True)) == Trail((6, 3, 4))
    for link in (Link(3, 6, True), Link(3, 4, False), Link(4, 5, True)):
        assert play(SMALL, position, link) == position


# Obstacles


@pytest.mark.parametrize(
    ("rows", "rule", "text"),
    [
        ((". A", "A ."), "shape-twice", "the path begins and ends in shape A"),
        ((". A A", ". A A", ". A ."), "shape-twice", None),
        ((". . .", "A A .", "A A ."), "shape-twice", "no path can leave shape A at r2c1"),
        (("A . .", "A A .", "B A .", ". . ."), None, None),
        ((". . . .", "A A . .", "B A . .", "A A . .", ". . . ."), "shape-missed", "shape B"),
        (("A A . .", "A A . .", ". . . ."), None, None),
        (("B A . .", "A A . .", ". . . ."), "shape-missed", "shape B at r1c1 lies behind shape A"),
        ((". A A", ". . A", ". . ."), "shape-twice", "no path can leave shape A at r1c2"),
    ],
)
def test_obstacles_are_seen_at_a_glance(rows, rule, text):
    puzzle = board(*rows)
    found = KIND.obstacles(puzzle)
    if rule is None:
        assert found == []
        return
    assert rule in {fault.rule for fault in found}
    assert {fault.rule for fault in found} <= set(KIND.codes)
    assert text is None or any(text in fault.text for fault in found)
    assert not paths(puzzle)


def test_a_glance_at_a_large_board_is_short():
    rng = Random(1)
    labels = tuple(rng.choice([None, str(rng.randrange(4000))]) for _ in range(40_000))
    assert isinstance(KIND.obstacles(ExactlyOne(200, 200, labels)), list)
