"""Exactly One Mazes: the conclusions of each technique, and where it must not apply."""

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
from masume.core.puzzle.words import say
from masume.core.system.limits import Deadline
from masume.logic.audit import audit
from masume.logic.explainer import Explainer
from masume.logic.what_if import WhatIf
from masume.puzzles.exactly_one import techniques
from masume.puzzles.exactly_one.propagate import propagator

BY_NAME = {technique.name: technique for technique in techniques.TECHNIQUES}


def literal(notes, word):
    """Parse `r1c2` (on the path), `r1c2-r1c3` (a link of it), or either with `!` (not)."""
    sign = -1 if word.startswith("!") else 1
    cells = [
        masume.core.text.blocks.parse_cell(name, notes.grid.rows, notes.grid.cols)
        for name in word.lstrip("!").split("-")
    ]
    if len(cells) == 1:
        return sign * notes.on(cells[0])
    return sign * (notes.links.index((min(cells), max(cells))) + 1)


def word(notes, literal):
    """Format a literal, the inverse of `literal`."""
    count, variable = len(notes.links), abs(literal)
    cells = notes.links[variable - 1] if variable <= count else (variable - count - 1,)
    return "!" * (literal < 0) + "-".join(map(notes.grid.name, cells))


def deductions_from(name, puzzle, *marks):
    """Return the notes and all deductions of a technique, each proved by the engine."""
    notes = propagator(puzzle)
    known = [literal(notes, mark) for mark in marks]
    notes.learn(known)
    deductions = list(BY_NAME[name].deductions(notes))
    engine = WhatIf(puzzle, Deadline(None))
    for deduction in deductions:
        assert set(deduction.given) <= set(known)
        assert engine.proves(deduction), deduction
        assert notes.unknown(deduction.literals), deduction
    return notes, deductions


def conclusions(name, puzzle, *marks):
    """Return the conclusions of a technique as words, without the links of empty cells."""
    notes, deductions = deductions_from(name, puzzle, *marks)
    words = [
        word(notes, new) for deduction in deductions for new in notes.unknown(deduction.literals)
    ]
    empty = [text[1:] for text in words if text[0] == "!" and "-" not in text]
    return {
        text
        for text in words
        if not (text[0] == "!" and "-" in text and any(c in empty for c in text[1:].split("-")))
    }


BARE = board(". . .", ". . .", ". . .")
BARE_5 = board(*[". . . . ."] * 5)


def test_propagator_uses_the_variables_of_the_model():
    puzzle = board(". A .", "A . B")
    notes, vocabulary = propagator(puzzle), vocabulary_of(puzzle)
    assert len(notes.places) == vocabulary.shown + 1
    for variable, cells in enumerate(notes.links, start=1):
        assert tuple(vocabulary.cells(variable)) == cells
    for cell in range(notes.grid.size):
        assert tuple(vocabulary.cells(notes.on(cell))) == (cell,)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (4, 1), (2, 3)])
def test_each_link_has_a_distinct_bit(rows, cols):
    notes = propagator(board(*[" ".join("." * cols)] * rows))
    bits = [notes.bit(variable) for variable in range(1, len(notes.links) + 1)]
    assert sum(bits) == notes.net.all and len(set(bits)) == len(bits)


# Cells and shapes


def test_both_ends():
    assert conclusions("both-ends", BARE) == {"r3c1", "r1c3"}
    assert conclusions("both-ends", BARE, "r3c1", "r1c3") == set()
    assert conclusions("both-ends", board("A")) == {"r1c1"}


def test_no_step_within_a_shape():
    puzzle = board(". A A", "B A .", "B . B")
    all_of_them = {"!r1c2-r1c3", "!r1c2-r2c2", "!r2c1-r3c1"}
    assert conclusions("no-step-within-a-shape", puzzle) == all_of_them
    assert conclusions("no-step-within-a-shape", puzzle, *all_of_them) == set()
    assert conclusions("no-step-within-a-shape", BARE) == set()


