"""Run functions in workers from threads, each of which has a worker of its own.

`run_in_worker` and `run_guarded` can be submitted to any executor: threads of this process, or
those of a cluster's workers. A thread starts its worker on first use and keeps it.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from masume.work.limited import CallResult, call_limited, describe
from masume.work.supervisor import OUT_OF_MEMORY
from masume.work.worker import Worker, WorkerDied, WorkerTimeout

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Item = TypeVar("Item")
R = TypeVar("R")

_TRIES = 2  # attempts of a task whose worker dies
_MOST_KILLS = 8  # the most kills from outside that one task survives


@dataclass(frozen=True)
class GuardedCall(Generic[Item]):
    """A function, given by its dotted name, with its argument and its limits."""

    function: str
    item: Item
    seconds: float | None = None  # wall-clock time until the process is killed
    megabytes: int | None = None
    user_code: str = ""  # which code of users it runs: a worker that ran some runs no other call


def run_guarded(call: GuardedCall[Item]) -> CallResult:
    """Execute a call in the thread's worker, and return its outcome; never raise.

    A call whose worker dies is retried once; if the worker was killed from outside, more often.
    """
    if getattr(_own, "user_code", "") not in ("", call.user_code):
        replace_worker()  # what that code changed in its process affects no other call
    _own.user_code = call.user_code
    tries = kills = 0
    while True:
        began = monotonic()
        try:
            asked = call_limited, call.function, call.item, call.megabytes
            answer: CallResult = run_in_worker(*asked, seconds=call.seconds)
            return replace(answer, kills=kills) if kills else answer
        except WorkerTimeout as fault:
            return _failure(f"killed: it did not end within {call.seconds:g} s", fault, began)
        except WorkerDied as fault:
            tries += 1
            kills += fault.from_outside
            if fault.code == OUT_OF_MEMORY:
                return _failure("out of memory", fault, began)
            if tries - kills >= _TRIES or kills > _MOST_KILLS:
                often = "twice" if tries == _TRIES else f"{tries} times"
                answer = _failure(f"died: the process ended {fault}, {often}", fault, began)
                return replace(answer, kills=kills)
        except Exception as fault:  # the call or its result cannot be pickled
            return CallResult(error=describe(fault))


def _failure(error: str, fault: WorkerDied | WorkerTimeout, began: float) -> CallResult:
    """Return the outcome of a call whose worker died, with the usage if it is known."""
    wall = monotonic() - began
    if fault.usage is None:
        return CallResult(error=error, wall_seconds=wall)
    return CallResult(None, error, round(fault.usage.peak_mb, 1), fault.usage.seconds, wall)


def run_in_worker(function: Callable[..., R], *args: object, seconds: float | None = None) -> R:
    """Call a function in the worker of the calling thread, and return its result."""
    workers: ThreadWorkers = getattr(_own, "workers", None) or _default_workers
    return workers.worker().ask(function, *args, seconds=seconds)


def replace_worker() -> None:
    """End the worker of the calling thread; the next call starts a fresh one."""
    workers: ThreadWorkers = getattr(_own, "workers", None) or _default_workers
    workers.worker().end()


class ThreadWorkers:
    """The workers of a group of threads, one per thread."""

    def __init__(self) -> None:
        self._workers: dict[int, Worker] = {}  # by thread
        self._lock = threading.Lock()
        self._ended = False

    def worker(self) -> Worker:
        """Return the worker of the calling thread, starting it if necessary."""
        mine = threading.get_ident()
        worker = self._workers.get(mine)
        if worker is None or worker.is_closed:
            with self._lock:
                if self._ended:
                    raise WorkerDied("because all workers were ended")
                worker = self._workers[mine] = Worker()
        return worker

    def end(self) -> None:
        """Kill all workers; threads that wait for one get WorkerDied."""
        with self._lock:
            self._ended = True
            for worker in self._workers.values():
                worker.kill()

    def clear(self) -> None:
        """Release the resources of all workers, after their threads have ended."""
        for worker in self._workers.values():
            worker.close()


_own = threading.local()
_default_workers = ThreadWorkers()  # for threads of other executors, such as those of a Dask worker
atexit.register(_default_workers.end)


@contextmanager
def worker_threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Provide an executor of threads with a worker each; kill the workers on exit."""
    from concurrent.futures import ThreadPoolExecutor  # not needed by workers

    workers = ThreadWorkers()

    def begin() -> None:
        _own.workers = workers

    executor = ThreadPoolExecutor(count, thread_name_prefix="masume-worker", initializer=begin)
    try:
        yield executor
    finally:
        workers.end()
        executor.shutdown(cancel_futures=True)
        workers.clear()
