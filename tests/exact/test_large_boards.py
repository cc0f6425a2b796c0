"""Large boards, generated from an answer so that they have one."""

from __future__ import annotations

from random import Random
from time import process_time

import large_boards
import pytest
from large_boards import StoppedAfter

import masume
from masume import Limit, Status
from masume.puzzles.exactly_one.puzzle import Trail

ENOUGH = Limit(seconds=20)


def solved(puzzle, answer, seconds):
    """Solve a board within the limit, and check the result with the referee."""
    assert masume.check(puzzle, answer) == []
    began = process_time()
    result = masume.solve(puzzle, limit=ENOUGH)
    assert process_time() - began < seconds
    assert result.status is Status.SOLVED and result.unique is not None and not result.reason
    assert masume.check(puzzle, result.answer) == []
    if result.unique:
        assert result.answer == answer
    else:
        assert masume.check(puzzle, result.other) == []
        assert result.other != result.answer
    return result


def noted_in(answer, marks):
    """Return whether marks of black and white cells are consistent with an answer."""
    return marks.black <= answer.black and not marks.white & answer.black


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [(20, 20), (30, 30), (17, 29), (2, 40), (1, 50)])
@pytest.mark.parametrize("kind", ["kuromasu", "hitori"])
def test_large_shading_boards(kind, size, seed):
    puzzle, answer = getattr(large_boards, kind)(Random(f"{kind} {size} {seed}"), *size)
    result = solved(puzzle, answer, seconds=5)
    sure = masume.forced(puzzle, limit=ENOUGH)
    assert sure.status is Status.SOLVED and (sure.open == 0) is result.unique
    assert noted_in(answer, sure.position) and noted_in(result.answer, sure.position)


@pytest.mark.parametrize("dense", [0.05, 0.15, 0.6, 1.0])
def test_large_boards_with_different_numbers_of_clues(dense):
    solved(*large_boards.kuromasu(Random(f"dense {dense}"), 25, 25, dense), seconds=5)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [20, 30])
def test_large_hashi_boards(size, most):
    rng = Random(f"hashi {size} {most}")
    puzzle, answer = large_boards.hashi(rng, size, size, islands=size * size // 8, most=most)
    assert len(puzzle.islands) > size * size // 12
    solved(puzzle, answer, seconds=5)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("size", [12, 15, 20])
def test_mazes_with_few_bends_get_a_shortest_path(size, seed):
    rng = Random(f"maze {size} {seed}")
    puzzle, path = large_boards.winding_maze(rng, size, bends=size * size // 4, every=3)
    result = solved(puzzle, Trail(path), seconds=5)
    assert result.shortest is True
    assert 2 * size - 2 <= result.cost <= len(path) - 1


@pytest.mark.parametrize("every", [2, 4])
@pytest.mark.parametrize("size", [12, 15, 20])
def test_winding_mazes_are_solved_without_the_proof_of_the_shortest_path(size, every):
    rng = Random(f"winding {size} {every}")
    puzzle, path = large_boards.winding_maze(rng, size, bends=4 * size * size, every=every)
    assert len(path) > size * size // 2
    assert masume.check(puzzle, Trail(path)) == []
    result = masume.solve(puzzle, deadline=StoppedAfter(200))
    assert result.status is Status.SOLVED and result.unique is not None
    assert masume.check(puzzle, result.answer) == []
    assert result.shortest is True or result.reason == "stopped"
