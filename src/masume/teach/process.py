"""The process of one submission, seen from the grading side: requests, replies, time.

Everything that comes back is untrusted: it is read as JSON of limited length. The processor time
of the process is read from outside, and a process that is late or dead is killed and replaced at
the next request.
"""

from __future__ import annotations

import json
import os
import pickle
import select
import subprocess
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from masume.core.system.limits import LimitReached, Stop
from masume.errors import NotApplicable, UserCodeError, shorten
from masume.work.confine import Bounds
from masume.work.sandbox import processor_seconds, readable_places, start_sandboxed

Reply: TypeAlias = dict[str, object]

WALL_FACTOR, WALL_GRACE = 3.0, 2.0  # the allowed wall-clock time, for a busy machine
START_SECONDS = 10.0  # until the process has imported masume
_TICK = 0.05  # seconds between two looks at the processor time
_MOST_BYTES = 4_000_000  # of one reply
_MOST_TEXT = 300  # characters of an error


class SubmissionError(UserCodeError):
    """A failure of a submission: an exception, or a process that ended."""


class SubmissionProcess:
    """A supervised, confined process that runs one submission."""

    def __init__(
        self, folder: Path, file: str, megabytes: int, *, show_output: bool = False
    ) -> None:
        self._folder = folder.resolve()
        self._file = file
        self._megabytes = megabytes
        self._show_output = show_output
        self._process: subprocess.Popen[bytes] | None = None
        self._requests = self._replies = -1
        self._buffer = b""
        self._seconds = START_SECONDS
        self._began = 0.0
        self._used_before = 0.0
        self._due = 0.0  # when the time is checked again
        self.measures: tuple[str, ...] = ()  # what confines it

    def __enter__(self) -> SubmissionProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def begin(self, seconds: float) -> None:
        """Give the process this much processor time from now on."""
        self._ensure_started()
        assert self._process is not None
        self._seconds, self._began = seconds, monotonic()
        self._used_before = processor_seconds(self._process.pid)

    def ask(self, *request: object) -> Reply:
        """Send a request and return the reply.

        Raise LimitReached if the time is used up, SubmissionError for an error of the submission.
        """
        self.send(request)
        return self.receive()

    def send(self, message: object) -> None:
        """Send a message; what it contains is no secret from the submission."""
        self._ensure_started()
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        with suppress(BrokenPipeError):  # reported when the reply is read
            while data:
                try:
                    data = data[os.write(self._requests, data) :]
                except BlockingIOError:  # it does not read
                    select.select([], [self._requests], [], _TICK)
                    self._check_time()

    def receive(self) -> Reply:
        """Return the next message of the process; see `ask` for the errors."""
        line = self._read_line()
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict):
            self.stop()
            raise SubmissionError(f"{self._file}: sent something that is not a reply")
        if "memory" in reply:
            self.stop()
            raise LimitReached(f"more than {self._megabytes} MB of memory used", Stop.MEMORY)
        if "error" in reply:
            raise SubmissionError(shorten(str(reply["error"]), _MOST_TEXT))
        return reply

    def stop(self) -> None:
        """Kill the process; the next request starts another one."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        os.close(self._requests)
        os.close(self._replies)
        self._process, self._buffer = None, b""

    def _ensure_started(self) -> None:
        """Start the process if there is none, and wait until it is confined."""
        if self._process is not None:
            return
        theirs_in, self._requests = os.pipe()
        self._replies, theirs_out = os.pipe()
        bounds = Bounds(self._megabytes, readable=readable_places(self._folder))
        arguments = [str(theirs_in), str(theirs_out), self._file, json.dumps(asdict(bounds))]
        self._process = start_sandboxed(
            "masume.teach.player",
            arguments,
            folder=self._folder,
            handles=(theirs_in, theirs_out),
            show_output=self._show_output,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        os.set_blocking(self._requests, False)
        seconds, self._seconds, self._began = self._seconds, START_SECONDS, monotonic()
        self._used_before = 0.0
        ready = self.receive().get("ready")
        if not isinstance(ready, list):
            self.stop()
            raise NotApplicable("the process for submissions cannot be started; see masume doctor")
        self.measures = tuple(map(str, ready))
        self._seconds, self._began = seconds, monotonic()
        self._used_before = processor_seconds(self._process.pid)

    def _read_line(self) -> bytes:
        """Read up to the end of a line; raise if the process is late, has ended or sends too much.

        Time is checked before every line too, so that asking questions gains none.
        """
        self._check_time()
        while (end := self._buffer.find(b"\n")) < 0:
            if not select.select([self._replies], [], [], _TICK)[0]:
                self._check_time()
                continue
            data = os.read(self._replies, 1 << 16)
            if not data:
                raise self._death()
            self._buffer += data
            if len(self._buffer) > _MOST_BYTES:
                self.stop()
                raise SubmissionError(f"{self._file}: a reply is larger than {_MOST_BYTES:,} bytes")
        line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
        return line

    def _check_time(self) -> None:
        """Raise LimitReached if the time is used up; reads the processor time every 50 ms."""
        now = monotonic()
        if now < self._due:
            return
        self._due = now + _TICK
        assert self._process is not None
        if (
            now - self._began > self._seconds * WALL_FACTOR + WALL_GRACE
            or processor_seconds(self._process.pid) - self._used_before > self._seconds
        ):
            self._late()

    def _late(self) -> None:
        self.stop()
        raise LimitReached(f"{self._seconds:g} s used", Stop.SECONDS)

    def _death(self) -> SubmissionError:
        """Return the error for a process that ended without a reply."""
        process = self._process
        assert process is not None
        try:
            code = process.wait(1)
        except subprocess.TimeoutExpired:  # it has closed its end of the pipe
            code = 0
        self.stop()
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        return SubmissionError(f"{self._file}: its process ended {how}")
