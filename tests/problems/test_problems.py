"""The classic problems: figures that textbooks give, and claims checked in every state."""

from __future__ import annotations

import ast
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import masume
from masume.core.plugins.registry import heuristics, problems
from masume.core.search.problem import ProblemBoard
from masume.core.search.problem_kind import problem_kind
from masume.core.search.space import TwoEnded, near_form
from masume.draw.svg import svg
from masume.draw.themes import theme_named
from masume.problems._pattern_database import pattern_database

FOLDER = Path(masume.__file__).parent / "problems"
INSTANCES = [(name, instance) for name, each in problems().items() for instance in each]
LIMIT = masume.Limit(nodes=30_000, seconds=20)
# Spaces small enough to be searched whole
WHOLE = [
    ("grid_map", "small"), ("grid_map", "diagonal"), ("grid_map", "large"),
    ("map_colouring", "australia"), ("missionaries", "three"), ("missionaries", "five"),
    ("n_queens", "6"), ("n_queens", "8"), ("pancakes", "easy"), ("route", "arad"),
    ("sokoban", "two"), ("sokoban", "room"), ("water_jugs", "three"), ("water_jugs", "large"),
]  # fmt: skip


def problem(name, instance):
    return problems()[name][instance]


def search(name, instance, algorithm, **options):
    return masume.search(problem(name, instance), algorithm, limit=LIMIT, **options)


