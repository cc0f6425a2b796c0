"""The shortest walk by weight: proved, complete, without needless steps, never dearer."""

import pytest

import masume
from masume.core.puzzle.technique import Deduction
from masume.logic.shortest import total_cost

BOARDS = ("hitori/jain-sample1", "kuromasu/br-5x5-2", "hashi/pw-fig1", "akari/two-together")


@pytest.mark.parametrize("name", BOARDS)
def test_shortest_walk_is_proved_and_no_dearer(name):
    puzzle = masume.load(name).puzzle
    walk = masume.explain(puzzle, folded=False, shortest=True)
    known = set(walk.explainer.known)
    steps = list(walk)
    closure = walk.explainer.vocabulary.closure
    for step in steps:
        assert known.issuperset(step.given) and not known.issuperset(step.literals)
        proof = Deduction(step.literals, step.given, step.because, "")
        assert walk.explainer.what_if.proves(proof)
        known.update(closure(step.literals))
    assert walk.finished and known >= walk.explainer.goal
    usual = total_cost(masume.explain(puzzle, folded=False))
    assert walk.cost <= walk.ordinary_cost == usual


def test_shortest_walk_drops_a_needless_step():
    puzzle = masume.load("hitori/singles-16x16-1").puzzle
    walk = masume.explain(puzzle, shortest=True)
    list(walk)
    assert walk.finished and walk.cost < walk.ordinary_cost
