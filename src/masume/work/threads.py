"""Threads that have a worker each: what they are asked for is done there.

`in_worker` and `guarded` are ordinary functions, so any executor can run them: threads of this
process, or those of a cluster's workers. A worker is started once and serves on.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from masume.work.keeper import OUT_OF_MEMORY
from masume.work.limited import Answer, in_words, limited
from masume.work.worker import Worker, WorkerDied, WorkerLate

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Item = TypeVar("Item")
R = TypeVar("R")

_TRIES = 2  # of what ends its worker by itself
_MOST_KILLS = 8  # from outside, of one piece of work


@dataclass(frozen=True)
class GuardedCall(Generic[Item]):
    """A function by its dotted name, what to call it with, and the most it may use."""

    function: str
    item: Item
    seconds: float | None = None  # until the process is killed
    megabytes: int | None = None


def guarded(call: GuardedCall[Item]) -> Answer:
    """Have it done, whatever happens; a worker that dies over it is given one more chance.

    That somebody kills a worker says nothing about its work: then there are some more.
    """
    tries = kills = 0
    while True:
        began = monotonic()
        try:
            asked = limited, call.function, call.item, call.megabytes
            answer: Answer = in_worker(*asked, seconds=call.seconds)
            return replace(answer, kills=kills) if kills else answer
        except WorkerLate as fault:
            return _failed(f"killed: it did not end within {call.seconds:g} s", fault, began)
        except WorkerDied as fault:
            tries += 1
            kills += fault.from_outside
            if fault.code == OUT_OF_MEMORY:
                return _failed("out of memory", fault, began)
            if tries - kills >= _TRIES or kills > _MOST_KILLS:
                often = "twice" if tries == _TRIES else f"{tries} times"
                answer = _failed(f"died: the process ended {fault}, {often}", fault, began)
                return replace(answer, kills=kills)
        except Exception as fault:  # it could not be sent, or its answer not
            return Answer(error=in_words(fault))


def _failed(error: str, fault: WorkerDied | WorkerLate, began: float) -> Answer:
    """Return what is known of work whose process did not live to tell."""
    wall = monotonic() - began
    if fault.usage is None:
        return Answer(error=error, wall_seconds=wall)
    return Answer(None, error, round(fault.usage.peak_mb, 1), fault.usage.seconds, wall)


def in_worker(function: Callable[..., R], *args: object, seconds: float | None = None) -> R:
    """What the function returns in the worker of the calling thread."""
    crew: Crew = getattr(_own, "crew", None) or _everyone
    return crew.worker().ask(function, *args, seconds=seconds)


class Crew:
    """The workers of some threads, one each."""

    def __init__(self) -> None:
        self._workers: dict[int, Worker] = {}  # by thread
        self._lock = threading.Lock()
        self._ended = False

    def worker(self) -> Worker:
        """That of the calling thread."""
        mine = threading.get_ident()
        worker = self._workers.get(mine)
        if worker is None or worker.is_closed:
            with self._lock:
                if self._ended:
                    raise WorkerDied("with all others")
                worker = self._workers[mine] = Worker()
        return worker

    def end(self) -> None:
        """Kill all of them; whoever waits for one learns that it died."""
        with self._lock:
            self._ended = True
            for worker in self._workers.values():
                worker.kill()

    def clear(self) -> None:
        """Clean up after threads that are gone."""
        for worker in self._workers.values():
            worker.close()


_own = threading.local()
_everyone = Crew()  # for threads that are not ours, such as those of a Dask worker
atexit.register(_everyone.end)


@contextmanager
def worker_threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads of this process that wait for as many workers; when left, nobody works on."""
    from concurrent.futures import ThreadPoolExecutor  # workers come here too, and need none

    crew = Crew()

    def begin() -> None:
        _own.crew = crew

    executor = ThreadPoolExecutor(count, thread_name_prefix="masume-worker", initializer=begin)
    try:
        yield executor
    finally:
        crew.end()
        executor.shutdown(cancel_futures=True)
        crew.clear()
