"""The switches of `decide`: on every modelled puzzle, all combinations find the same answers."""

from __future__ import annotations

import io
from itertools import pairwise, product

import pytest
from support import KINDS, SOAK, Graph, check_heuristic, small_boards

import masume
from masume.api.searches import resolve_search, switched
from masume.core.plugins.registry import (
    algorithm_named,
    default_heuristic,
    kind_of,
    problems,
)
from masume.core.search.journal import Journal
from masume.core.search.problem import ProblemBoard
from masume.core.search.problem_kind import problem_kind
from masume.core.spaces.switches import ORDER, PROPAGATE, VALUES, SwitchedDecide
from masume.errors import BadOption
from masume.front.film import recording as film

SWITCHABLE = [kind for kind in KINDS if kind.model and kind.mark]
BOARDS = [
    board for kind in SWITCHABLE for board in small_boards(kind.name, 300)[: 5 if SOAK else 2]
]
COMBINATIONS = [*product(PROPAGATE, ORDER, VALUES)]
PROBLEMS = {
    name: problem_kind(type(problems()[name][instance])).spaces[1](
        ProblemBoard(problems()[name][instance])
    )
    for name, instance in (("n_queens", "6"), ("map_colouring", "australia"))
}
LIMIT = masume.Limit(nodes=3000)
LEARNING = ["", ":backjump", ":nogoods", ":backjump,nogoods", ":nogoods,restart_after=5"]


def space_spec(propagate, order, values):
    return f"decide:propagate={propagate},order={order},values={values}"


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_every_combination_has_exactly_the_answers_as_goals(board):
    answers = set(masume.solutions(board.puzzle))
    for propagate, order, values in COMBINATIONS:
        if not SOAK and propagate == "none" and order != "first":
            continue  # its trees are large
        space = SwitchedDecide(board.puzzle, propagate=propagate, order=order, values=values)
        graph = Graph(space) if tree_size(space) <= 3000 else None
        if graph is not None:
            found = {space.position(goal) for goal in graph.goals}
            assert found == answers, (propagate, order, values)
            children = [child for steps in graph.edges.values() for child, _ in steps]
            assert len(children) == len(set(children)), "a tree reaches no state twice"
            for state, steps in graph.edges.items():
                assert all(space.spent(c) == space.spent(state) + cost for c, cost in steps)
                assert [s for _, s, _ in space.successors(state)] == [s for s, _ in steps]
            check_heuristic(default_heuristic(board.kind, SwitchedDecide), space, graph)


def tree_size(space):
    waiting, count = [space.initial()], 0
    while waiting and count <= 3000:
        count += 1
        waiting += [child for _, child, _ in space.successors(waiting.pop())]
    return count


@pytest.mark.parametrize("kind", SWITCHABLE, ids=lambda kind: kind.name)
def test_informed_searches_take_the_switches_too(kind):
    board = small_boards(kind.name, 300)[0]
    space = space_spec("mac", "domwdeg", "first")
    comparison = masume.compare(board, ["astar", "backtracking"], spaces=[space], limit=LIMIT)
    results = {row.names.algorithm_spec: row.result for row in comparison.rows}
    informed, plain = results["astar"], results["backtracking"]
    assert informed.status is plain.status is not masume.Status.LIMIT
    assert informed.cost == plain.cost or informed.cost < plain.cost  # None without a solution


@pytest.mark.parametrize(("name", "solutions"), [("n_queens", 4), ("map_colouring", 18)])
def test_constraint_problems_have_their_solutions(name, solutions):
    space = PROBLEMS[name]
    for combination in COMBINATIONS:
        space.switch(*combination)
        goals = Graph(space).goals
        found = {space.position(goal).state for goal in goals}
        assert len(found) == len(goals) == solutions, combination
        assert all(space.problem.is_goal(state) for state in found)


def test_more_inference_needs_fewer_nodes():
    space = PROBLEMS["n_queens"]
    sizes = []
    for propagate in PROPAGATE[:3]:
        space.switch(propagate, "first", "first")
        sizes.append(len(Graph(space).edges))
    assert all(more > less for more, less in pairwise(sizes)), sizes


def test_forward_checking_and_arc_consistency_on_the_textbooks_map():
    """After WA=red and Q=green, forward checking leaves NT and SA blue; MAC finds the conflict."""
    space = PROBLEMS["map_colouring"]
    colours = {"WA": "red", "Q": "green"}
    for propagate, consistent in (("none", True), ("forward", True), ("mac", False)):
        space.switch(propagate, "first", "first")
        state, after = space.initial(), None
        for region, colour in colours.items():
            variable = tuple(space.words.literals_of(region))
            value = next(v for v in variable if space.words.names[v - 1][1] == colour)
            after = space.attempt(state, variable, value)
            state = after.state
        assert (state is not None) is consistent
        if propagate == "forward":
            domains = dict(space.position(state).state[1:])
            assert domains["NT"] == domains["SA"] == ("blue",)
            assert domains["NSW"] == ("red", "blue") and domains["T"] == ("red", "green", "blue")


