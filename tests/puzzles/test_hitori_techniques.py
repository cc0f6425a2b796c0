"""How people solve Hitori: what each technique concludes, and where it must keep silent."""

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
from masume.puzzles.hitori.techniques import TECHNIQUES, logic
from masume.puzzles.hitori.techniques_notes import Equals

WALL = "1 2 3 4 5 / 6 7 7 8 9 / 2 3 4 5 6 / 8 9 1 2 3"
BY_NAME = {technique.name: technique for technique in TECHNIQUES}


def board(numbers):
    return masume.load("hitori\n" + numbers.replace(" / ", "\n"))


def notes_of(puzzle, marks=""):
    """Notes with the black (#) and white (+) cells of a picture."""
    notes = Equals(puzzle)
    for cell, mark in enumerate(marks.replace("/", "").split()):
        notes.learn({"#": [cell + 1], "+": [-cell - 1], ".": []}[mark])
    return notes


def steps(name, numbers, marks=""):
    """All that a technique finds; what it says must follow from what it names."""
    puzzle = board(numbers)
    found = list(BY_NAME[name].find(notes_of(puzzle, marks)))
    what_if = WhatIf(puzzle, Deadline(None))
    assert all(what_if.proves(deduction) for deduction in found)
    return found


def says(name, numbers, marks=""):
    """What a technique concludes, as "r1c1 #" or "r1c1 +"."""
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
def test_these_turn_black(name, numbers, marks, expected):
    assert says(name, numbers, marks) == {f"{cell} #" for cell in expected.split()}


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
def test_these_stay_white(name, numbers, marks, expected):
    assert says(name, numbers, marks) == {f"{cell} +" for cell in expected.split()}


def test_three_side_by_side_settle_each_other():
    assert says("three-side-by-side", "1 1 1 / 2 3 4") == {"r1c1 #", "r1c2 +", "r1c3 #"}
    assert says("three-side-by-side", "5 / 1 / 1 / 1") == {"r2c1 #", "r3c1 +", "r4c1 #"}
    assert says("three-side-by-side", "1 1 1 / 2 3 4", "# + # / . . .") == set()
    assert says("three-side-by-side", "1 1 2 1 / 1 3 4 5") == set()
    assert says("three-side-by-side", "? ? ? / . . .") == set()


@pytest.mark.parametrize("numbers", ["1 1 3 / 2 2 4 / 4 3 1", "1 1 3 / 1 1 4 / 4 3 1"])
def test_a_corner_of_two_pairs(numbers):
    assert says("corner-of-two-pairs", numbers) >= {"r1c1 #", "r2c2 #"}
    marked = "# + . / + # . / . . ."
    assert says("corner-of-two-pairs", numbers, marked) == set()
    assert says("corner-of-two-pairs", "1 2 3 / 4 4 5 / 5 3 1") == set()


def test_looking_ahead_goes_four_steps_far_and_names_all_it_needs():
    found = steps("look-ahead", "2 3 1 4 / 4 1 3 4 / 1 3 2 1")
    (step,) = (one for one in found if one.literals == (-10,))
    assert (step.literals, step.given) == ((-10,), ())
    assert set(step.because) == {
        ("adjacent", ()),
        ("divided", ()),
        ("duplicate", (8, 11)),
        ("duplicate", (4, 7)),
    }
    assert step.text == (
        "If r3c2 were black, the 1 at r3c1 would be white, so the 1 at r3c4 black, so the 4 at "
        "r2c4 white, so the 4 at r2c1 black, and r3c1 would be locked in. So r3c2 is white."
    )