def test_visited_shape():
    puzzle = board(". A A", "B A .", "B . .")
    assert conclusions("visited-shape", puzzle, "r1c2") == {"!r1c3", "!r2c2"}
    assert conclusions("visited-shape", puzzle, "r1c1", "!r1c2") == set()


def test_last_cell_of_a_shape():
    puzzle = board(". A A", "B A .", ". . .")
    assert conclusions("last-cell-of-a-shape", puzzle) == {"r2c1"}
    assert conclusions("last-cell-of-a-shape", puzzle, "r2c1", "!r1c2", "!r1c3") == {"r2c2"}
    assert conclusions("last-cell-of-a-shape", puzzle, "r2c1", "!r1c2") == set()


def test_dead_end():
    assert conclusions("dead-end", BARE) == set()
    assert conclusions("dead-end", BARE, "!r1c1-r1c2") == {"!r1c1"}
    assert conclusions("dead-end", BARE, "!r1c1-r1c2", "!r1c1-r2c1") == {"!r1c1"}
    assert conclusions("dead-end", BARE, "!r2c2-r2c3", "!r2c2-r3c2") == set()
    # The two ends need one link only; marks that contradict each other are contradicted.
    assert conclusions("dead-end", BARE, "!r2c1-r3c1") == set()
    assert conclusions("dead-end", BARE, "!r1c1-r1c2", "r1c1") == {"!r1c1"}
    # A crossed cell has no links.
    assert conclusions("dead-end", BARE, "!r2c2") == {
        "!r1c2-r2c2",
        "!r2c1-r2c2",
        "!r2c2-r2c3",
        "!r2c2-r3c2",
    }


def test_only_way():
    assert conclusions("only-way", BARE, "r1c1") == {"r1c1-r1c2", "r1c1-r2c1", "r1c2", "r2c1"}
    assert conclusions("only-way", BARE, "r3c1", "!r3c2") == {"r2c1-r3c1", "r2c1"}
    assert conclusions("only-way", BARE, "r2c2", "!r1c2") == set()
    middle = conclusions("only-way", BARE, "r2c2", "!r1c2", "!r2c2-r2c3")
    assert middle == {"r2c1-r2c2", "r2c2-r3c2", "r2c1", "r3c2"}
    # A link implies that its cells are on the path.
    assert conclusions("only-way", BARE, "r2c1-r2c2") == {"r2c1", "r2c2"}


def test_passed_cell():
    links = ["r2c1-r2c2", "r2c2-r2c3"]
    assert conclusions("passed-cell", BARE, *links) == {"!r1c2-r2c2", "!r2c2-r3c2"}
    assert conclusions("passed-cell", BARE, "r2c1-r3c1") == {"!r3c1-r3c2"}
    assert conclusions("passed-cell", BARE, "r2c1-r2c2") == set()


def test_in_and_back():
    puzzle = board(". . . .", ". A . .", "A . A .", ". . . .")
    assert conclusions("in-and-back", puzzle, "!r4c2") == {"!r3c2"}
    assert conclusions("in-and-back", puzzle, "r3c2") == {"r3c2-r4c2", "r4c2"}
    assert conclusions("in-and-back", puzzle) == set()


def test_in_and_back_does_not_apply_between_two_shapes():
    puzzle = board(". A . .", ". . B .", ". B . .", ". . . .")
    assert conclusions("in-and-back", puzzle, "r2c2") == set()


# Pieces of the path


def test_no_ring():
    piece = ["r1c1-r1c2", "r1c1-r2c1", "r2c1-r2c2"]
    assert conclusions("no-ring", BARE, *piece) == {"!r1c2-r2c2"}
    assert conclusions("no-ring", BARE, *piece[:2]) == set()


def test_not_yet_complete():
    puzzle = board("A . .", ". . .", ". . A")
    walked = ["r2c1-r3c1", "r2c1-r2c2", "r2c2-r2c3"]
    assert conclusions("not-yet-complete", puzzle, *walked) == {"!r1c3-r2c3"}
    assert conclusions("not-yet-complete", puzzle, *walked[:2]) == set()
    # A visited cell elsewhere has the same effect as a shape.
    assert conclusions("not-yet-complete", BARE, *walked, "r3c3") == {"!r1c3-r2c3"}
    assert conclusions("not-yet-complete", BARE, *walked) == set()


