"""Exactly One Mazes: link notes in moves, texts, literals and pictures."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mazes import SMALL, all_links, answer, board, puzzles, trails
from puzzles.exactly_one.material import TRUTH, maze_link_marks, random_board
from support import examples

import masume
from masume.errors import ParseError
from masume.puzzles.exactly_one import KIND
from masume.puzzles.exactly_one.editor import normalise, play
from masume.puzzles.exactly_one.puzzle import (
    ExactlyOne,
    PathMark,
    Trail,
    start,
)


def position_after(text):
    """Return the position after moves on the small board; r1c1 is cell 0, the start r3c1 cell 6."""
    position = start(SMALL)
    for word in text.split():
        position = play(SMALL, position, KIND.parse_move(SMALL, word))
    return position


def links(*pairs):
    return frozenset(pairs)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        # a link at the end of the path extends it, elsewhere it is a note
        ("up r2c2-r2c1=on", Trail((6, 3, 4))),
        ("up r3c1-r2c1=on", Trail((6, 3))),
        ("up r2c3-r2c2=on", Trail((6, 3), pieces=links((4, 5)))),
        ("up r2c1-r2c2=off", Trail((6, 3), walls=links((3, 4)))),
        # a link has one mark at most
        ("r1c1-r1c2=on r1c1-r1c2=off", Trail((6,), walls=links((0, 1)))),
        ("r1c1-r1c2=off r1c1-r1c2=on", Trail((6,), pieces=links((0, 1)))),
        ("r1c1-r1c2=off r1c1-r1c2=open", Trail((6,))),
        ("r1c1-r1c2=on r1c1-r1c2=open", Trail((6,))),
        ("r1c1-r1c2=open", Trail((6,))),
        # the path includes the pieces that it meets, in any order of drawing
        ("r2c2-r2c3=on r2c1-r2c2=on up", Trail((6, 3, 4, 5))),
        ("r2c2-r2c3=on r1c3-r2c3=on up right", Trail((6, 3, 4, 5, 2))),
        ("r2c2-r2c3=on r2c1-r3c1=on r2c1-r2c2=on", Trail((6, 3, 4, 5))),
        ("r2c1-r2c2=on r1c1-r1c2=on up", Trail((6, 3, 4), pieces=links((0, 1)))),
        ("r2c1-r2c2=on up up", Trail((6, 3, 4, 1))),
        ("r2c1-r3c1=off up", Trail((6, 3))),
        ("right r2c1-r2c2=on up r2c1-r3c1=on", Trail((6, 7, 4, 3, 6))),
        # undoing a step keeps the other notes
        (
            "r1c1=off r2c3=on r1c2-r1c3=on r3c2-r3c3=off up right back back",
            Trail((6,), links(0), links(5), links((1, 2)), links((7, 8))),
        ),
        # removing a link of the path leaves pieces
        ("up right right up r2c1-r2c2=open", Trail((6, 3), pieces=links((4, 5), (2, 5)))),
        ("up right r2c1-r3c1=off", Trail((6,), pieces=links((3, 4)), walls=links((3, 6)))),
        ("up r2c1-r3c1=open", Trail((6,))),
        # cells
        ("r1c1=off r1c2=on r1c1-r1c2=on", Trail((6,), pieces=links((0, 1)))),
        ("r1c1-r1c2=on r1c2-r1c3=on r1c1=off", Trail((6,), links(0), pieces=links((1, 2)))),
        ("r1c1-r1c2=on r1c1=on r1c2=open", Trail((6,), pieces=links((0, 1)))),
        ("r1c1-r1c2=off r1c1=off", Trail((6,), links(0), walls=links((0, 1)))),
        # a flip over notes
        ("right up r2c1-r2c2=off r1c2-r1c3=on r2c1=flip", Trail((6, 3, 4), pieces=links((1, 2)))),
    ],
)
def test_moves_on_links(moves, expected):
    assert position_after(moves) == expected


def test_path_drawn_in_pieces_is_an_answer():
    drawn = position_after("r1c3-r2c3=on r2c2-r2c3=on r2c1-r2c2=on r2c1-r3c1=on")
    assert drawn == Trail((6, 3, 4, 5, 2))
    assert KIND.violations(SMALL, drawn) == []


def test_referee_ignores_link_notes():
    noted = answer(SMALL, "urru r1c1-r1c2=on r1c2-r1c3=off")
    assert noted.pieces and noted.walls
    assert KIND.violations(SMALL, noted) == []


def test_link_move_between_separate_cells_is_rejected():
    for on in (True, False, None):
        with pytest.raises(ParseError, match="r1c1 and r2c2 share no side"):
            play(SMALL, start(SMALL), PathMark(0, 4, on))


def test_link_notes_in_json():
    position = answer(SMALL, "u r1c1-r1c2=on r2c2-r2c3=off")
    assert KIND.to_json(SMALL, position) == {
        "path": [[2, 0], [1, 0]],
        "pieces": [[[0, 0], [0, 1]]],
        "walls": [[[1, 1], [1, 2]]],
    }
    # Reversed pairs at the end of the path are read as if they were drawn.
    data = {"path": [[2, 0]], "ticked": [[1, 0]], "pieces": [[[1, 0], [2, 0]], [[1, 1], [1, 0]]]}
    assert KIND.from_json(SMALL, data) == Trail((6, 3, 4))


def test_answer_lines_break_between_moves():
    puzzle = ExactlyOne(12, 12, (None,) * 144)
    pieces = frozenset((cell, cell + 1) for cell in range(24, 30))
    lines = KIND.write_answer(puzzle, Trail((132,), pieces=pieces, walls=links((9, 10))))
    assert lines == [
        "r12c1",
        "r3c1-r3c2=on r3c2-r3c3=on r3c3-r3c4=on r3c4-r3c5=on",
        "r3c5-r3c6=on r3c6-r3c7=on",
        "r1c10-r1c11=off",
    ]


@examples(300)
@given(trails())
def test_positions_are_in_normal_form(case):
    puzzle, position = case
    path, pieces = position.path, position.pieces
    taken = {tuple(sorted(step)) for step in pairwise(path)}
    on_pieces = {cell for pair in pieces for cell in pair}
    assert normalise(puzzle, position) == position
    assert not pieces & position.walls and not taken & (pieces | position.walls)
    assert path[-1] not in on_pieces
    assert not position.crossed & (set(path) | on_pieces | position.ticked)
    assert not position.ticked & (set(path) | on_pieces)
    assert pieces | position.walls <= set(all_links(puzzle))


# Positions and literals


@examples(300)
@given(trails())
def test_position_of_literals_is_stable(case):
    """Includes contradictory positions."""
    puzzle, position = case
    vocabulary = KIND.vocabulary(puzzle)
    noted = vocabulary.position_of(vocabulary.literals(position))
    assert vocabulary.position_of(vocabulary.literals(noted)) == noted
    assert vocabulary.position_of(vocabulary.marks(noted)) == noted
    assert normalise(puzzle, noted) == noted
    assert answer(puzzle, *KIND.write_answer(puzzle, noted)) == noted


@examples(300)
@given(puzzles(most=16), st.data())
def test_position_of_any_literals_is_stable(puzzle, data):
    vocabulary = KIND.vocabulary(puzzle)
    variables = st.sets(st.integers(1, vocabulary.shown))
    known = [v if data.draw(st.booleans()) else -v for v in sorted(data.draw(variables))]
    noted = vocabulary.position_of(known)
    assert vocabulary.position_of(reversed(known)) == noted
    assert vocabulary.position_of(vocabulary.literals(noted)) == noted
    assert KIND.from_json(puzzle, KIND.to_json(puzzle, noted)) == noted


def test_position_of_literals_omits_obvious_walls():
    puzzle = board(". . . .", ". A A .", ". . . .", ". . . .")
    vocabulary = KIND.vocabulary(puzzle)

    def noted(text, *off):
        known = vocabulary.literals(answer(puzzle, text))
        walls = Trail((12,), walls=frozenset(off))
        return vocabulary.position_of([*known, *vocabulary.literals(walls)])

    assert noted("r4c1", (0, 1), (5, 6)).walls == links((0, 1))  # a path never stays in a shape
    assert noted("r1c1=off", (0, 1), (0, 4), (1, 2)).walls == links((1, 2))
    # at the start, at the end and in the middle of the path, and next to a piece
    assert noted("u", (12, 13), (8, 9)).walls == links((8, 9))
    assert noted("ur", (4, 8), (9, 10)).walls == links((9, 10))
    piece = noted("r1c2-r1c3=on r1c3-r1c4=on", (1, 5), (2, 6), (3, 7))
    assert piece.pieces == links((1, 2), (2, 3))
    assert piece.walls == links((1, 5))


@pytest.mark.parametrize("seed", range(4))
def test_forced_and_why_not_with_link_notes_agree_with_enumeration(seed):
    rng = Random(f"links {seed}")
    about, numbers = TRUTH, []
    for _ in range(60):
        puzzle = random_board(rng)
        truth = about.answers(puzzle)
        sample = rng.choice(sorted(truth, key=repr)) if truth and rng.random() < 0.7 else None
        marks = maze_link_marks(rng, puzzle, sample or about.guess(rng, puzzle))
        fitting = {solution for solution in truth if about.agrees(puzzle, solution, marks)}
        numbers.append(len(fitting))
        result, why = masume.forced(puzzle, marks), masume.why_not(puzzle, marks)
        if fitting:
            position, settled, _ = about.shared(puzzle, fitting)
            assert (result.position, result.settled) == (position, settled), (puzzle, marks)
            assert why.status is masume.Status.SOLVED
        else:
            assert result.status is why.status is masume.Status.EXHAUSTED, (puzzle, marks)
            assert why.reasons
    assert min(numbers) == 0 and max(numbers) > 1 and 1 in numbers


def test_forced_and_why_not_use_pieces_and_walls():
    puzzle = board(". . .", ". . .", ". . .")
    marks = Trail((6,), pieces=links((0, 1)), walls=links((3, 6)))
    # The path is r3c1 r3c2 r2c2 … or r3c1 r3c2 r3c3 r2c3 r2c2 …, with the same rest.
    pieces = links((3, 4), (0, 3), (0, 1), (1, 2))
    assert masume.forced(puzzle, marks).position == Trail((6, 7), pieces=pieces)
    walled = Trail((6,), walls=links((3, 6), (6, 7)))
    assert masume.forced(puzzle, walled).status is masume.Status.EXHAUSTED
    texts = [reason.text for reason in masume.why_not(puzzle, walled).reasons]
    assert texts == [
        "your mark: the path does not join r2c1 and r3c1",
        "your mark: the path does not join r3c1 and r3c2",
    ]


# Pictures


def test_scene_of_pieces_and_walls():
    puzzle = ExactlyOne(4, 4, (None,) * 16)
    ring = links((9, 10), (10, 14), (13, 14), (9, 13))
    pieces = ring | links((0, 1), (1, 5), (2, 3), (3, 7))
    noted = Trail((12,), links(8), links(4), pieces, links((6, 7), (6, 10)))
    scene = KIND.scene(puzzle, noted)
    strokes = [item for item in scene.items if item.role.name == "piece"]
    assert [item.cells for item in strokes] == [(0, 1, 5), (2, 3, 7), (9, 10, 14, 13, 9)]
    assert strokes[0].points == ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5))
    walls = {item.cells: item.points for item in scene.items if item.role.name == "wall"}
    (x, y), (to_x, to_y) = walls[6, 7]  # between columns 3 and 4: vertical, on the grid line
    assert x == to_x == 3 and y < 1.5 < to_y
    (x, y), (to_x, to_y) = walls[6, 10]
    assert y == to_y == 2 and x < 2.5 < to_x
    assert scene.description == (
        "0 shapes, a path of 0 steps, 8 links noted beyond it, 1 cell ticked, "
        "1 cell crossed out, 2 links walled off."
    )
    # A branch is drawn with each link once.
    branch = KIND.scene(puzzle, Trail((12,), pieces=links((0, 1), (1, 2), (1, 5))))
    drawn = [
        pair for item in branch.items if item.role.name == "piece" for pair in pairwise(item.cells)
    ]
    assert sorted(map(sorted, drawn)) == [[0, 1], [1, 2], [1, 5]]
