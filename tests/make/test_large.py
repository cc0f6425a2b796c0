"""Large boards are made in time, and smaller ones stay what they were."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

import masume
from masume import Limit
from masume.core.registry import kind_named
from masume.make.generate import plan

# Of three boards of 7x7 of seed 11, with these wishes. Notes and studies name boards by their
# seeds, so whoever makes the making faster should leave them as they are.
FIRST = {
    ("kuromasu", None): "08253daf",
    ("kuromasu", "easy"): "a48c3c04",
    ("kuromasu", "hard"): "cbde14e7",
    ("hitori", None): "3a757e2c",
    ("hitori", "easy"): "ec62f5fe",
    ("hitori", "hard"): "3033b6eb",
    ("hashi", None): "faa56f71",
    ("hashi", "easy"): "faa56f71",
    ("hashi", "hard"): "caedb1ef",
    ("exactly_one", None): "59f0851d",
    ("exactly_one", "easy"): "a2e85363",
    ("exactly_one", "hard"): "6d4b620d",
}


@pytest.mark.parametrize(("name", "level"), FIRST, ids=str)
def test_a_seed_makes_the_boards_that_it_always_made(name, level):
    boards = masume.generate(name, size=(7, 7), difficulty=level, count=3, seed=11)
    text = repr([(one.puzzle, one.answer) for one in boards])
    assert hashlib.md5(text.encode()).hexdigest()[:8] == FIRST[name, level]


@pytest.mark.parametrize("size", [(40, 40), (50, 50), (25, 100)], ids=str)
def test_a_large_hashi_board_is_filled_at_the_first_attempt(size):
    order = plan("hashi", size=size).order
    puzzle = kind_named("hashi").maker().propose(Random(1), order)
    assert puzzle is not None
    assert len(puzzle.islands) > 0.85 * 0.25 * size[0] * size[1] - 1


def test_a_large_board_can_be_easy():
    """By chance hardly any is: it takes mending where a person would be stuck."""
    limit = Limit(seconds=60)
    (found,) = masume.generate("hashi", size=(35, 35), difficulty="easy", seed=1, limit=limit)
    assert found.puzzle is not None and found.attempts <= 3, found.reason
    assert found.grade.level == "easy"
    assert masume.solve(found.puzzle).unique is True
    assert masume.check(found.puzzle, found.answer) == []
