"""Worker: a process that executes requests and can be killed with everything that it started.

It is a plain subprocess, not one of `multiprocessing`: Dask workers may not have such children, and
a script without `if __name__ == "__main__"` must not be run again. It has its own process group, so
Ctrl-C reaches the parent only. The processes that it starts are killed with it: on Linux by its
supervisor (`supervisor.py`), which is the subprocess started here, elsewhere as a process group.
Windows has no process groups and therefore no workers.
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

from masume.core.system.tally import MarkCount
from masume.errors import NotApplicable
from masume.work.cgroup import home, remove_group
from masume.work.plain_reply import load_plain
from masume.work.serve import Message
from masume.work.strays import MARK, end_group
from masume.work.supervisor import MEASURED, Usage, read_usage

R = TypeVar("R")

_MOMENT = 1.0  # seconds for a failing process to end
_MOST_MARKS = 1 << 16  # read at once
_MOST_READS = 64  # more than a pipe can hold; user code may write without end
_KILLS = [-number for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]


class WorkerDied(Exception):
    """Raised if the process ended during a request; the message says how."""

    usage: Usage | None = None  # the resources used by the request, if known

    def __init__(self, how: str = "", code: int | None = None) -> None:
        super().__init__(how)
        self.code = code

    @property
    def from_outside(self) -> bool:
        """Whether the process was probably killed by somebody else."""
        return self.code in _KILLS


class WorkerTimeout(Exception):
    """Raised if a request was not finished in time and its process was killed."""

    usage: Usage | None = None  # the resources used by the request, if known


class ForgedReply(Exception):
    """Raised if a process with user code sent something other than plain values."""


class Worker:
    """A process that executes requests one by one.

    Only one thread at a time may use it, but any thread may call `kill`. A worker with user code
    may reply with plain values only, and has a tally. Raise NotApplicable on systems without
    workers. A worker that is `measured` has a physical core, and a control group if there are any.
    """

    def __init__(self, *, user_code: bool = False, measured: bool = False) -> None:
        if not hasattr(select, "poll"):
            raise NotApplicable("this system does not support worker processes; use one job")
        self._pipe, theirs = Pipe()
        self._mark = uuid4().hex
        self._report, report = os.pipe()
        self.usage: Usage | None = None  # the resources of the last request, after the end
        self.tally = MarkCount()  # the marks of the last request
        self._has_user_code = user_code
        self.is_measured = measured
        self._group = ""
        self._marks: int | None = None
        marks: int | None = None
        if user_code:
            self._marks, marks = os.pipe()
        environment = {MARK: self._mark}
        if measured:
            if home().path:
                self._group = f"{home().path}/masume-{self._mark}"
            environment[MEASURED] = self._group
        self.process = _start_process(theirs, report, environment, marks)
        theirs.close()
        os.close(report)
        # The pipe becomes readable with a reply, the pidfd when the process ends (a forked child
        # may keep the pipe open). Without pidfds the end of the pipe must suffice.
        self.handles = [self._pipe.fileno()]
        with suppress(AttributeError, OSError):
            self.handles.append(os.pidfd_open(self.process.pid))
        self._poll = select.poll()
        for handle in self.handles:
            self._poll.register(handle, select.POLLIN)
        if self._marks is not None and marks is not None:
            os.close(marks)
            os.set_blocking(self._marks, False)
            self._poll.register(self._marks, select.POLLIN)

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self.process.poll() is None

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called, so that a new worker is needed."""
        return self._pipe.closed

    def ask(self, function: Callable[..., R], *args: object, seconds: float | None = None) -> R:
        """Call a function in the worker and return its result; raise what it raises.

        Also raise WorkerDied, or a timeout after `seconds`; the worker is then closed.
        """
        until = None if seconds is None else monotonic() + seconds
        self.send(function, *args)
        try:
            kind, value = self.receive(until)
        except BaseException as fault:  # a late reply must not be taken for the next one
            self.end()
            if isinstance(fault, WorkerDied | WorkerTimeout):
                fault.usage = self.usage
            raise
        if kind == "raised":
            raise value
        result: R = value
        return result

    def send(self, function: Callable[..., object], *args: object) -> None:
        """Send a request; the function must be importable, arguments and results picklable."""
        data = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        self._read_marks()
        self.tally = MarkCount()
        try:
            self._pipe.send_bytes(data)
        except OSError as fault:
            raise self._death() from fault

    def receive(self, until: float | None = None) -> Message:
        """Return the next message: a value, the end with the result, or the exception raised.

        Raise WorkerDied, a timeout at `until` (monotonic time), or ForgedReply.
        """
        ready = self._ready(until)
        if not ready:
            raise WorkerTimeout
        try:
            if self.handles[0] not in ready:
                raise EOFError
            data = self._pipe.recv_bytes()
            message: Message = load_plain(data) if self._has_user_code else pickle.loads(data)
        except (EOFError, OSError) as fault:
            raise self._death() from fault
        except pickle.UnpicklingError as fault:
            if self._has_user_code:
                raise ForgedReply(str(fault)) from fault
            raise self._death() from fault
        return message

    def _death(self) -> WorkerDied:
        return WorkerDied(self.close(), self.process.returncode)

    def has_message(self) -> bool:
        """Return whether `receive` would return without waiting."""
        return bool(self._ready(monotonic()))

    def _ready(self, until: float | None) -> list[int]:
        """Wait for a message or the end of the process; return the handles that say so."""
        while True:
            left = None if until is None else 1000 * max(0.0, until - monotonic())
            ready = [handle for handle, _ in self._poll.poll(left)]
            if self._marks in ready:
                ready.remove(self._marks)
                self._read_marks()
                if not ready and (until is None or monotonic() < until):
                    continue
            return ready

    def _read_marks(self) -> None:
        """Count the marks that the process has written so far."""
        if self._marks is None or self.is_closed:
            return
        with suppress(BlockingIOError):
            for _ in range(_MOST_READS):
                if not (marks := os.read(self._marks, _MOST_MARKS)):  # closed by the process
                    self._close_marks()
                    return
                self.tally.add(marks)

    def _close_marks(self) -> None:
        if self._marks is not None:
            self._poll.unregister(self._marks)
            os.close(self._marks)
            self._marks = None

    def kill(self) -> None:
        """Kill the process and everything that it started, without waiting."""
        if self.process.returncode is not None:
            return
        if sys.platform.startswith("linux"):
            with suppress(ProcessLookupError):
                self.process.terminate()  # the supervisor, which kills the others
        else:
            end_group(self.process.pid, self._mark)

    def close(self) -> str:
        """Release all resources, killing the process if necessary; return how it ended."""
        if not self._pipe.closed:
            self._read_marks()
            self._pipe.close()
            with suppress(subprocess.TimeoutExpired):  # it may be ending with an exit code
                self.process.wait(_MOMENT)
            end_group(self.process.pid, self._mark)
            self.process.wait()
            if self._group:  # its supervisor may have been killed
                remove_group(self._group)
            os.set_blocking(self._report, False)
            with suppress(BlockingIOError):  # another process holds the other end
                self.usage = read_usage(self._report)
            os.close(self._report)
            for handle in self.handles[1:]:
                os.close(handle)
            self._close_marks()
        code = self.process.returncode
        names = {-number: f"by {number.name}" for number in signal.Signals}
        return names.get(code, f"with code {code}" if code >= 0 else f"by signal {-code}")

    def end(self) -> None:
        """Kill the process and release all resources."""
        self.kill()
        self.close()


