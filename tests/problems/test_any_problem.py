"""Any object with initial, successors and is_goal is searched; mistakes in it are explained."""

from __future__ import annotations

import pytest

import masume
from masume.core.search.space import StateSpace, heuristic
from masume.errors import UserCodeError


class Counter:
    """Count from 0 to a number by steps of 1 and 3."""

    def __init__(self, goal=7):
        self.goal = goal

    def initial(self):
        return 0

    def successors(self, state):
        return [("+1", state + 1, 1), ("+3", state + 3, 1)] if state < self.goal else []

    def is_goal(self, state):
        return state == self.goal


def steps_left(state):
    """A third of the way that is left."""
    return max(0, (7 - state) / 3)


class Ring(Counter):
    """A ring of numbers, in which every path can go round."""

    def __init__(self, goal=5, size=10):
        super().__init__(goal)
        self.size = size

    def successors(self, state):
        for move, by in (("+", 1), ("-", -1)):
            yield move, (state + by) % self.size, 1


def test_a_plain_class_and_a_plain_heuristic():
    result = masume.search(Counter(), "astar", heuristic=steps_left)
    assert (result.status.value, result.cost, result.answer.state) == ("solved", 3, 7)
    assert masume.check(Counter(), result.answer) == []


def test_options_are_keywords_as_well_as_text():
    by_keyword = masume.search(Counter(30), "astar", heuristic=steps_left, weight=5)
    by_text = masume.search(Counter(30), "astar:weight=5", heuristic=steps_left)
    assert by_keyword.metrics.expanded == by_text.metrics.expanded
    with pytest.raises(masume.UnknownName, match="wieght"):
        masume.search(Counter(), "astar", heuristic=steps_left, wieght=2)


@pytest.mark.parametrize("name", masume.algorithms())
def test_every_algorithm_takes_a_graph_with_cycles(name):
    algorithm = masume.algorithms()[name]
    h = (lambda state: min(abs(5 - state), 10)) if algorithm.takes_h else None
    try:
        result = masume.search(Ring(), name, heuristic=h, limit=masume.Limit(nodes=2000))
    except masume.NotApplicable as fault:
        assert algorithm.needs is not StateSpace, fault
        return
    assert result.status in (masume.Status.SOLVED, masume.Status.STUCK)
    if algorithm.optimal or algorithm.fewest_moves:
        assert result.cost == 5


@pytest.mark.parametrize("name", [n for n, a in masume.algorithms().items() if a.complete])
def test_complete_algorithms_prove_that_a_cyclic_graph_has_no_goal(name):
    if masume.algorithms()[name].needs is StateSpace:
        h = (lambda state: 1) if masume.algorithms()[name].takes_h else None
        result = masume.search(Ring(goal=99), name, heuristic=h, limit=masume.Limit(nodes=5000))
        assert result.status is masume.Status.EXHAUSTED


def test_fractional_costs_stay_optimal():
    class Roads(Counter):
        def successors(self, state):
            roads = {0: [(1, 1.2), (2, 1.0)], 1: [(3, 0.1)], 2: [(3, 0.9)]}
            return [(f"to {town}", town, cost) for town, cost in roads.get(state, [])]

    for name in ("uniform_cost", "astar", "ida_star"):
        h = None if name == "uniform_cost" else (lambda state: 0)
        assert masume.search(Roads(3), name, heuristic=h).cost == pytest.approx(1.3)


def test_declared_heuristics_beside_the_class_are_found_by_name():
    result = masume.search(Counter(), "astar", heuristic="thirds")
    assert result.cost == 3
    assert masume.search(Counter(), "astar").cost == 3  # the default one


