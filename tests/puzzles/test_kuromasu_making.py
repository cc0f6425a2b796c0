"""How Kuromasu boards are made: what follows from some numbers, and which of them are kept."""

from __future__ import annotations

from random import Random

import pytest

from masume.core.model.model import never_cancel
from masume.core.puzzle.maker import BoardRequest
from masume.families.shading.model import BLACK
from masume.puzzles.kuromasu import choice
from masume.puzzles.kuromasu.following import Following
from masume.puzzles.kuromasu.generate import clues, draw
from masume.puzzles.kuromasu.puzzle import seen_from
from masume.puzzles.kuromasu.techniques_lengths import fitting, grown

REQUEST = BoardRequest(9, 8, options={"black": 24})


def some_numbers(puzzle, rng, count):
    return rng.sample([cell for cell, clue in enumerate(puzzle.clues) if clue is not None], count)


@pytest.mark.parametrize("symmetry", [False, True])
def test_a_proposal_has_the_numbers_of_its_answer(symmetry):
    request = BoardRequest(7, 5, symmetry=symmetry, options={"black": 24})
    puzzle, answer = draw(Random(4), request)
    for cell, clue in enumerate(puzzle.clues):
        bare = cell in answer.black or (symmetry and 34 - cell in answer.black)
        assert clue == (None if bare else seen_from(puzzle, answer, cell))


@pytest.mark.parametrize("level", [0, 1, 2])
def test_what_follows_is_true_and_no_number_has_more_to_tell(level):
    """Not every number is looked at again when a cell is coloured, only those that may learn."""
    rng = Random(level)
    known = 0
    for _ in range(30):
        puzzle, answer = draw(rng, REQUEST)
        numbers = some_numbers(puzzle, rng, rng.randint(4, 20))
        board = Following(puzzle, level)
        for cell in numbers:
            board.add([cell])
        cells = set(board.known)
        assert all((board.colours[cell] == BLACK) is (cell in answer.black) for cell in cells)
        for cell in numbers:
            board._look(cell)
            board._follow_rules()
        assert set(board.known) == cells
        board.back((0, 0, 0))
        assert not board.known and not any(board.colours)
        board.add(rng.sample(numbers, len(numbers)))
        assert set(board.known) == cells
        known += len(cells)
    assert known > 400  # of 2,160 cells


@pytest.mark.parametrize("level", [1, 2])
def test_a_number_promises_nothing_only_where_all_that_it_sees_is_known(level):
    rng = Random(level)
    puzzle, _ = draw(rng, REQUEST)
    board = Following(puzzle, level)
    board.add(some_numbers(puzzle, rng, 14))
    numbers = [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]
    telling = {cell for cell in numbers if board.tells(cell)}
    assert {cell for cell in numbers if board.promise(cell) is not None} == telling
    assert 0 < len(telling) < len(numbers)


def test_arms_grow_as_far_as_lengths_that_fit_allow():
    rng = Random(1)
    for _ in range(300):
        arms = tuple(rng.randrange(1, 1 << 7) << rng.randrange(4) for _ in range(4))
        lows = [(bits & -bits).bit_length() - 1 for bits in arms]
        total = sum(rng.choice([n for n in range(12) if bits >> n & 1]) for bits in arms)
        spans = [
            ((bits & -bits).bit_length() - 1 - low, bits.bit_length() - 1 - low)
            for bits, low in zip(fitting(arms, total), lows, strict=True)
        ]
        assert list(grown(arms, total - sum(lows))) == spans


def test_numbers_are_shuffled_as_python_does():
    for count in range(70):
        ours, theirs = list(range(count)), list(range(count))
        rng, other = Random(count), Random(count)
        choice._shuffle(rng, ours)
        other.shuffle(theirs)
        assert ours == theirs and rng.random() == other.random()


@pytest.mark.parametrize("level", [0, 1, 2])
def test_of_doubted_numbers_none_is_left_that_can_be_spared(level):
    rng, spared = Random(level), 0
    for _ in range(5):
        puzzle, _ = draw(rng, REQUEST)
        groups = clues(puzzle, REQUEST)
        board, numbers = Following(puzzle, level), list(range(len(groups)))
        rng.shuffle(numbers)
        doubted = numbers[:20]
        kept = choice._needed(board, groups, numbers, doubted)
        assert set(numbers) - set(kept) <= set(doubted)
        spared += len(numbers) - len(kept)
        for number in {None, *set(kept).intersection(doubted)}:
            board.back((0, 0, 0))
            board.add([groups[one].cells[0] for one in kept if one != number])
            assert board.complete is (number is None)
    assert spared > 50


@pytest.mark.parametrize("least", [0, 2])
def test_numbers_that_are_enough_take_the_level_that_is_told(least):
    rng = Random(least)
    for _ in range(8):
        puzzle, _ = draw(rng, REQUEST)
        groups = clues(puzzle, REQUEST)
        enough = choice.enough(rng, puzzle, groups, least, 2, never_cancel)
        assert enough is not None
        kept, takes = enough
        for level in range(3):
            board = Following(puzzle, level)
            board.add([groups[number].cells[0] for number in kept])
            assert board.complete is (level >= takes)
