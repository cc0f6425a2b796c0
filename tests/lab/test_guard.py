"""Watched processes: whatever becomes of them, there is an answer, and nobody is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from masume.core.jobs import work_through
from masume.lab.cell import Request
from masume.lab.guard import Cell, guarded, guarded_threads

on_linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


def answers(requests, count=2):
    with guarded_threads(count) as pool:
        found = work_through(guarded, requests, pool=pool, chunk=4)
        return {request.item: answer for request, answer in found}


def cells_of(process):
    """The watched processes that a process has started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue  # it has just ended
            if b"masume.lab.cell" in line and parent == process:
                found.append(int(entry.name))
    return found


def test_answers_come_with_their_requests():
    found = answers([Request("math.sqrt", number, 10) for number in range(200)])
    assert {number: answer.result for number, answer in found.items()} == {
        number: number**0.5 for number in range(200)
    }


def test_an_error_is_told_in_one_line():
    (answer,) = answers([Request("math.sqrt", -1, 10)]).values()
    assert answer.error.startswith("ValueError: ") and "\n" not in answer.error


def test_what_takes_too_long_is_killed_and_the_next_is_served():
    began = time.perf_counter()
    found = answers([Request("time.sleep", 60, 0.3), Request("time.sleep", 0.01, 10)], 1)
    assert found[60].error == "killed: it did not end within 0.3 s"
    assert found[0.01].error == ""
    assert time.perf_counter() - began < 10


@on_linux
def test_memory_is_limited_and_the_process_lives_on():
    requests = [Request("builtins.bytearray", 3_000_000_000, 10, 100)]
    requests.append(Request("builtins.abs", -7, 10, 100))
    found = answers(requests, 1)
    assert found[3_000_000_000].error == "out of memory"
    assert found[-7].result == 7


def test_a_process_that_dies_twice_is_reported():
    found = answers([Request("ctypes.string_at", 0, 20), Request("builtins.abs", -1, 20)], 1)
    assert found[0].error == "died: the process ended by SIGSEGV, twice"
    assert found[-1].result == 1


@on_linux
def test_a_process_that_is_killed_from_outside_costs_nothing():
    with guarded_threads(2) as pool:
        requests = [Request("time.sleep", 0.01 + n / 1e6, 20) for n in range(300)]
        count = 0
        for number, (_, answer) in enumerate(work_through(guarded, requests, pool=pool, chunk=4)):
            assert answer.error == ""
            count += 1
            if number in (20, 90, 160):
                os.kill(cells_of(os.getpid())[0], signal.SIGKILL)
    assert count == 300
    assert cells_of(os.getpid()) == []


@on_linux
def test_who_has_had_enough_waits_for_nobody():
    began = time.perf_counter()
    with guarded_threads(2) as pool:
        requests = [Request("time.sleep", 0.01, 90), Request("time.sleep", 60, 90)]
        work = work_through(guarded, requests, pool=pool, chunk=1)
        next(work)
        work.close()
    assert time.perf_counter() - began < 10
    assert cells_of(os.getpid()) == []


@on_linux
def test_processes_end_with_their_parent():
    script = (
        "from masume.lab.guard import guarded_threads, guarded\n"
        "from masume.lab.cell import Request\n"
        "with guarded_threads(1) as pool:\n"
        "    pool.executor.submit(guarded, Request('time.sleep', 60, 90)).result()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script])
    deadline = time.monotonic() + 20
    while not (cells := cells_of(parent.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert cells
    time.sleep(0.5)
    parent.kill()
    parent.wait()
    while any(Path(f"/proc/{cell}").exists() for cell in cells):
        assert time.monotonic() < deadline + 10, "a process outlived its parent"
        time.sleep(0.05)


def test_what_prints_does_not_disturb(capfd):
    (answer,) = answers([Request("builtins.print", "hello", 10)]).values()
    assert (answer.error, answer.result) == ("", None)
    assert "hello" in capfd.readouterr().err


def test_an_answer_at_the_last_moment_does_not_cost_the_next_one_its_turn(monkeypatch):
    asked = Cell.ask

    def ask_and_be_late(cell, request):
        answer = asked(cell, request)
        if request.item == -1:  # as if its time had been over just then
            cell.late = True
            cell.kill()
        return answer

    monkeypatch.setattr(Cell, "ask", ask_and_be_late)
    found = answers([Request("builtins.abs", -n, 20) for n in (1, 2, 3)], 1)
    assert [found[-n].result for n in (1, 2, 3)] == [1, 2, 3]
