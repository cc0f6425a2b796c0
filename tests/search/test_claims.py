"""Claims of algorithms on random graphs whose cheapest paths are known: cost, bound and memory."""

from __future__ import annotations

import gc
from math import inf
from random import Random

import pytest
from roads import Roads, run

import masume
from masume.core.plugins.registry import algorithms
from masume.core.search.events import Expanded, Improved, Node, Status
from masume.core.search.journal import Journal
from masume.core.search.problem_kind import problem_kind
from masume.core.search.run import Run
from masume.core.search.space import TwoEnded
from masume.core.system.limits import Limit
from masume.errors import NotApplicable
from masume.search.ara_star import ara_star
from masume.search.portfolio import portfolio
from masume.search.sma_star import _Held, sma_star

SEEDS = range(60)


class TwoWay(Roads):
    """An undirected graph that can be searched from both ends."""

    def __init__(self, roads, start="S", goal="G"):
        super().__init__(roads, (goal,))
        self.start, self.goal = start, goal

    def initial(self, position=None):
        return self.start

    def reverse(self):
        return TwoWay(self.roads, self.goal, self.start)

    def seam(self, state):
        return state

    def joins(self, forward, backward):
        return True


def random_roads(seed, *, acyclic=False, two_way=False):
    """Return a random graph from S to G with costs from 0 to 9; G may be out of reach."""
    rng = Random(seed)
    names = ["S", *range(rng.randrange(2, 9)), "G"]
    roads = {name: {} for name in names}
    for _ in range(rng.randrange(len(names), 3 * len(names))):
        a, b = rng.sample(range(len(names)), 2)
        a, b = (min(a, b), max(a, b)) if acyclic else (a, b)
        roads[names[a]][names[b]] = rng.randrange(10)
        if two_way:
            roads[names[b]][names[a]] = roads[names[a]][names[b]]
    return roads


def costs_to(roads, goal):
    """Return the least cost from each place to the goal, by relaxing until nothing changes."""
    cost = dict.fromkeys(roads, inf) | {goal: 0}
    while True:
        better = {a: min([cost[a], *(w + cost[b] for b, w in to.items())])
                  for a, to in roads.items()}  # fmt: skip
        if better == cost:
            return cost
        cost = better


def admissible(cost, seed):
    """Return an admissible, usually inconsistent estimate."""
    rng = Random(seed)
    h = {place: rng.choice([0, true, rng.randint(0, true)]) if true < inf else
         rng.choice([0, inf]) for place, true in cost.items()}  # fmt: skip
    return h.__getitem__


OPTIMAL = [a.name for a in algorithms().values() if a.optimal and a.needs is not TwoEnded]


@pytest.mark.parametrize("name", OPTIMAL)
def test_optimal_algorithms_find_the_cheapest_path(name):
    solved = 0
    for seed in SEEDS:
        roads = random_roads(seed, acyclic=algorithms()[name].needs_acyclic)
        space = Roads(roads, ("G",))
        space.has_cycles = True
        cost = costs_to(roads, "G")
        result = run(name, space, admissible(cost, seed))
        assert result.cost == (None if cost["S"] == inf else cost["S"]), (seed, roads)
        assert result.status is (Status.SOLVED if cost["S"] < inf else Status.EXHAUSTED)
        solved += result.cost is not None
    assert 10 < solved < len(SEEDS)


def test_halves_of_a_cheapest_path_meet():
    solved, deepest = 0, 0
    for seed in SEEDS:
        roads = random_roads(seed, two_way=True)
        space, cost, back = TwoWay(roads), costs_to(roads, "G"), costs_to(roads, "S")
        algorithm = algorithms()["meet_in_the_middle"]
        search = algorithm.start(
            space, admissible(cost, seed), Random(0), {}, h_back=admissible(back, seed + 1)
        )
        run_ = Run(space, search)
        depths = [event.node.g for event in run_ if isinstance(event, Expanded)]
        result = run_.result()
        assert result.cost == (None if cost["S"] == inf else cost["S"]), (seed, roads)
        solved += result.cost is not None
        if result.cost:
            assert all(2 * g <= result.cost for g in depths), "expanded beyond the middle"
            deepest = max([deepest, *depths])
    assert solved > 10 and deepest > 0


