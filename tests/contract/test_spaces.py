"""The contract of every state space, checked on every state of small boards."""

from __future__ import annotations

import pickle
from functools import lru_cache
from random import Random

import pytest
from support import KINDS, SOAK, Graph, check_heuristic, small_boards, variants

import masume
from masume.core.plugins.registry import heuristics
from masume.core.search.space import (
    Crossable,
    Focused,
    Sampled,
    StateSpace,
    TwoEnded,
    near_form,
)

CASES = [
    pytest.param(board, space, setting, id=f"{board.name}-{space.name}-{sorted(setting.items())}")
    for kind in KINDS
    for board in small_boards(kind.name)
    for space, setting in variants(kind)
    if not space.repairs
]


@lru_cache(maxsize=400)
def graph_of(board, space, setting):
    """Return a space and its graph, cached by the options."""
    made = space(board.puzzle, **dict(setting))
    assert isinstance(made, StateSpace)
    return made, Graph(made)


@lru_cache(maxsize=10_000)
def is_solved(puzzle, position):
    """Return whether the referee accepts a position, cached for the variants of a space."""
    return masume.kind_of(puzzle).violations(puzzle, position) == []


@pytest.mark.long
@pytest.mark.parametrize(("board", "space", "setting"), CASES)
def test_states_goals_and_claims_of_spaces(board, space, setting):
    made, graph = graph_of(board, space, tuple(setting.items()))
    kind, puzzle = board.kind, board.puzzle

    # A state is a goal if and only if the referee accepts it.
    for state in graph.edges:
        solved = is_solved(puzzle, made.position(state))
        if made.is_goal(state):
            assert solved
        elif not space.infers:
            assert not solved, "solved for the referee, but not for the space"

    # The space contains a goal if and only if there is a solution.
    if board.note("solutions"):
        assert bool(graph.goals) == (board.note("solutions") != "0")

    # A tree reaches no state twice.
    children = [child for steps in graph.edges.values() for child, _ in steps]
    if made.is_tree:
        assert len(children) == len(set(children))
    for state, steps in graph.edges.items():
        for child, cost in steps:
            assert type(cost) is int and cost >= 0
            assert made.spent(child) == made.spent(state) + cost

    # The order is fixed, and states can be pickled.
    some = list(graph.edges)[:50]
    again = space(puzzle, **setting)
    for state in some:
        assert list(again.successors(state)) == list(made.successors(state))
        assert pickle.loads(pickle.dumps(state)) == state

    for heuristic in heuristics(kind.name).values():
        if heuristic.supports(space):
            check_heuristic(heuristic, made, graph)


@pytest.mark.long
@pytest.mark.parametrize(("board", "space", "setting"), CASES)
def test_moves_replay_to_the_same_position(board, space, setting):
    """The moves of a path, played on the bare board, lead to the position of its last state."""
    kind, puzzle = board.kind, board.puzzle
    made = space(puzzle, **setting)
    rng = Random(1)
    for _ in range(20 if SOAK else 8):
        state, position = made.initial(), made.position(made.initial())
        while steps := list(made.successors(state)):
            move, state, _ = rng.choice(steps)
            position = kind.play(puzzle, position, move)
            if not made.infers:
                assert position == made.position(state)
        if not made.infers:
            # "Solve from here": a player's position can be gone on with.
            assert made.position(made.initial(position)) == position


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_variants_of_a_space_find_the_same_solutions(kind):
    for board in small_boards(kind.name):
        by_space: dict[str, set] = {}
        for space, setting in variants(kind):
            if space.repairs or space.infers:
                continue
            made, graph = graph_of(board, space, tuple(setting.items()))
            result = {made.position(goal) for goal in graph.goals}
            by_space.setdefault(space.name, result)
            assert by_space[space.name] == result, (board.name, setting)


REPAIRS = [
    pytest.param(board, space, id=f"{board.name}-{space.name}")
    for kind in KINDS
    for board in small_boards(kind.name)
    for space in kind.spaces
    if space.repairs
]


@pytest.mark.long
@pytest.mark.parametrize(("board", "space"), REPAIRS)
def test_repair_spaces(board, space):
    """Random walks over full boards: moves replay, conflicts are 0 exactly at solutions."""
    kind, puzzle = board.kind, board.puzzle
    made = space(puzzle)
    assert isinstance(made, Sampled)
    estimates = [h.build(made) for h in heuristics(kind.name).values() if h.supports(space)]
    rng = Random(7)
    for _ in range(10 if SOAK else 4):
        state = made.random_state(rng)
        position = made.position(state)
        for _ in range(20):
            solved = is_solved(puzzle, position)
            assert made.is_goal(state) == solved
            for estimate in estimates:
                assert (estimate(state) == 0) == solved
            step = made.random_successor(state, rng)
            listed = list(made.successors(state))
            for estimate in estimates:
                if (near := near_form(estimate)) is not None:
                    of_child = near(state, estimate(state))
                    assert [of_child(child) for _, child, _ in listed] == [
                        estimate(child) for _, child, _ in listed
                    ], "the incremental form differs"
            if isinstance(made, Focused) and not solved:
                focused = list(made.focused_successors(state, rng))
                assert all(one in listed for one in focused)
            if step is None:
                assert listed == []
                break
            assert step in listed
            move, state, cost = step
            assert cost == 1
            position = kind.play(puzzle, position, move)
            assert position == made.position(state)
            if isinstance(made, Crossable):
                child = made.crossover(state, made.random_state(rng), rng)
                assert made.crossover(child, child, rng) == child
                assert made.position(child) is not None and list(made.successors(child))
            text = kind.write_move(puzzle, move)
            assert kind.parse_move(puzzle, text) == move


def test_same_seed_same_random_states():
    for kind in KINDS:
        for space in kind.spaces:
            made = space(masume.examples(kind.name)[0].puzzle)
            if isinstance(made, Sampled):
                states = [[made.random_state(Random(s)) for s in range(5)] for _ in range(2)]
                assert states[0] == states[1]
                assert len(set(states[0])) > 1


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_reverse_space_starts_at_the_goals(kind):
    for space in kind.spaces:
        made = space(masume.examples(kind.name)[0].puzzle)
        if isinstance(made, TwoEnded):
            back = made.reverse()
            assert isinstance(back, StateSpace) and back.initial() != made.initial()
            assert made.seam(made.initial()) != made.seam(back.initial())
