"""All searches are timed alike, from the board's text to the verdict."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from study_rows import plan

from masume.core.system.limits import Limit
from masume.lab.run import run_task

STUDY = """
[[boards]]
examples = ["hitori/jain-sample1", "kuromasu/br-5x5-2"]
[[searches]]
algorithms = ["depth_first", "astar", "exact"]
spaces = ["decide"]
"""
OWN = """
import time
from masume.core.search.algorithm import algorithm
from masume.core.search.space import heuristic
from masume.core.search.events import Expanded, Status
from masume.puzzles.hitori.spaces import HitoriDecide
from masume.search.depth_first import depth_first


def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


@algorithm(complete=True)
def sleeper(space):
    "Sleeps, and then has the answer."
    time.sleep(1.2)
    return (yield from depth_first.function(space))


@heuristic(HitoriDecide, admissible=True)
def tables(space):
    "A table that takes long."
    busy(0.05)
    return lambda state: 0
"""


def test_parts_of_every_search_sum_to_its_seconds():
    for task in plan(STUDY)[0]:
        result = run_task(task)
        assert result.status == "solved", task.search
        parts = [result.prepare_seconds, result.tables_seconds, result.search_seconds]
        parts.append(result.proof_seconds)
        assert sum(filter(None, parts)) == pytest.approx(result.seconds), task.search
        assert result.prepare_seconds > 0, task.search  # its text was read, its space or model made
        assert (result.proof_seconds is None) == (task.algorithm != "exact")
        assert (result.tables_seconds is None) == (task.heuristic == "")
        # Nobody has less of the wall; the two clocks are read one after the other.
        assert result.wall_seconds > 0.9 * result.seconds - 0.001


NOTES = """
import sys
from masume.core.system.clock import Clock
from masume.lab import run
from study_rows import plan

class Noting(Clock):
    def begin(self, part):
        if not self.parts and not self._going:
            self.known = set(sys.modules)
        super().begin(part)
    def pause(self):
        if self._going and (late := set(sys.modules) - self.known):
            sys.exit(f"on the clock: {late}")
        super().pause()

run.Clock = Noting
for task in reversed(plan(sys.argv[1])[0]):
    run.run_task(task)
"""


@pytest.mark.process
def test_imports_do_not_count_as_run_time():
    """The first run of a worker is not slower, as everything is imported before."""
    subprocess.run([sys.executable, "-c", NOTES, STUDY], check=True, cwd=Path(__file__).parents[1])


def test_sleeping_or_building_tables_beyond_limit_is_limit(tmp_path):
    (tmp_path / "late_ones.py").write_text(OWN)
    text = '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nspaces = ["decide"]\n'
    ((task,), _) = plan(text + 'algorithms = ["./late_ones.py:sleeper"]', tmp_path)
    result = run_task(replace(task, limit=Limit(seconds=0.05)))
    assert (result.status, result.reason) == ("limit", "0.05 s used")
    assert result.cost is None
    output = 'algorithms = ["astar"]\nheuristics = ["./late_ones.py:tables"]'
    ((task,), _) = plan(text + output, tmp_path)
    result = run_task(task)
    assert result.status == "solved"
    assert result.seconds > result.tables_seconds >= 0.05
    assert run_task(replace(task, limit=Limit(seconds=0.04))).status == "limit"
    *_, task = plan(STUDY)[0]
    assert task.algorithm == "exact"  # a late proof
    assert run_task(replace(task, limit=Limit(seconds=1e-6))).status == "limit"
