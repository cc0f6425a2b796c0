"""Boards as large as people print them, and larger: made from an answer, so that there is one."""

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
    """Solve a board in time, and have the referee look at all that is told."""
    assert masume.check(puzzle, answer) == []
    began = process_time()
    found = masume.solve(puzzle, limit=ENOUGH)
    assert process_time() - began < seconds
    assert found.status is Status.SOLVED and found.unique is not None and not found.reason
    assert masume.check(puzzle, found.answer) == []
    if found.unique:
        assert found.answer == answer
    else:
        assert masume.check(puzzle, found.other) == []
        assert found.other != found.answer
    return found


def noted_in(answer, marks):
    """Whether marks of black and white cells fit an answer."""
    return marks.black <= answer.black and not marks.white & answer.black


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [(20, 20), (30, 30), (17, 29), (2, 40), (1, 50)])
@pytest.mark.parametrize("kind", ["kuromasu", "hitori"])
def test_large_shading_boards(kind, size, seed):
    puzzle, answer = getattr(large_boards, kind)(Random(f"{kind} {size} {seed}"), *size)
    found = solved(puzzle, answer, seconds=5)
    sure = masume.forced(puzzle, limit=ENOUGH)
    assert sure.status is Status.SOLVED and (sure.open == 0) is found.unique
    assert noted_in(answer, sure.position) and noted_in(found.answer, sure.position)


@pytest.mark.parametrize("dense", [0.05, 0.15, 0.6, 1.0])
def test_large_boards_with_few_and_with_many_numbers(dense):
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
def test_mazes_with_a_few_bends_get_their_shortest_path(size, seed):
    rng = Random(f"maze {size} {seed}")
    puzzle, path = large_boards.winding_maze(rng, size, bends=size * size // 4, every=3)
    found = solved(puzzle, Trail(path), seconds=5)
    assert found.shortest is True
    assert 2 * size - 2 <= found.cost <= len(path) - 1


@pytest.mark.parametrize("every", [2, 4])
@pytest.mark.parametrize("size", [12, 15, 20])
def test_winding_mazes_are_solved_even_if_no_time_is_left_for_the_shortest_path(size, every):
    rng = Random(f"winding {size} {every}")
    puzzle, path = large_boards.winding_maze(rng, size, bends=4 * size * size, every=every)
    assert len(path) > size * size // 2
    assert masume.check(puzzle, Trail(path)) == []
    found = masume.solve(puzzle, deadline=StoppedAfter(200))
    assert found.status is Status.SOLVED and found.unique is not None
    assert masume.check(puzzle, found.answer) == []
    assert found.shortest is True or found.reason == "stopped"
