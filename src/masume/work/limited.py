"""Call a function in a worker with a memory limit, and catch everything that it raises.

Memory is limited and measured on Linux only: by the control group of the worker if it has one, else
by RLIMIT_AS and the supervisor.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from time import perf_counter

from masume.core.system.tally import MarkCount
from masume.work.cores import Conditions, read_conditions
from masume.work.supervisor import (
    begin_work,
    end_children,
    limit_group_memory,
    own_group,
    own_measures,
    used_seconds,
)

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
_LEAST = 16_000_000  # bytes that a task may always allocate, whatever the process holds already


@dataclass(frozen=True)
class CallResult:
    """The result of a function, or the text of the exception that it raised."""

    result: object = None
    error: str = ""
    peak_mb: float | None = None  # peak memory during the call, if known
    seconds: float | None = None  # processor time, including processes that it started
    wall_seconds: float | None = None
    kills: int = 0  # how often its worker was killed from outside before
    tally: MarkCount | None = None  # of user code, counted outside its process
    conditions: Conditions | None = None


def call_limited(function: str, item: object, megabytes: int | None) -> CallResult:
    """Call a function, given by its dotted name, with a memory limit; never raise."""
    result, error = None, ""
    begin_work()
    group = own_group()
    before, kills = read_conditions(*own_measures()), group.kills() if group else 0
    used, began = used_seconds(), perf_counter()
    try:
        module, _, name = function.rpartition(".")
        call = getattr(importlib.import_module(module), name)
        _reset_peak()
        with _limit_memory(megabytes):
            result = call(item)
    except MemoryError:
        error = "out of memory"
    except BaseException as fault:  # user code may even call sys.exit()
        error = describe(fault)
    end_children()
    if group is not None and group.kills() > kills:
        result, error = None, "out of memory"
    own_peak, swapped = _peak_and_swap()
    peak = (group.peak() if group else None) or own_peak
    after = read_conditions(*own_measures())
    throttled = None if before.throttled is None else (after.throttled or 0) - before.throttled
    return CallResult(
        result,
        error,
        None if peak is None else round(peak / 1_000_000, 1),
        used_seconds() - used,
        perf_counter() - began,
        conditions=before._replace(mhz=after.mhz, throttled=throttled, swap_mb=swapped),
    )


def describe(fault: BaseException) -> str:
    """Return a one-line description of an exception."""
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:500]


@contextmanager
def _limit_memory(megabytes: int | None) -> Iterator[None]:
    """Limit the memory of this process and its descendants.

    Without a control group, RLIMIT_AS limits that of this process, and the supervisor the total.
    """
    if megabytes is None or (held := _held()) is None:
        yield
        return
    import resource  # Windows has none

    before = resource.getrlimit(resource.RLIMIT_AS)
    size, resident = held
    allowed = max(megabytes * 1_000_000, resident + _LEAST)
    group = own_group()
    if group is not None and group.has_memory:
        with group.limit_memory(allowed):
            yield
        return
    most = size + allowed - resident
    if before[1] != resource.RLIM_INFINITY:
        most = min(most, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    limit_group_memory(allowed)
    try:
        yield
    finally:
        limit_group_memory(0)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _reset_peak() -> None:
    if (group := own_group()) is not None:
        group.reset_peak()
    with suppress(OSError):  # not supported: then the peak includes earlier tasks
        os.write(_open_cached("/proc/self/clear_refs", os.O_WRONLY), b"5")


def _held() -> tuple[int, int] | None:
    """Return (virtual size, resident size) of this process in bytes, or None if unknown."""
    text = _read("/proc/self/statm")
    if not text:
        return None
    size, resident, *_ = (int(pages) * _PAGE for pages in text.split())
    return size, resident


def _peak_and_swap() -> tuple[int | None, float | None]:
    """Return this process's peak resident size in bytes and swapped megabytes, if known."""
    status = _read("/proc/self/status")
    _, _, peak = status.partition(b"VmHWM:")
    _, _, swap = status.partition(b"VmSwap:")
    return (
        int(peak.split(maxsplit=1)[0]) * 1024 if peak else None,
        int(swap.split(maxsplit=1)[0]) * 1024 / 1_000_000 if swap else None,
    )


def _read(path: str) -> bytes:
    """Read a file of /proc; return nothing if there is none."""
    with suppress(OSError):
        return os.pread(_open_cached(path, os.O_RDONLY), 4096, 0)
    return b""


@cache
def _open_cached(path: str, how: int) -> int:
    """Open a file once and keep it open: opening takes longer than reading."""
    return os.open(path, how)
