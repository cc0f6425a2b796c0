"""Of several hard steps a walk takes one that makes others unnecessary."""

import pytest

import masume
from masume.core.puzzle.technique import LEVELS
from masume.logic.explainer import Explainer

HARD = LEVELS.index("hard")


@pytest.fixture(scope="module")
def boards():
    wish = {"size": 12, "difficulty": "hard", "count": 4, "seed": 5}
    return [board.puzzle for board in masume.generate("hitori", **wish)]


def hard_steps(steps):
    return [step for step in steps if step.level >= HARD]


@pytest.mark.long
def test_most_hard_steps_support_a_later_one(boards):
    idle = many = 0
    for puzzle in boards:
        steps = list(masume.explain(puzzle, folded=False))
        used = {literal for step in steps for literal in step.given}
        many += len(hard_steps(steps))
        idle += sum(used.isdisjoint(step.literals) for step in hard_steps(steps))
    assert many and idle <= 0.15 * many


@pytest.mark.long
def test_a_tidy_walk_needs_fewer_hard_steps(boards):
    tidy, plain = (
        [hard_steps(Explainer(puzzle, tidy=tidy).named_steps()) for puzzle in boards]
        for tidy in (True, False)
    )
    assert sum(map(len, tidy)) < sum(map(len, plain))
