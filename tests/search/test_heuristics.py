"""`check_heuristics` compared with a second implementation."""

from __future__ import annotations

from math import inf

import pytest
from support import Graph

import masume
from masume.errors import NotApplicable

BOARDS = ["hitori/first", "kuromasu/br-4x4-1", "hashi/pw-7x7-7", "exactly_one/medium-0"]


@pytest.mark.parametrize("name", BOARDS)
def test_heuristic_check_agrees_with_a_second_implementation(name):
    puzzle = masume.load(name)
    kind = masume.kind_of(puzzle)
    result = masume.check_heuristics(puzzle)
    space = next(space for space in kind.spaces if space.name == result.space)(puzzle)
    graph = Graph(space)
    assert result.states == len(graph.edges)
    assert result.dead_ends == sum(cost == inf for cost in graph.cost_to_go.values())
    assert len(result.verdicts) > 1
    for verdict in result.verdicts:
        h = masume.heuristics(kind.name)[verdict.name].build(space)
        over = sum(h(state) > truth + 1e-9 for state, truth in graph.cost_to_go.items())
        drops = sum(
            inf > h(child) and h(state) > h(child) + cost + 1e-9
            for state, steps in graph.edges.items()
            for child, cost in steps
        )
        assert (verdict.overestimates, verdict.drops) == (over, drops)
        assert verdict.admissible or not verdict.claims_admissible
        if verdict.worst:
            assert verdict.worst.h > verdict.worst.truth
    for better, worse in result.dominates:
        first, second = (masume.heuristics(kind.name)[n].build(space) for n in (better, worse))
        assert all(first(state) >= second(state) - 1e-9 for state in graph.edges)


def test_unsuitable_heuristics_and_boards_are_rejected():
    with pytest.raises(NotApplicable, match="smaller"):
        masume.check_heuristics(masume.load("hitori/jain-sample2"), most_states=500)
    with pytest.raises(NotApplicable, match="objective"):
        masume.check_heuristics(masume.load("hashi/pw-7x7-7"), ["mass_cohesion"])
    with pytest.raises(NotApplicable, match="full boards"):
        masume.check_heuristics(masume.load("hitori/first"), space="repair")


def test_heuristic_can_be_given_as_an_object():
    board = masume.load("hitori/first")
    own = masume.heuristics("hitori")["duplicates"]
    given, named = (
        masume.check_heuristics(board, [heuristic]) for heuristic in (own, "duplicates")
    )
    assert given == named and not given.verdicts[0].admissible