@pytest.mark.parametrize("name", [a.name for a in algorithms().values() if a.bound])
@pytest.mark.parametrize("bound", [1.0, 1.2, 2.0])
def test_promised_factor_is_kept(name, bound):
    exceeded = 0
    for seed in SEEDS:
        roads = random_roads(seed)
        cost = costs_to(roads, "G")
        options = {algorithms()[name].bound: bound}
        result = run(name, Roads(roads, ("G",)), admissible(cost, seed), **options)
        if cost["S"] < inf:
            assert cost["S"] <= result.cost <= bound * cost["S"], (seed, roads)
            exceeded += result.cost > cost["S"]
    assert exceeded == 0 or bound > 1


def test_every_solution_of_an_anytime_search_keeps_its_own_factor():
    improved = 0
    for seed in range(300):
        roads = random_roads(seed)
        cost = costs_to(roads, "G")
        found = []
        for event in ara_star.function(Roads(roads, ("G",)), admissible(cost, seed), weight=5.0):
            if isinstance(event, Improved):
                assert event.goal.g <= event.bound * cost["S"]
                found.append(event.goal.g)
        assert found == sorted(found, reverse=True)
        improved += len(found)
    assert improved > 20


def test_an_anytime_search_that_is_cut_off_reports_its_best_solution():
    puzzle = masume.load("n_puzzle/hardest")
    result = masume.search(puzzle, "ara_star", weight=5.0, limit=Limit(nodes=2000))
    assert result.status is Status.LIMIT and result.answer is None
    assert result.best is not None and puzzle.problem.is_goal(result.best.state)
    assert f"the best solution so far costs {result.best.g}, at most" in result.reason
    assert 31 <= result.best.g < 155
    assert masume.search(puzzle, "ara_star", bound=1.5).cost <= 46


@pytest.mark.parametrize("memory", [2, 3, 5, 8, 13, 1000])
def test_memory_bound_is_kept_and_the_cheapest_path_that_fits_is_found(memory):
    for seed in SEEDS:
        roads = random_roads(seed, acyclic=True)
        cost = costs_to(roads, "G")
        result = run("sma_star", Roads(roads, ("G",)), admissible(cost, seed), memory=memory)
        assert result.metrics.max_stored <= memory
        fits = cheapest_within(roads, memory - 1)
        assert result.cost == (None if fits == inf else fits), (seed, roads)
        if result.status is Status.EXHAUSTED:
            assert cost["S"] == inf


def cheapest_within(roads, moves):
    """Return the least cost of a path to G with at most this many moves, by enumeration."""
    costs, best = {"S": 0}, inf
    for _ in range(moves + 1):
        best = min(best, costs.get("G", inf))
        after = {}
        for place, cost in costs.items():
            for to, step in roads[place].items():
                after[to] = min(after.get(to, inf), cost + step)
        costs = after
    return best


def test_memory_bound_holds_for_the_objects_that_are_alive():
    board = masume.load("n_puzzle/hardest")
    space = problem_kind(type(board.problem)).spaces[0](board)
    h = masume.heuristics("n_puzzle")["manhattan"].build(space)
    search = sma_star.function(space, h, memory=100)
    most = 0
    for step, _ in zip(range(2000), search, strict=False):
        if step % 1000 == 999:
            gc.collect()
            most = max(most, sum(isinstance(thing, _Held) for thing in gc.get_objects()))
    assert 50 < most <= 4 * 100 + 64


def test_discrepancies_are_counted_from_the_best_child():
    # A complete binary tree of depth 3, in which the left child always looks better.
    paths = ["", *(f"{n:0{d}b}" for d in (1, 2, 3) for n in range(2**d))]
    tree = Roads({p: {p + "0": 1, p + "1": 1} for p in paths if len(p) < 3}, goals=(), is_tree=True)
    tree.initial = lambda position=None: ""
    leaves = []
    events = run_events("limited_discrepancy", tree, lambda p: p.count("1"))
    for event in events:
        if isinstance(event, Expanded):
            leaves += [event.node.state] if len(event.node.state) == 3 else []
        else:
            leaves.append("|")
    assert leaves == [
        "000", "|", "000", "001", "010", "100", "|",
        "000", "001", "010", "011", "100", "101", "110", "|",
        "000", "001", "010", "011", "100", "101", "110", "111",
    ]  # fmt: skip
    tree.is_goal = lambda state: state == "011"
    assert run("limited_discrepancy", tree, lambda p: 0, most=1).status is Status.STUCK
    assert run("limited_discrepancy", tree, lambda p: 0, most=2).status is Status.SOLVED


