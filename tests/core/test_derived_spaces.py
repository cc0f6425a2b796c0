"""The spaces derived from a model obey the contract of spaces, on every state of small boards."""

from __future__ import annotations

from random import Random

import pytest
from support import Graph, check_heuristic, small_boards

import masume
from masume.core.search.space import Focused, Sampled, near_form
from masume.core.spaces.assign import Assign
from masume.core.spaces.decide import (
    Decide,
    marks_needed,
    open_variables,
)
from masume.core.spaces.repair import Repair, conflicts

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


REPAIRED = [*BOARDS, *masume.examples("akari")[:4], *masume.examples("nurikabe")[:3]]


@pytest.mark.parametrize("board", REPAIRED, ids=lambda board: board.name)
def test_incremental_conflicts_are_the_full_ones(board):
    made, rng = Repair(board.puzzle), Random(5)
    estimate, full = conflicts.build(made), conflicts.build(made)
    near = near_form(estimate)
    for _ in range(3):
        state = made.random_state(rng)
        for _ in range(15):
            of_child = near(state, full(state))
            steps = [made.random_successor(state, rng) for _ in range(8)]
            for _, child, _ in steps:
                assert of_child(child) == full(child)
            state = steps[-1][1]
    if answer := masume.solve(board.puzzle).answer:  # and around a solution, where most is right
        state = made.initial(answer)
        assert full(state) == 0
        of_child = near(state, 0)
        for _, child, _ in made.successors(state):
            assert of_child(child) == full(child) > 0
            assert near(child, full(child))(state) == 0


@pytest.mark.parametrize("board", REPAIRED, ids=lambda board: board.name)
def test_focused_moves_change_one_violated_condition(board):
    made, rng = Repair(board.puzzle), Random(7)
    assert isinstance(made, Focused)
    fewer = 0
    for _ in range(20):
        state = made.random_state(rng)
        faults = list(made.faults(state))
        assert bool(faults) <= (conflicts.build(made)(state) > 0)
        steps, every = list(made.focused_successors(state, rng)), list(made.successors(state))
        assert all(step in every for step in steps)
        assert not steps or any(
            all((state ^ child) & fault for _, child, _ in steps) for fault in faults
        )
        fewer += 0 < len(steps) < len(every)
    assert fewer > 10 or len(every) < 30
    if answer := masume.solve(board.puzzle).answer:
        state = made.initial(answer)
        assert not list(made.faults(state)) and not made.focused_successors(state, rng)


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
