"""Workers behind an asyncio server, and a fair queue in front of them.

Requests are served in the order of their arrival. A request is rejected if too many wait, or
if no worker is free within a limit. A worker is killed when the time for its work is over or nobody
listens any more. One that dies costs the request that it was working for; another takes its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from threading import Lock
from time import monotonic

from masume.work.serve import Message, load
from masume.work.worker import Worker, WorkerDied, WorkerLate

_START = 30.0  # seconds that a worker may take before it begins
WAIT_SECONDS = 60.0  # that a request may wait for a worker
_GRACE = 2.0  # seconds beyond the limit that a task keeps by itself
_PATIENCE = 60.0  # seconds that a client may take to read an answer before the next is wanted


class QueueFull(Exception):
    """Too many are waiting already."""


class QueueLate(Exception):
    """No worker was free within the time that a request may wait."""


class WorkerQueue:
    """Some workers for the tasks of one function, which is called with a name and more."""

    def __init__(
        self,
        function: Callable[..., Iterator[object]],
        count: int,
        most_waiting: int = 32,
        wait_seconds: float = WAIT_SECONDS,
        *,
        module: str,  # what a worker imports before its first task
    ) -> None:
        self._most_waiting = most_waiting
        self._wait_seconds = wait_seconds
        self._waiting = 0
        self._stopped = False
        self._function = function
        self._module = module
        self._all: set[Worker] = set()
        self._beginning: set[Worker] = set()
        self._lock = Lock()  # workers begin in threads
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(count):
            self._idle.put_nowait(None)  # a place for a worker that is not there yet

    async def stream(
        self, task: str, seconds: float, *args: object
    ) -> AsyncGenerator[object, None]:
        """What a task yields, as it comes; raises what it raises, WorkerDied or WorkerLate."""
        worker = await self._take()
        ended = False
        try:
            worker.send(self._function, task, *args)
            until = monotonic() + seconds + _GRACE
            while True:
                kind, value = await _next(worker, until)
                ended = kind != "value"
                if kind == "raised":
                    raise value
                if ended:
                    return
                asked = monotonic()
                yield value
                # Time in which the client is slow is not the work's.
                until += min(monotonic() - asked, _PATIENCE)
        finally:
            if not ended:  # late, dead, or nobody listens any more
                worker.end()
            self._give_back(worker if ended else None)

    async def run(self, task: str, seconds: float, *args: object) -> object:
        """The only value of a task."""
        last = None
        async for value in self.stream(task, seconds, *args):
            last = value
        return last

    async def _take(self) -> Worker:
        if self._stopped or (self._idle.empty() and self._waiting >= self._most_waiting):
            raise QueueFull
        self._waiting += 1
        try:
            async with asyncio.timeout(self._wait_seconds):
                worker = await self._idle.get()
        except TimeoutError:
            raise QueueLate from None
        finally:
            self._waiting -= 1
        if self._stopped:
            self._give_back(worker)
            raise QueueFull
        if worker is not None and worker.is_alive:
            return worker
        if worker is not None:
            worker.close()
        # Whatever happens while it begins, its place is not lost.
        beginning = asyncio.ensure_future(asyncio.to_thread(self._begin))
        try:
            worker = await asyncio.shield(beginning)
        except asyncio.CancelledError:
            beginning.add_done_callback(self._give_back_begun)
            raise
        except (OSError, WorkerDied, WorkerLate) as fault:
            self._give_back(None)
            raise WorkerDied from fault
        return worker

    def _begin(self) -> Worker:
        """A worker that is ready. Known from its first moment: the server may end meanwhile."""
        worker = Worker()
        with self._lock:
            self._beginning.add(worker)
        try:
            worker.ask(load, self._module, seconds=_START)  # it is much to read
        finally:
            with self._lock:
                self._beginning.discard(worker)
                self._all.add(worker)
        if self._stopped:
            worker.end()
            raise WorkerDied("the server has ended")
        return worker

    def _give_back_begun(self, beginning: asyncio.Future[Worker]) -> None:
        if beginning.cancelled() or beginning.exception() is not None:
            self._give_back(None)
        else:
            self._give_back(beginning.result())

    def _give_back(self, worker: Worker | None) -> None:
        with self._lock:
            self._all = {one for one in self._all if not one.is_closed}
        self._idle.put_nowait(worker)

    def stop(self) -> None:
        """Begin nothing new and end what is under way; those who wait for it are told."""
        self._stopped = True
        with self._lock:
            known = [*self._all, *self._beginning]
        for worker in known:
            worker.kill()

    def close(self) -> None:
        """End all workers."""
        self.stop()
        with self._lock:
            known = list(self._all)  # those that are beginning are closed by their threads
        for worker in known:
            worker.close()


async def _next(worker: Worker, until: float) -> Message:
    loop = asyncio.get_running_loop()
    arrived = asyncio.Event()
    handles = worker.handles
    for handle in handles:
        loop.add_reader(handle, arrived.set)
    try:
        await asyncio.wait_for(arrived.wait(), max(0.0, until - monotonic()))
    except TimeoutError:
        raise WorkerLate from None
    finally:
        for handle in handles:
            loop.remove_reader(handle)
    return worker.receive(until)