def run_events(name, space, h):
    algorithm = algorithms()[name]
    return list(Run(space, algorithm.start(space, h, Random(0), algorithm.options)))


def expansions(board, name, space=None):
    result = masume.search(board, name, space=space, limit=Limit(nodes=20_000), seed=1)
    return result.metrics.expanded if result.status is not Status.LIMIT else inf


@pytest.mark.parametrize(
    ("board", "space", "members"),
    [
        ("hitori/first", "shade", ("depth_first", "breadth_first", "greedy", "astar")),
        ("kuromasu/br-4x4-1", "shade", ("breadth_first", "ida_star")),
        ("exactly_one/medium-0", "walk", ("uniform_cost", "beam", "recursive_best_first")),
        ("n_puzzle/textbook", None, ("breadth_first", "iterative_deepening", "astar")),
        ("route/arad", None, ("depth_first", "branch_and_bound")),
        ("map_colouring/two-colours", None, ("depth_first", "astar", "breadth_first")),
    ],
)
def test_portfolio_needs_at_most_k_times_the_work_of_its_best_member(board, space, members):
    board = masume.load(board)
    best = min(expansions(board, name, space) for name in members)
    together = expansions(board, f"portfolio:{'+'.join(members)}", space)
    assert together <= len(members) * best + len(members)
    assert together >= best


def test_portfolio_of_invalid_members_is_rejected():
    board = masume.load("hitori/first")
    with pytest.raises(NotApplicable, match="repairs full boards"):
        masume.search(board, "portfolio:breadth_first+astar", space="repair")
    with pytest.raises(masume.UnknownName, match="did you mean breadth_first"):
        masume.search(board, "portfolio:bredth_first+astar", space="shade")
    chosen = masume.resolve_search(board, "portfolio:breadth_first+depth_first", space="shade")
    assert chosen.algorithm_spec == "portfolio:members=breadth_first+depth_first"


def test_a_member_that_gives_up_leaves_the_others():
    line = Roads({"S": {"A": 1}, "A": {"B": 1}, "B": {"G": 1}})
    space = Roads({**line.roads, "B": {}}, goals="G")
    search = portfolio.function(line, Random(0), lambda s: 0, Journal(), members="beam+depth_first")
    assert isinstance(Run(line, search).finish().goal, Node)
    result = run("portfolio", space, lambda s: 0, members="steepest_ascent+depth_first")
    assert result.status is Status.EXHAUSTED
    result = run("portfolio", space, lambda s: 0, members="steepest_ascent+hill_climbing")
    assert result.status is Status.STUCK


@pytest.mark.parametrize("name", algorithms())
def test_every_algorithm_says_when_to_use_it(name):
    assert algorithms()[name].use.startswith("Use it ")


def test_tabu_search_crosses_a_hill_that_stops_a_climber():
    # From S (h = 1) the way to G leads over A (2) and B (3); without a memory S and A alternate.
    hill = Roads({"S": {"A": 1}, "A": {"S": 1, "B": 1}, "B": {"A": 1, "G": 1}}, ("G",))
    h = {"S": 1, "A": 2, "B": 3, "G": 0}.__getitem__
    assert run("steepest_ascent", hill, h).status is Status.STUCK
    result = run("tabu_search", hill, h, steps=4)
    assert (result.status, result.metrics.expanded) == (Status.SOLVED, 3)


@pytest.mark.parametrize("board", ["hitori/jain-sample1", "n_queens_repair/20"])
def test_walksat_without_noise_is_min_conflicts(board):
    board = masume.load(board)
    traces = [
        masume.search(board, name, space="repair", seed=2, limit=Limit(nodes=200)).metrics.h_trace
        for name in ("min_conflicts", "walksat:noise=0", "walksat:noise=0.9")
    ]
    assert traces[0] == traces[1] != traces[2]


def test_late_acceptance_with_a_short_memory_accepts_no_worse_board():
    board = masume.load("n_queens_repair/20")
    for length, falls in ((1, True), (30, False)):
        result = masume.search(board, "late_acceptance", length=length, limit=Limit(nodes=300))
        trace = result.metrics.h_trace
        assert (trace == sorted(trace, reverse=True)) is falls
