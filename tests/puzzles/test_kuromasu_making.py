"""Generation of Kuromasu boards: propagation of numbers, and which numbers are kept."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from masume.core.model.model import never_cancel
from masume.core.puzzle.grid import each
from masume.core.puzzle.maker import BoardRequest
from masume.logic.explainer import Explainer
from masume.puzzles.kuromasu import clue_selection
from masume.puzzles.kuromasu.arm_lengths import ENDS, fitting_lengths, narrow
from masume.puzzles.kuromasu.generate import clues, draw, keep_clues
from masume.puzzles.kuromasu.propagate import Propagator
from masume.puzzles.kuromasu.puzzle import seen_from

REQUEST = BoardRequest(9, 8, options={"black": 24})


def random_numbers(puzzle, rng, count):
    return rng.sample([cell for cell, clue in enumerate(puzzle.clues) if clue is not None], count)


@pytest.mark.parametrize("symmetry", [False, True])
def test_proposal_has_the_numbers_of_its_answer(symmetry):
    request = BoardRequest(7, 5, symmetry=symmetry, options={"black": 24})
    puzzle, answer = draw(Random(4), request)
    for cell, clue in enumerate(puzzle.clues):
        bare = cell in answer.black or (symmetry and 34 - cell in answer.black)
        assert clue == (None if bare else seen_from(puzzle, answer, cell))


def known_cells(board):
    return set(each(board.black | board.white))


@pytest.mark.parametrize("level", [0, 1, 2])
def test_propagation_is_sound_and_reaches_a_fixpoint(level):
    """Neither the order of numbers matters, nor numbers that were added and rolled back."""
    rng = Random(level)
    known = 0
    for _ in range(30):
        puzzle, answer = draw(rng, REQUEST)
        numbers = random_numbers(puzzle, rng, rng.randint(4, 20))
        board = Propagator(puzzle, level, active=0)
        bare = board.checkpoint()
        for place, cell in enumerate(numbers):
            before = board.checkpoint()
            board.add_numbers(numbers[place:])
            board.propagate()
            board.rollback(before)
            board.add_numbers([cell])
            assert board.propagate()
        cells = known_cells(board)
        assert all((literal > 0) is (abs(literal) - 1 in answer.black) for literal in board.known)
        board.pending = board.numbers
        board.propagate()
        assert known_cells(board) == cells
        board.rollback(bare)
        assert not board.known and board.lines.black == Propagator(puzzle).lines.black
        board.add_numbers(rng.sample(numbers, len(numbers)))
        board.propagate()
        assert known_cells(board) == cells
        known += len(cells)
    assert known > 400  # of 2,160 cells


@pytest.mark.parametrize("level", [0, 1, 2])
def test_propagation_finds_what_the_rules_of_the_level_find(level):
    rng, known = Random(level), 0
    for _ in range(12):
        whole, _ = draw(rng, REQUEST)
        puzzle = keep_clues(whole, random_numbers(whole, rng, 22))
        board = Propagator(puzzle, level)
        board.add((0, board.clue_cells))
        board.propagate()
        walk = Explainer(puzzle)
        rules = [
            one for one in walk.techniques if one.level <= level and "stretch" not in one.title
        ]
        walk.techniques = tuple(one for one in rules if one.name not in LATER)
        list(walk.named_steps())
        assert {abs(one) - 1 for one in walk.known} == known_cells(board)
        known += len(walk.known)
    assert known > 50


LATER = {"numbers-are-apart", "numbers-share-a-stretch", "black-goes-wrong-at-once"}


def all_lengths(arms, total):
    """Return the lengths of each arm in sums equal to the total, by enumeration."""
    choices = product(*([n for n in range(20) if bits >> n & 1] for bits in arms))
    fitting = [one for one in choices if sum(one) == total - ENDS]
    return [sum(1 << n for n in {one[side] for one in fitting}) for side in range(4)]


def test_narrowed_arms_keep_all_lengths_that_fit():
    rng, narrowed = Random(1), [0, 0, 0]
    for _ in range(600):
        arms = tuple(rng.randrange(1, 1 << 6) << rng.randrange(4) for _ in range(4))
        total = rng.randrange(4, 26)
        fitting = all_lengths(arms, total)
        assert list(fitting_lengths(arms, total) or (0, 0, 0, 0)) == fitting
        for level in range(3):
            kept = narrow(*arms, total, level)
            assert kept or not any(fitting)
            if kept:
                assert all(bits & fit == fit for bits, fit in zip(kept, fitting, strict=True))
                narrowed[level] += kept != arms
    assert 10 < narrowed[0] < min(narrowed[1:])


def test_shuffle_matches_the_standard_library():
    for count in range(70):
        actual, expected = list(range(count)), list(range(count))
        rng, expected_rng = Random(count), Random(count)
        clue_selection._shuffle(rng, actual)
        expected_rng.shuffle(expected)
        assert actual == expected and rng.random() == expected_rng.random()


@pytest.mark.parametrize("level", [0, 1, 2])
def test_no_redundant_number_is_kept(level):
    rng, dropped = Random(level), 0
    for _ in range(5):
        puzzle, _ = draw(rng, REQUEST)
        groups = clues(puzzle, REQUEST)
        board, numbers = Propagator(puzzle, level, active=0), list(range(len(groups)))
        bare = board.checkpoint()
        rng.shuffle(numbers)
        doubted = numbers[:20]
        kept = clue_selection._drop_redundant(board, groups, numbers, doubted)
        assert set(numbers) - set(kept) <= set(doubted)
        dropped += len(numbers) - len(kept)
        for number in {None, *set(kept).intersection(doubted)}:
            board.rollback(bare)
            board.add_numbers([groups[index].cells[0] for index in kept if index != number])
            board.propagate()
            assert (not board.unknown) is (number is None)
    assert dropped > 50


@pytest.mark.parametrize("least", [0, 2])
def test_sufficient_clues_need_the_reported_level(least):
    rng = Random(least)
    for _ in range(8):
        puzzle, _ = draw(rng, REQUEST)
        groups = clues(puzzle, REQUEST)
        result = clue_selection.sufficient_clues(rng, puzzle, groups, least, 2, never_cancel)
        assert result is not None
        kept, needed_level = result
        for level in range(3):
            board = Propagator(puzzle, level, active=0)
            board.add_numbers([groups[number].cells[0] for number in kept])
            board.propagate()
            assert (not board.unknown) is (level >= needed_level)
