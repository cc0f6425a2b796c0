"""WorkerQueue: a FIFO queue of requests in front of the workers of an asyncio server.

A request is rejected if too many are waiting or if no worker becomes free in time. A worker is
killed when its time is up or its client has disconnected. If a worker dies, its request fails and
another worker takes its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from threading import Lock
from time import monotonic

from masume.work.serve import Message
from masume.work.worker import Worker, WorkerDied, WorkerTimeout

_START = 30.0  # seconds for starting a worker
WAIT_SECONDS = 60.0  # the longest time that a request waits for a worker
_GRACE = 2.0  # seconds beyond the time limit that a task enforces itself
_READ_SECONDS = 60.0  # the longest time for a client to read a value that is not charged


class QueueFull(Exception):
    """Raised for a request if too many are waiting."""


class QueueTimeout(Exception):
    """Raised for a request if no worker became free in time."""


class WorkerQueue:
    """A number of workers that run the tasks of one generator function.

    The function is called with the task's name and arguments.
    """

    def __init__(
        self,
        function: Callable[..., Iterator[object]],
        count: int,
        most_waiting: int = 32,
        wait_seconds: float = WAIT_SECONDS,
        *,
        prepare: Callable[[], object],  # called by each worker before its first task
    ) -> None:
        self._most_waiting = most_waiting
        self._wait_seconds = wait_seconds
        self._waiting = 0
        self._stopped = False
        self._function = function
        self._prepare = prepare
        self._all: set[Worker] = set()
        self._beginning: set[Worker] = set()
        self._lock = Lock()  # workers are started in threads
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(count):
            self._idle.put_nowait(None)  # a slot whose worker is started on demand

    async def stream(
        self, task: str, seconds: float, *args: object
    ) -> AsyncGenerator[object, None]:
        """Yield the values of a task; raise its exception, WorkerDied, or a timeout."""
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
                # The time that the client takes to read does not count.
                until += min(monotonic() - asked, _READ_SECONDS)
        finally:
            if not ended:  # late, dead, or the client has disconnected
                worker.end()
            self._give_back(worker if ended else None)

    async def run(self, task: str, seconds: float, *args: object) -> object:
        """Return the only value of a task."""
        last = None
        async for value in self.stream(task, seconds, *args):
            last = value
        return last

    async def _take(self) -> Worker:
        """Return a running worker, waiting for a free one; the caller must give it back."""
        if self._stopped or (self._idle.empty() and self._waiting >= self._most_waiting):
            raise QueueFull
        self._waiting += 1
        try:
            async with asyncio.timeout(self._wait_seconds):
                worker = await self._idle.get()
        except TimeoutError:
            raise QueueTimeout from None
        finally:
            self._waiting -= 1
        if self._stopped:
            self._give_back(worker)
            raise QueueFull
        if worker is not None and worker.is_alive:
            return worker
        if worker is not None:
            worker.close()
        # The slot must be given back even if this task is cancelled while the worker starts.
        beginning = asyncio.ensure_future(asyncio.to_thread(self._begin))
        try:
            worker = await asyncio.shield(beginning)
        except asyncio.CancelledError:
            beginning.add_done_callback(self._give_back_begun)
            raise
        except (OSError, WorkerDied, WorkerTimeout) as fault:
            self._give_back(None)
            raise WorkerDied from fault
        return worker

    def _begin(self) -> Worker:
        """Start a worker; `stop` knows it from the beginning, as the server may end meanwhile."""
        worker = Worker()
        with self._lock:
            self._beginning.add(worker)
        try:
            worker.ask(self._prepare, seconds=_START)
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
            self._all = {known for known in self._all if not known.is_closed}
        self._idle.put_nowait(worker)

    def stop(self) -> None:
        """Reject new requests and kill all workers; pending requests fail."""
        self._stopped = True
        with self._lock:
            known = [*self._all, *self._beginning]
        for worker in known:
            worker.kill()

    def close(self) -> None:
        """Kill all workers and release their resources."""
        self.stop()
        with self._lock:
            known = list(self._all)  # workers that are starting are closed by their threads
        for worker in known:
            worker.close()


async def _next(worker: Worker, until: float) -> Message:
    """Wait for the next message of a worker; raise a timeout at `until` (monotonic time)."""
    loop = asyncio.get_running_loop()
    arrived = asyncio.Event()
    handles = worker.handles
    for handle in handles:
        loop.add_reader(handle, arrived.set)
    try:
        await asyncio.wait_for(arrived.wait(), max(0.0, until - monotonic()))
    except TimeoutError:
        raise WorkerTimeout from None
    finally:
        for handle in handles:
            loop.remove_reader(handle)
    return worker.receive(until)
