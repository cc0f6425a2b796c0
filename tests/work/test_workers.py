"""Worker processes: results, limits, crashes, and cleaning up."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from work.deeds import count_to, fails, is_alive, wait_until, workers_of

from masume.work import cgroup
from masume.work.batches import thread_pool, work_through
from masume.work.supervisor import descendants
from masume.work.threads import GuardedCall, run_guarded
from masume.work.worker import Background, Worker, WorkerDied

pytestmark = pytest.mark.process

on_linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


def answers(requests, count=2):
    with thread_pool(count) as pool:
        found = work_through(run_guarded, requests, pool=pool, chunk=4)
        return {request.item: answer for request, answer in found}


def test_results_match_their_requests():
    found = answers([GuardedCall("math.sqrt", number, 10) for number in range(200)])
    assert {number: answer.result for number, answer in found.items()} == {
        number: number**0.5 for number in range(200)
    }


def test_exception_is_reported_in_one_line():
    (answer,) = answers([GuardedCall("math.sqrt", -1, 10)]).values()
    assert answer.error.startswith("ValueError: ") and "\n" not in answer.error


def test_slow_call_is_killed_and_the_next_one_served():
    began = time.perf_counter()
    found = answers([GuardedCall("time.sleep", 60, 0.3), GuardedCall("time.sleep", 0.01, 10)], 1)
    assert found[60].error == "killed: it did not end within 0.3 s"
    assert found[0.01].error == ""
    assert time.perf_counter() - began < 50


@on_linux
def test_memory_limit_does_not_end_the_process():
    requests = [GuardedCall("builtins.bytearray", 3_000_000_000, 10, 100)]
    requests.append(GuardedCall("builtins.abs", -7, 10, 100))
    found = answers(requests, 1)
    assert found[3_000_000_000].error == "out of memory"
    assert found[-7].result == 7


def test_call_that_kills_its_worker_twice_is_reported():
    found = answers(
        [GuardedCall("ctypes.string_at", 0, 20), GuardedCall("builtins.abs", -1, 20)], 1
    )
    assert found[0].error == "died: the process ended by SIGSEGV, twice"
    assert found[-1].result == 1


@on_linux
def test_worker_killed_from_outside_is_replaced():
    before = set(workers_of(os.getpid()))  # of a server that other tests share
    with thread_pool(2) as pool:
        requests = [GuardedCall("time.sleep", 0.005 + n / 1e6, 20) for n in range(100)]
        count = kills = 0
        for number, (_, answer) in enumerate(
            work_through(run_guarded, requests, pool=pool, chunk=4)
        ):
            assert answer.error == ""
            count += 1
            mine = [process for process in workers_of(os.getpid()) if process not in before]
            if number in (20, 50):
                os.kill(mine[0], signal.SIGKILL)
            if number in (30, 60):  # the worker itself, not its supervisor
                os.kill(next(descendants(mine[0])), signal.SIGKILL)
            kills += answer.kills
    assert count == 100
    assert kills == 4
    assert set(workers_of(os.getpid())) <= before


@on_linux
def test_closing_the_generator_kills_running_calls():
    before = workers_of(os.getpid())  # of a server that other tests share
    began = time.perf_counter()
    with thread_pool(2) as pool:
        requests = [GuardedCall("time.sleep", 0.01, 90), GuardedCall("time.sleep", 60, 90)]
        work = work_through(run_guarded, requests, pool=pool, chunk=1)
        next(work)
        work.close()
    assert time.perf_counter() - began < 50
    assert set(workers_of(os.getpid())) <= set(before)


@on_linux
def test_workers_end_with_their_parent():
    script = (
        "from masume.work.batches import thread_pool\n"
        "from masume.work.threads import GuardedCall, run_guarded\n"
        "with thread_pool(1) as pool:\n"  # without `if __name__`
        "    pool.submit(run_guarded, GuardedCall('builtins.abs', 1, 90)).result()\n"
        "    print('it works', flush=True)\n"
        "    pool.submit(run_guarded, GuardedCall('time.sleep', 60, 90)).result()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert parent.stdout.readline() == b"it works\n"
    workers = workers_of(parent.pid)
    assert workers
    parent.kill()
    parent.communicate()
    wait_until(lambda: not any(map(is_alive, workers)))


def test_printing_does_not_disturb_the_protocol(capfd):
    (answer,) = answers([GuardedCall("builtins.print", "hello", 10)]).values()
    assert (answer.error, answer.result) == ("", None)
    assert "hello" in capfd.readouterr().err


@on_linux
@pytest.mark.parametrize(
    ("name", "seconds", "error"),
    [
        ("dies", 50, "died: the process ended with code 4, twice"),
        ("sleeps", 1, "killed: it did not end within 1 s"),
    ],
)
def test_daemon_is_killed_and_does_not_block(tmp_path, name, seconds, error):
    path = str(tmp_path / name)
    began = time.perf_counter()
    found = answers(
        [
            GuardedCall("work.deeds.square", 2, 50),  # starts the worker
            GuardedCall("work.deeds.leave_a_daemon", path, seconds),
        ],
        1,
    )
    assert found[path].error == error
    assert time.perf_counter() - began < 40
    wait_until(Path(path).read_text)  # the file may still be empty
    daemon = int(Path(path).read_text())
    wait_until(lambda: not is_alive(daemon))


@on_linux
@pytest.mark.parametrize(
    ("name", "seconds", "error"),
    [
        ("returns", 50, ""),
        ("dies", 50, "died: the process ended with code 4, twice"),
        pytest.param(
            "killed", 50, "died: the process ended by SIGKILL, 9 times", marks=pytest.mark.soak
        ),
        ("sleeps", 0.5, "killed: it did not end within 0.5 s"),
    ],
)
def test_unmarked_daemon_is_killed(tmp_path, name, seconds, error):
    """The daemon has no mark in its environment and is found as a descendant."""
    path = str(tmp_path / name)
    (answer,) = answers([GuardedCall("work.deeds.leave_a_stranger", path, seconds)], 1).values()
    assert answer.error == error
    assert answer.kills == (9 if name == "killed" else 0)
    pid = Path(path).read_text()  # nothing if it was killed while it wrote
    assert not pid or not is_alive(int(pid))


@on_linux
def test_memory_limit_includes_child_processes():
    call = GuardedCall("work.deeds.hold_in_children", 300, 15, 200)
    began = time.perf_counter()
    (answer,) = answers([call], 1).values()
    assert answer.error == "out of memory"
    assert time.perf_counter() - began < 14


@on_linux
def test_descendants_of_workers_end_with_the_parent(tmp_path):
    path = str(tmp_path / "sleeps")
    script = (
        "import sys\n"
        "sys.path[:] = eval(sys.argv[2])\n"
        "from work.deeds import leave_a_daemon\n"
        "from masume.work.worker import Worker\n"
        "Worker().ask(leave_a_daemon, sys.argv[1])\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script, path, repr(sys.path)])
    wait_until(lambda: Path(path).exists() and Path(path).read_text())
    left = [int(Path(path).read_text()), *workers_of(parent.pid)]
    parent.kill()
    parent.wait()
    wait_until(lambda: not any(map(is_alive, left)))
    assert len(left) == 2


def test_worker_raises_the_exception_of_a_call_and_continues():
    worker = Worker()
    with pytest.raises(ValueError, match="math domain error") as error:
        worker.ask(math.sqrt, -1, seconds=20)
    assert "Traceback" in error.value.__notes__[0]
    with pytest.raises(TypeError, match="cannot pickle"):
        worker.ask(threading.Lock, seconds=20)
    with pytest.raises(SystemExit):
        worker.ask(sys.exit, 3, seconds=20)
    assert worker.ask(math.sqrt, 4, seconds=20) == 2
    with pytest.raises(WorkerDied, match="with code 7"):
        worker.ask(os._exit, 7, seconds=20)
    assert worker.is_closed and not worker.is_alive


@pytest.mark.parametrize(("function", "expected"), [(count_to, [0, 1, 2]), (fails, [3])])
def test_background_returns_values(capfd, function, expected):
    work = Background(function, 3)
    news = []
    wait_until(lambda: news.extend(work.news()) or work.ended)
    assert news == expected
    assert ("ValueError: oh" in capfd.readouterr().err) == (function is fails)


def test_background_can_be_stopped():
    work = Background(time.sleep, 60)
    assert work.news() == [] and not work.ended
    work.stop()
    assert work.ended and work.news() == []


@on_linux
def test_time_of_detached_children_counts():
    (answer,) = answers([GuardedCall("work.deeds.burn_detached", 0.5, 60)], 1).values()
    assert not answer.error
    assert 0.48 <= answer.seconds < 1.5  # processor times have a resolution of 10 ms


@on_linux
@pytest.mark.parametrize(
    ("name", "item", "limit", "error", "seconds"),
    [
        ("burn_and_crash", 0.3, 30, "died: the process ended by SIGABRT, twice", 0.3),
        ("burn", 60, 1, "killed: it did not end within 1 s", 0.05),  # on a busy machine
    ],
)
def test_usage_of_a_call_that_killed_its_worker_is_known(name, item, limit, error, seconds):
    before = GuardedCall("work.deeds.burn", 0.6, 30)  # does not count
    found = answers([before, GuardedCall(f"work.deeds.{name}", item, limit)], 1)
    assert found[item].error == error
    assert seconds <= found[item].seconds < seconds + 1.2
    assert seconds <= found[item].wall_seconds
    assert found[item].peak_mb > (60 if name == "burn_and_crash" else 5)


@on_linux
def test_memory_never_exceeds_the_limit():
    (answer,) = answers([GuardedCall("work.deeds.grow", 600, 60, 300)], 1).values()
    assert answer.error == "out of memory"
    assert 200 < answer.peak_mb <= 300


def test_no_worker_outlives_the_program():
    """Python warns of a process that is still running when its object is deleted."""
    code = "from masume.work.threads import run_in_worker; print(run_in_worker(abs, -3))"
    command = [sys.executable, "-W", "always::ResourceWarning", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_peak_that_linux_cannot_reset_is_not_used(tmp_path, monkeypatch):
    """From Linux 5.19 to 6.11 root can open the file, but not write to it."""
    for name in ("cpu.stat", "memory.max", "memory.events", "memory.peak", "memory.swap.max"):
        (tmp_path / name).touch()
    write = os.write

    def refuse(handle, data):
        if data == b"reset\n":
            raise OSError(22, "Invalid argument")
        return write(handle, data)

    monkeypatch.setattr("masume.work.cgroup.os.mkdir", lambda _: None)
    monkeypatch.setattr("masume.work.cgroup.os.write", refuse)
    group = cgroup.Cgroup(str(tmp_path))
    group.reset_peak()
    assert (group.word, group.peak()) == ("cgroup without peak", None)
    for handle in group._handles:
        os.close(handle)
