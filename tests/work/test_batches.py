"""Batches: each item is returned once, whatever happens to a worker."""

from __future__ import annotations

import concurrent.futures
import os
import subprocess
import sys
import threading
import time
from itertools import count, islice
from pathlib import Path

import pytest
from work.deeds import (
    dies,
    fragile,
    is_alive,
    nap,
    slow,
    slow_after_first,
    square,
    wait_until,
    workers_of,
)

from masume import BadOption, NotApplicable
from masume.work.batches import Lost, Pool, _run_chunk, in_order, processes_for, work_through

pytestmark = pytest.mark.process


def test_results_come_with_their_items():
    for jobs in (1, 2):
        found = dict(work_through(square, range(100), jobs=jobs, chunk=3))
        assert found == {number: number * number for number in range(100)}


def test_no_items():
    assert list(work_through(square, [], jobs=2)) == []


def test_dying_worker_loses_only_the_item_that_killed_it():
    found = list(work_through(fragile, range(40), jobs=2, chunk=4))
    lost = [item for item, result in found if isinstance(result, Lost)]
    assert lost == [13]
    assert sorted(item for item, _ in found) == list(range(40))


def test_endless_iterator_is_not_consumed_ahead():
    taken = []

    def items():
        for number in count():
            taken.append(number)
            yield number

    work = work_through(square, items(), jobs=2, chunk=2)
    assert len(list(islice(work, 20))) == 20
    work.close()
    assert len(taken) <= 20 + 2 * 2 * 2 + 2


def test_stopping_does_not_wait_for_running_items():
    work = work_through(slow_after_first, range(9), jobs=2, chunk=1)
    assert next(work)[0] == 0
    began = time.perf_counter()
    work.close()
    assert time.perf_counter() - began < 5


def test_interrupt_prints_no_traceback(monkeypatch, capfd):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    seen = []
    monkeypatch.setattr(concurrent.futures, "wait", interrupted)
    monkeypatch.setattr(threading, "excepthook", seen.append)
    with pytest.raises(KeyboardInterrupt):
        next(work_through(slow, range(9), jobs=2, chunk=1))
    assert seen == [] and capfd.readouterr().err == ""


def test_batch_is_aborted_if_workers_keep_dying():
    with pytest.raises(NotApplicable, match="use one job"):
        list(work_through(dies, range(100), jobs=2, chunk=1))


class Killed(Exception):
    """The exception of the pool below if a worker dies."""


def deadly(*_):
    raise Killed


def test_message_for_dying_cluster_workers():
    with pytest.raises(NotApplicable, match="see their own messages") as error:
        list(work_through(square, range(100), chunk=1, pool=Pool(deadly, 2, (Killed,))))
    assert "job" not in str(error.value)


def test_too_many_processes_are_rejected(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert [processes_for(jobs) for jobs in (0, 1, 6, 24)] == [6, 1, 6, 24]
    for wish in (lambda: processes_for(25), lambda: next(work_through(square, [1], jobs=100_000))):
        with pytest.raises(BadOption, match="too many for 6 processors; use at most 24"):
            wish()
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert processes_for(16) == 16  # always allowed


def test_in_order_yields_finished_results_on_interrupt():
    def work():
        yield 2, "c"
        yield 0, "a"
        yield 3, "d"
        raise KeyboardInterrupt  # while item 1 is running

    results = in_order(work(), number=int)
    assert [next(results) for _ in range(3)] == [(0, "a"), (2, "c"), (3, "d")]
    with pytest.raises(KeyboardInterrupt):
        next(results)


def test_slow_chunk_is_returned_in_parts():
    assert len(_run_chunk(nap, [0.25, 60])) == 1
    results = work_through(nap, [0.25, 60, 60], jobs=2, chunk=3)
    assert next(results)[0] == 0.25
    results.close()
    assert len(list(work_through(nap, [0.25, 0.25, 0.0], jobs=2, chunk=2))) == 3


def test_rest_of_a_slow_chunk_goes_to_free_workers(monkeypatch):
    monkeypatch.setattr("masume.work.batches._CHUNK_SECONDS", -1.0)  # after each item
    chunks = []

    def submit(each, function, items):
        chunks.append(list(items))
        future = concurrent.futures.Future()
        future.set_result(each(function, items))
        return future

    found = list(work_through(square, range(8), chunk=6, pool=Pool(submit, 1)))
    assert sorted(found) == [(number, number**2) for number in range(8)]
    assert chunks[0] == [0, 1, 2, 3, 4, 5]
    assert sorted(number for (number,) in chunks[2:]) == [1, 2, 3, 4, 5, 7]  # in any order


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_workers_do_not_outlive_their_parent(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        "import time\n"
        "from masume.work.batches import work_through\n"
        "work = work_through(time.sleep, [0.01, 0.01, 60, 60], jobs=2, chunk=1)\n"
        "next(work)\n"
        "print('begun', flush=True)\n"
        "next(work), next(work)\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout.readline() == "begun\n"
        pids = workers_of(parent.pid)
        parent.kill()
    assert pids
    wait_until(lambda: not any(map(is_alive, pids)))


def test_new_workers_get_items(monkeypatch):
    """Three workers are added while one worker is busy with long items."""
    monkeypatch.setattr("masume.work.batches._POLL_SECONDS", 0.01)
    started, most = [], []

    def submit(function, *args):
        future = concurrent.futures.Future()
        started.append((future, function, args))
        return future

    def width():
        most.append(len([future for future, *_ in started if not future.done()]))
        if len(most) < 3:
            return 1
        if len(most) > 6:
            for future, function, args in started:
                if not future.done():
                    future.set_result(function(*args))
        return 4

    found = list(work_through(square, range(40), chunk=2, pool=Pool(submit, 1, (), width)))
    assert sorted(found) == [(n, n * n) for n in range(40)]
    assert most[:3] == [0, 2, 2]
    assert max(most) == 8


def test_item_that_kills_workers_is_retried_up_to_tries():
    seen = []

    class Killed(Exception):
        pass

    def submit(function, _run_chunk, items):
        future = concurrent.futures.Future()
        seen.append(items)
        if 3 in items and len([chunk for chunk in seen if 3 in chunk]) < 4:
            future.set_exception(Killed())
        else:
            future.set_result([square(item) for item in items])
        return future

    for tries, lost in ((1, True), (3, False)):
        seen.clear()
        pool = Pool(submit, 1, (Killed,))
        found = dict(work_through(square, range(8), chunk=4, pool=pool, tries=tries))
        assert isinstance(found.pop(3), Lost) == lost
        assert found == {n: n * n for n in range(8) if n != 3}
