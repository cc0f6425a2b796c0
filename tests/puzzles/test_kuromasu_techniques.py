"""Kuromasu techniques: what each concludes, and where it must find nothing."""

from __future__ import annotations

from random import Random

import pytest
from puzzles.kuromasu.material import random_board
from support import SOAK

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.core.system.limits import Deadline
from masume.logic.audit import audit
from masume.logic.explainer import Explainer
from masume.logic.what_if import WhatIf
from masume.puzzles.kuromasu.arm_lengths import fitting_lengths
from masume.puzzles.kuromasu.propagate import Propagator, propagator
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.suppositions import Supposition
from masume.puzzles.kuromasu.techniques import TECHNIQUES, logic
from masume.puzzles.kuromasu.words import WORDS, lengths_text

BY_NAME = {technique.name: technique for technique in TECHNIQUES}


def board(clues):
    return masume.load("kuromasu\n" + clues.replace(" / ", "\n")).puzzle


def notes_of(puzzle, marks=""):
    """Return notes with the black (#) and white (+) cells of a picture; clues are white."""
    notes = propagator(puzzle)
    notes.learn(-cell - 1 for cell, clue in enumerate(puzzle.clues) if clue is not None)
    for cell, mark in enumerate(marks.replace("/", "").split()):
        notes.learn({"#": [cell + 1], "+": [-cell - 1], ".": []}[mark])
    return notes


def steps(name, clues, marks=""):
    """Return all deductions of a technique; each must be new and follow from what it names."""
    puzzle = board(clues)
    notes = notes_of(puzzle, marks)
    known = set(notes.known)
    found = list(BY_NAME[name].deductions(notes))
    what_if = WhatIf(puzzle, Deadline(None))
    for deduction in found:
        assert what_if.proves(deduction), deduction
        assert set(deduction.given) <= known
        assert not set(deduction.literals) & known
    return found


def conclusions(name, clues, marks=""):
    """Return the conclusions of a technique, as "r1c1 #" or "r1c1 +"."""
    name_of = board(clues).grid.name
    return {
        f"{name_of(abs(literal) - 1)} {'#' if literal > 0 else '+'}"
        for deduction in steps(name, clues, marks)
        for literal in deduction.literals
    }


def text(name, clues, marks=""):
    (first, *_) = steps(name, clues, marks)
    return WORDS.text(board(clues), first.says)


def test_clues_are_whitened_once():
    puzzle = board("3 . ?")
    notes = propagator(puzzle)
    (step,) = BY_NAME["clues-are-white"].deductions(notes)
    assert step.literals == (-1, -3)
    notes.learn(step.literals)
    assert not list(BY_NAME["clues-are-white"].deductions(notes))


@pytest.mark.parametrize(
    ("clues", "marks", "found"),
    [
        ("2 . . / . . .", "+ . . / + . .", {"r1c2 #"}),
        ("2 . . . / . . . .", "+ + . . / . . . .", {"r2c1 #", "r1c3 #"}),
        ("2 . . / . . .", "+ . . / . . .", set()),  # either of the two
        ("2 . . / . . .", "+ # . / + . .", set()),  # it is already closed
        ("1 . .", "", {"r1c2 #"}),
        ("? . . / . . .", "+ . . / + . .", set()),
    ],
)
def test_number_is_complete(clues, marks, found):
    assert conclusions("number-is-complete", clues, marks) == found


def test_complete_number_names_all_it_sees():
    puzzle, marks = "2 . . / . . .", "+ . . / + . ."
    (step,) = steps("number-is-complete", puzzle, marks)
    assert step.given == (-4,)
    assert step.because == (("clue", (0,)),)
    assert (
        text("number-is-complete", puzzle, marks)
        == "The 2 at r1c1 already sees 2 white cells, so r1c2 is black."
    )


@pytest.mark.parametrize(
    ("clues", "marks", "found"),
    [
        ("4 . . / . . .", "", {"r1c2 +", "r1c3 +", "r2c1 +"}),
        ("3 . . / . . .", "+ . # / . . .", {"r1c2 +", "r2c1 +"}),
        ("3 . . / . . .", "", set()),
        ("5 . . / . . .", "", set()),  # hopeless
    ],
)
def test_number_needs_everything(clues, marks, found):
    assert conclusions("number-needs-everything", clues, marks) == found


