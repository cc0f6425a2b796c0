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

from masume.work.keeper import bound_group, end_children

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
_SPARE = 1.25  # of the limit: the searches end by their own estimate before that


@dataclass(frozen=True)
class Answer:
    """What a function returned, or the text of what it raised."""

    result: object = None
    error: str = ""
    peak_mb: float | None = None  # most memory held while it worked, where that can be told
    kills: int = 0  # how often its process was killed from outside before this


def limited(function: str, item: object, megabytes: int | None) -> Answer:
    """Call a function, known by its dotted name, and tell what came of it."""
    result, error = None, ""
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
    used = _peak()
    return Answer(result, error, None if used is None else round(used / 1_000_000, 1))


def in_words(fault: BaseException) -> str:
    """One line about a fault."""
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:500]


@contextmanager
def _confined(megabytes: int | None) -> Iterator[None]:
    """Let the system refuse more memory than this beyond what is used now.

    What the process and its children hold together is up to its keeper.
    """
    if megabytes is None or (held := _held()) is None:
        yield
        return
    import resource  # Windows has none

    before = resource.getrlimit(resource.RLIMIT_AS)
    spare = int(megabytes * _SPARE * 1_000_000)
    most = held[0] + spare
    if before[1] != resource.RLIM_INFINITY:
        most = min(most, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    bound_group(held[1] + spare)
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