def test_complete_path():
    walked = ["r2c1-r3c1", "r1c1-r2c1", "r1c1-r1c2", "r1c2-r1c3"]
    empty = {"!r2c2", "!r2c3", "!r3c2", "!r3c3"}
    assert empty <= conclusions("complete-path", BARE, *walked)
    assert conclusions("complete-path", BARE, *walked[:3]) == set()


# The board as a whole

PIPE = board(". . . . .", ". . . . .", ". . . . .")


def test_pocket():
    assert conclusions("pocket", PIPE, "!r1c3", "!r2c1") == {"!r1c1", "!r1c2"}
    assert conclusions("pocket", PIPE, "!r1c3") == set()


def test_pocket_without_a_door():
    assert conclusions("pocket", PIPE, "!r1c2", "!r2c1") == {"!r1c1"}
    # Without a path from start to goal nothing is concluded.
    assert conclusions("pocket", PIPE, "!r1c3", "!r2c3", "!r3c3") == set()


def test_must_pass():
    ends = ["r3c1", "r1c5"]
    through = {"r2c2-r2c3", "r2c3-r2c4", "r2c2", "r2c3", "r2c4"}
    assert conclusions("must-pass", PIPE, *ends, "!r1c3", "!r3c3") == through
    assert conclusions("must-pass", PIPE, *ends, "!r1c3") == set()
    assert conclusions("must-pass", PIPE, "!r1c3", "!r2c3", "!r3c3") == set()  # there is no path


def test_in_and_out():
    around = ["!r1c2-r1c3", "!r1c4-r1c5", "!r2c3-r3c3", "!r2c4-r3c4", "!r2c4-r2c5"]
    assert "!r2c2-r2c3" in conclusions("in-and-out", PIPE, *around)
    assert "r2c2-r2c3" in conclusions("in-and-out", PIPE, "r1c2-r1c3", *around[1:])
    open_twice = conclusions("in-and-out", PIPE, *around[1:])
    assert not {"r2c2-r2c3", "!r2c2-r2c3", "r1c2-r1c3", "!r1c2-r1c3"} & open_twice
    assert conclusions("in-and-out", PIPE) == set()


def test_in_and_out_where_the_path_ends():
    assert conclusions("in-and-out", PIPE, "!r1c4-r1c5") == {"r1c5-r2c5", "r1c5", "r2c5"}


def test_shape_as_a_wall():
    # From the corner r1c1, the path could only continue through the same shape.
    assert conclusions("shape-as-a-wall", board("A A .", "A B .", ". B .")) == {"!r1c1"}
    # With a visit in the middle the shape is a wall from border to border.
    across = board(". . . .", "A A A .", ". . A .", ". . A .")
    assert conclusions("shape-as-a-wall", across) == {"!r2c3"}
    assert conclusions("shape-as-a-wall", board(". A .", ". A .", ". . .")) == set()


def test_shape_as_a_wall_before_a_shape_or_a_cell():
    rows = [". . . . .", ". . B . .", ". A A . .", ". . A . .", ". . . . ."]
    closed = ["!r1c2", "!r1c3", "!r2c4", "!r3c4", "!r2c1"]
    plain = board(*(row.replace("B", ".") for row in rows))
    # r2c2 and r2c3 are a pocket unless the path comes through A.
    assert "!r4c3" not in conclusions("shape-as-a-wall", plain, *closed)
    assert "!r4c3" in conclusions("shape-as-a-wall", plain, *closed, "r2c3")
    assert "!r4c3" in conclusions("shape-as-a-wall", board(*rows), *closed)


FIELD = board(". . . . .", ". . . . .", "A . . . .", ". . . . .", ". . . . .")