def test_orders_choose_the_variables_of_the_textbook():
    space = PROBLEMS["map_colouring"]
    space.switch("forward", "degree", "first")
    variable = space.choose(space.initial())
    assert space.words.names[variable[0] - 1][0] == "SA"  # five neighbours
    space.switch("forward", "mrv", "least_constraining")
    state = space.initial()
    for region, colour in (("WA", "red"), ("NT", "green")):
        variable = tuple(space.words.literals_of(region))
        value = next(v for v in variable if space.words.names[v - 1][1] == colour)
        state = space.attempt(state, variable, value).state
    variable = space.choose(state)
    assert space.words.names[variable[0] - 1][0] == "SA"  # one colour is left
    queensland = tuple(space.words.literals_of("Q"))
    values = [space.words.names[v - 1][1] for v in space.ordered(state, queensland)]
    assert values == ["red", "blue"]  # blue would leave SA nothing


@pytest.mark.long
@pytest.mark.parametrize("options", LEARNING)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_learning_changes_no_outcome(board, options):
    for propagate, order in (("none", "first"), ("forward", "domwdeg"), ("mac", "random")):
        spec = space_spec(propagate, order, "first")
        chosen = resolve_search(board, f"backtracking{options}", space=spec)
        result = chosen.start(board.puzzle, limit=LIMIT).finish()
        if result.status is masume.Status.SOLVED:
            assert masume.check(board.puzzle, result.answer) == []
        elif result.status is masume.Status.EXHAUSTED:
            assert board.note("solutions") == "0" or masume.solve(board.puzzle).answer is None
        else:
            assert result.status is masume.Status.LIMIT and propagate == "none"


@pytest.mark.parametrize("options", LEARNING)
def test_learning_proves_that_two_colours_do_not_suffice(options):
    board = masume.load("map_colouring/two-colours")
    for propagate, order in product(PROPAGATE, ORDER):
        spec = space_spec(propagate, order, "first")
        result = masume.search(board, f"backtracking{options}", space=spec)
        assert result.status is masume.Status.EXHAUSTED, (propagate, order)


def test_backjumping_skips_what_a_contradiction_is_not_due_to():
    """Tasmania and other islands have nothing to do with the mainland's contradiction."""
    from masume.problems.map_colouring import AUSTRALIA, MapColouring

    islands = {f"I{n}": "" for n in range(6)}
    borders = {"WA": AUSTRALIA["WA"], **islands, **AUSTRALIA}
    problem = MapColouring(borders, 2)
    counts = [
        masume.search(problem, f"backtracking{options}", space=space_spec("none", "first", "first"))
        for options in ("", ":backjump", ":nogoods")
    ]
    assert all(result.status is masume.Status.EXHAUSTED for result in counts)
    plain, jumping, learning = (result.metrics.expanded for result in counts)
    assert jumping < learning < plain and 20 * jumping < plain


def test_restarts_begin_again_and_finish():
    board = masume.load("n_queens/12")
    spec = space_spec("forward", "random", "first")
    result = masume.search(board, "backtracking:restart_after=3,nogoods", space=spec)
    assert result.status is masume.Status.SOLVED and result.metrics.rounds > 1
    assert board.own_kind.violations(board, result.answer) == []


def test_a_puzzles_own_decide_remains_the_default():
    board = masume.load("hitori/first")
    own = next(space for space in kind_of(board).spaces if space.name == "decide")
    for spec in ("decide", "decide:propagate=full"):
        assert resolve_search(board, "depth_first", space=spec).space_type is own
    assert resolve_search(board, "depth_first", space="decide:order=first").space_type is (
        SwitchedDecide
    )
    chosen = resolve_search(board, "backtracking")
    assert chosen.space_type is SwitchedDecide and chosen.space_spec == "decide"
    kind = kind_of(board)
    assert switched(kind, own, algorithm_named("astar"), {}) == (own, {})
    problem = masume.load("map_colouring/australia")
    assert resolve_search(problem, "depth_first").space_type.name == "graph"


def test_invalid_switches_are_rejected():
    board = masume.load("hitori/first")
    with pytest.raises(BadOption, match="use none or forward or mac or full"):
        resolve_search(board, "depth_first", space="decide:propagate=some")
    with pytest.raises(masume.UnknownName, match="propagate"):
        resolve_search(board, "depth_first", space="decide:order=mrv,propagat=mac")
    with pytest.raises(masume.NotApplicable, match="use a decide space"):
        resolve_search(board, "backtracking", space="shade")


@pytest.mark.parametrize("name", ["map_colouring/australia", "n_queens/6", "hitori/first"])
def test_films_show_the_domains(name):
    board = masume.load(name)
    space = "decide:propagate=forward,order=first"
    chosen, file = resolve_search(board, "backtracking", space=space), io.StringIO()
    run = chosen.run(board, journal=Journal())
    kind, puzzle = chosen.kind, run.space.puzzle
    events = [event for event in film.record(run, file, kind, puzzle, {}, positions=True)]
    head, *lines, end = film.read(iter(file.getvalue().splitlines()))
    replayed = film.Replay(kind, puzzle)
    pictures = [kind.picture(puzzle, replayed.position(line)) for line in lines]
    for event, line in zip(events, lines, strict=True):
        assert replayed.position(line) == run.space.position(event.node.state)
    assert len({str(picture) for picture in pictures}) > 5
    assert head and end["end"] == "solved"
