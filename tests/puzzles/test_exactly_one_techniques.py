"""Exactly One Mazes: what each technique concludes, and where it must keep silent."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mazes import BOARDS, board, puzzles
from support import examples

import masume
from masume.api.exact import vocabulary_of
from masume.core.system.limits import Deadline
from masume.logic.audit import audit
from masume.logic.explainer import Explainer
from masume.logic.what_if import WhatIf
from masume.puzzles.exactly_one import techniques
from masume.puzzles.exactly_one.techniques_notes import PathNotes

BY_NAME = {one.name: one for one in techniques.TECHNIQUES}


def literal(notes, word):
    """`r1c2` is on the path, `r1c2-r1c3` a link of it; with a `!` before it is not."""
    sign = -1 if word.startswith("!") else 1
    cells = [
        masume.core.text.blocks.parse_cell(one, notes.grid.rows, notes.grid.cols)
        for one in word.lstrip("!").split("-")
    ]
    if len(cells) == 1:
        return sign * notes.on(cells[0])
    return sign * (notes.links.index((min(cells), max(cells))) + 1)


def word(notes, one):
    count = len(notes.links)
    cells = notes.links[abs(one) - 1] if abs(one) <= count else (abs(one) - count - 1,)
    return "!" * (one < 0) + "-".join(notes.names(cells))


def found(name, puzzle, *marks):
    """All deductions of a technique from some marks; each is checked by the engine."""
    notes = PathNotes(puzzle)
    known = [literal(notes, mark) for mark in marks]
    notes.learn(known)
    deductions = list(BY_NAME[name].find(notes))
    engine = WhatIf(puzzle, Deadline(None))
    for one in deductions:
        assert set(one.given) <= set(known)
        assert engine.proves(one), one
        assert notes.unknown(one.literals), one
    return notes, deductions


def concluded(name, puzzle, *marks):
    """What a technique concludes, in words; of empty cells without their links."""
    notes, deductions = found(name, puzzle, *marks)
    words = [word(notes, one) for each in deductions for one in notes.unknown(each.literals)]
    empty = [one[1:] for one in words if one[0] == "!" and "-" not in one]
    return {
        one
        for one in words
        if not (one[0] == "!" and "-" in one and any(c in empty for c in one[1:].split("-")))
    }


BARE = board(". . .", ". . .", ". . .")
BARE_5 = board(*[". . . . ."] * 5)


def test_variables_are_those_of_the_model():
    puzzle = board(". A .", "A . B")
    notes, vocabulary = PathNotes(puzzle), vocabulary_of(puzzle)
    assert len(notes.state) == vocabulary.shown + 1
    for variable, cells in enumerate(notes.links, start=1):
        assert tuple(vocabulary.cells(variable)) == cells
    for cell in range(notes.grid.size):
        assert tuple(vocabulary.cells(notes.on(cell))) == (cell,)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (4, 1), (2, 3)])
def test_each_link_has_its_bit(rows, cols):
    notes = PathNotes(board(*[" ".join("." * cols)] * rows))
    bits = [notes.bit(variable) for variable in range(1, len(notes.links) + 1)]
    assert sum(bits) == notes.net.all and len(set(bits)) == len(bits)


# Cells and shapes


def test_both_ends():
    assert concluded("both-ends", BARE) == {"r3c1", "r1c3"}
    assert concluded("both-ends", BARE, "r3c1", "r1c3") == set()
    assert concluded("both-ends", board("A")) == {"r1c1"}


def test_no_step_within_a_shape():
    puzzle = board(". A A", "B A .", "B . B")
    all_of_them = {"!r1c2-r1c3", "!r1c2-r2c2", "!r2c1-r3c1"}
    assert concluded("no-step-within-a-shape", puzzle) == all_of_them
    assert concluded("no-step-within-a-shape", puzzle, *all_of_them) == set()
    assert concluded("no-step-within-a-shape", BARE) == set()


def test_visited_shape():
    puzzle = board(". A A", "B A .", "B . .")
    assert concluded("visited-shape", puzzle, "r1c2") == {"!r1c3", "!r2c2"}
    assert concluded("visited-shape", puzzle, "r1c1", "!r1c2") == set()


def test_last_cell_of_a_shape():
    puzzle = board(". A A", "B A .", ". . .")
    assert concluded("last-cell-of-a-shape", puzzle) == {"r2c1"}
    assert concluded("last-cell-of-a-shape", puzzle, "r2c1", "!r1c2", "!r1c3") == {"r2c2"}
    assert concluded("last-cell-of-a-shape", puzzle, "r2c1", "!r1c2") == set()


def test_dead_end():
    assert concluded("dead-end", BARE) == set()
    assert concluded("dead-end", BARE, "!r1c1-r1c2") == {"!r1c1"}
    assert concluded("dead-end", BARE, "!r1c1-r1c2", "!r1c1-r2c1") == {"!r1c1"}
    assert concluded("dead-end", BARE, "!r2c2-r2c3", "!r2c2-r3c2") == set()
    # The two ends need one way only, and a cell that is on the path is no dead end.
    assert concluded("dead-end", BARE, "!r2c1-r3c1") == set()
    assert concluded("dead-end", BARE, "!r1c1-r1c2", "r1c1") == set()
    # A cell that someone has crossed out has no links.
    assert concluded("dead-end", BARE, "!r2c2") == {
        "!r1c2-r2c2",
        "!r2c1-r2c2",
        "!r2c2-r2c3",
        "!r2c2-r3c2",
    }


def test_only_way():
    assert concluded("only-way", BARE, "r1c1") == {"r1c1-r1c2", "r1c1-r2c1", "r1c2", "r2c1"}
    assert concluded("only-way", BARE, "r3c1", "!r3c2") == {"r2c1-r3c1", "r2c1"}
    assert concluded("only-way", BARE, "r2c2", "!r1c2") == set()
    middle = concluded("only-way", BARE, "r2c2", "!r1c2", "!r2c2-r2c3")
    assert middle == {"r2c1-r2c2", "r2c2-r3c2", "r2c1", "r3c2"}
    # A link tells that its cells are on the path.
    assert concluded("only-way", BARE, "r2c1-r2c2") == {"r2c1", "r2c2"}


def test_passed_cell():
    links = ["r2c1-r2c2", "r2c2-r2c3"]
    assert concluded("passed-cell", BARE, *links) == {"!r1c2-r2c2", "!r2c2-r3c2"}
    assert concluded("passed-cell", BARE, "r2c1-r3c1") == {"!r3c1-r3c2"}
    assert concluded("passed-cell", BARE, "r2c1-r2c2") == set()


def test_in_and_back():
    puzzle = board(". . . .", ". A . .", "A . A .", ". . . .")
    assert concluded("in-and-back", puzzle, "!r4c2") == {"!r3c2"}
    assert concluded("in-and-back", puzzle, "r3c2") == {"r3c2-r4c2", "r4c2"}
    assert concluded("in-and-back", puzzle) == set()


def test_in_and_back_keeps_silent_between_two_shapes():
    puzzle = board(". A . .", ". . B .", ". B . .", ". . . .")
    assert concluded("in-and-back", puzzle, "r2c2") == set()


# Pieces of the path


def test_no_ring():
    piece = ["r1c1-r1c2", "r1c1-r2c1", "r2c1-r2c2"]
    assert concluded("no-ring", BARE, *piece) == {"!r1c2-r2c2"}
    assert concluded("no-ring", BARE, *piece[:2]) == set()


def test_not_yet_complete():
    puzzle = board("A . .", ". . .", ". . A")
    walked = ["r2c1-r3c1", "r2c1-r2c2", "r2c2-r2c3"]
    assert concluded("not-yet-complete", puzzle, *walked) == {"!r1c3-r2c3"}
    assert concluded("not-yet-complete", puzzle, *walked[:2]) == set()
    # Without a shape, a cell elsewhere that is on the path says the same.
    assert concluded("not-yet-complete", BARE, *walked, "r3c3") == {"!r1c3-r2c3"}
    assert concluded("not-yet-complete", BARE, *walked) == set()


def test_complete_path():
    walked = ["r2c1-r3c1", "r1c1-r2c1", "r1c1-r1c2", "r1c2-r1c3"]
    empty = {"!r2c2", "!r2c3", "!r3c2", "!r3c3"}
    assert empty <= concluded("complete-path", BARE, *walked)
    assert concluded("complete-path", BARE, *walked[:3]) == set()


# The board as a whole

PIPE = board(". . . . .", ". . . . .", ". . . . .")


def test_pocket():
    assert concluded("pocket", PIPE, "!r1c3", "!r2c1") == {"!r1c1", "!r1c2"}
    assert concluded("pocket", PIPE, "!r1c3") == set()


def test_pocket_without_a_door():
    assert concluded("pocket", PIPE, "!r1c2", "!r2c1") == {"!r1c1"}
    # Where there is no way from start to goal, nothing can be said.
    assert concluded("pocket", PIPE, "!r1c3", "!r2c3", "!r3c3") == set()


def test_must_pass():
    ends = ["r3c1", "r1c5"]
    through = {"r2c2-r2c3", "r2c3-r2c4", "r2c2", "r2c3", "r2c4"}
    assert concluded("must-pass", PIPE, *ends, "!r1c3", "!r3c3") == through
    assert concluded("must-pass", PIPE, *ends, "!r1c3") == set()
    assert concluded("must-pass", PIPE, "!r1c3", "!r2c3", "!r3c3") == set()  # there is no way


def test_in_and_out():
    around = ["!r1c2-r1c3", "!r1c4-r1c5", "!r2c3-r3c3", "!r2c4-r3c4", "!r2c4-r2c5"]
    assert "!r2c2-r2c3" in concluded("in-and-out", PIPE, *around)
    assert "r2c2-r2c3" in concluded("in-and-out", PIPE, "r1c2-r1c3", *around[1:])
    open_twice = concluded("in-and-out", PIPE, *around[1:])
    assert not {"r2c2-r2c3", "!r2c2-r2c3", "r1c2-r1c3", "!r1c2-r1c3"} & open_twice
    assert concluded("in-and-out", PIPE) == set()


def test_in_and_out_where_the_path_ends():
    assert concluded("in-and-out", PIPE, "!r1c4-r1c5") == {"r1c5-r2c5", "r1c5", "r2c5"}


def test_shape_as_a_wall():
    # From r1c1, a corner, the path could not go on but through its own shape.
    assert concluded("shape-as-a-wall", board("A A .", "A B .", ". B .")) == {"!r1c1"}
    # With a visit in the middle the shape is a wall from border to border.
    across = board(". . . .", "A A A .", ". . A .", ". . A .")
    assert concluded("shape-as-a-wall", across) == {"!r2c3"}
    assert concluded("shape-as-a-wall", board(". A .", ". A .", ". . .")) == set()


def test_shape_as_a_wall_before_a_shape_or_a_cell():
    rows = [". . . . .", ". . B . .", ". A A . .", ". . A . .", ". . . . ."]
    closed = ["!r1c2", "!r1c3", "!r2c4", "!r3c4", "!r2c1"]
    plain = board(*(row.replace("B", ".") for row in rows))
    # By r2c2 and r2c3 lies a pocket, unless the path comes through A.
    assert "!r4c3" not in concluded("shape-as-a-wall", plain, *closed)
    assert "!r4c3" in concluded("shape-as-a-wall", plain, *closed, "r2c3")
    assert "!r4c3" in concluded("shape-as-a-wall", board(*rows), *closed)


FIELD = board(". . . . .", ". . . . .", "A . . . .", ". . . . .", ". . . . .")


def test_two_doors():
    walls = ["!r2c2", "!r3c3", "!r4c2"]
    doors = {"r2c1-r3c1", "r3c1-r4c1", "r2c1", "r3c1", "r4c1"}
    assert concluded("two-doors", FIELD, *walls) == doors
    # Then the next ones, until the board is wide.
    more = {"r1c1-r2c1", "r4c1-r5c1", "r1c1", "r5c1"}
    assert concluded("two-doors", FIELD, *walls, *doors) == more
    assert concluded("two-doors", FIELD) == set()
    assert concluded("two-doors", FIELD, "!r2c2", "!r4c2") == set()  # a third one


def test_two_doors_to_a_cell_that_is_on_the_path():
    corner = concluded("two-doors", BARE_5, "r1c1-r1c2", "r1c1-r2c1", "!r2c2")
    assert corner == {"r1c2", "r1c3", "r2c1", "r3c1", "r1c2-r1c3", "r2c1-r3c1"} | {"r1c1"} & corner
    assert concluded("two-doors", BARE_5, "r2c2") == set()


def test_look_ahead_tells_the_shortest_supposition():
    puzzle = board("A . . .", "A B . .", ". B . .", ". B . .")
    _, deductions = found("look-ahead", puzzle, "!r1c1-r2c1", "!r2c2-r3c2", "!r3c2-r4c2")
    assert len(deductions) == 1
    assert "Suppose" in deductions[0].text
    assert found("look-ahead", BARE_5)[1] == []


def test_look_ahead_sees_rings():
    piece = ["r1c1-r1c2", "r1c2-r2c2", "r1c1-r2c1", "r1c1", "r1c2", "r2c1", "r2c2", "!r1c2-r1c3"]
    notes, (one,) = found("look-ahead", BARE_5, *piece)
    assert [word(notes, each) for each in one.literals] == ["!r2c1-r2c2"]
    assert "close a ring" in one.text


def test_look_ahead_sees_paths_that_are_complete_too_early():
    puzzle = board(". . . .", ". . . .", ". . A .", ". . A .")
    path = ["r4c1", "r3c1", "r2c1", "r1c1", "r1c2", "r1c3"]
    links = [f"{b}-{a}" for a, b in pairwise(path[:4])] + ["r1c1-r1c2", "r1c2-r1c3"]
    passed = ["!r4c1-r4c2", "!r3c1-r3c2", "!r2c1-r2c2", "!r1c2-r2c2", "!r3c3-r4c3"]
    notes, (one,) = found("look-ahead", puzzle, *path, *links, *passed, "r1c4")
    assert [word(notes, each) for each in one.literals] == ["!r1c3-r1c4"]
    assert "complete without shape A" in one.text


# Whole walks


@pytest.mark.parametrize("name", ["easy-0", "easy-3", "medium-1", "medium-3"])
def test_published_boards_are_walked_to_the_end(name):
    walk = audit(BOARDS[name])
    assert walk.faults == [] and walk.finished and walk.named_only


@pytest.mark.parametrize("name", ["one-cell", "strip", "two-ways", "apart", "first", "rules"])
def test_odd_boards_are_walked_to_the_end(name):
    walk = audit(masume.load(f"exactly_one/{name}"))
    assert walk.faults == [] and walk.finished


@given(puzzles(most=16))
@examples(60)
def test_any_board_is_walked_without_a_fault(puzzle):
    walk = audit(puzzle, only_named=True)
    if masume.solve(puzzle).answer is not None:
        assert walk.faults == []


@given(puzzles(most=16), st.randoms(use_true_random=False))
@examples(60)
def test_marks_that_contradict_each_other_do_no_harm(puzzle, rng: random.Random):
    shown = vocabulary_of(puzzle).shown
    marks = [rng.choice((1, -1)) * rng.randint(1, shown) for _ in range(rng.randint(1, 6))]
    walk = Explainer(puzzle, assumed=marks)
    known = set(marks)
    for step in walk.named_steps():
        assert set(step.given) <= known
        known.update(step.literals)
