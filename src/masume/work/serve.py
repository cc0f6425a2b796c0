"""The main program of a worker (`python -m masume.work.serve`): serve requests one by one.

A request is a function with its arguments. The reply is its return value or exception; a generator
function first sends each value that it yields. When the pipe to the parent is closed, the worker
ends immediately, with all processes that it started.
"""

from __future__ import annotations

import gc
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

from masume.core.system.tally import open_tally
from masume.work.strays import MARK, end_group, end_strays
from masume.work.supervisor import become_worker, has_supervisor

Message: TypeAlias = tuple[Literal["value", "end", "raised"], Any]

_LONG = 0.1  # seconds; garbage is collected after a longer task


def main() -> None:
    """Serve until the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent
    handle = int(sys.argv[1])
    marks = [int(word) for word in sys.argv[3:]]
    for each in (handle, *marks):
        os.set_inheritable(each, False)
    become_worker([handle, *marks], int(sys.argv[2]))
    for each in marks:  # only workers with user code have one
        open_tally(each)
    pipe = Connection(handle)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(pipe, requests), daemon=True).start()
    me = os.getpid()
    known = 0  # the number of modules at the last garbage collection
    while True:
        request = requests.get()
        began = perf_counter()
        last = _answer(pipe, request)
        if os.getpid() != me:  # the task has forked, and this is its child
            os._exit(0)
        _send(pipe, last)
        if perf_counter() - began > _LONG or len(sys.modules) > known:
            gc.collect()
        if len(sys.modules) > known:
            gc.freeze()  # do not scan imported modules again
            known = len(sys.modules)


def _read(pipe: Connection, requests: SimpleQueue[bytes]) -> None:
    """Read requests (in a thread), so that the end of the parent is noticed during a task."""
    while True:
        try:
            requests.put(pipe.recv_bytes())
        except (EOFError, OSError):
            _leave()


def _answer(pipe: Connection, request: bytes) -> Message:
    """Execute a request, send the values that it yields, and return its last message."""
    try:
        function, args = pickle.loads(request)
        result = function(*args)
        if not isinstance(result, GeneratorType):
            return "end", result
        for value in result:
            _send(pipe, ("value", value))
        return "end", None
    except BaseException as fault:  # user code may even call sys.exit()
        return "raised", _portable(fault)


def _send(pipe: Connection, message: Message) -> None:
    """Send a message, or the exception if it cannot be pickled; end if the parent has ended."""
    try:
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    except Exception as fault:  # a result that cannot be sent
        data = pickle.dumps(("raised", _portable(fault)))
    try:
        pipe.send_bytes(data)
    except OSError:
        _leave()


def _portable(fault: BaseException) -> BaseException:
    """Return the exception with its traceback as a note, or a RuntimeError if it has no pickle."""
    import traceback

    fault.add_note("".join(traceback.format_exception(fault)))
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:
        return RuntimeError(f"{type(fault).__name__}: {fault}")
    return fault


def _leave() -> None:
    """End this process, and all processes that it started if there is no supervisor."""
    if not has_supervisor():
        mark = os.environ.get(MARK, "")
        end_strays(mark)
        end_group(os.getpid(), mark)
    os._exit(0)


if __name__ == "__main__":
    main()
