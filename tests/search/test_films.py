"""Films: every successor and its fate, positions by moves, list sizes, and pseudocode."""

from __future__ import annotations

import io
import itertools

import pytest
from support import KINDS

import masume
from masume.api.searches import resolve_search, resolve_searches
from masume.core.plugins.registry import algorithms
from masume.core.search.algorithm import evaluation_in
from masume.core.search.events import Expanded
from masume.core.search.journal import KEPT, Journal, first_of_heap
from masume.core.search.pseudocode import EVENTS, ORDERS, Picks, pseudocode
from masume.core.system.limits import Limit
from masume.front.film import recording as film
from masume.front.film.recorder import GROWTH, Recorder
from masume.front.film.reel import caption

NODES = 15
BEST_FIRST = ("astar", "greedy", "uniform_cost")
TABLES = ("astar", "beam", "breadth_first", "depth_first", "greedy", "uniform_cost")
STACKS = ("bidirectional", "ida_star", "iterative_deepening")  # an open list, no closed one
CLIMBERS = (
    "hill_climbing",
    "iterated_local_search",
    "late_acceptance",
    "local_beam",
    "min_conflicts",
    "random_restart",
    "simulated_annealing",
    "steepest_ascent",
    "stochastic_beam",
    "stochastic_hill_climbing",
    "tabu_search",
    "walksat",
)  # no list at all
BOARDS = [
    min(
        masume.examples(kind.name),
        key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 16),
    )
    for kind in KINDS
]
# Films do not depend on the puzzle but for its spaces and moves: own spaces, and derived ones.
FILMED = ("exactly_one", "hashi", "hitori", "kuromasu", "sudoku")
FEW = [board for board in BOARDS if board.kind.name in FILMED] or BOARDS  # of the tested kinds
ON_ALL = ("breadth_first", "random_restart")
# Graphs in which paths to open states are cheapened, and states are reached again.
ROUTE, JUGS = (
    next(board for board in masume.examples(name.split("/")[0]) if board.name == name)
    for name in ("route/arad", "water_jugs/three")
)


def filmed(chosen, board, nodes=NODES, **options):
    """Return the run, its events, and the lines of its film."""
    run = chosen.run(board, limit=Limit(nodes=nodes), journal=Journal())
    file = io.StringIO()
    events = list(
        film.record(
            run,
            file,
            board.kind,
            board.puzzle,
            {},
            positions=not chosen.moves_tell,
            **options,
        )
    )
    return run, events, list(film.read(iter(file.getvalue().splitlines())))


@pytest.mark.parametrize("name", algorithms())
def test_film_records_fates_and_pseudocode_lines_of_every_algorithm(name):
    code = algorithms()[name].pseudocode
    assert code is not None and code.structures
    executed = {event for line in code.lines for event in line.events}
    named = " ".join(line.text for line in code.lines)
    assert all(structure in named for structure in code.structures)
    fates = set()
    for board in BOARDS if name in ON_ALL else FEW:
        for chosen in resolve_searches(board.kind, [name]):
            run, events, (_head, *lines, end) = filmed(chosen, board)
            plain = chosen.run(board, limit=Limit(nodes=NODES)).finish()
            assert run.result().status == plain.status
            assert run.metrics.expanded == plain.metrics.expanded
            assert run.metrics.generated == plain.metrics.generated
            nodes = [event.node for event in events if isinstance(event, Expanded)]
            boards = film.Replay(board.kind, board.puzzle)
            steps = [line for line in lines if "step" in line]
            assert [line["step"] for line in steps] == [*range(1, end["expanded"] + 1)]
            for node, line in zip(nodes, steps, strict=True):
                expected = run.space.position(node.state)
                assert boards.position(line) == expected
                assert sum(row[1] == KEPT for row in line["children"]) == line["kept"]
                fates |= {row[1] for row in line["children"]}
            for line in [*lines, end]:
                fates |= {fate for _, fate in line.get("dropped", ())}
                fates |= {"round"} if "restart" in line else set()
            fates |= {end["end"]} - {"limit"}
    assert "start" in executed and fates and fates <= executed, fates - executed


def test_film_records_first_reached_states_and_next_nodes():
    board = next(
        example for example in masume.examples("hitori") if example.name == "hitori/singles-6x6-1"
    )
    chosen = resolve_search(board.kind, "astar", space="shade")
    _, events, (_, *lines, end) = filmed(chosen, board, nodes=None)
    assert end["left_out"] == 0 and end["goal"]["parent"] is not None
    states, seen = {}, 0
    for event, line in zip(events, lines, strict=True):
        states[line["id"]] = event.node.state
        # The first waiting node is the next one, unless a cheaper path to it was found.
        assert len(line["head"]) == min(12, line["frontier"])
        for row in line["children"]:
            seen += row[1] == "seen" and len(row) == 5
    for line, following in itertools.pairwise(lines):
        passed = [number for number, _ in following.get("dropped", ())]
        assert next(number for number in line["head"] if number not in passed) == following["id"]
    assert seen