def test_irrelevant_black_cells_are_not_named():
    (step,) = steps("number-needs-everything", "4 . . . / . . . .", "+ + + # / . # . .")
    assert step.given == (4,)


@pytest.mark.parametrize(
    ("clues", "marks", "found"),
    [
        ("3 . . . . / . . . . .", "+ . . . . / # . . . .", {"r1c2 +", "r1c3 +", "r1c4 #"}),
        ("3 . . . . / . . . . .", "+ . . + . / # . . . .", set()),  # it would see further
        ("3 . . . . / . . . . .", "", set()),
        ("3 . . / . . .", "+ . . / # . .", set()),  # it needs everything there
    ],
)
def test_number_grows_one_way(clues, marks, found):
    assert conclusions("number-grows-one-way", clues, marks) == found


def test_text_for_growing():
    assert text("number-grows-one-way", "3 . . . . / . . . . .", ". . . . . / # . . . .") == (
        "The 3 at r1c1 can grow only to the right, where it needs 2 cells; "
        "so r1c2 and r1c3 are white, and r1c4 is black."
    )


@pytest.mark.parametrize(
    ("clues", "marks", "found"),
    [
        ("3 . . . / . . . . / . . . .", "+ . + + / . . . . / . . . .", {"r1c2 #"}),
        ("3 . . . / . . . . / . . . .", "+ . + . / . . . . / . . . .", set()),
        ("3 . . . / . . . . / . . . .", "+ . + . / + . . . / . . . .", {"r1c2 #"}),
        ("3 . . . / . . . .", "+ . + + / . . . .", set()),  # hopeless
        ("2 . 3 / . . .", "", {"r1c2 #"}),  # for the 2; the 3 would not mind
    ],
)
def test_number_would_see_too_much(clues, marks, found):
    assert conclusions("number-would-see-too-much", clues, marks) == found


@pytest.mark.parametrize(
    ("clues", "marks", "found"),
    [
        ("4 . . . / . . . .", "", {"r1c2 +", "r1c3 +"}),
        ("3 . . . / . . . .", "", {"r1c2 +"}),
        ("4 . . . / . . . . / . . . .", "", {"r1c2 +"}),
        ("4 . . . / . . . . / . . . .", "+ . . . / . . . . / # . . .", {"r1c2 +", "r1c3 +"}),
        ("3 . . . / . . . . / . . . .", "", set()),
    ],
)
def test_number_must_reach(clues, marks, found):
    assert conclusions("number-must-reach", clues, marks) == found


@pytest.mark.parametrize(
    ("clues", "marks", "found"),
    [
        # It cannot end after one cell on either side, so one of the two sides has nothing.
        (
            "4 . . . / . . . . / . . . .",
            "+ . + . / . . . . / + . . .",
            {"r2c1 #", "r1c2 +", "r1c4 +"},
        ),
        ("4 . . . / . . . . / . . . .", "", {"r1c2 +"}),
        ("4 . . . / . . . . / . . . .", "+ + . . / . . . . / . . . .", set()),
        ("? . . . / . . . . / . . . .", "+ + . . / . . . . / . . . .", set()),
    ],
)
def test_number_has_few_lengths(clues, marks, found):
    assert conclusions("number-has-few-lengths", clues, marks) == found


def test_text_for_lengths():
    marks = "+ . + . / . . . . / + . . ."
    assert text("number-has-few-lengths", "4 . . . / . . . . / . . . .", marks) == (
        "Besides itself, the 4 at r1c1 must see 3. It can see 0 or 2 below and 0, 2 or 3 to the "
        "right: that makes 3 only with 0 below, so r2c1 is black."
    )


def test_two_numbers_share_a_stretch():
    clues = "3 4 . . / . . . . / . 4 . ."
    assert conclusions("numbers-share-a-stretch", clues) == {
        "r1c3 #",
        "r2c1 +",
        "r3c1 #",
        "r2c2 +",
    }
    assert "see the same stretch of row 1. The first allows it 2 or 3 cells, the second 2 or 4" in (
        text("numbers-share-a-stretch", clues)
    )
    assert "so it has 2, and the 3 at r1c1 sees 1 more in column 1 and the 4 at r1c2" in (
        text("numbers-share-a-stretch", clues)
    )
    assert not steps("numbers-share-a-stretch", "3 . 4 . / . . . . / . 4 . .")  # not yet


