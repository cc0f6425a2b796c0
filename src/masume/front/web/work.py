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
from collections.abc import AsyncIterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from masume.errors import MasumeError

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
        self._idle: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._all: set[_Worker] = set()
        for _ in range(count):
            self._idle.put_nowait(None)  # a place for a worker that is not there yet

    async def stream(self, task: str, data: dict[str, Any], seconds: float) -> AsyncIterator[Any]:
        """The answers of a task as they come; the process is killed if it is not done in time."""
        worker = await self._take()
        done = False
        try:
            worker.pipe.send((task, data))
            until = asyncio.get_running_loop().time() + seconds + _GRACE
            while True:
                kind, value = await self._next(worker, until)
                if kind == "end":
                    done = True
                    return
                if kind == "refused":
                    done = True
                    raise Refused(value)
                asked = asyncio.get_running_loop().time()
                yield value
                # Time in which the client is slow is not the work's.
                until += min(asyncio.get_running_loop().time() - asked, _PATIENCE)
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
        if self._idle.empty() and self.waiting >= self.most_waiting:
            raise Busy
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        if worker is not None and not worker.process.is_alive():
            self._all.discard(worker)
            worker.kill()
            worker = None
        return await asyncio.to_thread(self._begin) if worker is None else worker

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
        worker = _Worker(process, here)
        self._all.add(worker)
        return worker

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
        except (EOFError, OSError):
            os._exit(0)
        try:
            for value in TASKS[name](data):
                pipe.send(("value", value))
            pipe.send(("end", None))
        except MasumeError as fault:
            pipe.send(("refused", str(fault)))