@heuristic(Counter, admissible=True)
def thirds(problem):
    """A third of the way that is left, rounded up."""
    return lambda state: -(-(problem.goal - state) // 3)


@pytest.mark.parametrize(
    ("member", "returned", "said"),
    [
        ("initial", [0], "Broken.initial() returned a state that is not hashable (list); use a"),
        ("successors", [("a", [1], 1)], "a state that is not hashable (list)"),
        ("successors", [1], "yielded 1; yield (move, state, cost)"),
        ("successors", [("a", 1, -1)], "yielded the cost -1; costs are numbers from 0"),
        ("successors", [("a", 1, "x")], "costs are numbers from 0"),
        ("successors", None, "Broken.successors() returned None; return (move, state, cost)"),
    ],
)
def test_mistakes_in_a_problem_are_explained(member, returned, said):
    class Broken(Counter):
        pass

    setattr(Broken, member, lambda self, *state: returned)
    with pytest.raises(UserCodeError) as fault:
        masume.search(Broken(), "breadth_first")
    assert said in str(fault.value) and "\n" not in str(fault.value)


def to_text(state):
    return "far"


@pytest.mark.parametrize(
    ("h", "said"),
    [
        (lambda state: None, "returned None; return a number"),
        (lambda state: float("nan"), "returned nan; return a number"),
        (lambda state: lambda s: 1, "returned a function; declare a factory with"),
        (to_text, "to_text() returned 'far'; return a number"),
    ],
)
def test_mistakes_in_a_heuristic_are_explained(h, said):
    with pytest.raises(UserCodeError) as fault:
        masume.search(Counter(), "astar", heuristic=h)
    assert said in str(fault.value) and "test_any_problem.py, line" in str(fault.value)


@pytest.mark.parametrize("returned", [5, None])
def test_a_factory_that_returns_no_function_is_explained(returned):
    @heuristic(Counter)
    def wrong(problem):
        return returned

    for search in (masume.search, lambda *_, heuristic: masume.check_heuristics(_[0], [heuristic])):
        with pytest.raises(UserCodeError, match=rf"wrong\(\) returned {returned}; return a funct"):
            search(Counter(), "astar", heuristic=wrong)


def test_moves_that_change_from_call_to_call_are_refuted():
    class Restless(Counter):
        calls = 0

        def successors(self, state):
            self.calls += 1
            return [(self.calls, after, cost) for _, after, cost in super().successors(state)]

    result = masume.search(Restless(), "breadth_first")
    assert result.status is masume.Status.WRONG and "is not possible there" in result.reason


def test_an_exception_in_a_problem_names_file_and_line():
    class Broken(Counter):
        def successors(self, state):
            return [("x", 1 // state, 1)]

    with pytest.raises(UserCodeError, match=r"test_any_problem\.py, line \d+, in successors"):
        masume.search(Broken(), "breadth_first")


def test_what_is_no_problem_is_named():
    with pytest.raises(TypeError, match=r"Counter is a class; pass an instance: Counter\(…\)"):
        masume.search(Counter, "astar")

    class Half:
        def successors(self, state):
            return []

    with pytest.raises(TypeError, match=r"Half is not a problem: it has no initial, is_goal\(\)"):
        masume.search(Half(), "astar")


def test_exact_questions_about_a_problem_are_refused():
    for question in (masume.solve, masume.count, masume.hint, masume.grade, masume.complete):
        with pytest.raises(masume.NotApplicable, match="Counter"):
            question(Counter())


def test_the_check_reports_estimates_that_no_search_should_trust():
    def flat(state):
        return 99

    def below(state):
        return -1

    report = masume.check_heuristics(Counter(), [flat, below, steps_left])
    wide, low, good = report.verdicts
    assert (wide.admissible, wide.consistent, wide.nonzero_goals, wide.negative) == (
        False, True, 1, 0,
    )  # fmt: skip
    assert low.nonzero_goals == 1 and low.negative == report.states
    assert good.admissible and good.nonzero_goals == good.negative == 0


@pytest.mark.parametrize("name", ["breadth_first", "uniform_cost", "greedy", "astar"])
def test_tree_search_keeps_duplicates_and_graph_search_drops_them(name):
    h = (lambda state: 0) if masume.algorithms()[name].takes_h else None
    limit = masume.Limit(nodes=5000)
    graph = masume.search(Ring(4), name, heuristic=h, limit=limit)
    tree = masume.search(Ring(4), f"{name}:duplicates=keep", heuristic=h, limit=limit)
    assert graph.metrics.expanded < tree.metrics.expanded
    if name != "greedy":
        assert graph.cost == tree.cost == 4
