"""Control groups (cgroup v2 of Linux): measure and limit a worker with all its descendants.

A process cannot leave its group by forking, so processor time and memory are those of everything
that a task starts, even of daemons and of children that nobody waits for. Workers get their groups
below the group of the process that starts them. The memory controller must be available there;
otherwise only the processor time is that of the group.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from time import monotonic, process_time, sleep
from typing import NamedTuple

SWITCH = "MASUME_CGROUPS"  # set this variable to "off" to measure without control groups
_PREFIX, _LEAF = "masume-", "masume"
_REMEDY = "start it with systemd-run --user --scope -p Delegate=yes"
_REMOVE_SECONDS = 2.0  # the longest time to wait for killed processes to leave a group


class Home(NamedTuple):
    """The group below which workers get theirs."""

    path: str = ""  # "" without control groups
    has_memory: bool = False
    reason: str = ""  # why memory, or everything, is measured without them


@cache
def home() -> Home:
    """Return the group below which this process can create groups, preparing it if necessary."""
    if os.environ.get(SWITCH, "").lower() == "off":
        return Home(reason=f"turned off by {SWITCH}=off")
    try:
        path = _own_group()
        if path is None:
            return Home(reason="this system has no control groups (cgroup v2)")
        if os.path.basename(path) == _LEAF:  # another process of masume has prepared the parent
            path = os.path.dirname(path)
        reason = _enable_memory(path)
        _try_out(path)
    except OSError as fault:
        return Home(reason=f"no control group can be created: {fault.strerror}; {_REMEDY}")
    _remove_old(path)
    return Home(path, not reason, reason)


def _own_group() -> str | None:
    """Return the folder of the group of this process, or None if there are no groups."""
    with suppress(FileNotFoundError):
        with open("/proc/self/cgroup", encoding="utf-8") as file:
            own = [line.strip()[3:] for line in file if line.startswith("0::")]
        with open("/proc/self/mountinfo", encoding="utf-8") as file:
            for line in file:
                fields, _, kind = line.partition(" - ")
                root, place = fields.split()[3:5]
                if own and kind.startswith("cgroup2 ") and own[0].startswith(root.rstrip("/")):
                    return place + own[0][len(root.rstrip("/")) :].rstrip("/")
    return None


def _enable_memory(path: str) -> str:
    """Enable the memory controller for the groups below; return the reason if that fails."""
    if "memory" in _read(f"{path}/cgroup.subtree_control").split():
        return ""
    if "memory" not in _read(f"{path}/cgroup.controllers").split():
        return f"the group {path} has no memory controller (cgroup v1 may hold it); {_REMEDY}"
    try:
        _write(f"{path}/cgroup.subtree_control", "+memory")
    except OSError as fault:
        if fault.errno != errno.EBUSY:
            raise
        if reason := _leave_to_leaf(path):
            return reason
        _write(f"{path}/cgroup.subtree_control", "+memory")
    return ""


def _leave_to_leaf(path: str) -> str:
    """Move this process, its ancestors and descendants from a group to one below it.

    Only groups without processes of their own can have limits below them. Return the reason if
    there are other processes.
    """
    processes = [int(word) for word in _read(f"{path}/cgroup.procs").split()]
    line = set(_ancestors(os.getpid()))
    if not all(p in line or os.getpid() in _ancestors(p) for p in processes):
        return f"the group {path} contains other processes; {_REMEDY}"
    with suppress(FileExistsError):
        os.mkdir(f"{path}/{_LEAF}")
    for process in processes:
        with suppress(ProcessLookupError):
            _write(f"{path}/{_LEAF}/cgroup.procs", str(process))
    return ""


def _ancestors(process: int) -> Iterator[int]:
    """Yield a process and its ancestors."""
    while process > 0:
        yield process
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
                process = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            return


def _try_out(path: str) -> None:
    """Create a group, move this process there and back; raise OSError if that is not allowed."""
    before = _own_group()
    group = Cgroup(f"{path}/{_PREFIX}try-{os.getpid()}")
    try:
        group.join()
    finally:
        _write(f"{before}/cgroup.procs", "0")
        group.remove()


def _remove_old(path: str) -> None:
    """Remove the empty groups that killed processes have left."""
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX) and entry.is_dir():
                with suppress(OSError):  # it is in use
                    os.rmdir(entry.path)


class Cgroup:
    """A group for a worker and its descendants; raise OSError if it cannot be created."""

    def __init__(self, path: str) -> None:
        self.path = path
        os.mkdir(path)
        self._handles: list[int] = []
        self._time = self._open("cpu.stat", os.O_RDONLY)
        self.has_memory = os.path.exists(f"{path}/memory.max")
        self._peak: int | None = None
        if self.has_memory:
            self._most = self._open("memory.max", os.O_WRONLY)
            self._events = self._open("memory.events", os.O_RDONLY)
            with suppress(OSError):  # Linux before 6.12 cannot reset the peak, but root may open it
                peak = self._open("memory.peak", os.O_RDWR)
                os.write(peak, b"reset\n")
                self._peak = peak
            with suppress(OSError):  # no swap
                _write(f"{path}/memory.swap.max", "0")

    def _open(self, name: str, how: int) -> int:
        handle = os.open(f"{self.path}/{name}", how)
        self._handles.append(handle)
        return handle

    @property
    def word(self) -> str:
        """What the group measures, as it is stored with each run."""
        if not self.has_memory:
            return "cgroup time"
        return "cgroup" if self._peak is not None else "cgroup without peak"

    def join(self) -> None:
        """Move this process into the group."""
        _write(f"{self.path}/cgroup.procs", "0")

    def seconds(self) -> float:
        """Return the processor time of all processes that have been in the group."""
        process_time()  # brings the count of this process up to date
        return int(os.pread(self._time, 64, 0).split()[1]) / 1_000_000

    def other_seconds(self) -> float:
        """Return the processor time of all processes but this one."""
        own = process_time()
        return self.seconds() - own

    def reset_peak(self) -> None:
        """Forget the peak memory so far."""
        if self._peak is not None:
            os.pwrite(self._peak, b"reset\n", 0)

    def peak(self) -> int | None:
        """Return the peak memory in bytes since the last reset; None if it is unknown."""
        return None if self._peak is None else int(os.pread(self._peak, 32, 0))

    def kills(self) -> int:
        """Return how many processes were killed because the memory limit was reached."""
        if not self.has_memory:
            return 0
        events = dict(line.split() for line in os.pread(self._events, 512, 0).splitlines())
        return int(events.get(b"oom_kill", 0))

    @contextmanager
    def limit_memory(self, size: int) -> Iterator[None]:
        """Limit the memory of the group to `size` bytes; beyond it, its processes are killed."""
        os.pwrite(self._most, str(size).encode(), 0)
        try:
            yield
        finally:
            os.pwrite(self._most, b"max", 0)

    def remove(self) -> None:
        """Kill everything in the group and remove it."""
        for handle in self._handles:
            os.close(handle)
        self._handles.clear()
        remove_group(self.path)


def remove_group(path: str) -> None:
    """Kill everything in a group and remove it, if it exists."""
    until = monotonic() + _REMOVE_SECONDS
    with suppress(OSError):
        _write(f"{path}/cgroup.kill", "1")
    while monotonic() < until:
        try:
            os.rmdir(path)
        except FileNotFoundError:
            return
        except OSError:
            sleep(0.002)


def _read(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()


def _write(path: str, text: str) -> None:
    handle = os.open(path, os.O_WRONLY)
    try:
        os.write(handle, text.encode())
    finally:
        os.close(handle)
