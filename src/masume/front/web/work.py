"""Workers: processes that do what takes long, one piece at a time, and are killed if it takes more.

A piece of work is a function of `masume.front.web.tasks` by name, with plain data in and out. It
may send many answers, one after the other. Whoever comes first is served first; if too many wait,
the next one is told to come again. A worker that dies costs the request that it was working for;
another takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from masume.errors import MasumeError

_START = 30.0  # seconds that a worker may take before it begins
_GRACE = 2.0  # seconds beyond the limit that a task keeps by itself
_PATIENCE = 60.0  # seconds that a client may take to read an answer before the next is wanted


class Busy(Exception):
    """Too many are waiting already."""


class Late(Exception):
    """The work took longer than its limit, and was ended."""


class Lost(Exception):
    """The worker died over this request."""


class Refused(Exception):
    """The task itself says in one line what is wrong with the request."""


class Broken(Exception):
    """A fault of masume's own came up over this request; the worker goes on."""


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Workers:
    """Some processes and a fair queue in front of them."""

    def __init__(self, count: int, most_waiting: int = 32) -> None:
        self.count = count
        self.most_waiting = most_waiting
        self.waiting = 0
        self.stopped = False
        self._idle: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._all: set[_Worker] = set()
        for _ in range(count):
            self._idle.put_nowait(None)  # a place for a worker that is not there yet

    async def stream(
        self, task: str, data: dict[str, Any], seconds: float
    ) -> AsyncGenerator[Any, None]:
        """The answers of a task as they come; the process is killed if it is not done in time."""
        worker = await self._take()
        done = False
        try:
            worker.pipe.send((task, data))
            now = asyncio.get_running_loop().time
            await self._next(worker, now() + _START)  # a new process has much to read first
            until = now() + seconds + _GRACE
            while True:
                kind, value = await self._next(worker, until)
                if kind == "end":
                    done = True
                    return
                if kind == "refused":
                    done = True
                    raise Refused(value)
                if kind == "broken":
                    done = True
                    raise Broken(value)
                asked = now()
                yield value
                # Time in which the client is slow is not the work's.
                until += min(now() - asked, _PATIENCE)
        except (EOFError, OSError) as fault:
            raise Lost from fault
        finally:
            if not done:  # late, lost, or nobody listens any more
                worker.kill()
            self._give_back(worker if done else None)

    async def run(self, task: str, data: dict[str, Any], seconds: float) -> Any:
        """The only answer of a task."""
        found = None
        async for value in self.stream(task, data, seconds):
            found = value
        return found

    async def _take(self) -> _Worker:
        if self.stopped or (self._idle.empty() and self.waiting >= self.most_waiting):
            raise Busy
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        if self.stopped:
            self._give_back(worker)
            raise Busy
        if worker is not None and not worker.process.is_alive():
            self._all.discard(worker)
            worker.kill()
            worker = None
        if worker is None:
            worker = await self._new()
            self._all.add(worker)
        return worker

    async def _new(self) -> _Worker:
        """A worker in a place that is free; whatever happens, the place is not lost."""
        beginning = asyncio.ensure_future(asyncio.to_thread(self._begin))
        try:
            return await asyncio.shield(beginning)
        except asyncio.CancelledError:
            beginning.add_done_callback(self._give_back_begun)
            raise
        except OSError as fault:
            self._give_back(None)
            raise Lost from fault

    def _give_back_begun(self, beginning: asyncio.Future[_Worker]) -> None:
        worker = None
        if not beginning.cancelled() and beginning.exception() is None:
            worker = beginning.result()
            self._all.add(worker)
        self._give_back(worker)

    def _give_back(self, worker: _Worker | None) -> None:
        self._all = {one for one in self._all if one.process.is_alive()}
        self._idle.put_nowait(worker)

    def _begin(self) -> _Worker:
        # Not by fork: this process has threads.
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there,), daemon=True)
        process.start()
        there.close()
        return _Worker(process, here)

    async def _next(self, worker: _Worker, until: float) -> Any:
        """The next answer that the pipe brings."""
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        handle = worker.pipe.fileno()
        loop.add_reader(handle, arrived.set)
        try:
            await asyncio.wait_for(arrived.wait(), max(0.0, until - loop.time()))
        except TimeoutError:
            raise Late from None
        finally:
            loop.remove_reader(handle)
        return worker.pipe.recv()

    def stop(self) -> None:
        """Begin nothing new and end what is under way; those who wait for it are told."""
        self.stopped = True
        for worker in self._all:
            worker.process.kill()

    def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            with contextlib.suppress(OSError):
                worker.kill()
        self._all.clear()


def _serve(pipe: Connection) -> None:
    """In the worker: do one task after the other, until the server has gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to see to
    from masume.front.web.tasks import TASKS

    while True:
        try:
            name, data = pipe.recv()
            for answer in _answers(TASKS[name], data):
                pipe.send(answer)
        except (EOFError, OSError):
            os._exit(0)


def _answers(task: Callable[[Any], Iterator[Any]], data: Any) -> Iterator[tuple[str, Any]]:
    """That it begins, what it yields and how it ends; a fault of its own is an end like others."""
    yield "begun", None
    try:
        for value in task(data):
            yield "value", value
        yield "end", None
    except MasumeError as fault:
        yield "refused", str(fault)
    except (MemoryError, RecursionError):
        yield "refused", "the board is too large for this"
    except Exception as bug:
        yield "broken", f"{type(bug).__name__}: {bug}"
