"""Exactly One Mazes: the referee, obstacles, and every form of text."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from enumeration import TRUTHS, maze_link_marks
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import SMALL, answer, board, paths, puzzles
from random_boards import BOARDS as RANDOM_BOARDS

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
    Tick,
    Trail,
    play,
    start,
    tidied,
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
    pairs = all_links(puzzle)
    cell = st.integers(0, puzzle.rows * puzzle.cols - 1)
    if draw(st.booleans()):
        path = draw(st.lists(cell, min_size=1, max_size=6))
        drawn = Trail(tuple(path), frozenset(draw(st.sets(cell))))
        links = draw(st.dictionaries(st.sampled_from(pairs), st.booleans())) if pairs else {}
        pieces = {pair for pair, on in links.items() if on and not drawn.crossed & set(pair)}
        walls = {pair for pair, on in links.items() if not on}
        drawn = replace(drawn, pieces=frozenset(pieces), walls=frozenset(walls))
        return puzzle, tidied(puzzle, drawn)
    position = start(puzzle)
    for move in draw(st.lists(moves(puzzle), max_size=20)):
        try:
            position = play(puzzle, position, move)
        except ParseError as fault:
            assert "\n" not in str(fault)
    return puzzle, position


def all_links(puzzle):
    near = puzzle.grid.neighbours
    return [(a, b) for a in range(puzzle.grid.size) for b in near[a] if a < b]


def moves(puzzle):
    cell = st.integers(0, puzzle.rows * puzzle.cols - 1)
    links = [Link(a, b, on) for a, b in all_links(puzzle) for on in (True, False, None)]
    return st.one_of(
        st.sampled_from(["up", "down", "left", "right"]).map(Step),
        st.just(Back()),
        st.builds(Cross, cell, st.booleans()),
        st.builds(Tick, cell),
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
    noted = answer(puzzle, "u r1c2-r1c3=on r1c3-r2c3=on r2c3-r2c4=on r1c4-r2c4=on r3c2-r3c3=on")
    assert KIND.picture(puzzle, noted) == [
        " .  12╶─12┐   ○",
        " 7•  .    └───┘",
        "  •  7╶───╴  .",
    ]
    crossing = answer(puzzle, "urr r3c3-r2c3=on r2c3-r1c3=on r2c2-r1c2=on")
    assert KIND.picture(puzzle, crossing)[1] == " 7┌───┴───┤  ."
    # Whatever is wrong with a path, it can be drawn.
    assert KIND.picture(puzzle, answer(puzzle, "r1c1 r3c3 r3c2 r3c3 r2c3 r2c2"))


def test_stepping_on_a_crossed_cell_takes_the_cross_away():
    crossed = play(SMALL, start(SMALL), Cross(3, True))
    assert play(SMALL, crossed, Step("up")) == Trail((6, 3))
    assert play(SMALL, crossed, Cross(3, False)) == start(SMALL)
    assert play(SMALL, Trail((6, 3)), Back()) == start(SMALL)


# Links


def played(text):
    """Moves on the small board: r1c1 is 0, r3c1, where the path begins, is 6."""
    position = start(SMALL)
    for word in text.split():
        position = play(SMALL, position, KIND.parse_move(SMALL, word))
    return position


def links(*pairs):
    return frozenset(pairs)


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        # where the path ends it goes on, elsewhere a link is a note
        ("up r2c2-r2c1=on", Trail((6, 3, 4))),
        ("up r3c1-r2c1=on", Trail((6, 3))),
        ("up r2c3-r2c2=on", Trail((6, 3), pieces=links((4, 5)))),
        ("up r2c1-r2c2=off", Trail((6, 3), walls=links((3, 4)))),
        # one mark at most
        ("r1c1-r1c2=on r1c1-r1c2=off", Trail((6,), walls=links((0, 1)))),
        ("r1c1-r1c2=off r1c1-r1c2=on", Trail((6,), pieces=links((0, 1)))),
        ("r1c1-r1c2=off r1c1-r1c2=open", Trail((6,))),
        ("r1c1-r1c2=on r1c1-r1c2=open", Trail((6,))),
        ("r1c1-r1c2=open", Trail((6,))),
        # the path takes in what it meets, in whatever order it was drawn
        ("r2c2-r2c3=on r2c1-r2c2=on up", Trail((6, 3, 4, 5))),
        ("r2c2-r2c3=on r1c3-r2c3=on up right", Trail((6, 3, 4, 5, 2))),
        ("r2c2-r2c3=on r2c1-r3c1=on r2c1-r2c2=on", Trail((6, 3, 4, 5))),
        ("r2c1-r2c2=on r1c1-r1c2=on up", Trail((6, 3, 4), pieces=links((0, 1)))),
        ("r2c1-r2c2=on up up", Trail((6, 3, 4, 1))),
        ("r2c1-r3c1=off up", Trail((6, 3))),
        ("right r2c1-r2c2=on up r2c1-r3c1=on", Trail((6, 7, 4, 3, 6))),
        # going back leaves the other notes alone
        (
            "r1c1=off r2c3=on r1c2-r1c3=on r3c2-r3c3=off up right back back",
            Trail((6,), links(0), links(5), links((1, 2)), links((7, 8))),
        ),
        # a link of the path that is taken away leaves pieces
        ("up right right up r2c1-r2c2=open", Trail((6, 3), pieces=links((4, 5), (2, 5)))),
        ("up right r2c1-r3c1=off", Trail((6,), pieces=links((3, 4)), walls=links((3, 6)))),
        ("up r2c1-r3c1=open", Trail((6,))),
        # cells
        ("r1c1=off r1c2=on r1c1-r1c2=on", Trail((6,), pieces=links((0, 1)))),
        ("r1c1-r1c2=on r1c2-r1c3=on r1c1=off", Trail((6,), links(0), pieces=links((1, 2)))),
        ("r1c1-r1c2=on r1c1=on r1c2=open", Trail((6,), pieces=links((0, 1)))),
        ("r1c1-r1c2=off r1c1=off", Trail((6,), links(0), walls=links((0, 1)))),
        # round a square, over notes
        ("right up r2c1-r2c2=off r1c2-r1c3=on r2c1=flip", Trail((6, 3, 4), pieces=links((1, 2)))),
    ],
)
def test_links_are_drawn_noted_and_taken_away(moves, found):
    assert played(moves) == found


def test_a_line_that_was_drawn_in_pieces_is_an_answer():
    drawn = played("r1c3-r2c3=on r2c2-r2c3=on r2c1-r2c2=on r2c1-r3c1=on")
    assert drawn == Trail((6, 3, 4, 5, 2))
    assert KIND.violations(SMALL, drawn) == []


def test_notes_of_links_are_not_judged():
    noted = answer(SMALL, "urru r1c1-r1c2=on r1c2-r1c3=off")
    assert noted.pieces and noted.walls
    assert KIND.violations(SMALL, noted) == []


def test_cells_that_share_no_side_have_no_link():
    for on in (True, False, None):
        with pytest.raises(ParseError, match="r1c1 and r2c2 share no side"):
            play(SMALL, start(SMALL), Link(0, 4, on))


def test_notes_of_links_in_json():
    position = answer(SMALL, "u r1c1-r1c2=on r2c2-r2c3=off")
    assert KIND.to_json(SMALL, position) == {
        "path": [[2, 0], [1, 0]],
        "pieces": [[[0, 0], [0, 1]]],
        "walls": [[[1, 1], [1, 2]]],
    }
    # Written the other way round, and where the path ends: read as if it were drawn so.
    data = {"path": [[2, 0]], "ticked": [[1, 0]], "pieces": [[[1, 0], [2, 0]], [[1, 1], [1, 0]]]}
    assert KIND.from_json(SMALL, data) == Trail((6, 3, 4))


def test_notes_of_links_are_whole_words_on_each_line():
    puzzle = ExactlyOne(12, 12, (None,) * 144)
    pieces = frozenset((cell, cell + 1) for cell in range(24, 30))
    lines = KIND.write_answer(puzzle, Trail((132,), pieces=pieces, walls=links((9, 10))))
    assert lines == [
        "r12c1",
        "r3c1-r3c2=on r3c2-r3c3=on r3c3-r3c4=on r3c4-r3c5=on",
        "r3c5-r3c6=on r3c6-r3c7=on",
        "r1c10-r1c11=off",
    ]


@settings(max_examples=300, deadline=None)
@given(trails())
def test_positions_are_tidy(case):
    puzzle, position = case
    path, pieces = position.path, position.pieces
    taken = {tuple(sorted(step)) for step in pairwise(path)}
    on_pieces = {cell for pair in pieces for cell in pair}
    assert tidied(puzzle, position) == position
    assert not pieces & position.walls and not taken & (pieces | position.walls)
    assert path[-1] not in on_pieces
    assert not position.crossed & (set(path) | on_pieces | position.ticked)
    assert not position.ticked & (set(path) | on_pieces)
    assert pieces | position.walls <= set(all_links(puzzle))


# Between positions and what is known


@settings(max_examples=300, deadline=None)
@given(trails())
def test_what_is_noted_is_noted_again(case):
    """Also what contradicts itself."""
    puzzle, position = case
    model = KIND.model(puzzle)
    noted = model.noted(model.literals(position))
    assert model.noted(model.literals(noted)) == noted
    assert model.noted(model.marks(noted)) == noted
    assert tidied(puzzle, noted) == noted
    assert answer(puzzle, *KIND.write_answer(puzzle, noted)) == noted


@settings(max_examples=300, deadline=None)
@given(puzzles(most=16), st.data())
def test_any_literals_are_noted_once_and_for_all(puzzle, data):
    model = KIND.model(puzzle)
    variables = st.sets(st.integers(1, model.shown))
    known = [v if data.draw(st.booleans()) else -v for v in sorted(data.draw(variables))]
    noted = model.noted(known)
    assert model.noted(reversed(known)) == noted
    assert model.noted(model.literals(noted)) == noted
    assert KIND.from_json(puzzle, KIND.to_json(puzzle, noted)) == noted


def test_only_walls_that_tell_something_are_noted():
    puzzle = board(". . . .", ". A A .", ". . . .", ". . . .")
    model = KIND.model(puzzle)

    def noted(text, *off):
        known = model.literals(answer(puzzle, text))
        walls = Trail((12,), walls=frozenset(off))
        return model.noted([*known, *model.literals(walls)])

    assert noted("r4c1", (0, 1), (5, 6)).walls == links((0, 1))  # never stays in a shape
    assert noted("r1c1=off", (0, 1), (0, 4), (1, 2)).walls == links((1, 2))
    # where the path begins and where it ends up, in its middle, and beside a piece
    assert noted("u", (12, 13), (8, 9)).walls == links((8, 9))
    assert noted("ur", (4, 8), (9, 10)).walls == links((9, 10))
    piece = noted("r1c2-r1c3=on r1c3-r1c4=on", (1, 5), (2, 6), (3, 7))
    assert piece.pieces == links((1, 2), (2, 3))
    assert piece.walls == links((1, 5))


@pytest.mark.parametrize("seed", range(4))
def test_links_that_are_noted_leave_what_enumeration_leaves(seed):
    rng = Random(f"links {seed}")
    about, numbers = TRUTHS[KIND.name], []
    for _ in range(60):
        puzzle = RANDOM_BOARDS[KIND.name](rng)
        truth = about.answers(puzzle)
        sample = rng.choice(sorted(truth, key=repr)) if truth and rng.random() < 0.7 else None
        marks = maze_link_marks(rng, puzzle, sample or about.guess(rng, puzzle))
        fitting = {one for one in truth if about.agrees(one, marks)}
        numbers.append(len(fitting))
        found, why = masume.forced(puzzle, marks), masume.why_not(puzzle, marks)
        if fitting:
            position, settled, _ = about.shared(puzzle, fitting)
            assert (found.position, found.settled) == (position, settled), (puzzle, marks)
            assert why.status is masume.Status.SOLVED
        else:
            assert found.status is why.status is masume.Status.EXHAUSTED, (puzzle, marks)
            assert why.reasons
    assert min(numbers) == 0 and max(numbers) > 1 and 1 in numbers


def test_pieces_and_walls_count_when_something_is_asked():
    puzzle = board(". . .", ". . .", ". . .")
    marks = Trail((6,), pieces=links((0, 1)), walls=links((3, 6)))
    # The path is r3c1 r3c2 r2c2 … or r3c1 r3c2 r3c3 r2c3 r2c2 …; from there on both are the same.
    pieces = links((3, 4), (0, 3), (0, 1), (1, 2))
    assert masume.forced(puzzle, marks).position == Trail((6, 7), pieces=pieces)
    walled = Trail((6,), walls=links((3, 6), (6, 7)))
    assert masume.forced(puzzle, walled).status is masume.Status.EXHAUSTED
    told = [reason.text for reason in masume.why_not(puzzle, walled).reasons]
    assert told == [
        "your mark: the path does not join r2c1 and r3c1",
        "your mark: the path does not join r3c1 and r3c2",
    ]


# The drawing


def test_pieces_are_drawn_in_strokes_and_walls_between_cells():
    puzzle = ExactlyOne(4, 4, (None,) * 16)
    ring = links((9, 10), (10, 14), (13, 14), (9, 13))
    pieces = ring | links((0, 1), (1, 5), (2, 3), (3, 7))
    noted = Trail((12,), links(8), links(4), pieces, links((6, 7), (6, 10)))
    found = KIND.scene(puzzle, noted)
    strokes = [item for item in found.items if item.role == "piece"]
    assert [item.cells for item in strokes] == [(0, 1, 5), (2, 3, 7), (9, 10, 14, 13, 9)]
    assert strokes[0].points == ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5))
    walls = {item.cells: item.points for item in found.items if item.role == "wall"}
    (x, y), (to_x, to_y) = walls[6, 7]  # between columns 3 and 4: upright, on the grid line
    assert x == to_x == 3 and y < 1.5 < to_y
    (x, y), (to_x, to_y) = walls[6, 10]
    assert y == to_y == 2 and x < 2.5 < to_x
    assert found.description == (
        "0 shapes, a path of 0 steps, 8 links noted beyond it, 1 cell ticked, "
        "1 cell crossed out, 2 links walled off."
    )
    # A branch is drawn too, each link once.
    branch = KIND.scene(puzzle, Trail((12,), pieces=links((0, 1), (1, 2), (1, 5))))
    drawn = [pair for item in branch.items if item.role == "piece" for pair in pairwise(item.cells)]
    assert sorted(map(sorted, drawn)) == [[0, 1], [1, 2], [1, 5]]


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
