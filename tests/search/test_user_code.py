"""User code cannot forge its figures: solve, compare and studies catch five cheats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import masume
from masume.core.search.counted import Counts, moves_of, replay
from masume.core.search.events import Node

pytestmark = pytest.mark.process

CHEATS = '''
from masume import Node, Status, algorithm, heuristic
from masume import Expanded
from masume.puzzles.hitori.spaces import HitoriShade


def search(space, report=True):
    """Depth-first search that keeps a table of states."""
    root = Node(space.initial())
    stack, seen = [root], {root.state}
    while stack:
        node = stack.pop()
        if space.is_goal(node.state):
            return node
        kept = []
        for move, state, cost in space.successors(node.state):
            if state not in seen:
                seen.add(state)
                kept.append(Node(state, node, move, node.g + cost))
        stack += kept
        if report:
            yield Expanded(node, kept, len(kept), len(stack), len(seen))
    return Status.EXHAUSTED


@algorithm(complete=True)
def honest(space):
    """Depth-first search."""
    return (yield from search(space))


@algorithm(complete=True)
def hidden_work(space):
    """A search that reports a single expansion."""
    work = search(space, report=False)
    try:
        while True:
            next(work)
    except StopIteration as end:
        yield Expanded(Node(space.initial()), [], 0, 0, 0)
        return end.value


@algorithm(complete=True)
def forged_cost(space):
    """A search whose path costs nothing."""
    goal = yield from search(space)
    node = goal
    while node is not None:
        node.g, node = 0, node.parent
    return goal


@algorithm(complete=True)
def patched_referee(space):
    """A search that calls its first state a goal and silences the referee."""
    from masume.core.plugins.registry import kind_of

    kind = kind_of(space.puzzle)
    object.__setattr__(kind, "violations", lambda puzzle, position: [])
    root = Node(space.initial())
    yield Expanded(root, [], 0, 0, 0)
    return root


@algorithm(complete=True, optimal=True)
def false_claim(space):
    """A depth-first search that claims to be optimal."""
    return (yield from search(space))


@algorithm(complete=True)
def silent_loop(space):
    """A search that never comes back."""
    while True:
        pass
    yield


@heuristic(HitoriShade, admissible=True)
def far_too_much(space):
    """An estimate that claims never to be too large."""
    return lambda state: 0 if space.is_goal(state) else 99
'''
LIMIT = masume.Limit(seconds=1)


@pytest.fixture
def cheats(tmp_path, monkeypatch):
    (tmp_path / "cheats.py").write_text(CHEATS)
    monkeypatch.chdir(tmp_path)
    return lambda name: f"./cheats.py:{name}"


def claims_of(comparison):
    return {n.algorithm_spec.rpartition(":")[2]: text for n, text in comparison.refuted_claims()}


def test_compare_catches_each_cheat_and_runs_the_others(cheats):
    names = ["hidden_work", "forged_cost", "patched_referee", "silent_loop", "honest"]
    comparison = masume.compare(
        masume.load("hitori/first"),
        [*map(cheats, names), "breadth_first"],
        spaces=["shade"],
        limit=LIMIT,
    )
    rows = {row.names.algorithm_spec.rpartition(":")[2]: row for row in comparison.rows}
    results = {name: row.result for name, row in rows.items()}
    assert len(results) == 6 and not comparison.errors
    honest = results["honest"]
    assert (honest.status, honest.cost, honest.claims) == (masume.Status.SOLVED, 5, ())
    assert results["hidden_work"].metrics.expanded == honest.metrics.expanded
    assert results["forged_cost"].cost == honest.cost
    assert results["patched_referee"].status is masume.Status.WRONG
    assert results["silent_loop"].status is masume.Status.LIMIT
    assert results["breadth_first"].status is masume.Status.SOLVED
    claims = claims_of(comparison)
    assert "reported 1 expansion; counted" in claims["hidden_work"]
    assert "reported the cost 0; its moves cost 5" in claims["forged_cost"]
    assert "honest" not in claims and "breadth_first" not in claims


DEARER = "claims to be optimal; it found 733 where 418 is possible"


def test_compare_refutes_a_claim_of_optimality(cheats):
    """Searches that claim less than they could are left alone."""
    romania = masume.load("route/arad")
    assert claims_of(masume.compare(romania, [cheats("false_claim")], limit=LIMIT)) == {
        "false_claim": DEARER
    }
    modest = masume.compare(romania, ["astar:weight=20", "uniform_cost"], limit=LIMIT)
    assert {row.result.cost for row in modest.rows} == {418, 450} and not claims_of(modest)

    def dear(state):
        return {"Bucharest": 0, "Sibiu": 9999, "Rimnicu": 99999}.get(state, 1)

    misled = masume.compare(romania, ["astar", "uniform_cost"], heuristics=[dear], limit=LIMIT)
    assert {row.result.cost for row in misled.rows} == {418, 733} and not claims_of(misled)


def test_compare_refutes_a_claim_of_admissibility(cheats):
    comparison = masume.compare(
        masume.load("hitori/first"), ["astar"], heuristics=[cheats("far_too_much")], limit=LIMIT
    )
    (text,) = claims_of(comparison).values()
    assert "far_too_much claims to be admissible; it is 99 where 5 is enough" in text


@pytest.mark.parametrize(
    ("name", "board", "code", "said"),
    [
        ("hidden_work", "hitori/first", 0, "claim refuted: reported 1 expansion; counted"),
        ("forged_cost", "hitori/first", 0, "claim refuted: reported the cost 0; its moves cost 5"),
        ("patched_referee", "hitori/first", 3, "wrong: 1 appears 3 times in row 1"),
        ("false_claim", "route/arad", 0, f"claim refuted: {DEARER}"),
        ("silent_loop", "hitori/first", 3, "not finished: 1 s used, and the search did not return"),
        ("honest", "hitori/first", 0, "cost 5"),
    ],
)
def test_solve_catches_each_cheat(cheats, capsys, name, board, code, said):
    from masume.front.cli.main import run

    arguments = ["--with", cheats(name), "--seconds", "1"]
    arguments += ["--space", "shade"] if board == "hitori/first" else []
    assert run(["solve", board, *arguments]) == code
    assert said in capsys.readouterr().out


def test_the_parent_process_never_imports_user_code(cheats, tmp_path):
    text = (tmp_path / "cheats.py").read_text()
    (tmp_path / "cheats.py").write_text(
        "import os, pathlib\npathlib.Path('pids').open('a').write(f'{os.getpid()}\\n')\n" + text
    )
    import os

    masume.compare(masume.load("hitori/first"), [cheats("honest")], spaces=["shade"], limit=LIMIT)
    pids = set(Path("pids").read_text().split())
    assert pids and str(os.getpid()) not in pids


def test_a_study_catches_each_cheat(cheats, tmp_path, capsys):
    from masume.front.cli.main import run

    names = ["hidden_work", "forged_cost", "patched_referee", "silent_loop", "honest"]
    searches = [
        ("hitori", "shade", [*map(cheats, names), "breadth_first"], ["black_needed"]),
        ("route", "graph", [cheats("false_claim")], ["straight_line"]),
        ("hitori", "shade", ["astar"], [cheats("far_too_much")]),
    ]
    (tmp_path / "cheats.toml").write_text(
        '[limits]\nseconds = 1\n[[boards]]\nexamples = ["hitori/first", "route/arad"]\n'
        + "".join(
            f'[[searches]]\npuzzles = ["{puzzle}"]\nspaces = ["{space}"]\n'
            f"algorithms = {json.dumps(algorithms)}\nheuristics = {json.dumps(heuristics)}\n"
            for puzzle, space, algorithms, heuristics in searches
        )
    )
    assert run(["study", "run", "cheats.toml"]) in (0, 1)
    assert run(["study", "export", "cheats.toml", "-o", "rows.csv"]) == 0
    import csv

    rows = {
        row["algorithm"].rpartition(":")[2]: row
        for row in csv.DictReader(Path("rows.csv").read_text(encoding="utf-8").splitlines())
    }
    assert rows["hidden_work"]["expanded"] == rows["honest"]["expanded"]
    assert rows["forged_cost"]["cost"] == rows["honest"]["cost"] == "5"
    assert rows["patched_referee"]["status"] == "wrong"
    assert rows["silent_loop"]["status"] in ("killed", "limit")
    assert rows["honest"]["status"] == rows["breadth_first"]["status"] == "solved"
    assert (rows["false_claim"]["cost"], rows["false_claim"]["reason"]) == ("733", DEARER)
    assert "claims to be admissible; it is 99 where 5 is enough" in rows["astar"]["reason"]


def test_runs_of_user_code_are_reproducible(cheats, tmp_path):
    """The order of a set of texts depends on Python's hash seed, which workers fix."""
    (tmp_path / "sets.py").write_text(
        "class Letters:\n"
        "    def initial(self):\n        return ''\n"
        "    def is_goal(self, state):\n        return state == 'dcba'\n"
        "    def successors(self, state):\n"
        "        for letter in set('abcdefgh') if len(state) < 4 else ():\n"
        "            yield letter, state + letter, 1\n"
    )
    from masume.api.problems import problem_board

    counts = set()
    for _ in range(3):
        board = problem_board("./sets.py:Letters")
        comparison = masume.compare(board, ["depth_first"], limit=LIMIT)
        counts.add(comparison.rows[0].result.metrics.expanded)
        (tmp_path / "other.py").write_text("")
        masume.compare(masume.load("hitori/first"), [cheats("honest")], spaces=["shade"])
    assert len(counts) == 1


