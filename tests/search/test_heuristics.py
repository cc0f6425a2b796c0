"""Heuristics beside the truth, compared with a second witness; and the command that tells it."""

from __future__ import annotations

from math import inf

import pytest
from support import Graph

import masume
from masume.errors import NotApplicable

BOARDS = ["hitori/first", "kuromasu/br-4x4-1", "hashi/pw-7x7-7", "exactly_one/medium-0"]


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_said_of_heuristics_is_so(name):
    puzzle = masume.load(name)
    kind = masume.kind_of(puzzle)
    found = masume.check_heuristics(puzzle)
    space = next(one for one in kind.spaces if one.name == found.space)(puzzle)
    graph = Graph(space)
    assert found.states == len(graph.edges)
    assert found.dead_ends == sum(cost == inf for cost in graph.cost_to_go.values())
    assert len(found.judged) > 1
    for one in found.judged:
        h = masume.heuristics(kind.name)[one.name].build(space)
        over = sum(h(state) > truth + 1e-9 for state, truth in graph.cost_to_go.items())
        drops = sum(
            inf > h(child) and h(state) > h(child) + cost + 1e-9
            for state, steps in graph.edges.items()
            for child, cost in steps
        )
        assert (one.overestimates, one.drops) == (over, drops)
        assert one.admissible or not one.claims_admissible
        if one.worst:
            assert one.worst.h > one.worst.truth
    for better, worse in found.dominates:
        first, second = (masume.heuristics(kind.name)[n].build(space) for n in (better, worse))
        assert all(first(state) >= second(state) - 1e-9 for state in graph.edges)


def test_what_cannot_be_judged_is_refused():
    with pytest.raises(NotApplicable, match="smaller"):
        masume.check_heuristics(masume.load("hitori/jain-sample2"), most_states=500)
    with pytest.raises(NotApplicable, match="objective"):
        masume.check_heuristics(masume.load("hashi/pw-7x7-7"), ["mass_cohesion"])
    with pytest.raises(NotApplicable, match="full boards"):
        masume.check_heuristics(masume.load("hitori/first"), space="repair")


def test_a_heuristic_of_ones_own_is_judged():
    board = masume.load("hitori/first")
    own = masume.heuristics("hitori")["duplicates"]
    given, named = (masume.check_heuristics(board, [one]) for one in (own, "duplicates"))
    assert given == named and not given.judged[0].admissible