def test_every_file_is_short_and_has_examples():
    for file in FOLDER.glob("[a-z]*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 80, file.name
        assert file.stem in problems()
    assert len(problems()) >= 10


@pytest.mark.parametrize(
    ("name", "instance", "cost"),
    [
        ("route", "arad", 418),
        ("n_puzzle", "textbook", 26),
        ("n_puzzle", "hardest", 31),
        ("missionaries", "three", 11),
        ("missionaries", "five", 11),
        ("water_jugs", "die-hard", 6),
        ("map_colouring", "australia", 7),
        ("n_queens", "8", 8),
    ],
)
def test_textbook_costs(name, instance, cost):
    for algorithm in ("astar", "ida_star"):
        result = search(name, instance, algorithm)
        assert (result.status, result.cost) == (masume.Status.SOLVED, cost), algorithm


def test_greedy_search_takes_the_longer_road_to_bucharest():
    greedy, breadth = search("route", "arad", "greedy"), search("route", "arad", "breadth_first")
    assert greedy.cost == breadth.cost == 450
    assert greedy.moves == ["Sibiu", "Fagaras", "Bucharest"]
    cheapest = search("route", "arad", "uniform_cost")
    assert cheapest.moves == ["Sibiu", "Rimnicu", "Pitesti", "Bucharest"]


def test_numbers_of_solutions():
    def count(instance):
        waiting, found = [instance.initial()], 0
        while waiting:
            state = waiting.pop()
            found += instance.is_goal(state)
            waiting += [child for _, child, _ in instance.successors(state)]
        return found

    assert count(problem("n_queens", "8")) == 92
    assert count(problem("n_queens", "6")) == 4
    assert count(problem("map_colouring", "australia")) == 18


UNSOLVABLE = [("missionaries", "four"), ("map_colouring", "two-colours")]


@pytest.mark.parametrize(("name", "instance"), UNSOLVABLE)
@pytest.mark.parametrize("algorithm", ["breadth_first", "astar", "ida_star", "iterative_deepening"])
def test_searches_prove_that_there_is_no_solution(name, instance, algorithm):
    assert search(name, instance, algorithm).status is masume.Status.EXHAUSTED


WITHOUT_TABLE = ("ida_star", "iterative_lengthening", "recursive_best_first")


def brute_cost(instance):
    """Return the cost of a cheapest solution by relaxing every edge until nothing changes."""
    costs, waiting = {instance.initial(): 0}, [instance.initial()]
    while waiting:
        after = []
        for state in waiting:
            for _, child, cost in instance.successors(state):
                if costs[state] + cost < costs.get(child, float("inf")):
                    costs[child] = costs[state] + cost
                    after.append(child)
        waiting = after
    return min((cost for state, cost in costs.items() if instance.is_goal(state)), default=None)


@pytest.mark.parametrize(("name", "instance"), WHOLE)
def test_optimal_algorithms_find_the_cheapest_solution(name, instance):
    truth = brute_cost(problem(name, instance))
    space = problem_kind(type(problem(name, instance))).spaces[0]
    for algorithm in masume.algorithms().values():
        if algorithm.optimal and hasattr(space, "reverse") >= (algorithm.needs is TwoEnded):
            may_stop = algorithm.name in WITHOUT_TABLE  # they may need too long
            limit = masume.Limit(nodes=3_000) if may_stop else LIMIT
            result = masume.search(problem(name, instance), algorithm.name, limit=limit)
            done = result.status is not masume.Status.LIMIT
            assert result.cost == truth if done else may_stop, algorithm.name


@pytest.mark.parametrize(("name", "instance"), WHOLE)
def test_claims_of_heuristics_hold_in_every_state(name, instance):
    report = masume.check_heuristics(problem(name, instance))
    assert report.verdicts and all(verdict.admissible for verdict in report.verdicts)


@pytest.mark.parametrize(("name", "instance"), INSTANCES)
def test_paths_can_be_walked_and_drawn(name, instance):
    board = masume.load(f"{name}/{instance}").puzzle
    assert isinstance(board, ProblemBoard)
    space = problem_kind(type(board.problem)).spaces[0]
    algorithm = "random_restart" if space.repairs else "astar"
    result = masume.search(board, algorithm, limit=LIMIT)
    state = board.problem.initial()
    if result.goal is None or algorithm == "random_restart":
        return
    for move in result.moves:
        state = next(child for label, child, _ in board.problem.successors(state) if label == move)
        scene = board.own_kind.scene(board, space(board).position(state))
        assert svg(scene, theme_named("light"), 20).startswith("<svg")
        view = space(board).position(state)
        assert board.own_kind.from_json(board, board.own_kind.to_json(board, view)) == view or (
            "text" in board.own_kind.to_json(board, view)
        )
    assert board.problem.is_goal(state) and masume.check(board, result.answer) == []


@pytest.mark.parametrize("name", ["n_queens_repair", "travelling_salesman"])
def test_incremental_estimates_agree_with_plain_ones(name):
    for instance in list(problems()[name].values())[:2]:
        h = next(iter(heuristics(name).values())).build(
            problem_kind(type(instance)).spaces[0](ProblemBoard(instance))
        )
        rng = Random(4)
        for _ in range(5):
            state = instance.random_state(rng)
            near = near_form(h)(state, h(state))
            for _, child, _ in instance.successors(state):
                assert near(child) == pytest.approx(h(child))


@pytest.mark.parametrize(
    ("name", "instance", "algorithm"),
    [
        ("n_queens_repair", "8", "random_restart"),
        ("n_queens_repair", "50", "min_conflicts"),
        ("n_queens_repair", "20", "tabu_search"),
        ("n_queens_repair", "20", "walksat"),
        ("n_queens_repair", "8", "genetic"),
        ("n_queens_repair", "8", "local_beam"),
        ("n_queens_repair", "8", "stochastic_beam"),
        ("n_queens_repair", "20", "late_acceptance"),
        ("travelling_salesman", "thirty", "iterated_local_search"),
        ("n_queens_repair", "8", "simulated_annealing"),
        ("n_queens_repair", "20", "random_restart"),
        ("travelling_salesman", "ten", "random_restart"),
        ("travelling_salesman", "thirty", "random_restart"),
    ],
)
def test_local_search_repairs(name, instance, algorithm):
    assert search(name, instance, algorithm).status is masume.Status.SOLVED


def test_the_short_tour_through_ten_towns_is_the_shortest():
    salesman = problem("travelling_salesman", "ten")
    shortest = min(salesman.length((0, *rest)) for rest in permutations(range(1, 10)))
    assert shortest <= salesman.good_enough < shortest + 0.01


def test_every_problem_has_a_heuristic_and_a_summary():
    for name, instances in problems().items():
        kind = problem_kind(type(next(iter(instances.values()))))
        assert kind.rules and heuristics(kind.name), name


def test_problems_import_only_the_core():
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("masume."):
                assert node.module.split(".")[1] in ("core", "problems"), file.name


def test_pattern_databases_are_exact_for_their_tiles():
    """Compared with breadth-first search of the whole puzzle on a 2×3 board."""
    neighbours = [[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]
    goal = (1, 2, 3, 4, 5, 0)
    for group in ((1, 2), (3, 4, 5), (1, 2, 3, 4, 5)):
        table = pattern_database(tuple(goal.index(t) for t in group), 5, neighbours)
        costs, waiting = {goal: 0}, [goal]
        for state in waiting:  # least moves of the group's tiles, by relaxing
            gap = state.index(0)
            for cell in neighbours[gap]:
                child = list(state)
                child[gap], child[cell] = child[cell], 0
                cost = costs[state] + (state[cell] in group)
                if cost < costs.get(tuple(child), 99):
                    costs[tuple(child)] = cost
                    waiting.append(tuple(child))
        least = {}
        for state, cost in costs.items():
            places = tuple(state.index(tile) for tile in group)
            least[places] = min(cost, least.get(places, 99))
        assert dict(table) == least


def test_pattern_databases_expand_fewer_nodes_and_find_the_same_cost():
    found = [
        search("n_puzzle", "hardest", "astar", heuristic=h)
        for h in ("misplaced", "manhattan", "pattern_databases")
    ]
    assert [result.cost for result in found[1:]] == [31, 31]
    counts = [result.metrics.expanded for result in found]
    assert counts[0] > counts[1] > counts[2]
    assert found[2].metrics.seconds > 0  # the tables are part of the time
