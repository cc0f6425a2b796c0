"""A process of its own for one piece of work at a time: `python -m masume.lab.cell`.

Requests come as pickles on standard input, answers go as pickles to standard output. Whoever
started the process may kill it at any moment; when standard input ends, it goes by itself, in the
middle of its work too. Of modules it needs, it imports what the requests ask for.
"""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from queue import SimpleQueue
from time import perf_counter
from typing import Any, BinaryIO

_LONG = 0.1  # seconds; after such a piece of work the memory is tidied
_SPARE = 1.25  # of the limit: the searches end by their own estimate before that


@dataclass(frozen=True)
class Request:
    """A function by its dotted name, what to call it with, and the most it may use."""

    function: str
    item: Any
    seconds: float | None = None  # until the process is killed
    megabytes: int | None = None


@dataclass(frozen=True)
class Answer:
    """What the function returned, or the text of what it raised."""

    result: Any = None
    error: str = ""
    peak_mb: float | None = None  # most memory held while it worked, where that can be told


def main() -> None:
    """Serve until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent to see to
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever prints or asks for input must not disturb the talk with our parent.
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    waiting: SimpleQueue[Request] = SimpleQueue()
    threading.Thread(target=_read, args=(requests, waiting), daemon=True).start()
    me = os.getpid()
    frozen = False
    while True:
        request = waiting.get()
        began = perf_counter()
        data = _packed(_serve(request))
        if os.getpid() != me:  # the work has forked, and this is the child: one answer is enough
            os._exit(0)
        try:
            answers.write(data)
            answers.flush()
        except OSError:
            _leave()
        if perf_counter() - began > _LONG or not frozen:
            gc.collect()
        if not frozen:
            gc.freeze()  # what the first piece of work has imported need not be looked at again
            frozen = True


def _read(requests: BinaryIO, waiting: SimpleQueue[Request]) -> None:
    """Beside the work, so that the end of our parent is noticed at once."""
    while True:
        try:
            waiting.put(pickle.load(requests))
        except (EOFError, OSError, pickle.UnpicklingError):
            _leave()


def _leave() -> None:
    """Nobody listens any more; what the work has started has nobody to work for either."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _serve(request: Request) -> Answer:
    result, error = None, ""
    try:
        module, _, name = request.function.rpartition(".")
        function = getattr(importlib.import_module(module), name)
        result = _confined(function, request)
    except MemoryError:
        error = "out of memory"
    except BaseException as fault:  # the work of others may even say sys.exit()
        error = _in_words(fault)
    return Answer(result, error, _peak())


def _confined(function: Callable[[Any], Any], request: Request) -> Any:
    _reset_peak()
    _confine(request.megabytes)
    try:
        return function(request.item)
    finally:
        _confine(None)


def _in_words(fault: BaseException) -> str:
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:500]


def _packed(answer: Answer) -> bytes:
    try:
        return pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL)
    except Exception as fault:  # a result that cannot be sent
        return pickle.dumps(Answer(error=_in_words(fault), peak_mb=answer.peak_mb))


def _confine(megabytes: int | None) -> None:
    """Let the system refuse more memory than this beyond what is used now; only Linux does."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if megabytes is None:
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        return
    used = _status(b"VmSize:")
    if used is not None:
        most = used + int(megabytes * _SPARE * 1_000_000)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _reset_peak() -> None:
    with suppress(OSError):  # not Linux, or forbidden: then the peak is that of all work so far
        os.write(_opened("/proc/self/clear_refs", os.O_WRONLY), b"5")


def _peak() -> float | None:
    used = _status(b"VmHWM:")
    return None if used is None else round(used / 1_000_000, 1)


def _status(field: bytes) -> int | None:
    """A size in bytes that Linux tells of this process; None elsewhere."""
    try:
        text = os.pread(_opened("/proc/self/status", os.O_RDONLY), 4096, 0)
    except OSError:
        return None
    at = text.find(field)
    return None if at < 0 else int(text[at + len(field) :].split(maxsplit=1)[0]) * 1024


@cache
def _opened(path: str, how: int) -> int:
    """A file that is asked again and again; to open it takes longer than to read it."""
    return os.open(path, how)


if __name__ == "__main__":
    # Under its importable name, so that pickles of Request and Answer are of the same classes.
    from masume.lab import cell

    cell.main()
