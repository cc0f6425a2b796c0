"""Presolving of Hitori boards: it keeps all solutions and colours cells correctly."""

from __future__ import annotations

from random import Random

import pytest

import masume
from masume.core.model.model import never_cancel
from masume.families.shading.model import BLACK, OPEN, Contradiction
from masume.puzzles.hitori import model as hitori_model
from masume.puzzles.hitori.presolve import presolve
from masume.puzzles.hitori.puzzle import Hitori


def boards(count):
    """Yield random numbers, mostly with no solution or several, then generated boards."""
    rng = Random(5)
    for _ in range(count):
        rows, cols = rng.choice([(1, 5), (2, 4), (3, 3), (4, 5), (5, 5)])
        largest = rng.randint(2, max(rows, cols) + 2)
        yield Hitori(rows, cols, tuple(rng.randint(1, largest) for _ in range(rows * cols)))
    for level in (None, "easy", "hard"):
        for board in masume.generate("hitori", size=7, difficulty=level, count=4, seed=1):
            yield board.puzzle


def test_presolved_board_has_the_same_solutions(monkeypatch):
    boards_by_count = {0: 0, 1: 0, 2: 0}
    for puzzle in boards(150):
        monkeypatch.setattr(hitori_model, "LARGE", 10**6)
        solutions = {answer.black for answer in masume.solutions(puzzle, at_most=100)}
        monkeypatch.setattr(hitori_model, "LARGE", 0)
        assert {answer.black for answer in masume.solutions(puzzle, at_most=100)} == solutions
        boards_by_count[min(len(solutions), 2)] += 1
        try:
            colours = presolve(puzzle, never_cancel)
        except Contradiction:
            assert not solutions
            continue
        for cell, colour in enumerate(colours):
            assert colour == OPEN or all(
                (cell in black) == (colour == BLACK) for black in solutions
            )
    assert min(boards_by_count.values()) > 10


@pytest.mark.parametrize("size", [30, (26, 31)])
def test_large_generated_board_is_solved_by_presolving_alone(size):
    (board,) = masume.generate("hitori", size=size, difficulty="medium", seed=1)
    colours = presolve(board.puzzle, never_cancel)
    assert {cell for cell, colour in enumerate(colours) if colour == BLACK} == board.answer.black
    assert OPEN not in colours
    assert masume.solve(board.puzzle).answer == board.answer
