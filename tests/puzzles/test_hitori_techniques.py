"""Hitori techniques: what each concludes, and where it must find nothing."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest
from puzzles.hitori.material import random_board

import masume
from masume.core.system.limits import Deadline
from masume.logic.audit import audit
from masume.logic.explainer import Explainer
from masume.logic.what_if import WhatIf
from masume.puzzles.hitori.propagate import propagator
from masume.puzzles.hitori.techniques import TECHNIQUES, logic

WALL = "1 2 3 4 5 / 6 7 7 8 9 / 2 3 4 5 6 / 8 9 1 2 3"
WORDS = logic().words
BY_NAME = {technique.name: technique for technique in TECHNIQUES}


def board(numbers):
    return masume.load("hitori\n" + numbers.replace(" / ", "\n")).puzzle


def notes_of(puzzle, marks=""):
    """Return notes with the black (#) and white (+) cells of a picture."""
    notes = propagator(puzzle)
    for cell, mark in enumerate(marks.replace("/", "").split()):
        notes.learn({"#": [cell + 1], "+": [-cell - 1], ".": []}[mark])
    return notes


def steps(name, numbers, marks=""):
    """Return all deductions of a technique; each must follow from the facts that it names."""
    puzzle = board(numbers)
    found = list(BY_NAME[name].deductions(notes_of(puzzle, marks)))
    what_if = WhatIf(puzzle, Deadline(None))
    assert all(what_if.proves(deduction) for deduction in found)
    return found


def text_of(numbers, deduction):
    return WORDS.text(board(numbers), deduction.says)


def conclusions(name, numbers, marks=""):
    """Return the conclusions of a technique, as "r1c1 #" or "r1c1 +"."""
    g = board(numbers).grid
    return {
        f"{g.name(abs(literal) - 1)} {'#' if literal > 0 else '+'}"
        for deduction in steps(name, numbers, marks)
        for literal in deduction.literals
    }


@pytest.mark.parametrize(
    ("name", "numbers", "marks", "expected"),
    [
        # A white number: its equals in both lines, but none elsewhere, and nothing for a `?`.
        ("white-blackens-equals", "1 2 1 / 3 1 2 / 1 3 2", "+ . . / . . . / . . .", "r1c3 r3c1"),
        ("white-blackens-equals", "1 2 1 / 3 1 2 / 1 3 2", "+ . # / . . . / # . .", ""),
        ("white-blackens-equals", "1 2 1 / 3 1 2 / 1 3 2", "# . . / . . . / . . .", ""),
        ("white-blackens-equals", "? ? ? / . . . / ? 1 ?", "+ + + / + + + / + + +", ""),
        # A pair blackens the rest of its line, and nothing if the two are apart.
        ("pair-blackens-others", "1 1 2 1 1", "", "r1c1 r1c2 r1c4 r1c5"),
        ("pair-blackens-others", "1 1 2 1 3", "", "r1c4"),
        ("pair-blackens-others", "1 / 2 / 1 / 3 / 3 / 1 / 3", "", "r7c1"),
        ("pair-blackens-others", "1 2 1 3 1", "", ""),
        ("pair-blackens-others", "? ? 1 ? . . .", "", ""),
        ("pair-blackens-others", "1 1 2 / 2 3 1", "", ""),
        # A corner of three equal numbers; across the corner is not beside it.
        ("corner-of-three", "1 1 2 / 1 3 4 / 2 4 3", "", "r1c1"),
        ("corner-of-three", "1 2 3 / 4 1 5 / 3 5 5", "", "r3c3"),
        ("corner-of-three", "1 1 2 / 3 1 4 / 2 4 3", "", ""),
        ("corner-of-three", "1 1 2 / 1 3 4 / 2 4 3", "# . . / . . . / . . .", ""),
        ("corner-of-three", "1 1 1", "", ""),
        # A number whose equals would lock something in.
        ("equals-would-cut", "1 2 3 / 4 3 5 / 5 3 3", ". . # / . . . / . . .", "r3c2"),
        ("equals-would-cut", "1 2 3 / 4 3 5 / 5 3 3", "", ""),
    ],
)
def test_technique_blackens_cells(name, numbers, marks, expected):
    assert conclusions(name, numbers, marks) == {f"{cell} #" for cell in expected.split()}


@pytest.mark.parametrize(
    ("name", "numbers", "marks", "expected"),
    [
        ("between-equals", "1 2 1 / 3 4 5 / 1 6 7", "", "r1c2 r2c1"),
        ("between-equals", "1 2 1 / 3 4 5 / 1 6 7", ". + . / . . . / . . .", "r2c1"),
        ("between-equals", "1 2 2 1", "", ""),
        ("between-equals", "1 2 3 / 4 5 1", "", ""),  # the end of a row and the start of another
        ("between-equals", "? 2 ? / . 4 . / 1 2 1", "", "r3c2 r2c2"),
        # A pair in a corner, with the corner itself or beside it.
        ("corner-with-a-pair", "1 1 2 / 3 4 5 / 6 7 8", "", "r2c1"),
        ("corner-with-a-pair", "1 2 3 / 4 2 5 / 6 7 8", "", "r2c1 r2c3"),
        ("corner-with-a-pair", "1 2 3 / 4 5 6 / 7 8 6", "", "r3c2"),
        ("corner-with-a-pair", "1 2 3 4 / 5 6 6 7 / 8 9 1 2 / 3 4 5 6", "", ""),
        ("corner-with-a-pair", "1 1 / 2 3", "", "r2c1 r2c2"),
        ("corner-with-a-pair", "1 1 2", "", ""),
        # Black here makes two cells beside it white, and two neighbours elsewhere black.
        ("two-pairs-apart", "9 1 7 8 / 2 3 4 5 / 6 7 8 9 / 3 4 5 6 / 2 1 9 7", "", "r1c1 r2c2"),
        ("two-pairs-apart", "9 1 7 8 / 2 3 4 5 / 6 7 8 9 / 3 4 5 6 / 2 5 1 7", "", ""),
        # Black here would lock in a corner by way of a pair; or close a wall with a black cell.
        ("pairs-would-cut", "1 2 3 4 / 5 5 6 7 / 7 3 8 2", "", "r1c2 r3c2"),
        ("pairs-would-cut", WALL, "", ""),
        ("pairs-would-cut", WALL, ". . + # + / . . . + + / . . . . . / . . . . .", "r1c2"),
    ],
)
def test_technique_whitens_cells(name, numbers, marks, expected):
    assert conclusions(name, numbers, marks) == {f"{cell} +" for cell in expected.split()}


def test_three_side_by_side():
    assert conclusions("three-side-by-side", "1 1 1 / 2 3 4") == {"r1c1 #", "r1c2 +", "r1c3 #"}
    assert conclusions("three-side-by-side", "5 / 1 / 1 / 1") == {"r2c1 #", "r3c1 +", "r4c1 #"}
    assert conclusions("three-side-by-side", "1 1 1 / 2 3 4", "# + # / . . .") == set()
    assert conclusions("three-side-by-side", "1 1 2 1 / 1 3 4 5") == set()
    assert conclusions("three-side-by-side", "? ? ? / . . .") == set()


@pytest.mark.parametrize("numbers", ["1 1 3 / 2 2 4 / 4 3 1", "1 1 3 / 1 1 4 / 4 3 1"])
def test_corner_of_two_pairs(numbers):
    assert conclusions("corner-of-two-pairs", numbers) >= {"r1c1 #", "r2c2 #"}
    marked = "# + . / + # . / . . ."
    assert conclusions("corner-of-two-pairs", numbers, marked) == set()
    assert conclusions("corner-of-two-pairs", "1 2 3 / 4 4 5 / 5 3 1") == set()


def test_lookahead_goes_four_steps_deep_and_names_its_premises():
    found = steps("look-ahead", "2 3 1 4 / 4 1 3 4 / 1 3 2 1")
    (step,) = (deduction for deduction in found if deduction.literals == (-10,))
    assert (step.literals, step.given) == ((-10,), ())
    assert set(step.because) == {
        ("adjacent", ()),
        ("divided", ()),
        ("duplicate", (8, 11)),
        ("duplicate", (4, 7)),
    }
    assert text_of("2 3 1 4 / 4 1 3 4 / 1 3 2 1", step) == (
        "If r3c2 were black, the 1 at r3c1 would be white, so the 1 at r3c4 black, so the 4 at "
        "r2c4 white, so the 4 at r2c1 black, and r3c1 would be locked in. So r3c2 is white."
    )


def test_lookahead_texts():
    (step,) = steps("equals-would-cut", "1 2 3 / 4 3 5 / 5 3 3", ". . # / . . . / . . .")
    assert step.given == (3,)
    assert text_of("1 2 3 / 4 3 5 / 5 3 3", step) == (
        "If the 3 at r3c2 were white, the 3s at r2c2 and r3c3 would be black, and r2c3 would "
        "be locked in. So r3c2 is black."
    )
    step, _ = steps("two-pairs-apart", "9 1 7 8 / 2 3 4 5 / 6 7 8 9 / 3 4 5 6 / 2 1 9 7")
    assert text_of("9 1 7 8 / 2 3 4 5 / 6 7 8 9 / 3 4 5 6 / 2 1 9 7", step) == (
        "If r1c1 were black, the 1 at r1c2 and the 2 at r2c1 would be white, so the 2 at r5c1 "
        "and the 1 at r5c2 black; but they share a side. So r1c1 is white."
    )


def test_either_of_two_equals_would_close_the_wall():
    numbers, marks = "2 1 4 / 1 4 3 / 2 3 4 / 4 4 1", "# . . / . . . / . . . / . . ."
    found = steps("either-closes-the-wall", numbers, marks)
    (step,) = (deduction for deduction in found if deduction.literals == (-9,))
    assert step.given == (1,)
    assert text_of(numbers, step) == (
        "One of the 4s at r2c2 and r4c2 is black. If r3c3 were black too, either the wall "
        "r1c1–r2c2–r3c3 would run from border to border, or r4c3 would be locked in. So r3c3 is "
        "white."
    )
    assert "r3c3 +" not in conclusions(
        "either-closes-the-wall", numbers
    )  # without the black corner


def test_gap_that_must_stay_open_decides_other_cells():
    found = steps("open-gap", "4 2 5 / 5 1 2 / 2 5 5 / 1 5 4 / 5 2 1")
    (step,) = (deduction for deduction in found if deduction.literals == (-9,))
    assert text_of("4 2 5 / 5 1 2 / 2 5 5 / 1 5 4 / 5 2 1", step).splitlines()[4:] == [
        "(4) If r5c1 were black, the wall r3c3–r4c2–r5c1 would run from border to border. So r5c1 "
        "is white.",
        "(5) The 2 at r5c2 is white, so the 2 at r1c2 is black.",
        "(6) The 5 at r5c1 is white, so the 5 at r2c1 is black.",
        "But r1c1 would be locked in. So r3c3 is white.",
    ]


def test_number_without_equals_may_be_black():
    walk = Explainer(board("1 2 3 / 2 3 1 / 3 1 2"))
    assert not list(walk.steps())


def test_lines_with_very_many_equals_are_ignored():
    ones, others = ["1"] * 40, ["2", "3", "2", *map(str, range(4, 41))]
    numbers = f"{' '.join(ones)} / {' '.join(others)}"
    notes = notes_of(board(numbers))
    assert [cell for cell, equals in enumerate(notes.equals) if equals] == [40, 42]
    assert (notes.close.between, list(notes.pairs())) == (1 << 41, [])
    assert conclusions("between-equals", numbers) == {"r2c2 +"}
    assert conclusions("white-blackens-equals", numbers, "+ " * 80) == set()


def test_notes_of_a_huge_board_are_built_quickly():
    puzzle = board(" / ".join([" ".join(["1"] * 200)] * 200))
    began = process_time()
    assert not any(notes_of(puzzle).equals)
    assert process_time() - began < 1  # one list of equals per cell would take several seconds


def test_example_boards_are_solved_by_named_techniques():
    small = [board for board in masume.examples("hitori") if board.puzzle.rows <= 12]
    assert small
    for example in small:
        result = audit(example.puzzle)
        assert not result.faults
        assert result.named_only


@pytest.mark.parametrize("seed", range(40))
def test_random_boards_are_explained_without_faults(seed):
    rng = Random(seed)
    for _ in range(5):
        puzzle = random_board(rng)
        if Explainer(puzzle).solvable:
            result = audit(puzzle)
            assert not result.faults
            assert result.finished


@pytest.mark.parametrize("seed", range(40))
def test_contradictory_notes_raise_nothing(seed):
    rng = Random(seed)
    for _ in range(5):
        puzzle = random_board(rng)
        notes = logic().notes(puzzle)
        size = puzzle.rows * puzzle.cols
        notes.learn(rng.choice([1, -1]) * (c + 1) for c in range(size) if rng.random() < 0.5)
        for technique in TECHNIQUES:
            for deduction in technique.deductions(notes):
                assert WORDS.text(puzzle, deduction.says)
                assert any(notes.unknown >> abs(lit) - 1 & 1 for lit in deduction.literals)
