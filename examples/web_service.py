"""A small web service that solves boards, with a queue of its own; nothing but masume is needed.

    python examples/web_service.py 8000

    POST   /jobs     a board as text, in any format   202 {"job": 1}, or 503 while there is no room
    GET    /jobs/1   how far it is                    200 {"state": "done", "status": "solved", …}
    DELETE /jobs/1   never mind                       200, and the work ends

Threads are enough here: each job is cut into slices, and a `masume.Deadline` ends it from outside.
Who has many processors puts `answer` into a `concurrent.futures.ProcessPoolExecutor`.
"""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from queue import Full, Queue
from typing import Any

import masume

MOST_BYTES = 100_000  # of a board's text
SECONDS = 10  # from the request to the answer, waiting included
KEPT = 1000  # jobs whose answers are remembered


def answer(text: str, deadline: masume.Deadline) -> dict[str, Any]:
    """What there is to say about a text that anybody may have sent."""
    try:
        board = masume.loads(text)  # never `load`: a text must not choose a file
        found = masume.solve(board, deadline=deadline)
    except masume.MasumeError as fault:
        return {"error": str(fault)}
    shown = None if found.answer is None else masume.picture(board, found.answer)
    ended = None if found.stopped is None else found.stopped.value
    return {"status": found.status.value, "unique": found.unique, "answer": shown, "stopped": ended}


@dataclass
class Job:
    """A request and what has become of it."""

    text: str
    deadline: masume.Deadline = field(
        default_factory=lambda: masume.Deadline(masume.Limit(seconds=SECONDS))
    )
    state: str = "waiting"
    result: dict[str, Any] = field(default_factory=dict)


class Desk:
    """Takes jobs in, and works through them in the order in which they came."""

    def __init__(self, workers: int = 2, room: int = 50) -> None:
        self.jobs: dict[int, Job] = {}
        self._numbers = count(1)
        self._waiting: Queue[Job | None] = Queue(room)
        self._threads = [threading.Thread(target=self._work) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def take(self, text: str) -> int | None:
        """The number of a new job; None if there is no room for it."""
        job = Job(text)
        try:
            self._waiting.put_nowait(job)
        except Full:
            return None
        number = next(self._numbers)
        self.jobs[number] = job
        self.jobs.pop(number - KEPT, None)
        return number

    def close(self) -> None:
        """End all work, begun or not."""
        for job in list(self.jobs.values()):
            job.deadline.stop()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            job.state = "working"
            try:
                job.result = answer(job.text, job.deadline)
            except Exception as bug:  # it must not cost the other jobs
                job.result = {"error": f"a fault of ours: {bug}"}
            job.state = "done"


class Handler(BaseHTTPRequestHandler):
    """HTTP around a desk."""

    desk: Desk

    def do_POST(self) -> None:
        """A new job."""
        length = self.headers.get("Content-Length", "")
        if self.path != "/jobs" or not length.isdecimal():
            return self._reply(404 if self.path != "/jobs" else 411, {})
        if int(length) > MOST_BYTES:
            return self._reply(413, {"error": f"at most {MOST_BYTES:,} bytes"})
        number = self.desk.take(self.rfile.read(int(length)).decode("utf-8", "replace"))
        if number is None:
            return self._reply(503, {"error": "too many are waiting; come again in a moment"})
        return self._reply(202, {"job": number})

    def do_GET(self) -> None:
        """How far a job is."""
        job = self._job()
        self._reply(404 if job is None else 200, {} if job is None else self._told(job))

    def do_DELETE(self) -> None:
        """Nobody wants to know any more."""
        job = self._job()
        if job is not None:
            job.deadline.stop()
        self._reply(404 if job is None else 200, {})

    def _job(self) -> Job | None:
        head, _, number = self.path.rpartition("/")
        known = head == "/jobs" and number.isdecimal() and len(number) < 20
        return self.desk.jobs.get(int(number)) if known else None

    @staticmethod
    def _told(job: Job) -> dict[str, Any]:
        return {"state": job.state, **job.result}

    def _reply(self, code: int, data: dict[str, Any]) -> None:
        body = json.dumps(data).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Quietly."""


def server(port: int, desk: Desk) -> ThreadingHTTPServer:
    """A server on this machine only."""
    handler = type("DeskHandler", (Handler,), {"desk": desk})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    the_desk = Desk()
    with server(int(sys.argv[1]), the_desk) as here:
        try:
            here.serve_forever()
        except KeyboardInterrupt:
            the_desk.close()
