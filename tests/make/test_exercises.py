"""Exercises: every answer follows, and the board shows none of them."""

from __future__ import annotations

import pytest
from support import EXPLAINED

from masume.errors import UnknownName
from masume.logic.explainer import Explainer
from masume.make.exercises import exercise, trained_techniques


@pytest.mark.parametrize("kind", EXPLAINED, ids=lambda kind: kind.name)
def test_an_exercise_can_be_solved_by_its_technique(kind):
    technique = trained_techniques(kind)[0]
    posed = exercise(kind.name, technique.name, seed=3)
    goal = Explainer(posed.puzzle).goal
    vocabulary = Explainer(posed.puzzle).vocabulary
    assert posed.solutions and posed.cells
    for solution in posed.solutions:
        assert goal.issuperset(vocabulary.marks(solution.after))
        assert posed.board.after == posed.board.before == solution.before
    assert exercise(kind.name, technique.name, seed=3).puzzle == posed.puzzle


def test_a_later_stage_rests_on_more():
    sizes = [
        max(len(s.grounds) for s in exercise("kuromasu", "number-must-reach", 5, stage).solutions)
        for stage in (0, 3)
    ]
    assert sizes[0] <= sizes[1]


def test_unknown_techniques_are_rejected():
    with pytest.raises(UnknownName, match="technique"):
        exercise("hitori", "guessing")


def test_a_position_in_which_the_technique_finds_nothing_any_more_is_passed_over():
    assert exercise("kuromasu", "number-grows-one-way", seed=1).solutions
