"""Every query on thousands of small random boards, compared with enumeration."""

from __future__ import annotations

from random import Random

import material
import pytest
from material import random_board, truth_of
from support import MODELLED, SEEDS, SOAK

import masume
from masume import Status
from masume.api.exact import model_of
from masume.core.system.limits import Deadline
from masume.puzzles.hitori import model as hitori_model

CHUNKS = range(2)
PER_CHUNK = 60
MIDDLING = [name for name in MODELLED if hasattr(material.of(name), "MIDDLING")]


def boards_of(kind, seed, number=PER_CHUNK):
    rng = Random(f"{kind} {seed}")
    for _ in range(number):
        yield rng, random_board(kind, rng)


def judge(kind, seed, number=PER_CHUNK):
    """Compare all queries on some boards; return the numbers of solutions."""
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
    result = list(stream)
    assert len(result) == len(set(result)) == stream.number, puzzle
    assert set(result) == truth, puzzle
    assert stream.complete and not stream.reason


def solve_agrees(kind, puzzle, truth):
    about, result = truth_of(kind), masume.solve(puzzle)
    first = masume.solve(puzzle, unique=False)
    assert result.status is first.status is (Status.SOLVED if truth else Status.EXHAUSTED), puzzle
    if not truth:
        assert result.answer is result.other is result.unique is result.cost is first.answer is None
        return
    assert result.answer in truth and first.answer in truth, puzzle
    assert result.unique is (len(truth) == 1), puzzle
    assert first.unique in (None, False)
    assert result.cost == about.cost(puzzle, result.answer)
    if result.unique:
        assert result.other is None and result.differs == ()
    else:
        assert result.other in truth - {result.answer}, puzzle
        assert set(result.differs) == about.differs(puzzle, result.answer, result.other), puzzle
        assert list(result.differs) == sorted(set(result.differs)) != []
    if model_of(puzzle, Deadline()).shortest:
        least = min(about.cost(puzzle, answer) for answer in truth)
        assert result.cost == first.cost == least, puzzle
        assert result.shortest is first.shortest is True
    else:
        assert result.shortest is None


def count_agrees(rng, puzzle, truth):
    near = {0, len(truth) - 1, len(truth), len(truth) + 1, rng.randint(0, 2 * len(truth) + 1)}
    for most in sorted(near - {-1}):
        result = masume.count(puzzle, at_most=most)
        assert result.number == min(most, len(truth)), (puzzle, most)
        assert result.complete is (len(truth) <= most), (puzzle, most)
        assert not result.reason


def forced_agrees(kind, puzzle, truth, marks):
    result = masume.forced(puzzle, marks)
    if not truth:
        assert result.status is Status.EXHAUSTED, (puzzle, marks)
        assert result.position == masume.kind_of(puzzle).start(puzzle)
        assert result.settled == 0
        return
    position, settled, variables = truth_of(kind).shared(puzzle, truth)
    assert result.status is Status.SOLVED, (puzzle, marks)
    assert result.position == position, (puzzle, marks)
    assert (result.settled, result.open) == (settled, variables - settled), (puzzle, marks)


def marks_agree(kind, rng, puzzle, truth):
    """Compare queries under marks of an answer, and under marks that may contradict all answers."""
    about = truth_of(kind)
    samples = [rng.choice(sorted(truth, key=repr))] if truth else []
    samples.append(about.guess(rng, puzzle))
    for sample in samples:
        marks = about.marks(rng, puzzle, sample)
        fitting = {answer for answer in truth if about.agrees(puzzle, answer, marks)}
        forced_agrees(kind, puzzle, fitting, marks)


@pytest.mark.every_puzzle
@pytest.mark.long
@pytest.mark.parametrize("seed", CHUNKS)
@pytest.mark.parametrize("kind", MODELLED)
def test_queries_agree_with_enumeration(kind, seed):
    numbers = judge(kind, seed)
    assert numbers.count(0) > 0.05 * len(numbers)
    assert numbers.count(1) > 0.1 * len(numbers)
    assert sum(number > 1 for number in numbers) > 0.02 * len(numbers)
    own = material.of(kind)
    assert own is None or max(numbers) >= getattr(own, "SEVERAL", 6)


@pytest.mark.soak
@pytest.mark.parametrize("kind", MIDDLING)
def test_queries_agree_with_enumeration_on_medium_boards(kind):
    """The boards are large enough for rings of black cells and rings beside a path."""
    rng = Random(f"middling {kind}")
    for _ in range(6 if SOAK else 2):
        puzzle = random_board(kind, rng, **material.of(kind).MIDDLING)
        truth = truth_of(kind).answers(puzzle)
        solutions_agree(puzzle, truth)
        solve_agrees(kind, puzzle, truth)
        forced_agrees(kind, puzzle, truth, None)


@pytest.mark.long
@pytest.mark.parametrize("many", [0, 1, 3])
def test_encoding_of_many_equal_numbers(many, monkeypatch):
    """Use the encoding of long lines on short ones."""
    monkeypatch.setattr(hitori_model, "MANY", many)
    judge("hitori", f"many {many}", number=25)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", MODELLED)
def test_queries_agree_with_enumeration_on_many_boards(kind, seed):
    judge(kind, seed, number=400)