def replay_lists(name, events, lines, *, is_tree):
    """Yield the list sizes after each line and at the end, computed from the nodes alone.

    In graphs, an open node is stale once a cheaper path to its state is known, and in depth-first
    search once its state was expanded. `tied` are the other open nodes of the same f.
    """
    waiting, roots, closed = {}, 1 + (name == "bidirectional"), set()
    following = iter(events)
    for line in lines:
        for number, _ in line.get("dropped", ()):
            waiting.pop(number, None)
        if "restart" in line:
            waiting, roots = {}, 1
            next(following)
            continue
        tied = None
        if "step" in line:
            event = next(following)
            roots -= line["parent"] is None
            waiting.pop(line["id"], None)
            if name in BEST_FIRST:
                tied = sum(value_of(name, node) == line["priority"] for node in waiting.values())
                if not is_tree:  # reopened, and stale
                    states = {child.state for child in event.kept}
                    closed -= states
                    waiting = {n: node for n, node in waiting.items() if node.state not in states}
            children = enumerate(line["children"], start=line["first"])
            numbers = [number for number, row in children if row[1] == KEPT]
            waiting |= dict(zip(numbers, event.kept, strict=True))
            closed.add(event.node.state)
            if name == "depth_first" and not is_tree:
                waiting = {n: node for n, node in waiting.items() if node.state not in closed}
        elif line["goal"] is not None and name != "breadth_first":  # removed and found to be a goal
            waiting.pop(line["goal"]["id"], None)
            roots -= line["goal"]["parent"] is None
        yield line, len(waiting) + roots, len(closed), tied


def value_of(name, node):
    """Return f of a node in a best-first search without options."""
    return {"astar": node.g + (node.h or 0), "greedy": node.h, "uniform_cost": node.g}[name]


@pytest.mark.parametrize("name", [*TABLES, *STACKS, *CLIMBERS])
def test_list_sizes_match_a_replay(name):
    keeps_open = name not in CLIMBERS
    boards = [*FEW, ROUTE, JUGS]
    ways = [(board, chosen) for board in boards for chosen in resolve_searches(board.kind, [name])]
    ends, stales = set(), []
    for board, chosen in {(b.name, c.space_spec): (b, c) for b, c in ways}.values():
        run, events, (_, *lines) = filmed(chosen, board, nodes=60)
        if not run.metrics.expanded:  # solved without a search
            continue
        is_tree = run.space.is_tree
        keeps_closed = name in TABLES and not is_tree
        for line, *counts in replay_lists(name, events, lines, is_tree=is_tree):
            waiting, closed, tied = counts
            expected = (waiting if keeps_open else None, closed if keeps_closed else None, tied)
            assert (line["open"], line["closed"], line.get("tied")) == expected, (board, line)
            stale = 0 if not keeps_open else line["frontier"] - line["open"]
            assert stale >= 0 and (stale == 0 or keeps_closed)
            stales.append(stale)
        ends.add(line["end"])
    assert ends & {"solved", "exhausted", "stuck"}
    assert any(stales) == (name in (*BEST_FIRST, "depth_first"))


@pytest.mark.parametrize("name", algorithms())
def test_the_next_node_is_the_first_of_the_open_list(name):
    """The narration names the rule; where it names an order, the list is in that order."""
    algorithm = algorithms()[name]
    picks = algorithm.pseudocode.to_json(dict(algorithm.options))["picks"]
    assert picks["rule"] and "{" not in "".join(picks.values())
    assert (picks["order"] == "local") == (name in (*CLIMBERS, "genetic"))
    assert picks["order"] in ("", *ORDERS) and not (
        picks["order"] == "priority" and not picks["ties"]
    )
    compared = 0
    for board in (*BOARDS[:2], ROUTE) if picks["order"] not in ("", "local") else ():
        for chosen in resolve_searches(board.kind, [name]):
            _, _, (_, *lines, _) = filmed(chosen, board, nodes=40)
            steps = {line.get("id") for line in lines}
            for line, following in itertools.pairwise(lines):
                if "step" not in line or "step" not in following:
                    continue  # a new round
                dropped = [number for number, _ in following.get("dropped", ())]
                expected = [n for n in line["head"] if n not in dropped]
                if name == "branch_and_bound":  # goals that it takes are not steps
                    expected = [n for n in expected if n in steps]
                first = next(iter(expected), following["id"])
                assert first == following["id"], (board.name, chosen.names, line)
                compared += 1
    assert compared > 9 or picks["order"] in ("", "local")


