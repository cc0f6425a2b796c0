"""Generation of Kuromasu boards: propagation of numbers, and which numbers are kept."""

from __future__ import annotations

from random import Random

import pytest

from masume.core.model.model import never_cancel
from masume.core.puzzle.maker import BoardRequest
from masume.families.shading.model import BLACK
from masume.puzzles.kuromasu import clue_selection
from masume.puzzles.kuromasu.arm_lengths import compatible_lengths, growth_ranges
from masume.puzzles.kuromasu.generate import clues, draw
from masume.puzzles.kuromasu.propagate import START, Propagator
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


@pytest.mark.parametrize("level", [0, 1, 2])
def test_propagation_is_sound_and_reaches_a_fixpoint(level):
    """When a cell is coloured, only the numbers that it may affect are queued."""
    rng = Random(level)
    known = 0
    for _ in range(30):
        puzzle, answer = draw(rng, REQUEST)
        numbers = random_numbers(puzzle, rng, rng.randint(4, 20))
        board = Propagator(puzzle, level)
        for cell in numbers:
            board.add([cell])
        cells = set(board.known)
        assert all((board.colours[cell] == BLACK) is (cell in answer.black) for cell in cells)
        for cell in numbers:
            board._propagate_number(cell)
            board._propagate_rules()
        assert set(board.known) == cells
        board.rollback(START)
        assert not board.known and not any(board.colours)
        board.add(rng.sample(numbers, len(numbers)))
        assert set(board.known) == cells
        known += len(cells)
    assert known > 400  # of 2,160 cells


@pytest.mark.parametrize("level", [1, 2])
def test_number_has_no_gain_only_if_all_cells_in_its_sight_are_known(level):
    rng = Random(level)
    puzzle, _ = draw(rng, REQUEST)
    board = Propagator(puzzle, level)
    board.add(random_numbers(puzzle, rng, 14))
    numbers = [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]
    informative = {cell for cell in numbers if board.is_informative(cell)}
    assert {cell for cell in numbers if board.gain(cell) is not None} == informative
    assert 0 < len(informative) < len(numbers)


def test_growth_ranges_match_compatible_lengths():
    rng = Random(1)
    for _ in range(300):
        arms = tuple(rng.randrange(1, 1 << 7) << rng.randrange(4) for _ in range(4))
        lows = [(bits & -bits).bit_length() - 1 for bits in arms]
        total = sum(rng.choice([n for n in range(12) if bits >> n & 1]) for bits in arms)
        spans = [
            ((bits & -bits).bit_length() - 1 - low, bits.bit_length() - 1 - low)
            for bits, low in zip(compatible_lengths(arms, total), lows, strict=True)
        ]
        assert list(growth_ranges(arms, total - sum(lows))) == spans


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
        board, numbers = Propagator(puzzle, level), list(range(len(groups)))
        rng.shuffle(numbers)
        doubted = numbers[:20]
        kept = clue_selection._drop_redundant(board, groups, numbers, doubted)
        assert set(numbers) - set(kept) <= set(doubted)
        dropped += len(numbers) - len(kept)
        for number in {None, *set(kept).intersection(doubted)}:
            board.rollback(START)
            board.add([groups[index].cells[0] for index in kept if index != number])
            assert board.is_complete is (number is None)
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
            board = Propagator(puzzle, level)
            board.add([groups[number].cells[0] for number in kept])
            assert board.is_complete is (level >= needed_level)