def test_two_doors():
    walls = ["!r2c2", "!r3c3", "!r4c2"]
    doors = {"r2c1-r3c1", "r3c1-r4c1", "r2c1", "r3c1", "r4c1"}
    assert conclusions("two-doors", FIELD, *walls) == doors
    # Then the next ones, until the area is wide.
    more = {"r1c1-r2c1", "r4c1-r5c1", "r1c1", "r5c1"}
    assert conclusions("two-doors", FIELD, *walls, *doors) == more
    assert conclusions("two-doors", FIELD) == set()
    assert conclusions("two-doors", FIELD, "!r2c2", "!r4c2") == set()  # a third one


def test_two_doors_to_a_cell_that_is_on_the_path():
    corner = conclusions("two-doors", BARE_5, "r1c1-r1c2", "r1c1-r2c1", "!r2c2")
    assert corner == {"r1c2", "r1c3", "r2c1", "r3c1", "r1c2-r1c3", "r2c1-r3c1"} | {"r1c1"} & corner
    assert conclusions("two-doors", BARE_5, "r2c2") == set()


def test_look_ahead_yields_one_assumption():
    puzzle = board("A . . .", "A B . .", ". B . .", ". B . .")
    _, deductions = deductions_from("look-ahead", puzzle, "!r1c1-r2c1", "!r2c2-r3c2", "!r3c2-r4c2")
    assert len(deductions) == 1
    assert deductions[0].says.template.startswith("suppose")
    assert deductions_from("look-ahead", BARE_5)[1] == []


def test_look_ahead_finds_rings():
    piece = ["r1c1-r1c2", "r1c2-r2c2", "r1c1-r2c1", "r1c1", "r1c2", "r2c1", "r2c2", "!r1c2-r1c3"]
    notes, (deduction,) = deductions_from("look-ahead", BARE_5, *piece)
    assert [word(notes, literal) for literal in deduction.literals] == ["!r2c1-r2c2"]
    assert deduction.says.slots["end"].template == "close-ring"


def test_look_ahead_finds_paths_that_are_complete_too_early():
    puzzle = board(". . . .", ". . . .", ". . A .", ". . A .")
    path = ["r4c1", "r3c1", "r2c1", "r1c1", "r1c2", "r1c3"]
    links = [f"{b}-{a}" for a, b in pairwise(path[:4])] + ["r1c1-r1c2", "r1c2-r1c3"]
    passed = ["!r4c1-r4c2", "!r3c1-r3c2", "!r2c1-r2c2", "!r1c2-r2c2", "!r3c3-r4c3"]
    notes, (deduction,) = deductions_from("look-ahead", puzzle, *path, *links, *passed, "r1c4")
    assert [word(notes, literal) for literal in deduction.literals] == ["!r1c3-r1c4"]
    assert deduction.says.slots["end"] == say("complete-without", label="A")


# Whole walks


@pytest.mark.parametrize("name", ["easy-0", "easy-3", "medium-1", "medium-3"])
def test_published_boards_are_solved_by_named_techniques(name):
    walk = audit(BOARDS[name])
    assert walk.faults == [] and walk.finished and walk.named_only


@pytest.mark.parametrize("name", ["one-cell", "strip", "two-ways", "apart", "first", "rules"])
def test_special_boards_are_solved_without_faults(name):
    walk = audit(masume.load(f"exactly_one/{name}").puzzle)
    assert walk.faults == [] and walk.finished


@given(puzzles(most=16))
@examples(60)
def test_any_solvable_board_is_walked_without_faults(puzzle):
    walk = audit(puzzle, only_named=True)
    if masume.solve(puzzle).answer is not None:
        assert walk.faults == []


@given(puzzles(most=16), st.randoms(use_true_random=False))
@examples(60)
def test_contradictory_marks_do_not_break_the_walk(puzzle, rng: random.Random):
    shown = vocabulary_of(puzzle).shown
    marks = [rng.choice((1, -1)) * rng.randint(1, shown) for _ in range(rng.randint(1, 6))]
    walk = Explainer(puzzle, assumed=marks)
    known = set(marks)
    for step in walk.named_steps():
        assert set(step.given) <= known
        known.update(step.literals)
