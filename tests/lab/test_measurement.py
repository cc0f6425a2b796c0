"""Runs are timed alike, from the text of the board to the verdict; none escapes the measurement."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from study_rows import plan, study_text

from masume.core.system.limits import Limit
from masume.lab import judged
from masume.lab.run import run_task
from masume.lab.store import open_store
from masume.work import cgroup
from masume.work.batches import thread_pool

BOARDS = ["hitori/jain-sample1", "kuromasu/br-5x5-2"]
STUDY = study_text("depth_first", "astar", "exact", examples=BOARDS, spaces=["decide"])
OWN = """
import time
from masume.core.search.algorithm import algorithm
from masume.search.depth_first import depth_first


@algorithm(complete=True)
def sleeper(space):
    "Sleeps, and then has the answer."
    time.sleep(1.2)
    return (yield from depth_first.function(space))
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


def test_sleeping_or_proving_beyond_limit_is_limit(tmp_path):
    (tmp_path / "late_ones.py").write_text(OWN)
    ((task,), _) = plan(study_text("./late_ones.py:sleeper"), tmp_path)
    result = run_task(replace(task, limit=Limit(seconds=0.05)))
    assert (result.status, result.reason) == ("limit", "0.05 s used")
    assert result.cost is None
    *_, task = plan(STUDY)[0]
    assert task.algorithm == "exact"  # a late proof
    assert run_task(replace(task, limit=Limit(seconds=1e-6))).status == "limit"


# Attacks, with and without control groups

ATTACKERS = """
import os, signal, time
from masume.core.search.algorithm import algorithm
from masume.search.depth_first import depth_first


def attack(work):
    "Declare an algorithm that does something else before it searches."
    def search(space):
        work()
        return (yield from depth_first.function(space))
    search.__name__, search.__doc__ = work.__name__, "An attack."
    return algorithm(complete=True)(search)


def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def hold(megabytes):
    return [b"x" * 1_000_000 for _ in range(megabytes)]


def let_a_daemon_work(before=lambda: None):
    told, tells = os.pipe()
    if os.fork() == 0:
        os.setsid()
        before()
        if os.fork() == 0:
            burn(0.5)
            os.write(tells, b"!")
            os._exit(0)
        time.sleep(60)
        os._exit(0)
    os.read(told, 1)


@attack
def detached():
    let_a_daemon_work()


@attack
def unwaited():  # the parent of the daemon's worker does not wait for it
    let_a_daemon_work(lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    time.sleep(0.2)


@attack
def forks():
    for _ in range(20):
        if os.fork() == 0:
            with open("PIDS", "a") as file:
                print(os.getpid(), file=file)
            time.sleep(1000)
    time.sleep(0.3)


@attack
def crasher():
    burn(0.25)  # without a control group, time is counted in ticks
    os.abort()


@attack
def hog():
    hold(1000)


@attack
def family():
    told, tells = os.pipe()
    for _ in range(6):
        if os.fork() == 0:
            held = hold(90)
            os.close(tells)
            time.sleep(1000)
    os.close(tells)
    os.read(told, 1)  # until all hold their part or are dead
    time.sleep(0.5)


@attack
def sleeper():
    time.sleep(1000)


@attack
def stubborn():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    os.fork()
    burn(1000)
"""
ENDS = {  # status and least processor time
    "detached": ("solved", 0.5),
    "unwaited": ("solved", 0.5),
    "forks": ("solved", 0.0),
    "crasher": ("died", 0.2),
    "hog": ("limit", 0.0),
    "family": ("limit", 0.0),
    "sleeper": ("killed", 0.0),
    "stubborn": ("killed", 0.05),  # of the seconds of grace, on a busy machine
}


@pytest.fixture
def pool():
    """Yield a new worker, measured in another way than those of other tests."""
    with thread_pool(1) as workers:
        yield workers


@pytest.fixture(params=["", "off"], ids=["groups", "processes"])
def measured(request, monkeypatch):
    """What the runs are measured with: control groups if there are any, or single processes."""
    monkeypatch.setenv(cgroup.SWITCH, request.param)
    cgroup.home.cache_clear()
    home = cgroup.home()
    yield "process" if not home.path else "cgroup" if home.has_memory else "cgroup time"
    cgroup.home.cache_clear()


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere this is not measured")
def test_attackers_are_measured_limited_and_killed(measured, tmp_path, monkeypatch, run, results):
    grace = float(os.environ.get("MASUME_TEST_GRACE", 3))  # more on an emulated machine
    monkeypatch.setattr(judged, "GRACE", grace)
    (tmp_path / "attackers.py").write_text(ATTACKERS.replace("PIDS", str(tmp_path / "pids")))
    for seconds, names in ((6, [*ENDS][:-2]), (0.3, [*ENDS][-2:])):
        limits = f"[limits]\nseconds = {seconds}\nmegabytes = 300\n"
        run(study_text(*(f"./attackers.py:{name}" for name in names), rest=limits))
    with open_store(results) as store:
        rows = store.query_records("SELECT * FROM runs")
    result = {row["algorithm"].rpartition(":")[2]: row for row in rows}
    for name, (status, least) in ENDS.items():
        row = result[name]
        told = name, measured, row
        assert row["status"] == status, told
        seen = least if measured != "process" or name != "unwaited" else 0.0
        assert seen <= row["seconds"] < least + 5 + grace, told
        assert row["wall_seconds"] > 0 and row["machine"] and row["load"] is not None, told
        assert row["measured"].startswith(measured), told
        # Before Linux 6.12 it is that of a process, with files that it shares with others.
        assert 10 < row["peak_mb"] <= (330 if "without" in row["measured"] else 301), told
    assert result["sleeper"]["seconds"] < 0.5  # without imports
    if measured == "process":
        assert result["unwaited"]["seconds"] < 0.5  # as the report says
    for name in ("hog", "family"):  # the limit holds, and all of it can be used
        assert result[name]["peak_mb"] > 290 or result[name]["measured"] != "cgroup"
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        with pytest.raises(ProcessLookupError):  # none is left behind
            os.kill(pid, 0)
