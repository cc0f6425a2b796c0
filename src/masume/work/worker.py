"""A worker: a process that is started, asked, watched and, if need be, killed.

It is a plain subprocess: the workers of a Dask cluster may not have children of `multiprocessing`,
and a script without `if __name__` must not be run again. It is in a group of its own, so Ctrl-C is
for us to see to. All that it starts is ended with it: by its keeper (`keeper.py`) on Linux, where
the process that we start is the keeper's; elsewhere as a group. Windows has no such groups, and so
no workers.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from time import monotonic
from traceback import print_exception
from typing import Generic, TypeVar
from uuid import uuid4

from masume.errors import NotApplicable
from masume.work.keeper import Usage, read_usage
from masume.work.serve import Message
from masume.work.strays import MARK, end_group

R = TypeVar("R")

_MOMENT = 1.0  # seconds that a process which breaks off may take to end
_KILLS = [-number for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]


class WorkerDied(Exception):
    """The process ended over what it was asked for; the text says how."""

    usage: Usage | None = None  # what the work had used, where that is known

    def __init__(self, how: str = "", code: int | None = None) -> None:
        super().__init__(how)
        self.code = code

    @property
    def from_outside(self) -> bool:
        """Whether somebody has killed it, as far as that can be told."""
        return self.code in _KILLS


class WorkerLate(Exception):
    """The work was not done in time, and the process was killed."""

    usage: Usage | None = None  # what the work had used, where that is known


class Worker:
    """A process that does what it is asked for, one thing after the other.

    One thread at a time may use it; `kill` is for any.
    """

    def __init__(self) -> None:
        if not hasattr(select, "poll"):
            raise NotApplicable("there are no worker processes on this system; use one job")
        self._pipe, theirs = Pipe()
        self._mark = uuid4().hex
        self._report, report = os.pipe()
        self.usage: Usage | None = None  # what it had used when it ended, once it has
        self.process = _started(theirs, report, self._mark)
        theirs.close()
        os.close(report)
        # What becomes readable with an answer, and with the end of the process: what it has forked
        # may hold the pipe. Only Linux has the second; elsewhere the end of the pipe must do.
        self.handles = [self._pipe.fileno()]
        with suppress(AttributeError, OSError):
            self.handles.append(os.pidfd_open(self.process.pid))
        self._poll = select.poll()
        for handle in self.handles:
            self._poll.register(handle, select.POLLIN)

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self.process.poll() is None

    @property
    def is_closed(self) -> bool:
        """Whether we have done with it: then another one is needed."""
        return self._pipe.closed

    def ask(self, function: Callable[..., R], *args: object, seconds: float | None = None) -> R:
        """What the function returns there; raises what it raises, WorkerDied or WorkerLate."""
        until = None if seconds is None else monotonic() + seconds
        self.send(function, *args)
        try:
            kind, value = self.receive(until)
        except BaseException as fault:  # nobody may take a late answer for something else
            self.end()
            if isinstance(fault, WorkerDied | WorkerLate):
                fault.usage = self.usage
            raise
        if kind == "raised":
            raise value
        result: R = value
        return result

    def send(self, function: Callable[..., object], *args: object) -> None:
        """Ask for something; the function must be importable, what goes to and fro picklable."""
        data = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        try:
            self._pipe.send_bytes(data)
        except OSError as fault:
            raise self._died() from fault

    def receive(self, until: float | None = None) -> Message:
        """A value, or the end with what was returned or raised; until: as `monotonic` counts."""
        ready = self._ready(None if until is None else max(0.0, until - monotonic()))
        if not ready:
            raise WorkerLate
        try:
            if self.handles[0] not in ready:
                raise EOFError
            message: Message = pickle.loads(self._pipe.recv_bytes())
        except (EOFError, OSError, pickle.UnpicklingError) as fault:
            raise self._died() from fault
        return message

    def _died(self) -> WorkerDied:
        return WorkerDied(self.close(), self.process.returncode)

    def has_news(self) -> bool:
        """Whether there is something to receive already."""
        return bool(self._ready(0))

    def _ready(self, seconds: float | None) -> list[int]:
        events = self._poll.poll(None if seconds is None else 1000 * seconds)
        return [handle for handle, _ in events]

    def kill(self) -> None:
        """Have it end, whatever it is at, with all that it has started; any thread may do so."""
        if self.process.returncode is not None:
            return
        if sys.platform.startswith("linux"):
            with suppress(ProcessLookupError):
                self.process.terminate()  # it is the keeper, who sees to all the others
        else:
            end_group(self.process.pid, self._mark)

    def close(self) -> str:
        """Clean up after it, and end it if it does not do so by itself; how it ended."""
        if not self._pipe.closed:
            self._pipe.close()
            with suppress(subprocess.TimeoutExpired):  # it may be about to end, and say why
                self.process.wait(_MOMENT)
            end_group(self.process.pid, self._mark)
            self.process.wait()
            os.set_blocking(self._report, False)
            with suppress(BlockingIOError):  # somebody else holds the other end
                self.usage = read_usage(self._report)
            os.close(self._report)
            for handle in self.handles[1:]:
                os.close(handle)
        code = self.process.returncode
        names = {-number: f"by {number.name}" for number in signal.Signals}
        return names.get(code, f"with code {code}" if code >= 0 else f"by signal {-code}")

    def end(self) -> None:
        """End it without waiting for what it is at."""
        self.kill()
        self.close()


class Background(Generic[R]):
    """Work beside a main loop, which asks for news from time to time and is never kept waiting."""

    def __init__(self, function: Callable[..., Iterator[R]], *args: object) -> None:
        self.ended = False
        self.worker = Worker()
        self.worker.send(function, *args)

    def news(self) -> list[R]:
        """What was yielded since the last time; after that `ended` says whether more will come."""
        values: list[R] = []
        while not self.ended and self.worker.has_news():
            try:
                kind, value = self.worker.receive()
            except WorkerDied:
                kind = "end"
            if kind == "value":
                values.append(value)
                continue
            if kind == "raised":  # a bug; the main loop has better things to do than end
                print_exception(value)
            self.stop()
        return values

    def stop(self) -> None:
        """End it, whatever it is at."""
        self.ended = True
        self.worker.end()


def _started(pipe: Connection, report: int, mark: str) -> subprocess.Popen[bytes]:
    """The process, with its end of the pipe and with what may be imported here, no more."""
    path = os.pathsep.join(place or os.getcwd() for place in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "masume.work.serve", str(pipe.fileno()), str(report)],
        stdin=subprocess.DEVNULL,
        stdout=2,  # whatever the work prints is for people
        pass_fds=[pipe.fileno(), report],
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": path, MARK: mark},
    )
