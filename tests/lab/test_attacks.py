"""Searches that try to escape measurement and limits, with and without control groups."""

from __future__ import annotations

import os
import sys

import pytest

from masume.lab import run as lab_run
from masume.lab.store import open_store
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
    burn(0.2)
    os.abort()


@attack
def hog():
    hold(1000)


@attack
def family():
    for _ in range(6):
        if os.fork() == 0:
            held = hold(90)
            time.sleep(1000)
    time.sleep(3)


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
    "stubborn": ("killed", 0.4),  # of the seconds of grace, on a busy machine
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


def test_attackers_are_measured_limited_and_killed(measured, tmp_path, monkeypatch, run, results):
    grace = float(os.environ.get("MASUME_TEST_GRACE", 3))  # more on an emulated machine
    monkeypatch.setattr(lab_run, "_GRACE", grace)
    (tmp_path / "attackers.py").write_text(ATTACKERS.replace("PIDS", str(tmp_path / "pids")))
    for seconds, names in ((2, [*ENDS][:-2]), (0.3, [*ENDS][-2:])):
        run(
            '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nspaces = ["decide"]\n'
            f"algorithms = {[f'./attackers.py:{name}' for name in names]}\n"
            f"[limits]\nseconds = {seconds}\nmegabytes = 300\n"
        )
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
        assert 10 < row["peak_mb"] <= 301, told
    if measured == "process":
        assert result["unwaited"]["seconds"] < 0.5  # as the report says
    if measured == "cgroup":  # the limit holds, and all of it can be used
        assert result["hog"]["peak_mb"] > 290
        assert result["family"]["peak_mb"] > 290
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        with pytest.raises(ProcessLookupError):  # none is left behind
            os.kill(pid, 0)
