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

from masume.work.cores import MEASURES, Conditions, read_conditions
from masume.work.limited import CallResult, call_limited, describe
from masume.work.supervisor import OUT_OF_MEMORY
from masume.work.worker import ForgedReply, Worker, WorkerDied, WorkerTimeout

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
    user_code: str = ""  # the user's files that it imports: they get a worker of their own
    measured: bool = False  # in a worker with its own core and, if possible, control group


def run_guarded(call: GuardedCall[Item]) -> CallResult:
    """Execute a call in the thread's worker, and return its outcome; never raise.

    A call whose worker dies is retried once. Some deaths caused from outside do not count.
    """
    tries = kills = 0
    while True:
        began = monotonic()
        try:
            asked = call_limited, call.function, call.item, call.megabytes
            worker = _workers_here().worker(call.user_code, measured=call.measured)
            answer: CallResult = worker.ask(*asked, seconds=call.seconds)
            if call.user_code:
                answer = replace(_checked(answer), tally=worker.tally)
            return replace(answer, kills=kills) if kills else answer
        except ForgedReply as fault:
            return CallResult(error=f"forged: {fault}", wall_seconds=monotonic() - began)
        except WorkerTimeout as fault:
            error = f"killed: it did not end within {call.seconds:g} s"
            return replace(_failure(error, fault, began), tally=worker.tally)
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


def _checked(answer: object) -> CallResult:
    """Return what user code may have written itself; raise ForgedReply unless it is an outcome."""
    if not (isinstance(answer, CallResult) and isinstance(answer.error, str)):
        raise ForgedReply("not the outcome of a call")
    numbers = [answer.peak_mb, answer.seconds, answer.wall_seconds]
    if answer.conditions is not None:
        if not (type(answer.conditions) is Conditions and answer.conditions.measured in MEASURES):
            raise ForgedReply("not the conditions of a call")
        numbers += answer.conditions[1:]
    if not all(number is None or isinstance(number, int | float) for number in numbers):
        raise ForgedReply("not the outcome of a call")
    return answer


def _failure(error: str, fault: WorkerDied | WorkerTimeout, began: float) -> CallResult:
    """Return the outcome of a call whose worker died, with the usage if it is known."""
    wall = monotonic() - began
    if fault.usage is None:
        return CallResult(error=error, wall_seconds=wall)
    usage = fault.usage
    conditions = read_conditions(usage.measured, usage.core)._replace(throttled=None)
    peak_mb = round(usage.peak_mb, 1)
    return CallResult(None, error, peak_mb, usage.seconds, wall, conditions=conditions)


def run_in_worker(function: Callable[..., R], *args: object, seconds: float | None = None) -> R:
    """Call a function in the worker of the calling thread, and return its result."""
    return _workers_here().worker().ask(function, *args, seconds=seconds)


def _workers_here() -> ThreadWorkers:
    workers: ThreadWorkers = getattr(_own, "workers", None) or _default_workers
    return workers


def run_in_fresh_worker(call: GuardedCall[Item]) -> CallResult:
    """Execute a call in a worker that has done nothing before, and return its outcome."""
    _workers_here().worker(call.user_code).end()
    return run_guarded(call)


def end_user_worker() -> None:
    """End the worker of the calling thread that has imported user code.

    Call this if the code did something odd: it may have changed masume in its process.
    """
    _workers_here().end_user_worker()


class ThreadWorkers:
    """The workers of a group of threads: one per thread, and one more for user code.

    A worker that has imported files of the user imports no others: what their code changed in its
    process affects nobody else.
    """

    def __init__(self) -> None:
        self._workers: dict[tuple[int, bool], Worker] = {}  # by thread, and whether for user code
        self._user_code: dict[int, str] = {}  # what the second worker of a thread has imported
        self._lock = threading.Lock()
        self._ended = False

    def worker(self, user_code: str = "", *, measured: bool = False) -> Worker:
        """Return the worker of the calling thread, starting it if necessary."""
        mine = threading.get_ident()
        place = mine, bool(user_code)
        worker = self._workers.get(place)
        if worker is not None and not worker.is_closed:
            imported_others = user_code and self._user_code.get(mine) != user_code
            if imported_others or (measured and not worker.is_measured):
                worker.end()
        if worker is None or worker.is_closed:
            with self._lock:
                if self._ended:
                    raise WorkerDied("because all workers were ended")
                worker = self._workers[place] = Worker(user_code=bool(user_code), measured=measured)
                self._user_code[mine] = user_code or self._user_code.get(mine, "")
        return worker

    def end_user_worker(self) -> None:
        """End the worker of the calling thread for user code, if there is one."""
        if (worker := self._workers.get((threading.get_ident(), True))) is not None:
            worker.end()

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


@atexit.register
def _end_default_workers() -> None:
    _default_workers.end()
    _default_workers.clear()  # waits for them: Python warns of processes that outlive it


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