class Background(Generic[R]):
    """A generator function that runs in a worker, polled by a main loop that never waits."""

    def __init__(self, function: Callable[..., Iterator[R]], *args: object) -> None:
        self.ended = False
        self.worker = Worker()
        self.worker.send(function, *args)

    def news(self) -> list[R]:
        """Return the values yielded since the last call; then `ended` says if there are more."""
        values: list[R] = []
        while not self.ended and self.worker.has_message():
            try:
                kind, value = self.worker.receive()
            except WorkerDied:
                kind = "end"
            if kind == "value":
                values.append(value)
                continue
            if kind == "raised":  # a bug, which must not end the main loop
                print_exception(value)
            self.stop()
        return values

    def stop(self) -> None:
        """Kill the worker."""
        self.ended = True
        self.worker.end()


def _start_process(
    pipe: Connection, report: int, environment: dict[str, str], marks: int | None
) -> subprocess.Popen[bytes]:
    """Start the process with its ends of the pipes and this process's import path."""
    path = os.pathsep.join(place or os.getcwd() for place in sys.path)
    handles = [pipe.fileno(), report] if marks is None else [pipe.fileno(), report, marks]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "masume.work.serve", *map(str, handles)],
        stdin=subprocess.DEVNULL,
        stdout=2,  # output of tasks is shown to users
        pass_fds=handles,
        start_new_session=True,
        # A fixed hash seed: user code that iterates over sets gives the same result every time.
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"} | environment,
    )
