"""Work on several processors: everything comes back once, whatever happens to a worker."""

from __future__ import annotations

import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path
from time import perf_counter

import pytest

from masume import BadOption, NotApplicable
from masume.core.jobs import Lost, Pool, in_order, processes_for, work_through


def square(number):
    return number * number


def fragile(number):
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow(number):
    time.sleep(60)


def test_results_come_with_their_items():
    for jobs in (1, 2):
        found = dict(work_through(square, range(100), jobs=jobs, chunk=3))
        assert found == {number: number * number for number in range(100)}


def test_nothing_to_do():
    assert list(work_through(square, [], jobs=2)) == []


def test_a_dying_worker_costs_only_what_it_died_of():
    found = list(work_through(fragile, range(40), jobs=2, chunk=4))
    lost = [item for item, result in found if isinstance(result, Lost)]
    assert lost == [13]
    assert sorted(item for item, _ in found) == list(range(40))


def test_an_endless_stream_is_not_read_ahead():
    taken = []

    def items():
        for number in count():
            taken.append(number)
            yield number

    work = work_through(square, items(), jobs=2, chunk=2)
    assert len(list(islice(work, 20))) == 20
    work.close()
    assert len(taken) <= 20 + 2 * 2 * 2 + 2


def test_stopping_does_not_wait_for_work_that_nobody_wants():
    work = work_through(slow_after_first, range(9), jobs=2, chunk=1)
    assert next(work)[0] == 0
    began = time.perf_counter()
    work.close()
    assert time.perf_counter() - began < 5


def test_stopping_leaves_no_traceback_on_the_screen(monkeypatch):
    """Though the pool may see its workers die before it hears that it is to end."""
    shutdown = ProcessPoolExecutor.shutdown

    def late(executor, **options):
        time.sleep(0.5)
        shutdown(executor, **options)

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    seen = []
    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", late)
    monkeypatch.setattr(concurrent.futures, "wait", interrupted)
    monkeypatch.setattr(threading, "excepthook", seen.append)
    with pytest.raises(KeyboardInterrupt):
        next(work_through(slow, range(9), jobs=2, chunk=1))
    assert seen == []


def slow_after_first(number):
    return slow(number) if number else 0


def dies(number):
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_that_never_live_are_given_up():
    with pytest.raises(NotApplicable, match="a single job works without them"):
        list(work_through(dies, range(100), jobs=2, chunk=1))


class Killed(Exception):
    """What the executor below says of a worker that has died."""


class Deadly(Executor):
    def submit(self, *_):
        raise Killed


def test_nobody_is_told_to_use_one_job_where_a_cluster_dies():
    with pytest.raises(NotApplicable, match="see their own messages") as told:
        list(work_through(square, range(100), chunk=1, pool=Pool(Deadly(), 2, (Killed,))))
    assert "job" not in str(told.value)


def test_far_too_many_processes_are_refused(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert [processes_for(jobs) for jobs in (0, 1, 6, 24)] == [6, 1, 6, 24]
    for wish in (lambda: processes_for(25), lambda: next(work_through(square, [1], jobs=100_000))):
        with pytest.raises(BadOption, match="too many for 6 processors; take 24 at most"):
            wish()
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert processes_for(16) == 16  # a small machine is no reason to refuse a few


def test_results_in_order_are_not_lost_when_it_is_interrupted():
    def work():
        yield 2, "c"
        yield 0, "a"
        yield 3, "d"
        raise KeyboardInterrupt  # while 1 is under way

    results = in_order(work(), number=int)
    assert [next(results) for _ in range(3)] == [(0, "a"), (2, "c"), (3, "d")]
    with pytest.raises(KeyboardInterrupt):
        next(results)


def nap(seconds):
    time.sleep(seconds)
    return perf_counter()


def test_long_work_is_shared_and_short_work_does_not_wait_for_it():
    list(work_through(nap, [0.0, 0.0], jobs=2, chunk=1))  # whatever starting takes the first time
    began = perf_counter()
    ends = [end for _, end in work_through(nap, [1.5, 1.5, 0.0, 0.0, 0.0, 0.0], jobs=2, chunk=2)]
    assert perf_counter() - began < 4.5 and len(ends) == 6
    results = work_through(nap, [1.0, 3.0, 3.0], jobs=2, chunk=3)
    assert next(results)[0] == 1.0
    assert perf_counter() - began < 7.5
    results.close()


def test_workers_do_not_outlive_their_parent(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        "import multiprocessing, sys, time\n"
        "from masume.core.jobs import work_through\n"
        "if __name__ == '__main__':\n"
        "    work = work_through(time.sleep, [0.01, 0.01, 60, 60], jobs=2, chunk=1)\n"
        "    next(work)\n"
        "    pids = [child.pid for child in multiprocessing.active_children()]\n"
        "    print(*pids, flush=True)\n"
        "    next(work), next(work)\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert pids
    deadline = perf_counter() + 10
    while any(map(is_alive, pids)) and perf_counter() < deadline:
        time.sleep(0.1)
    assert not any(map(is_alive, pids))


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