class Line:
    """States 0 to 3 in a line, with two moves of the same name and different costs."""

    def initial(self):
        return 0

    def successors(self, state):
        return [("on", state + 1, 2), ("on", state + 2, 5)] if state < 3 else []

    def is_goal(self, state):
        return state == 3


def test_replay_follows_equal_moves_and_takes_the_cheapest():
    from masume.core.search.problem import board_of
    from masume.core.search.problem_kind import problem_kind

    space = problem_kind(Line).spaces[0](board_of(Line()))
    assert replay(space, ["on", "on", "on"]).cost == 6
    assert replay(space, ["on", "on"]).cost == 7
    assert replay(space, ["on"]) == "its moves do not lead to a goal"
    assert "its move 2, off, is not possible" in replay(space, ["on", "off"])


def test_a_ring_of_nodes_is_no_path():
    node = Node(1, Node(0), "a")
    node.parent.parent, node.parent.move = node, "b"
    assert moves_of(node, 100) is None


def test_successors_are_counted():
    from masume.core.search.problem import board_of
    from masume.core.search.problem_kind import problem_kind

    counts = Counts(problem_kind(Line).spaces[0](board_of(Line())))
    space = counts.counted_space()
    list(space.successors(0))
    assert (counts.expanded, counts.generated) == (1, 2)


