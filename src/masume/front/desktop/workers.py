"""Long work beside the window: a process of its own, which can be stopped at any moment.

Its times are not disturbed by the drawing, and the window goes on however long one step takes.
Nothing here imports pygame, so a worker process does not either.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any


class Worker:
    """A process that runs a generator function and sends what it yields."""

    def __init__(self, function: Callable[..., Iterator[Any]], *args: Any) -> None:
        # Not by fork: the parent has a window and its threads.
        context = multiprocessing.get_context("spawn")
        self._inbox, outbox = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(outbox, function, args), daemon=True)
        self._process.start()
        outbox.close()  # so that the end of the process is the end of the news
        self.ended = False

    def news(self) -> list[Any]:
        """What came since the last time; after that `ended` says whether more will come."""
        found: list[Any] = []
        try:
            while not self.ended and self._inbox.poll():
                found.append(self._inbox.recv())
        except (EOFError, OSError):
            self.ended = True
        return found

    def stop(self) -> None:
        """End it, whatever it is at."""
        self.ended = True
        if self._process.is_alive():
            self._process.terminate()
        self._process.join(2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(2)
        self._inbox.close()


def _work(
    outbox: Connection, function: Callable[..., Iterator[Any]], args: tuple[Any, ...]
) -> None:
    """In the process: Ctrl-C is for the parent, and without a parent there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def leave() -> None:
        assert parent is not None
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=leave, daemon=True).start()
    for message in function(*args):
        outbox.send(message)
    outbox.close()
