"""Searches that try to escape measurement and limits, with and without control groups."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import pytest

from masume.lab import run
from masume.lab.drive import run_study
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.work import cgroup
from masume.work.batches import thread_pool

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere this is not measured"),
]
ATTACKERS = """
import os, signal, time
from masume.core.search.algorithm import algorithm
from masume.search.depth_first import depth_first

depth_first = depth_first.function


def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def double_fork(work, before=lambda: None):
    "Return what reads a byte when the grandchild has done its work."
    told, tells = os.pipe()
    if os.fork() == 0:
        os.setsid()
        before()
        if os.fork() == 0:
            work()
            os.write(tells, b"!")
            os._exit(0)
        time.sleep(60)
        os._exit(0)
    return told


@algorithm(complete=True)
def detached(space):
    "Has a daemon work for it."
    os.read(double_fork(lambda: burn(0.5)), 1)
    return (yield from depth_first(space))


@algorithm(complete=True)
def unwaited(space):
    "Has a grandchild work for it whose parent never waits for it."
    ignore = lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    os.read(double_fork(lambda: burn(0.5), ignore), 1)
    time.sleep(0.2)
    return (yield from depth_first(space))


@algorithm(complete=True)
def forks(space):
    "Leaves many processes behind."
    for _ in range(20):
        if os.fork() == 0:
            with open("PIDS", "a") as file:
                print(os.getpid(), file=file)
            time.sleep(1000)
    time.sleep(0.3)
    return (yield from depth_first(space))


@algorithm(complete=True)
def crasher(space):
    "Works, and crashes."
    burn(0.2)
    os.abort()
    yield


def hold(megabytes):
    return [b"x" * 1_000_000 for _ in range(megabytes)]


@algorithm(complete=True)
def hog(space):
    "Holds more and more."
    held = hold(1000)
    yield


@algorithm(complete=True)
def family(space):
    "Lets six children hold a part each."
    for _ in range(6):
        if os.fork() == 0:
            held = hold(90)
            time.sleep(1000)
    time.sleep(3)
    return (yield from depth_first(space))


@algorithm(complete=True)
def sleeper(space):
    "Sleeps for ever."
    time.sleep(1000)
    yield


@algorithm(complete=True)
def stubborn(space):
    "Ignores all signals and limits, and has a child that does the same."
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    os.fork()
    while True:
        burn(1)
    yield
"""
ENDS = {  # status and least processor time
    "detached": ("solved", 0.5),
    "unwaited": ("solved", 0.5),
    "forks": ("solved", 0.0),
    "crasher": ("died", 0.2),
    "hog": ("limit", 0.0),
    "family": ("limit", 0.0),
    "sleeper": ("killed", 0.0),
    "stubborn": ("killed", 0.4),  # of the seconds of grace, on a busy machine
}


@pytest.fixture(params=["", "off"], ids=["groups", "processes"])
def measured(request, monkeypatch):
    """What the runs are measured with: control groups if there are any, or single processes."""
    monkeypatch.setenv(cgroup.SWITCH, request.param)
    cgroup.home.cache_clear()
    home = cgroup.home()
    yield "process" if not home.path else "cgroup" if home.has_memory else "cgroup time"
    cgroup.home.cache_clear()


def test_attackers_are_measured_limited_and_killed(measured, tmp_path, monkeypatch):
    grace = float(os.environ.get("MASUME_TEST_GRACE", 3))  # more on an emulated machine
    monkeypatch.setattr(run, "_GRACE", grace)
    pids = tmp_path / "pids"
    (tmp_path / "attackers.py").write_text(ATTACKERS.replace("PIDS", str(pids)))
    rows = []
    for seconds, names in ((2, [*ENDS][:-2]), (0.3, [*ENDS][-2:])):
        text = (
            '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nspaces = ["decide"]\n'
            f"algorithms = {[f'./attackers.py:{name}' for name in names]}\n"
            f"[limits]\nseconds = {seconds}\nmegabytes = 300\n"
        )
        study = parse_study(text, folder=tmp_path)
        with thread_pool(1) as pool:
            run_study(study, tmp_path / f"{seconds}.jsonl", pool)
        with open_store(tmp_path / f"{seconds}.jsonl") as store:
            rows += store.query_records("SELECT * FROM results")
    result = {row["algorithm"].rpartition(":")[2]: row for row in rows}
    for name, (status, least) in ENDS.items():
        row = result[name]
        told = name, measured, row
        assert row["status"] == status, told
        seen = least if measured != "process" or name != "unwaited" else 0.0
        assert seen <= row["seconds"] < least + 5 + grace, told
        assert row["wall_seconds"] > 0 and row["machine"] and row["load"] is not None, told
        assert row["measured"].startswith(measured), told
        assert 10 < row["peak_mb"] <= 301, told
    if measured == "process":
        assert result["unwaited"]["seconds"] < 0.5  # as the report says
    if measured == "cgroup":  # the limit holds, and all of it can be used
        assert result["hog"]["peak_mb"] > 290
        assert result["family"]["peak_mb"] > 290
    for pid in map(int, pids.read_text().split()):
        with suppress(ProcessLookupError):
            os.kill(pid, 0)
            raise AssertionError("a process was left behind")
