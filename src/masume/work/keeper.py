"""Above a worker: a small process that outlives it for a moment and ends all that it has started.

Linux hands orphans to the nearest process above them that has asked for it. A worker asks, and so
does its keeper, so whatever the work starts stays below them, however it turns itself into a
daemon. The keeper sums up the memory of all of them, too. Elsewhere a worker has no keeper.
"""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from mmap import mmap
from time import monotonic, sleep
from types import FrameType
from typing import NamedTuple, NoReturn

OUT_OF_MEMORY = 86  # the code a keeper ends with if the work and its children held too much
_TICK = 100  # milliseconds between two looks at the memory
_PATIENCE = 5.0  # seconds until processes that will not end are left alone
_PR_SET_CHILD_SUBREAPER = 36

# In a worker, shared with its keeper: how many bytes it and its children may hold (0: any number),
# and the processor seconds that they had used before the present piece of work.
_most: mmap | None = None
_USAGE = struct.Struct("=dd")
_SHARED = struct.Struct("=Qd")


class Usage(NamedTuple):
    """What a piece of work and all that it started have used."""

    seconds: float  # of the processor
    peak_mb: float  # the most memory that one of its processes held


def become_worker(handles: list[int], report: int) -> None:
    """Fork: the child goes on as the worker, its parent is the keeper and never returns.

    Only the worker holds the handles, so that their other ends notice its end. The keeper writes
    the Usage of what the worker was at when it died, or was killed, to `report`.
    """
    global _most
    if not sys.platform.startswith("linux"):
        os.close(report)
        return
    most = mmap(-1, _SHARED.size)
    keeper = os.getpid()
    worker = os.fork()
    if worker:
        for handle in handles:
            os.close(handle)
        _keep(worker, most, report)
    os.close(report)
    _most = most
    _adopt_orphans()
    if os.getppid() != keeper:  # it was killed at once
        os._exit(1)


def is_kept() -> bool:
    """Whether this is a worker with a keeper, who ends whatever it leaves behind."""
    return _most is not None


def bound_group(size: int) -> None:
    """In a worker: the most that it and its children may hold together; 0 is any number."""
    if _most is not None:
        _most[:] = _SHARED.pack(size, _SHARED.unpack(_most[:])[1])


def begin_work() -> None:
    """In a worker: count what is used from now on as that of the next piece of work."""
    if _most is not None:
        _most[:] = _SHARED.pack(0, used_seconds())


def used_seconds() -> float:
    """Return the processor time of this process and of its children that were reaped."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def read_usage(report: int) -> Usage | None:
    """Return what a keeper has reported before its end; None if it has not."""
    data = os.read(report, 2 * _USAGE.size)
    return Usage(*_USAGE.unpack(data)) if len(data) == _USAGE.size else None


def end_children() -> None:
    """In a worker: end what the last piece of work has left behind."""
    if _most is not None and _has_children():
        _end_all()


def _has_children() -> bool:
    """Asked after every piece of work: one call of the system if there are none."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


# The keeper


def _keep(worker: int, most: mmap, report: int) -> NoReturn:
    """Wait for the worker's end, for that of our parent, or for somebody to tell us to end it."""
    asked: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes)
    signal.signal(signal.SIGTERM, note)
    _adopt_orphans()
    news = select.poll()
    news.register(woken, select.POLLIN)
    with suppress(AttributeError, OSError):  # an old kernel: then a tick has to do
        for process in (worker, os.getppid()):
            news.register(os.pidfd_open(process), select.POLLIN)
    parent, status, code = os.getppid(), None, None
    while status is None and not asked and os.getppid() == parent:
        status = _reap(worker)
        if status is None:
            news.poll(_TICK)
            bound = _SHARED.unpack(most[:])[0]
            if bound and _held_by_all() > bound:
                code = OUT_OF_MEMORY
                break
    _end_all()
    before = _SHARED.unpack(most[:])[1]
    import resource  # Windows has none

    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1_000_000
    with suppress(OSError):  # nobody listens any more
        os.write(report, _USAGE.pack(max(0.0, used_seconds() - _own_seconds() - before), peak))
    _end_like(signal.SIGKILL if status is None else status, code)


def _own_seconds() -> float:
    times = os.times()
    return times.user + times.system


def _reap(worker: int) -> int | None:
    """Take note of all that has ended below us; how the worker did, as Popen tells it."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == worker:
                return os.waitstatus_to_exitcode(ended[1])
    return None


def _end_like(status: int, code: int | None) -> NoReturn:
    """End as the worker did, so that whoever waits for us learns it."""
    if code is None and status < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # that of the worker is enough
        with suppress(OSError, ValueError):
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(code if code is not None else abs(status))


# Processes below this one


def _adopt_orphans() -> None:
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_all() -> None:
    """Kill all that is below us; who is orphaned on the way comes to us and is found next time."""
    until = monotonic() + _PATIENCE
    while _has_children() and monotonic() < until:
        for process in list(below(os.getpid())):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        sleep(0.002)
        _reap(0)


def below(process: int) -> Iterator[int]:
    """The children of a process, theirs, and so on."""
    with suppress(OSError):  # it has just ended
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children", "rb") as file:
                for child in map(int, file.read().split()):
                    yield child
                    yield from below(child)


def _held_by_all() -> int:
    """Bytes that the processes below us hold; what they share is told by halves, thirds …

    A worker without children is not asked: the system itself refuses it more than it may have.
    """
    processes = list(below(os.getpid()))
    return sum(map(_held, processes)) if len(processes) > 1 else 0


def _held(process: int) -> int:
    with suppress(OSError), open(f"/proc/{process}/smaps_rollup", "rb") as file:
        return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss:"))
    return 0
