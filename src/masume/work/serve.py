"""In the worker: `python -m masume.work.serve` does one thing after the other that it is asked for.

A request is a function with its arguments. The answer is what it returns, after each of the values
that it yields if it is a generator function, or what it raises. When the pipe to the parent ends
the worker goes, in the middle of its work too, and takes along all that it has started.
"""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import signal
import sys
import threading
from multiprocessing.connection import Connection
from queue import SimpleQueue
from time import perf_counter
from types import GeneratorType
from typing import Any, Literal, TypeAlias

from masume.work.keeper import become_worker, is_kept
from masume.work.strays import MARK, end_group, end_strays

Message: TypeAlias = tuple[Literal["value", "end", "raised"], Any]

_LONG = 0.1  # seconds; after such a piece of work the memory is tidied


def main() -> None:
    """Serve until the parent has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent to see to
    handle = int(sys.argv[1])
    os.set_inheritable(handle, False)
    become_worker([handle], int(sys.argv[2]))
    pipe = Connection(handle)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(pipe, requests), daemon=True).start()
    me = os.getpid()
    known = 0  # modules, when the memory was tidied last
    while True:
        request = requests.get()
        began = perf_counter()
        last = _answer(pipe, request)
        if os.getpid() != me:  # the work has forked, and this is the child: one answer is enough
            os._exit(0)
        _send(pipe, last)
        if perf_counter() - began > _LONG or len(sys.modules) > known:
            gc.collect()
        if len(sys.modules) > known:
            gc.freeze()  # what a piece of work has imported need not be looked at again
            known = len(sys.modules)


def load(module: str) -> None:
    """A request like others: import a module before anything else is asked for."""
    importlib.import_module(module)


def _read(pipe: Connection, requests: SimpleQueue[bytes]) -> None:
    """Beside the work, so that the end of our parent is noticed at once."""
    while True:
        try:
            requests.put(pipe.recv_bytes())
        except (EOFError, OSError):
            _leave()


def _answer(pipe: Connection, request: bytes) -> Message:
    try:
        function, args = pickle.loads(request)
        result = function(*args)
        if not isinstance(result, GeneratorType):
            return "end", result
        for value in result:
            _send(pipe, ("value", value))
        return "end", None
    except BaseException as fault:  # the work of others may even say sys.exit()
        return "raised", _portable(fault)


def _send(pipe: Connection, message: Message) -> None:
    try:
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    except Exception as fault:  # a result that cannot be sent
        data = pickle.dumps(("raised", _portable(fault)))
    try:
        pipe.send_bytes(data)
    except OSError:
        _leave()


def _portable(fault: BaseException) -> BaseException:
    """A fault that arrives as it was, with its traceback as a note, or else as its words."""
    import traceback

    fault.add_note("".join(traceback.format_exception(fault)))
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:
        return RuntimeError(f"{type(fault).__name__}: {fault}")
    return fault


def _leave() -> None:
    """Nobody listens any more, and what the work has started has nobody to work for either."""
    if not is_kept():
        mark = os.environ.get(MARK, "")
        end_strays(mark)
        end_group(os.getpid(), mark)
    os._exit(0)


if __name__ == "__main__":
    main()
