"""Puzzles of one loop: the engine finds the loops that the referee accepts."""

from __future__ import annotations

from random import Random

import material
import pytest
from puzzles.loops import simple_loops, sparse_board
from support import KINDS

import masume

LOOPS = [kind.name for kind in KINDS if hasattr(material.of(kind.name), "loop_positions")]


def test_known_numbers_of_loops():
    numbers = [len(simple_loops(n, n)) for n in (1, 2, 3, 4)]
    assert numbers == [0, 1, 13, 213]  # OEIS A140517


@pytest.mark.parametrize("name", LOOPS)
def test_nothing_but_a_loop_is_an_answer(name):
    """All assignments of tiny boards are tried; elsewhere tests try only loops."""
    rng, numbers = Random(f"any lines {name}"), set()
    for _ in range(12):
        puzzle = sparse_board(name, rng)
        by_loops = set(material._answers(puzzle))
        words, kind = material._words(puzzle), masume.kind_of(puzzle)
        every = map(words.answer, material.derived_assignments(puzzle))
        assert {position for position in every if not kind.violations(puzzle, position)} == by_loops
        numbers.add(min(len(by_loops), 2))
    assert len(numbers) > 1


@pytest.mark.long
@pytest.mark.parametrize("name", LOOPS)
def test_the_engine_finds_the_loops_that_the_referee_accepts(name):
    rng, numbers = Random(f"loops {name}"), set()
    for _ in range(10):
        puzzle = sparse_board(name, rng, 24)
        found = list(masume.solutions(puzzle))
        assert len(found) == len(set(found))
        assert set(found) == set(material._answers(puzzle))
        numbers.add(min(len(found), 2))
    assert numbers > {1}
