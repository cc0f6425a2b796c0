"""What the numbers of a Hitori board settle: nothing is lost by it, and nothing is wrong."""

from __future__ import annotations

from random import Random

import pytest

import masume
from masume.core.model.model import never_cancel
from masume.families.shading.model import BLACK, OPEN, Contradiction
from masume.puzzles.hitori import model as hitori_model
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.settle import settled


def boards(number):
    """Random numbers, mostly with no solution or with several, and boards that were made."""
    rng = Random(5)
    for _ in range(number):
        rows, cols = rng.choice([(1, 5), (2, 4), (3, 3), (4, 5), (5, 5)])
        few = rng.randint(2, max(rows, cols) + 2)
        yield Hitori(rows, cols, tuple(rng.randint(1, few) for _ in range(rows * cols)))
    for level in (None, "easy", "hard"):
        for made in masume.generate("hitori", size=7, difficulty=level, count=4, seed=1):
            yield made.puzzle


def test_a_settled_board_has_the_same_solutions(monkeypatch):
    numbers = {0: 0, 1: 0, 2: 0}
    for puzzle in boards(150):
        monkeypatch.setattr(hitori_model, "LARGE", 10**6)
        told = {answer.black for answer in masume.solutions(puzzle, at_most=100)}
        monkeypatch.setattr(hitori_model, "LARGE", 0)
        assert {answer.black for answer in masume.solutions(puzzle, at_most=100)} == told
        numbers[min(len(told), 2)] += 1
        try:
            colours = settled(puzzle, never_cancel)
        except Contradiction:
            assert not told
            continue
        for cell, colour in enumerate(colours):
            assert colour == OPEN or all((cell in black) == (colour == BLACK) for black in told)
    assert min(numbers.values()) > 10


@pytest.mark.parametrize("size", [30, (26, 31)])
def test_a_large_board_for_people_is_settled_without_a_solver(size):
    (made,) = masume.generate("hitori", size=size, difficulty="medium", seed=1)
    colours = settled(made.puzzle, never_cancel)
    assert {cell for cell, colour in enumerate(colours) if colour == BLACK} == made.answer.black
    assert OPEN not in colours
    assert masume.solve(made.puzzle).answer == made.answer
