"""In the worker: a call with a bound on its memory, whose faults are told in words.

Linux alone bounds and tells the memory of a process; elsewhere there is no bound and no peak.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from time import perf_counter

from masume.work.keeper import begin_work, bound_group, end_children, used_seconds

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
_LEAST = 16_000_000  # bytes that work may always ask for, however much the process holds before


@dataclass(frozen=True)
class Answer:
    """What a function returned, or the text of what it raised."""

    result: object = None
    error: str = ""
    peak_mb: float | None = None  # most memory held while it worked, where that can be told
    seconds: float | None = None  # of the processor, with all that it has started
    wall_seconds: float | None = None
    kills: int = 0  # how often its process was killed from outside before this


def limited(function: str, item: object, megabytes: int | None) -> Answer:
    """Call a function, known by its dotted name, and tell what came of it."""
    result, error = None, ""
    begin_work()
    used, began = used_seconds(), perf_counter()
    try:
        module, _, name = function.rpartition(".")
        call = getattr(importlib.import_module(module), name)
        _reset_peak()
        with _confined(megabytes):
            result = call(item)
    except MemoryError:
        error = "out of memory"
    except BaseException as fault:  # the work of others may even say sys.exit()
        error = in_words(fault)
    end_children()
    peak = _peak()
    return Answer(
        result,
        error,
        None if peak is None else round(peak / 1_000_000, 1),
        used_seconds() - used,
        perf_counter() - began,
    )


def in_words(fault: BaseException) -> str:
    """One line about a fault."""
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:500]


@contextmanager
def _confined(megabytes: int | None) -> Iterator[None]:
    """Let the system refuse memory so that the process never holds more than this.

    What the process and its children hold together is up to its keeper.
    """
    if megabytes is None or (held := _held()) is None:
        yield
        return
    import resource  # Windows has none

    before = resource.getrlimit(resource.RLIMIT_AS)
    size, resident = held
    allowed = max(megabytes * 1_000_000, resident + _LEAST)
    most = size + allowed - resident
    if before[1] != resource.RLIM_INFINITY:
        most = min(most, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    bound_group(allowed)
    try:
        yield
    finally:
        bound_group(0)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _reset_peak() -> None:
    with suppress(OSError):  # not Linux, or forbidden: then the peak is that of all work so far
        os.write(_opened("/proc/self/clear_refs", os.O_WRONLY), b"5")


def _held() -> tuple[int, int] | None:
    """Bytes that this process has asked for, and those that it holds; None where nobody tells."""
    text = _read("/proc/self/statm")
    if not text:
        return None
    size, resident, *_ = (int(pages) * _PAGE for pages in text.split())
    return size, resident


def _peak() -> int | None:
    """The most that it held; None where nobody tells."""
    _, _, peak = _read("/proc/self/status").partition(b"VmHWM:")
    return int(peak.split(maxsplit=1)[0]) * 1024 if peak else None


def _read(path: str) -> bytes:
    """What the system says of this process there; nothing if it does not."""
    with suppress(OSError):
        return os.pread(_opened(path, os.O_RDONLY), 4096, 0)
    return b""


@cache
def _opened(path: str, how: int) -> int:
    """A file that is asked again and again; to open it takes longer than to read it."""
    return os.open(path, how)
