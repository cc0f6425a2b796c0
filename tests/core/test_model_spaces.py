"""The spaces derived from a model obey the contract of spaces, on every state of small boards."""

from __future__ import annotations

from random import Random

import pytest
from support import Graph, check_heuristic, small_boards

import masume
from masume.core.search.model_spaces import (
    Assign,
    Decide,
    Repair,
    conflicts,
    marks_needed,
    open_variables,
)
from masume.core.search.space import Sampled

BOARDS = [b for name in ("kuromasu", "hitori") for b in small_boards(name, 300)[:4]]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
@pytest.mark.parametrize("space", [Decide, Assign])
def test_derived_spaces(board, space):
    made = space(board.puzzle)
    graph = Graph(made)
    answers = set(masume.solutions(board.puzzle))
    assert {made.position(goal) for goal in graph.goals} == answers
    assert len(graph.goals) == len(answers)
    for state, steps in graph.edges.items():
        for child, cost in steps:
            assert made.spent(child) == made.spent(state) + cost
    for heuristic in (marks_needed, open_variables):
        if heuristic.supports(space):
            check_heuristic(heuristic, made, graph)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_derived_repairs(board):
    made, rng = Repair(board.puzzle), Random(3)
    assert isinstance(made, Sampled)
    estimate = conflicts.build(made)
    position = made.position(state := made.random_state(rng))
    for _ in range(30):
        assert (estimate(state) == 0) == made.is_goal(state)
        move, state, cost = made.random_successor(state, rng)
        position = board.kind.play(board.puzzle, position, move)
        assert position == made.position(state) and cost == 1


def test_decide_starts_from_a_position():
    puzzle = masume.load("hitori/first")
    kind, made = masume.kind_of(puzzle), Decide(puzzle)
    assert made.is_goal(made.initial(masume.solve(puzzle).answer))
    position = kind.start(puzzle)
    for move in ("r1c1=black", "r1c2=black"):
        position = kind.play(puzzle, position, kind.parse_move(puzzle, move))
    state = made.initial(position)
    assert made.position(state) == position
    assert not made.is_goal(state) and list(made.successors(state)) == []
