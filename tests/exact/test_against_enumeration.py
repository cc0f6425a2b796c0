"""Every question to the engine on thousands of small random boards, against plain enumeration."""

from __future__ import annotations

from random import Random

import material
import pytest
from material import random_board, truth_of
from support import MODELLED, SOAK

import masume
from masume import Status
from masume.api.exact import model_of
from masume.core.system.limits import Deadline
from masume.puzzles.hitori import model as hitori_model

CHUNKS = range(2)
SOAKED = range(100, 140)
PER_CHUNK = 60
MIDDLING = [name for name in MODELLED if hasattr(material.of(name), "MIDDLING")]


def boards_of(kind, seed, number=PER_CHUNK):
    rng = Random(f"{kind} {seed}")
    for _ in range(number):
        yield rng, random_board(kind, rng)


def judge(kind, seed, number=PER_CHUNK):
    """Compare everything on some boards; returns how many solutions each of them has."""
    numbers = []
    for rng, puzzle in boards_of(kind, seed, number):
        truth = truth_of(kind).answers(puzzle)
        numbers.append(len(truth))
        solutions_agree(puzzle, truth)
        solve_agrees(kind, puzzle, truth)
        count_agrees(rng, puzzle, truth)
        forced_agrees(kind, puzzle, truth, None)
        marks_agree(kind, rng, puzzle, truth)
    return numbers


def solutions_agree(puzzle, truth):
    stream = masume.solutions(puzzle)
    found = list(stream)
    assert len(found) == len(set(found)) == stream.number, puzzle
    assert set(found) == truth, puzzle
    assert stream.complete and not stream.reason


def solve_agrees(kind, puzzle, truth):
    about, found = truth_of(kind), masume.solve(puzzle)
    first = masume.solve(puzzle, unique=False)
    assert found.status is first.status is (Status.SOLVED if truth else Status.EXHAUSTED), puzzle
    if not truth:
        assert found.answer is found.other is found.unique is found.cost is first.answer is None
        return
    assert found.answer in truth and first.answer in truth, puzzle
    assert found.unique is (len(truth) == 1), puzzle
    assert first.unique in (None, False)
    assert found.cost == about.cost(puzzle, found.answer)
    if found.unique:
        assert found.other is None and found.differs == ()
    else:
        assert found.other in truth - {found.answer}, puzzle
        assert set(found.differs) == about.differs(puzzle, found.answer, found.other), puzzle
        assert list(found.differs) == sorted(set(found.differs)) != []
    if model_of(puzzle, Deadline()).shortest:
        least = min(about.cost(puzzle, one) for one in truth)
        assert found.cost == first.cost == least, puzzle
        assert found.shortest is first.shortest is True
    else:
        assert found.shortest is None


def count_agrees(rng, puzzle, truth):
    near = {0, len(truth) - 1, len(truth), len(truth) + 1, rng.randint(0, 2 * len(truth) + 1)}
    for most in sorted(near - {-1}):
        found = masume.count(puzzle, at_most=most)
        assert found.number == min(most, len(truth)), (puzzle, most)
        assert found.complete is (len(truth) <= most), (puzzle, most)
        assert not found.reason


def forced_agrees(kind, puzzle, truth, marks):
    found = masume.forced(puzzle, marks)
    if not truth:
        assert found.status is Status.EXHAUSTED, (puzzle, marks)
        assert found.position == masume.kind_of(puzzle).start(puzzle)
        assert found.settled == 0
        return
    position, settled, variables = truth_of(kind).shared(puzzle, truth)
    assert found.status is Status.SOLVED, (puzzle, marks)
    assert found.position == position, (puzzle, marks)
    assert (found.settled, found.open) == (settled, variables - settled), (puzzle, marks)


def marks_agree(kind, rng, puzzle, truth):
    """From some marks of an answer, and from marks that need not fit any."""
    about = truth_of(kind)
    samples = [rng.choice(sorted(truth, key=repr))] if truth else []
    samples.append(about.guess(rng, puzzle))
    for sample in samples:
        marks = about.marks(rng, puzzle, sample)
        fitting = {one for one in truth if about.agrees(puzzle, one, marks)}
        forced_agrees(kind, puzzle, fitting, marks)


@pytest.mark.long
@pytest.mark.parametrize("seed", CHUNKS)
@pytest.mark.parametrize("kind", MODELLED)
def test_every_question_is_answered_as_enumeration_does(kind, seed):
    numbers = judge(kind, seed)
    assert numbers.count(0) > 0.05 * len(numbers)
    assert numbers.count(1) > 0.1 * len(numbers)
    assert sum(number > 1 for number in numbers) > 0.08 * len(numbers)
    assert max(numbers) > 5 or material.of(kind) is None


@pytest.mark.soak
@pytest.mark.parametrize("kind", MIDDLING)
def test_middling_boards(kind):
    """Large enough for rings of black cells in the middle, and for rings beside a path."""
    rng = Random(f"middling {kind}")
    for _ in range(6 if SOAK else 2):
        puzzle = random_board(kind, rng, **material.of(kind).MIDDLING)
        truth = truth_of(kind).answers(puzzle)
        solutions_agree(puzzle, truth)
        solve_agrees(kind, puzzle, truth)
        forced_agrees(kind, puzzle, truth, None)


@pytest.mark.long
@pytest.mark.parametrize("many", [0, 1, 3])
def test_many_equal_numbers_are_told_otherwise_than_a_few(many, monkeypatch):
    """What is meant for long lines is tried on short ones."""
    monkeypatch.setattr(hitori_model, "MANY", many)
    judge("hitori", f"many {many}", number=25)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAKED)
@pytest.mark.parametrize("kind", MODELLED)
def test_every_question_is_answered_as_enumeration_does_on_many_more_boards(kind, seed):
    judge(kind, seed, number=400)
