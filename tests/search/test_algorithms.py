"""The algorithms on small graphs with results computed by hand, and on very deep boards."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from roads import Roads, path, run

import masume
from masume.api.searches import resolve_search
from masume.core.plugins.registry import algorithms
from masume.core.search.events import Expanded, Restarted, Status
from masume.core.search.run import Run
from masume.core.search.space import StateSpace
from masume.core.system.limits import Limit
from masume.errors import NotApplicable
from masume.search.astar import astar
from masume.search.beam import beam
from masume.search.depth_first import depth_first
from masume.search.greedy import greedy
from masume.search.iterative_deepening import iterative_deepening
from masume.search.steepest_ascent import steepest_ascent

# The short way by moves is S-A-G (cost 10), the cheap one S-B-C-G (cost 3).
TOWN = Roads({"S": {"A": 1, "B": 1}, "A": {"G": 9}, "B": {"C": 1}, "C": {"G": 1}})
H = {"S": 3, "A": 0, "B": 2, "C": 1, "G": 0}


@pytest.mark.parametrize(
    ("name", "way", "expanded"),
    [
        ("breadth_first", "SAG", 2),
        ("depth_first", "SAG", 2),
        ("iterative_deepening", "SAG", 3),
        ("uniform_cost", "SBCG", 4),
        ("greedy", "SAG", 2),
        ("astar", "SBCG", 4),
        ("ida_star", "SBCG", 4),
        ("iterative_lengthening", "SBCG", 12),
        ("recursive_best_first", "SBCG", 4),
        ("sma_star", "SBCG", 4),
        ("ara_star", "SBCG", 4),
        ("branch_and_bound", "SBCG", 4),
        ("limited_discrepancy", "SAG", 2),
        ("beam", "SAG", 3),
    ],
)
def test_expansions_computed_by_hand(name, way, expanded):
    result = run(name, TOWN, H.__getitem__)
    assert (path(result), result.metrics.expanded) == (way, expanded)
    assert result.cost == {"SAG": 10, "SBCG": 3}[way]


def test_weighted_astar_turns_greedy():
    assert path(run("astar", TOWN, H.__getitem__, weight=0.0)) == "SBCG"
    assert path(run("astar", TOWN, H.__getitem__, weight=20.0)) == "SAG"


def test_ties_are_broken_as_documented():
    fork = Roads({"S": {"A": 1, "B": 1}, "A": {"G": 1}, "B": {"G": 1}})
    level = {"S": 0, "A": 0, "B": 0, "G": 0}.__getitem__
    assert path(run("uniform_cost", fork, ties="oldest")) == "SAG"
    assert path(run("uniform_cost", fork, ties="newest")) == "SBG"
    assert path(run("greedy", fork, level, ties="newest")) == "SBG"


def test_astar_reopens_a_state_when_the_heuristic_is_inconsistent():
    # h(B) is so large that C is first reached by the expensive path over A.
    roads = Roads({"S": {"A": 3, "B": 1}, "A": {"C": 3}, "B": {"C": 1}, "C": {"G": 10}})
    h = {"S": 0, "A": 0, "B": 9, "C": 0, "G": 0}.__getitem__
    result = run("astar", roads, h)
    assert (path(result), result.cost) == ("SBCG", 12)


def test_infinite_estimates_are_dead_ends():
    h = {**H, "B": inf}.__getitem__
    for name in ("greedy", "astar", "ida_star", "beam"):
        assert path(run(name, TOWN, h)) == "SAG"
    assert run("astar", TOWN, lambda state: inf).status is Status.EXHAUSTED


ORDINARY = [a for a in algorithms().values() if a.needs is StateSpace]


@pytest.mark.parametrize("name", [a.name for a in ORDINARY if a.complete])
def test_complete_algorithms_end_on_an_unsolvable_graph(name):
    dead = Roads({"S": {"A": 1, "B": 1}, "A": {"C": 1}, "B": {"C": 1}}, goals="")
    result = run(name, dead, lambda state: 0)
    assert result.status is Status.EXHAUSTED
    assert result.answer is None and result.cost is None and result.moves == []


def test_depth_limit_is_not_a_proof():
    line = Roads({"S": {"A": 1}, "A": {"B": 1}, "B": {"G": 1}})
    assert run("depth_first", line, depth_limit=2).status is Status.STUCK
    assert run("depth_first", line, depth_limit=3).status is Status.SOLVED
    short = Roads({"S": {"A": 1}}, goals="")
    assert run("depth_first", short, depth_limit=5).status is Status.EXHAUSTED
    # A state reached again at a lower depth is expanded again: more depth is left below it.
    bow = Roads({"S": {"A": 1, "B": 1}, "A": {"B": 1}, "B": {"C": 1}, "C": {"G": 1}})
    assert run("depth_first", bow, depth_limit=3).status is Status.SOLVED


def test_a_narrow_beam_gives_up_and_a_wide_one_proves():
    # The child with the smaller h is a dead end.
    trap = Roads({"S": {"A": 1, "B": 1}, "B": {"G": 1}})
    h = {"S": 2, "A": 0, "B": 1, "G": 0}.__getitem__
    assert run("beam", trap, h, width=1).status is Status.STUCK
    assert run("beam", trap, h, width=2).status is Status.SOLVED
    empty = Roads({"S": {"A": 1}}, goals="")
    assert run("beam", empty, h, width=1).status is Status.EXHAUSTED


def test_climbers_take_the_first_or_the_best_step():
    hill = Roads({"S": {"A": 1, "B": 1}, "A": {"G": 1}, "B": {"G": 1}})
    h = {"S": 5, "A": 4, "B": 1, "G": 0}.__getitem__
    assert path(run("hill_climbing", hill, h)) == "SAG"
    assert path(run("steepest_ascent", hill, h)) == "SBG"
    plateau = {"S": 1, "A": 1, "B": 1, "G": 0}.__getitem__
    for name in ("hill_climbing", "steepest_ascent", "stochastic_hill_climbing"):
        assert run(name, hill, plateau).status is Status.STUCK


def test_stochastic_climbing_prefers_the_better_step():
    hill = Roads({"S": {"A": 1, "B": 1}, "A": {"G": 1}, "B": {"G": 1}})
    h = {"S": 10, "A": 9, "B": 1, "G": 0}.__getitem__
    ways = [path(run("stochastic_hill_climbing", hill, h, seed=seed)) for seed in range(200)]
    assert ways.count("SBG") > 150  # 9 of 10 by weight
    assert ways.count("SAG") > 2


def test_annealing_crosses_a_hill_that_stops_a_climber():
    ridge = Roads({"S": {"A": 1}, "A": {"G": 1}})
    h = {"S": 1, "A": 2, "G": 0}.__getitem__
    assert run("steepest_ascent", ridge, h).status is Status.STUCK
    assert run("simulated_annealing", ridge, h).status is Status.SOLVED
    assert run("simulated_annealing", ridge, h, steps=50, hot=0.01, cold=0.01).status is not (
        Status.SOLVED
    )


def test_annealing_schedule_fits_the_node_limit():
    board = masume.load("hitori/jain-sample1")

    def run(name):
        return masume.search(board, name, space="repair", limit=Limit(nodes=1500)).metrics

    assert run("simulated_annealing").h_trace == run("simulated_annealing:steps=1500").h_trace
    assert run("simulated_annealing:steps=20000").h_trace != run("simulated_annealing").h_trace
    asked = resolve_search(board, "simulated_annealing:steps=20000")
    assert asked.algorithm_spec == "simulated_annealing:steps=20000"


@pytest.mark.parametrize(
    ("nodes", "options", "starts"), [(None, {}, 501), (1500, {}, 1500), (1500, {"restarts": 2}, 3)]
)
def test_restarts_fit_the_node_limit(nodes, options, starts):
    pit = Roads({"S": {"A": 1}})
    pit.random_state = lambda rng: "S"
    chosen = algorithms()["random_restart"]
    search = chosen.start(
        pit, {"S": 1, "A": 2}.get, Random(0), chosen.options | options, nodes=nodes
    )
    found = Run(pit, search, Limit(nodes=nodes) if nodes else None).finish()
    assert found.metrics.expanded == starts
    assert found.status is (Status.LIMIT if starts == nodes else Status.STUCK)


def test_schedule_options_have_a_budget():
    """Options that bound a local search depend on the node limit, for fair comparisons."""
    bounds = {"steps", "restarts", "rounds", "iterations", "tries"}
    for name, algorithm in algorithms().items():
        for key in bounds & algorithm.options.keys():
            assert algorithm.options[key] is None and algorithm.about[key].budget, f"{name}: {key}"


def test_one_event_per_expansion():
    events = list(Run(TOWN, iterative_deepening.function(TOWN)))
    assert [type(event) for event in events] == [Expanded, Restarted, Expanded, Expanded]
    assert events[1].reason == "depth 2"


def test_algorithms_differ_in_their_counts():
    """On some board no two algorithms have the same counters."""
    puzzle = masume.load("exactly_one/hard-0")
    profiles = {}
    for name in (
        "breadth_first",
        "depth_first",
        "iterative_deepening",
        "greedy",
        "astar",
        "ida_star",
        "bidirectional",
        "beam",
        "uniform_cost",
    ):
        heuristic = "manhattan" if algorithms()[name].takes_h else None
        metrics = masume.search(puzzle, name, space="walk", heuristic=heuristic).metrics
        profiles[name] = (metrics.expanded, metrics.generated, metrics.max_stored)
    assert len(set(profiles.values())) == len(profiles), profiles


def test_incompatible_combinations_are_rejected_with_the_reason():
    hashi, kuromasu = masume.load("hashi/pw-1"), masume.load("kuromasu/br-3x3-0")
    refused = [
        (hashi, "bidirectional", {"space": "build"}, r"hashi/build cannot be searched backward"),
        (hashi, "random_restart", {"space": "build"}, r"lacks; use a repair space"),
        (hashi, "astar", {"heuristic": "mass"}, r"objective.*greedy"),
        (hashi, "breadth_first", {"heuristic": "mass"}, r"uses no heuristic"),
        (kuromasu, "ida_star", {"space": "repair"}, r"repairs full boards"),
        (kuromasu, "breadth_first", {"space": "repair"}, r"repairs full boards"),
        (kuromasu, "astar", {"space": "decide", "heuristic": "conflicts"}, r"is defined for"),
    ]
    for puzzle, name, options, reason in refused:
        with pytest.raises(NotApplicable, match=reason):
            masume.search(puzzle, name, **options)


@pytest.mark.parametrize("name", sorted(algorithms()))
def test_deep_search_does_not_recurse(name):
    """The path has thousands of moves."""
    from sys import getrecursionlimit

    length = 3 * getrecursionlimit()
    line = Roads({"S": {0: 1}, **{n: {n + 1: 1} for n in range(length)}}, goals=(length,))

    def h(state):
        return length + 1 if state == "S" else length - state

    algorithm = algorithms()[name]
    if algorithm.needs.__name__ != "StateSpace" or name.startswith("iterative_"):
        return  # two-ended and sampled spaces are boards; deepening would be quadratic here
    options = {"steps": 2 * length} if "steps" in algorithm.options else {}
    options |= {algorithm.memory: 2 * length} if algorithm.memory else {}
    result = run(name, line, h, **options)
    assert result.status is Status.SOLVED
    assert len(result.moves) == length + 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "space"),
    [
        ("depth_first", "shade"),
        ("greedy", "shade"),
        ("depth_first", "decide"),
        ("steepest_ascent", "repair"),
    ],
)
def test_huge_board_ends_at_the_limit(name, space):
    rows = [" ".join("7" if (r * 7 + c) % 31 == 0 else "." for c in range(100)) for r in range(100)]
    puzzle = masume.load("kuromasu\n" + "\n".join(rows))
    result = masume.search(puzzle, name, space=space, limit=Limit(seconds=0.5, megabytes=200))
    assert result.status in (Status.LIMIT, Status.EXHAUSTED, Status.SOLVED)
    assert result.metrics.seconds < 5


def test_functions_can_be_called_without_the_registry():
    space = TOWN
    for search in (
        astar.function(space, H.__getitem__),
        greedy.function(space, H.__getitem__),
        beam.function(space, H.__getitem__, width=3),
        depth_first.function(space, depth_limit=9),
        steepest_ascent.function(space, H.__getitem__),
    ):
        assert Run(space, search).finish().status in (Status.SOLVED, Status.STUCK)
