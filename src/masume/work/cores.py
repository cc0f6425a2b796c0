"""Pin measured workers to physical cores, one worker each, and read the state of a core."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

_CPU = "/sys/devices/system/cpu"
# What measured time and memory: the system's accounts of single processes, a control group for the
# time only, for all but the peak memory, or for everything.
MEASURES = ("process", "cgroup time", "cgroup without peak", "cgroup")


class Conditions(NamedTuple):
    """The conditions under which a run was measured; None where the system does not tell."""

    measured: str | None = None  # one of MEASURES
    core: int | None = None  # None: not pinned
    load: float | None = None  # load average of the machine over the last minute
    mhz: int | None = None  # frequency of the core
    throttled: int | None = None  # how often the core was slowed down because of heat
    swap_mb: float | None = None  # memory of the process that was swapped out


def physical_cores() -> list[int]:
    """Return the first hyperthread of each physical core that this process may use.

    The siblings stay idle as far as masume is concerned.
    """
    allowed = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    firsts = {_siblings(number): number for number in reversed(allowed)}
    return sorted(firsts.values())


def _siblings(number: int) -> str:
    with suppress(OSError):
        return Path(f"{_CPU}/cpu{number}/topology/thread_siblings_list").read_text("ascii")
    return str(number)


def claim_core() -> tuple[int, int] | None:
    """Return a physical core that no other measured worker has, and a handle that holds it.

    The core is free again when the handle is closed or its process ends. Return None if all are
    taken, or on systems that cannot pin processes.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows
        return None
    for number in physical_cores():
        path = f"{tempfile.gettempdir()}/masume-core-{number}.lock"
        for how in (0, os.O_CREAT):  # files of other users must be opened without O_CREAT
            try:
                handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | how, 0o644)
            except OSError:
                continue
            try:
                flock(handle, LOCK_EX | LOCK_NB)
            except OSError:
                os.close(handle)
                break
            return number, handle
    return None


def pin(core: int) -> None:
    """Let this process and its future children run on one core only."""
    os.sched_setaffinity(0, {core})


def read_conditions(measured: str, core: int | None) -> Conditions:
    """Return the present conditions of a run on a core."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    if core is None:
        return Conditions(measured, None, load)
    frequency = _read_number(f"cpu{core}/cpufreq/scaling_cur_freq")
    mhz = None if frequency is None else round(frequency / 1000)
    throttled = _read_number(f"cpu{core}/thermal_throttle/core_throttle_count")
    return Conditions(measured, core, load, mhz, throttled)


def _read_number(name: str) -> int | None:
    handle = _open_cached(f"{_CPU}/{name}")
    return None if handle is None else int(os.pread(handle, 32, 0))


@cache
def _open_cached(path: str) -> int | None:
    with suppress(OSError):
        return os.open(path, os.O_RDONLY)
    return None
