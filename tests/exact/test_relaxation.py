"""The relaxation of a model: its least cost, compared with enumeration by the referee."""

from __future__ import annotations

from math import inf

import pytest
from support import Graph, small_boards

import masume
from masume.families.shading.position import Shading

COSTED = [
    (board, space)
    for name in ("exactly_one", "hitori", "kuromasu")
    for board in small_boards(name, 600)[:4]
    for space in masume.kind_of(board.puzzle).spaces
    if not space.repairs
]
SHADED = [board for name in ("hitori", "kuromasu") for board in small_boards(name, 600)[:2]]


def relaxed_solutions(board):
    """Return the sets of black cells that break no rule but the one on connected white cells."""
    size, found = board.puzzle.grid.size, []
    for number in range(1 << size):
        black = frozenset(cell for cell in range(size) if number >> cell & 1)
        if any(
            black >= {cell, other}
            for cell in black
            for other in (cell + 1,)
            if other % board.puzzle.cols
        ):
            continue  # adjacent: most sets are, and the referee is slow
        broken = board.kind.violations(board.puzzle, Shading(black))
        if all(violation.rule == "divided" for violation in broken):
            found.append(black)
    return found


@pytest.mark.parametrize("board", [b for b in SHADED if b.puzzle.grid.size <= 16])
def test_least_cost_agrees_with_enumeration(board):
    solutions = relaxed_solutions(board)
    space = next(s for s in board.kind.spaces if s.name == "shade")(board.puzzle)
    h = masume.heuristics(board.kind.name)["relaxation"].build(space)
    for state in Graph(space).edges:
        black = space.position(state).black
        costs = [len(other) for other in solutions if other >= black]
        assert h(state) == min(costs, default=inf) - len(black)


@pytest.mark.parametrize(("board", "space"), COSTED)
def test_bound_is_admissible_and_consistent(board, space):
    made = space(board.puzzle)
    h, graph = masume.heuristics(board.kind.name)["relaxation"].build(made), Graph(made)
    for state, steps in graph.edges.items():
        value = h(state)
        assert value <= graph.cost_to_go[state]
        assert all(h(child) >= value - cost for child, cost in steps)


@pytest.mark.parametrize("name", ["kuromasu/range-7x7-1", "exactly_one/extreme-3"])
def test_astar_expands_fewer_nodes_than_with_the_default(name):
    puzzle = masume.load(name)
    space = masume.kind_of(puzzle).spaces[0].name
    default, relaxed = (
        masume.search(puzzle, "astar", space=space, heuristic=h) for h in (None, "relaxation")
    )
    assert relaxed.cost == default.cost
    assert relaxed.metrics.expanded * 2 < default.metrics.expanded


def test_counting_stops_at_a_ceiling(monkeypatch):
    """On large boards the cost is counted up to a ceiling, and the value stays a bound."""
    from masume.exact import relaxation

    puzzle = masume.load("kuromasu/range-7x7-1")
    space = masume.kind_of(puzzle).spaces[0](puzzle)
    heuristic = masume.heuristics("kuromasu")["relaxation"]
    full = heuristic.build(space)
    monkeypatch.setattr(relaxation, "_MOST_COUNTED", 500)
    h, state = heuristic.build(space), space.initial()
    assert 0 < h(state) < full(state)
    for node in masume.search(puzzle, "astar", space="shade", heuristic="relaxation").goal.path():
        assert 0 <= h(node.state) <= full(node.state)
    assert h(node.state) == 0