def test_what_looking_ahead_says():
    (step,) = steps("equals-would-cut", "1 2 3 / 4 3 5 / 5 3 3", ". . # / . . . / . . .")
    assert step.given == (3,)
    assert step.text == (
        "If the 3 at r3c2 were white, the 3s at r2c2 and r3c3 would be black, and r2c3 would "
        "be locked in. So r3c2 is black."
    )
    step, _ = steps("two-pairs-apart", "9 1 7 8 / 2 3 4 5 / 6 7 8 9 / 3 4 5 6 / 2 1 9 7")
    assert step.text == (
        "If r1c1 were black, the 1 at r1c2 and the 2 at r2c1 would be white, so the 2 at r5c1 "
        "and the 1 at r5c2 black; but they share a side. So r1c1 is white."
    )


def test_either_of_two_equals_would_close_the_wall():
    numbers, marks = "2 1 4 / 1 4 3 / 2 3 4 / 4 4 1", "# . . / . . . / . . . / . . ."
    found = steps("either-closes-the-wall", numbers, marks)
    (step,) = (one for one in found if one.literals == (-9,))
    assert step.given == (1,)
    assert step.text == (
        "One of the 4s at r2c2 and r4c2 is black. If r3c3 were black too, either the wall "
        "r1c1–r2c2–r3c3 would run from border to border, or r4c3 would be locked in. So r3c3 is "
        "white."
    )
    assert "r3c3 +" not in says("either-closes-the-wall", numbers)  # without the black corner


def test_a_gap_that_must_stay_open_decides_over_others():
    found = steps("open-gap", "4 2 5 / 5 1 2 / 2 5 5 / 1 5 4 / 5 2 1")
    (step,) = (one for one in found if one.literals == (-9,))
    assert step.text.splitlines()[4:] == [
        "(4) If r5c1 were black, the wall r3c3–r4c2–r5c1 would run from border to border. So r5c1 "
        "is white.",
        "(5) The 2 at r5c2 is white, so the 2 at r1c2 is black.",
        "(6) The 5 at r5c1 is white, so the 5 at r2c1 is black.",
        "But r1c1 would be locked in. So r3c3 is white.",
    ]


def test_a_number_without_equals_may_be_black():
    walk = Explainer(board("1 2 3 / 2 3 1 / 3 1 2"))
    assert not list(walk.steps())


def test_lines_with_very_many_equals_are_passed_by():
    ones, others = ["1"] * 40, ["2", "3", "2", *map(str, range(4, 41))]
    numbers = f"{' '.join(ones)} / {' '.join(others)}"
    notes = notes_of(board(numbers))
    assert [cell for cell, equals in enumerate(notes.equals) if equals] == [40, 42]
    assert (notes.threes, notes.gaps, notes.pairs) == ([], [(40, 41, 42)], [])
    assert says("between-equals", numbers) == {"r2c2 +"}
    assert says("white-blackens-equals", numbers, "+ " * 80) == set()


def test_notes_of_a_huge_board_are_made_at_once():
    puzzle = board(" / ".join([" ".join(["1"] * 200)] * 200))
    began = process_time()
    assert not any(notes_of(puzzle).equals)
    assert process_time() - began < 1  # a list of equals for each cell takes several seconds


def test_recorded_boards_need_no_supposing():
    small = [one for one in masume.examples("hitori") if one.puzzle.rows <= 12]
    assert small
    for one in small:
        found = audit(one.puzzle)
        assert not found.faults
        assert found.named


@pytest.mark.parametrize("seed", range(40))
def test_walks_through_random_boards(seed):
    rng = Random(seed)
    for _ in range(5):
        puzzle = random_board(rng)
        if Explainer(puzzle).solvable:
            found = audit(puzzle)
            assert not found.faults
            assert found.finished


@pytest.mark.parametrize("seed", range(40))
def test_nonsense_is_survived(seed):
    rng = Random(seed)
    for _ in range(5):
        puzzle = random_board(rng)
        notes = logic().notes(puzzle)
        size = puzzle.rows * puzzle.cols
        notes.learn(rng.choice([1, -1]) * (c + 1) for c in range(size) if rng.random() < 0.5)
        for technique in TECHNIQUES:
            for deduction in technique.find(notes):
                assert deduction.text
                assert any(not notes.colours[abs(one) - 1] for one in deduction.literals)