def test_sampled_film_has_the_same_list_sizes():
    board = next(
        example for example in masume.examples("hitori") if example.name == "hitori/singles-6x6-1"
    )
    chosen = resolve_search(board.kind, "astar", space="shade")
    _, _, (_, *every, whole_end) = filmed(chosen, board, nodes=None)
    _, _, (_, *some, end) = filmed(chosen, board, nodes=None, keep=5, exclusive=True)
    assert len(some) < len(every) == end["expanded"]
    sizes = ("frontier", "stored", "open", "closed")
    for line in some:
        assert [line[key] for key in sizes] == [every[line["step"] - 1][key] for key in sizes]
    assert [end[key] for key in sizes] == [whole_end[key] for key in sizes]
    assert end["open"] > 0 and len(whole_end["head"]) == min(12, end["open"])


@pytest.mark.parametrize("name", ["astar:weight=2", "greedy"])
def test_recorded_f_orders_the_frontier(name):
    board = masume.examples("hitori")[0]
    chosen = resolve_search(board.kind, name, space="shade")
    _, _, (_, *lines, _) = filmed(chosen, board, nodes=40)
    f, values, compared = evaluation_in(chosen.film_head()["f"]), {}, 0
    for line in lines:
        for at, (_, _, g, h, *_) in enumerate(line["children"]):
            values[line["first"] + at] = f.value(g, h)
        waiting = [values[number] for number in line["head"]]
        assert waiting == sorted(waiting)
        compared += len(set(waiting)) > 1
    assert compared > 5
    with_weight = resolve_search(board.kind, "astar:weight=2", space="shade").f
    line = {"step": 3, "move": "a1", "g": 2, "h": 4, "frontier": 7}
    assert "f 10 = g 2 + 2·h 4" in caption(line, with_weight)


def test_long_film_is_sampled_evenly():
    board = masume.examples("hitori")[0]
    chosen = resolve_search(board.kind, "breadth_first", space="shade")
    _, _, (_, *lines, end) = filmed(chosen, board, nodes=400, keep=150)
    steps = [line["step"] for line in lines]
    assert end["all_to"] == 150 and steps[:150] == [*range(1, 151)]
    assert end["left_out"] == end["expanded"] - len(lines)
    assert all(after <= before * GROWTH + 1 for before, after in itertools.pairwise(steps))
    known = set()
    for line in lines:
        known |= {row[0] for row in line.get("way", ())} | {line["id"]}
        assert line["parent"] is None or line["parent"] in known
        known |= {line["first"] + n for n in range(len(line["children"]))}
    run = chosen.run(board, limit=Limit(nodes=400), journal=Journal())
    recorder = Recorder(run, board.kind, board.puzzle, most_nodes=60)
    lines = [line for event in run for line in recorder.lines(event)]
    assert len(lines) < 400 and recorder.all_to < 150


def test_long_random_walk_is_recorded_compactly(monkeypatch):
    """A random walk is one long path; between two lines only its end is recorded."""
    board = masume.examples("hitori")[0]
    chosen = resolve_search(
        board.kind, "simulated_annealing:steps=700,hot=50,cold=50", space="repair"
    )
    monkeypatch.setattr("masume.front.film.recorder.MAX_ANCESTORS", 2)
    run, events, (_, *lines, end) = filmed(chosen, board, nodes=None, keep=50, exclusive=True)
    nodes = [event.node for event in events]
    assert end["expanded"] == 700 and len(lines) < 300
    boards = film.Replay(board.kind, board.puzzle)
    for node, line in zip(nodes, lines, strict=True):
        assert boards.position(line) == run.space.position(node.state)
        assert len(line.get("way", ())) <= 2
    assert sum("gap" in line for line in lines) > 30


def test_many_rounds_are_recorded_compactly():
    """There are thousands of rounds of one or two steps."""
    puzzle = masume.loads("hitori\n1 1 2\n1 1 2\n2 2 1")
    kind = masume.kind_of(puzzle)
    name = "random_restart:restarts=1000000,sideways=0"
    chosen = resolve_search(kind, name, space="repair", heuristic="conflicts")
    run = chosen.run(puzzle, limit=Limit(nodes=2_000), journal=Journal())
    recorder = Recorder(run, kind, puzzle, keep=100)
    lines = [line for event in run for line in recorder.lines(event)]
    restarts = sum("restart" in line for line in lines)
    assert 300 < restarts < 600 < run.metrics.rounds


def test_first_of_heap_is_sorted():
    heap = [(n // 2, n, None) for n in range(20)]
    found = first_of_heap([(f, n, n) for f, n, _ in heap], 7)
    assert found == [*range(7)] and first_of_heap([], 3) == []


def test_pseudocode_rejects_unknown_events():
    assert "take" in EVENTS
    with pytest.raises(ValueError, match="unknown event taken"):
        pseudocode("node  #taken", {}, Picks("any"))