@pytest.mark.parametrize("board", ["n_queens_repair/8", "hitori/first"])
def test_a_local_search_may_begin_anywhere(tmp_path, monkeypatch, board):
    """Its path does not begin at the initial state, so only the board that it reaches counts."""
    (tmp_path / "climb.py").write_text(
        "from masume import Expanded, Node, Restarted, algorithm\n"
        "@algorithm(local=True)\n"
        "def climb(space, h, rng):\n"
        '    """Take the best neighbour, from random states."""\n'
        "    while True:\n"
        "        node = Node(space.random_state(rng))\n"
        "        for _ in range(20):\n"
        "            if space.is_goal(node.state):\n                return node\n"
        "            steps = list(space.successors(node.state))\n"
        "            move, state, cost = min(steps, key=lambda step: (h(step[1]), rng.random()))\n"
        "            yield Expanded(node, [], len(steps), 1, 1)\n"
        "            node = Node(state, node, move, node.g + cost)\n"
        '        yield Restarted("again")\n'
    )
    monkeypatch.chdir(tmp_path)
    loaded = masume.load(board)
    comparison = masume.compare(loaded, ["./climb.py:climb"], spaces=["repair"])
    (row,) = comparison.rows
    assert row.result.status is masume.Status.SOLVED and row.claims == ()
    in_process = masume.search(loaded, "./climb.py:climb", space="repair")
    assert in_process.status is masume.Status.SOLVED and in_process.claims == ()


def test_random_focused_and_backward_successors_are_counted():
    from random import Random

    from masume.puzzles.exactly_one.spaces import MazeWalk
    from masume.puzzles.hitori.spaces import HitoriRepair

    counts = Counts(HitoriRepair(masume.load("hitori/first")))
    space, rng = counts.counted_space(), Random(1)
    state = space.random_state(rng)
    step = space.random_successor(state, rng)
    assert (counts.expanded, counts.generated) == (1, 1) and len(step) == 3
    focused = space.focused_successors(state, rng)
    assert (counts.expanded, counts.generated) == (2, 1 + len(focused))
    counts = Counts(MazeWalk(masume.examples("exactly_one")[0].puzzle))
    backward = counts.counted_space().reverse()
    steps = list(backward.successors(backward.initial()))
    assert (counts.expanded, counts.generated) == (1, len(steps))


def test_costs_that_differ_by_rounding_refute_no_claim():
    from masume.api.supervised import refute_optimality

    assert refute_optimality(0.1 + 0.2, 0.3) == [] == refute_optimality(3, 4)
    assert refute_optimality(0.4, 0.3) == [
        "claims to be optimal; it found 0.4 where 0.3 is possible"
    ]
