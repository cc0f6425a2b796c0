"""Clock: processor time by parts, wall-clock time, and limits."""

from __future__ import annotations

from time import process_time, sleep

import pytest

import masume
from masume.core.search.events import Expanded, Node, Status
from masume.core.search.run import Run
from masume.core.search.space import heuristic
from masume.core.system.clock import Clock
from masume.core.system.limits import Limit, Stop


def busy(seconds):
    until = process_time() + seconds
    while process_time() < until:
        pass


def test_clock_measures_parts_and_excludes_pauses():
    clock, began = Clock(), process_time()
    clock.begin("prepare")
    busy(0.02)
    clock.begin("search")
    busy(0.01)
    sleep(0.03)
    clock.pause()
    busy(0.02)
    clock.resume()
    clock.pause()
    assert clock.parts["prepare"] >= 0.02 and clock.parts["search"] >= 0.01
    assert clock.seconds <= process_time() - began - 0.02  # the pause
    assert clock.seconds == pytest.approx(sum(clock.parts.values()))
    assert clock.wall >= 0.06


@pytest.mark.parametrize("waits", [sleep, busy])
@pytest.mark.parametrize("outcome", ["goal", Status.EXHAUSTED])
def test_late_result_counts_as_limit(waits, outcome):
    """The search is late without yielding, so only the final check can notice it."""
    puzzle = masume.load("hitori/first")
    chosen = masume.resolve_search(puzzle, "depth_first", space="decide")
    space = chosen.space_type(puzzle)

    def late():
        root = Node(space.initial())
        yield Expanded(root, [], 0, 0, 1)
        waits(0.05)
        return root if outcome == "goal" else outcome

    result = Run(space, late(), Limit(seconds=0.04)).finish()
    assert (result.status, result.stopped) == (Status.LIMIT, Stop.SECONDS)
    assert result.answer is None


def test_waiting_for_the_processor_does_not_use_up_the_limit_of_a_lab_process():
    clock = Clock(0.02, alone=True)
    clock.begin("search")
    sleep(0.03)
    assert not clock.has_overrun()
    busy(0.021)
    assert clock.is_late()
    assert clock.has_overrun()


@pytest.mark.process
def test_time_of_child_processes_counts_in_a_lab_process():
    import subprocess
    import sys

    clock = Clock(alone=True)
    clock.begin("search")
    subprocess.run([sys.executable, "-S", "-c", "sum(range(300_000))"], check=True)
    clock.pause()
    assert clock.seconds > 0.005


def test_building_heuristic_tables_is_timed_and_limited():
    puzzle = masume.load("hitori/first")
    space = masume.resolve_search(puzzle, "astar", space="shade").space_type

    @heuristic(space, admissible=True)
    def slow(space):
        """Be slow before the first step."""
        busy(0.03)
        return lambda state: 0

    chosen = masume.resolve_search(puzzle, "astar", space="shade", heuristic=slow)
    run = chosen.start(puzzle)
    assert run.finish().metrics.seconds >= 0.03
    assert run.clock.parts["tables"] >= 0.03
    result = chosen.start(puzzle, limit=Limit(seconds=0.025)).finish()
    assert (result.status, result.stopped) == (Status.LIMIT, Stop.SECONDS)
