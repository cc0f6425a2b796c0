"""Supervisor: the parent process of a worker, which kills everything that the worker started.

On Linux orphans are reparented to the nearest ancestor that is a subreaper. The worker and its
supervisor are subreapers, so all processes started by a task remain their descendants, even
daemons. The supervisor also limits the memory of all of them together. On other systems a worker
has no supervisor.

A worker that is measured also gets a physical core, and a control group if there are any.
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

from masume.work.cgroup import Cgroup
from masume.work.cores import MEASURES, claim_core, pin

MEASURED = "MASUME_MEASURED"  # in the environment: the control group of a measured worker, or ""
OUT_OF_MEMORY = 86  # the supervisor's exit code if the memory limit was exceeded
_TICK = 100  # milliseconds between two checks of the memory
_KILL_SECONDS = 5.0  # the longest time spent on killing descendants
_PR_SET_CHILD_SUBREAPER = 36

# Shared between a worker and its supervisor: the memory limit in bytes for the worker with its
# descendants (0: none), the processor seconds that they had used before the current task, and how
# many of them the control group had killed.
_most: mmap | None = None
_USAGE = struct.Struct("=ddhh")
_SHARED = struct.Struct("=QdQ")
_group: Cgroup | None = None  # of a measured worker
_core: int | None = None
_measured = MEASURES[0]


class Usage(NamedTuple):
    """The resources used by a task and all processes that it started."""

    seconds: float  # processor time
    peak_mb: float  # the peak memory of the group, or of any one process
    measured: str  # one of MEASURES
    core: int | None  # to which it was pinned


def become_worker(handles: list[int], report: int) -> None:
    """Fork: the child returns as the worker, the parent becomes its supervisor and never returns.

    The supervisor closes the handles, so that their other ends notice when the worker ends. It
    writes the Usage of the current task to `report` when the worker dies or is killed.
    """
    global _most, _group, _core, _measured
    if not sys.platform.startswith("linux"):
        os.close(report)
        return
    most = mmap(-1, _SHARED.size)
    supervisor = os.getpid()
    claimed = None
    if (path := os.environ.pop(MEASURED, None)) is not None:
        claimed = claim_core()
        with suppress(OSError):
            _group = Cgroup(path) if path else None
    _core = None if claimed is None else claimed[0]
    _measured = MEASURES[0] if _group is None else _group.word
    worker = os.fork()
    if worker:
        for handle in handles:
            os.close(handle)
        _supervise(worker, most, report)
    os.close(report)
    if _group is not None:
        _group.join()
    if claimed is not None:
        os.close(claimed[1])  # the supervisor holds it
        pin(claimed[0])
    _most = most
    _adopt_orphans()
    if os.getppid() != supervisor:  # the supervisor was killed immediately
        os._exit(1)


def has_supervisor() -> bool:
    """Return whether this process is a worker with a supervisor."""
    return _most is not None


def own_group() -> Cgroup | None:
    """Return the control group of this worker, if it has one."""
    return _group


def own_measures() -> tuple[str, int | None]:
    """Return how this worker is measured, and the core to which it is pinned."""
    return _measured, _core


def limit_group_memory(size: int) -> None:
    """Limit the memory of this worker with its descendants to `size` bytes; 0 is no limit."""
    if _most is not None:
        _most[:] = _SHARED.pack(size, *_SHARED.unpack(_most[:])[1:])


def begin_work() -> None:
    """Start measuring the next task of this worker."""
    if _most is not None:
        _most[:] = _SHARED.pack(0, used_seconds(), _group.kills() if _group else 0)


def restart_usage() -> None:
    """Leave out of the task's usage what it has used so far, such as for imports."""
    if _most is not None:
        size, _, kills = _SHARED.unpack(_most[:])
        _most[:] = _SHARED.pack(size, used_seconds(), kills)


def used_seconds() -> float:
    """Return the processor time of the group, or of this process and its reaped children."""
    if _group is not None:
        return _group.seconds()
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def read_usage(report: int) -> Usage | None:
    """Return the usage that a supervisor reported before it ended, or None."""
    data = os.read(report, 2 * _USAGE.size)
    if len(data) != _USAGE.size:
        return None
    seconds, peak_mb, measured, core = _USAGE.unpack(data)
    return Usage(seconds, peak_mb, MEASURES[measured], None if core < 0 else core)


def end_children() -> None:
    """Kill all processes that the last task of this worker left behind."""
    if _most is not None and _has_children():
        _end_all()


def _has_children() -> bool:
    """Return whether this process has children, with a single system call."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


# The supervisor


def _supervise(worker: int, most: mmap, report: int) -> NoReturn:
    """Supervise a worker until it ends, the parent ends, or SIGTERM arrives; then kill all."""
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
    with suppress(AttributeError, OSError):  # without pidfd_open, rely on the ticks
        for process in (worker, os.getppid()):
            news.register(os.pidfd_open(process), select.POLLIN)
    parent, status, code = os.getppid(), None, None
    while status is None and not asked and os.getppid() == parent:
        status = _reap(worker)
        if status is None:
            news.poll(_TICK)
            bound = _SHARED.unpack(most[:])[0]  # 0 if the group enforces it
            if bound and _total_memory() > bound:
                code = OUT_OF_MEMORY
                break
    _end_all()
    _, before, kills = _SHARED.unpack(most[:])
    import resource  # Windows has none

    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    used = used_seconds() if _group is not None else used_seconds() - _own_seconds()
    if _group is not None:
        peak = _group.peak() or peak
        if status == -signal.SIGKILL and _group.kills() > kills:
            code = OUT_OF_MEMORY
        _group.remove()
    core = -1 if _core is None else _core
    with suppress(OSError):  # the parent has ended
        used = max(0.0, used - before)
        os.write(report, _USAGE.pack(used, peak / 1_000_000, MEASURES.index(_measured), core))
    _end_like(signal.SIGKILL if status is None else status, code)


def _own_seconds() -> float:
    times = os.times()
    return times.user + times.system


def _reap(worker: int) -> int | None:
    """Reap ended descendants; return the worker's exit code, as `Popen` has it, or None."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == worker:
                return os.waitstatus_to_exitcode(ended[1])
    return None


def _end_like(status: int, code: int | None) -> NoReturn:
    """End with the worker's exit status or signal, so that the parent sees it."""
    if code is None and status < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the worker has dumped core already
        with suppress(OSError, ValueError):
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(code if code is not None else abs(status))


# Descendants of this process


def _adopt_orphans() -> None:
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_all() -> None:
    """Kill all descendants, repeatedly, because new orphans are reparented to this process."""
    until = monotonic() + _KILL_SECONDS
    while _has_children() and monotonic() < until:
        for process in list(descendants(os.getpid())):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        sleep(0.002)
        _reap(0)


def descendants(process: int) -> Iterator[int]:
    """Yield all descendants of a process."""
    with suppress(OSError):  # the process has just ended
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children", "rb") as file:
                for child in map(int, file.read().split()):
                    yield child
                    yield from descendants(child)


def _total_memory() -> int:
    """Return the memory of all descendants in bytes, as the sum of proportional set sizes.

    A worker without children is skipped: it is limited by the operating system itself.
    """
    processes = list(descendants(os.getpid()))
    return sum(map(_memory, processes)) if len(processes) > 1 else 0


def _memory(process: int) -> int:
    with suppress(OSError), open(f"/proc/{process}/smaps_rollup", "rb") as file:
        return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss:"))
    return 0
