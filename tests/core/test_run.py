"""Run: limits, counters, time, and films."""

from __future__ import annotations

import io
import json
import time

import pytest

import masume
from masume.api.searches import resolve_search
from masume.core.search.events import Node, Status
from masume.core.search.run import Run
from masume.core.system.limits import Limit
from masume.errors import ParseError
from masume.front.film import recording as film

BIG = "kuromasu/range-8x12-1"


def start(name="breadth_first", board=BIG, limit=None, **options):
    puzzle = masume.load(board)
    kind = masume.kind_of(puzzle)
    return resolve_search(kind, name, space="shade", **options).start(puzzle, limit=limit)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (Limit(nodes=25), "25 nodes expanded"),
        (Limit(nodes=0), "0 nodes expanded"),
        (Limit(nodes=1), "1 node expanded"),
        (Limit(seconds=0.05), "0.05 s used"),
        (Limit(states=500), "states stored"),
        (Limit(megabytes=1), "states stored"),
    ],
)
def test_each_limit_ends_the_run_with_a_reason(limit, reason):
    result = start(limit=limit).finish()
    assert result.status is Status.LIMIT
    assert reason in result.reason
    assert result.answer is None


def test_limits_are_enforced_closely():
    assert start(limit=Limit(nodes=25)).finish().metrics.expanded == 25
    began = time.process_time()
    start(limit=Limit(seconds=0.2)).finish()
    assert time.process_time() - began < 2
    assert start(limit=Limit(states=500)).finish().metrics.max_stored < 500 + 100


def test_node_limit_allows_exactly_that_many_expansions():
    needed = start("greedy", "hitori/first").finish().metrics.expanded
    for nodes, status in ((needed, Status.SOLVED), (needed - 1, Status.LIMIT)):
        result = start("greedy", "hitori/first", limit=Limit(nodes=nodes)).finish()
        assert (result.status, result.metrics.expanded) == (status, nodes)


@pytest.mark.long
def test_limits_hold_inside_an_expansion():
    """Every successor is pruned here, and one propagation takes long: neither may overrun."""
    side = range(60)
    rows = [" ".join("20" if (7 * r + 3 * c) % 4 == 0 else "." for c in side) for r in side]
    puzzle = masume.load("kuromasu\n" + "\n".join(rows))
    for name in ("depth_first", "breadth_first"):
        for space in ("shade:prune", "shade:canonical,prune", "decide"):
            chosen = resolve_search(masume.kind_of(puzzle), name, space=space)
            run = chosen.start(puzzle, limit=Limit(seconds=0.05))
            began = time.process_time()  # independent of the load of the machine
            run.finish()
            assert time.process_time() - began < 1, (name, space)


def test_guarded_space_behaves_like_its_space():
    """The wrapper of large boards changes no run (protocol checks are stricter from 3.12 on)."""
    rows = ["." * 13] * 13
    maze = masume.load("exactly_one\n" + "\n".join(rows))
    limit = Limit(nodes=2000, seconds=20)
    found = masume.search(maze, "bidirectional", space="walk:prune", limit=limit)
    assert found.status in (Status.SOLVED, Status.LIMIT)
    hitori = masume.load("hitori/singles-16x16-1")
    result = masume.search(hitori, "simulated_annealing", space="repair", limit=Limit(nodes=200))
    assert result.metrics.generated == 200


def test_seconds_exclude_time_outside_the_search():
    run = start(limit=Limit(nodes=5))
    for _ in run:
        time.sleep(0.02)
    assert run.metrics.seconds < 0.08


def test_run_can_be_paused_inspected_and_cancelled():
    run = start()
    next(run)
    assert run.result().status is Status.LIMIT
    assert run.result().reason == "interrupted"
    next(run)
    assert run.metrics.expanded == 2
    run.close()
    with pytest.raises(StopIteration):
        next(run)
    assert run.result().status is Status.LIMIT


def test_counters_match_the_events():
    run = start(limit=Limit(nodes=40))
    generated = frontier = 0
    for event in run:
        generated += event.generated
        frontier = max(frontier, event.frontier)
        assert len(event.kept) <= event.generated
    assert (run.metrics.generated, run.metrics.max_frontier) == (generated, frontier)


def test_trace_is_bounded_and_ends_at_the_goal():
    root = Node(0, h=0)
    nodes = [Node(n, root, h=50_000 - n) for n in range(50_000)]

    def search():
        for node in nodes:
            yield node, [], 1, 0, 0
        return nodes[-1]

    space = masume.kind_of(puzzle := masume.load(BIG)).spaces[0](puzzle)
    run = Run(space, search())
    for _ in run:
        pass
    metrics = run.metrics
    assert len(metrics.h_trace) <= 1002
    assert metrics.h_trace[0] == 50_000 and metrics.h_trace[-1] == 1
    assert metrics.h_trace == sorted(metrics.h_trace, reverse=True)
    assert metrics.h_trace[1] == 50_000 - metrics.h_every
    assert metrics.frontier_every == metrics.h_every
    result = start("greedy", "hitori/jain-sample2", heuristic="duplicates").finish()
    assert result.metrics.h_trace == [84 - 4 * n for n in range(22)]  # as the paper prints it


def test_memory_error_ends_the_run_with_limit():
    class Hungry:
        name, is_tree, repairs, infers = "hungry", True, False, False
        puzzle = masume.load("hitori/first")

        def initial(self, position=None):
            return 0

        def successors(self, state):
            raise MemoryError

        def is_goal(self, state):
            return False

        def spent(self, state):
            return 0

        def position(self, state):
            return None

    from masume.search.depth_first import depth_first

    result = Run(Hungry(), depth_first.function(Hungry())).finish()
    assert (result.status, result.reason) == (Status.LIMIT, "out of memory")


def recorded(keep):
    puzzle = masume.load("hitori/first")
    kind = masume.kind_of(puzzle)
    run = resolve_search(kind, "breadth_first", space="shade").start(puzzle)
    file = io.StringIO()
    for _ in film.record(run, file, kind, puzzle, {"name": "x"}, keep):
        pass
    return run, file.getvalue()


def test_film_is_capped_and_ends_with_the_answer():
    run, text = recorded(keep=3)
    lines = list(film.read(iter(text.splitlines())))
    assert lines[0]["film"] == film.FORMAT
    steps = [line["step"] for line in lines[1:-1]]
    assert steps[:3] == [1, 2, 3] and lines[-1]["all_to"] >= 3
    assert lines[-1]["end"] == "solved"
    assert lines[-1]["left_out"] == run.metrics.expanded - len(steps)
    puzzle = masume.load("hitori/first")
    assert masume.check(puzzle, lines[-1]["position"]) == []


def test_interrupted_film_has_an_end_line():
    puzzle = masume.load("hitori/first")
    kind = masume.kind_of(puzzle)
    run = resolve_search(kind, "breadth_first", space="shade").start(puzzle)
    file = io.StringIO()
    events = film.record(run, file, kind, puzzle, {}, 10)
    next(events)
    events.close()
    assert json.loads(file.getvalue().splitlines()[-1])["end"] == "limit"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is empty"),
        ("{}", "not a film"),
        ("rubbish", "not a film"),
        ('{"film": "other"}', "not a film"),
        ("[1]", "not a film"),
        ('{"film": "masume film 2"}\n{"step": 1, "mo', "line 2: the film is damaged"),
    ],
)
def test_invalid_film_is_rejected(text, fault):
    with pytest.raises(ParseError, match=fault):
        list(film.read(iter(text.splitlines())))