@pytest.mark.parametrize(
    ("marks", "cell", "how"),
    [
        (". # . . / . . . . / . . . . / . . . .", "r2c1", "r1c1 would be locked in"),
        (
            ". . . . / . # . . / # . . . / . . . .",
            "r1c3",
            "the wall r1c3–r2c2–r3c1 would run from border to border",
        ),
        (
            ". . . . . . . / . . . # . . . / . . # . . . . / . # . . . # . / "
            ". . # . # . . / . . . # . . . / . . . . . . .",
            "r3c5",
            "the ring r3c5–r4c6–r5c5–r6c4–r5c3–r4c2–r3c3–r2c4 would lock in white cells",
        ),
    ],
)
def test_text_for_a_cell_that_would_cut_the_white_area(marks, cell, how):
    clues = marks.replace("#", ".")
    found = [
        WORDS.text(board(clues), step.says)
        for step in steps("would-cut-the-white-area", clues, marks)
    ]
    assert f"If {cell} were black, {how}. So {cell} is white." in found


def test_two_numbers_are_apart():
    clues = ". . . . / . . . 4 / . . . . / . 3 . 4"
    assert conclusions("numbers-are-apart", clues) == {"r3c2 +", "r4c3 #"}
    far = "2 . . . 5 / . . . . . / . . . . . / . . . . ."
    assert conclusions("numbers-are-apart", far) == {"r1c4 +", "r2c5 +", "r3c5 +"}
    assert text("numbers-are-apart", far).startswith(
        "The 2 at r1c1 cannot see as far as the 5 at r1c5. So a black cell is between them"
    )
    assert not steps("numbers-are-apart", far, "+ # + . + / . . . . . / . . . . . / . . . . .")


def test_black_goes_wrong_at_once():
    corner = ". . . . / . 2 . . / . . . . / . . . ."  # black at a corner of a 2 leaves it two ways
    assert conclusions("black-goes-wrong-at-once", corner) == {
        "r1c1 +",
        "r1c3 +",
        "r3c1 +",
        "r3c3 +",
    }
    assert text("black-goes-wrong-at-once", corner) == (
        "A black cell diagonally beside the 2 at r2c2 would make two cells next to it white, and "
        "it would see 3. So r1c1, r1c3, r3c1 and r3c3 are white."
    )
    assert not steps("black-goes-wrong-at-once", corner.replace("2", "?"))


def test_colour_goes_wrong_soon():
    clues = ". . . / 4 . 5 / . 4 ."
    marks = ". . + / + + + / . + +"
    assert "r1c1 +" in conclusions("colour-goes-wrong-soon", clues, marks)
    assert not steps("colour-goes-wrong-soon", clues.replace("4", "?"), marks)


def test_shortest_contradiction_is_chosen():
    """The first one that follows from white at r10c7 takes too many cells to keep in mind."""
    clues = (
        "4 . . . 4 . . . . 7 / . . 13 . . . . . . . / . . . . . . 2 . . . / . . . . . . . . . . / "
        ". 9 . 14 . . . . . . / 2 . . . . . 7 . 6 . / . . . . . . . 8 . 10 / . . . . 4 . . . . . / "
        ". 9 . 7 . . . . . . / . . . . . . . . 9 ."
    )
    walk = Explainer(board(clues), tidy=True)
    for _ in walk.named_steps():
        pass
    assert walk.finished


@pytest.mark.parametrize(
    ("marks", "cell", "ring"),
    [
        (". . . . / # . . . / . . . . / . . . .", 1, {4}),  # from border to border
        (". . . . / . . # . / . # . . / # . . .", 1, {6, 9, 12}),
        (". . . . . / . . # . . / . # . . . / . . # . . / . . . . .", 13, {7, 11, 17}),
        (". . . . / . . # . / . . . . / . . . .", 9, None),
        (". # . . / . . . . / . # . . / . . . .", 6, None),  # it joins two walls
    ],
)
def test_supposition_finds_rings_of_black_cells(marks, cell, ring):
    puzzle = board(marks.replace("#", "."))
    supposition = Supposition(notes_of(puzzle, marks), cell + 1, gaps=False)
    supposition.run(0)
    found = [
        {literal - 1 for literal in supposition.trace(clash).given} for clash in supposition.clashes
    ]
    assert ring in found if ring else not found


