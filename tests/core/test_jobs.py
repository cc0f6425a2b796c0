"""Work on several processors: everything comes back once, whatever happens to a worker."""

from __future__ import annotations

import os
import signal
import time
from itertools import count, islice

import pytest

from masume import NotApplicable
from masume.core.jobs import Lost, work_through


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


def slow_after_first(number):
    return slow(number) if number else 0


def dies(number):
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_that_never_live_are_given_up():
    with pytest.raises(NotApplicable, match="die at once"):
        list(work_through(dies, range(100), jobs=2, chunk=1))