@pytest.mark.parametrize("rows", [1, 2])
def test_small_and_unsolvable_boards_raise_nothing(rows):
    rng = Random(rows)
    for cols in (1, 2, 5):
        for _ in range(30):
            clues = [rng.choice([None, None, UNKNOWN, 1, 2, 3, 9]) for _ in range(rows * cols)]
            puzzle = Kuromasu(rows, cols, tuple(clues))
            for _ in Explainer(puzzle).named_steps():
                pass


def test_contradictory_notes_raise_nothing():
    rng = Random(5)
    puzzle = board("5 . . 2 / . 3 . . / . . 9 . / ? . . 4")
    for _ in range(200 if SOAK else 60):
        notes = logic().notes(puzzle)
        notes.learn(rng.choice([1, -1]) * cell for cell in rng.sample(range(1, 17), 9))
        for technique in TECHNIQUES:
            for deduction in technique.deductions(notes):
                assert deduction.literals and WORDS.text(puzzle, deduction.says)


def test_lengths_of_arms():
    notes = notes_of(board("4 . . . / . . . . / . . . ."), "+ . + . / . . . . / . . . .")
    found = [lengths_text(bits) for bits in fitting_lengths(notes.sight(0), notes.totals[0])]
    assert found == ["0", "0 or 1", "0", "2 or 3"]
    notes.learn([2, 5])
    assert fitting_lengths(notes.sight(0), notes.totals[0]) is None


def test_random_boards_are_explained_without_faults():
    rng = Random(12)
    for _ in range(150):
        puzzle = random_board(rng)
        if masume.count(puzzle, at_most=1).number:
            assert not audit(puzzle).faults


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "share"), [("range-8x12-1", 0.4), ("range-9x13-1", 0.5), ("range-9x13-1", 0.7)]
)
def test_cached_suppositions_are_invalidated_by_changes_nearby(name, share):
    rng = Random(f"remembered {share}")
    whole = masume.load(f"kuromasu/{name}").puzzle
    goal = sorted(Explainer(whole).goal)
    rng.shuffle(goal)
    clues = [clue if rng.random() < share else None for clue in whole.clues]
    puzzle = Kuromasu(whole.rows, whole.cols, tuple(clues))
    looking_ahead = [BY_NAME["black-goes-wrong-at-once"], BY_NAME["colour-goes-wrong-soon"]]
    cached = propagator(puzzle)
    stretch = range(0, len(goal), 2) if SOAK else range(len(goal) // 3, len(goal) // 3 + 10, 2)
    learned = 0
    for known in stretch:
        cached.learn(goal[learned:known])
        learned = known
        fresh = propagator(puzzle)
        fresh.learn(goal[:known])
        for technique in looking_ahead:
            assert list(technique.deductions(cached)) == list(technique.deductions(fresh))


def test_gap_that_must_stay_open_shows_a_number_too_much():
    puzzle = masume.load("kuromasu\n. . . . 5\n. 4 . . .\n. 3 . . .\n. . . . .").puzzle
    texts = [s.text for s in Explainer(puzzle).named_steps() if s.technique == "open-gaps-go-wrong"]
    assert texts == [
        "If r2c3 were black, (1) r3c3 would be white, (2) r3c4 would be white (or the wall "
        "r1c2–r2c3–r3c4–r4c5 would run from border to border), and the 3 at r3c2 would see at "
        "least 5 cells. So r2c3 is white."
    ]


def test_wall_that_grows_at_both_ends_in_one_step_stays_open():
    """Two black cells that touch become known together, and only one of them is at the border."""
    puzzle = masume.load(
        "kuromasu\n. . . 4 3 . .\n. . . . . . 11\n. . . . . 7 .\n. . . . . . .\n"
        ". 4 . . . . 6\n. . . . . . .\n. 2 . 3 . . 2"
    ).puzzle
    board = Propagator(puzzle, 1)
    board.add((0, board.clue_cells))
    board.propagate()
    walk = Explainer(puzzle)
    list(walk.named_steps(2))
    assert walk.known == set(board.known)
    assert -puzzle.grid.cell(4, 0) - 1 in board.known
