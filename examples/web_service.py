"""A small web service that solves boards, with a job queue; it depends on masume only.

    python examples/web_service.py 8000

    POST   /jobs     submit a board in any format   202 {"job": 1}, or 503 if the queue is full
    GET    /jobs/1   query a job                    200 {"state": "done", "status": "solved", …}
    DELETE /jobs/1   cancel a job                   200

Jobs run in threads, and a `masume.Deadline` stops a job from another thread. To use several
processors, run `answer` in a `concurrent.futures.ProcessPoolExecutor`.
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

MAX_BYTES = 100_000  # of a board's text
SECONDS = 10  # from the request to the answer, including the time in the queue
MAX_JOBS = 1000  # jobs whose results are kept


def answer(text: str, deadline: masume.Deadline) -> dict[str, Any]:
    """Solve a board from untrusted text and return the JSON result."""
    try:
        board = masume.loads(text)  # never `load`: a client must not choose a file
        solution = masume.solve(board, deadline=deadline)
    except masume.MasumeError as fault:
        return {"error": str(fault)}
    return {
        "status": solution.status.value,
        "unique": solution.unique,
        "answer": None if solution.answer is None else masume.picture(board, solution.answer),
        "stopped": None if solution.stopped is None else solution.stopped.value,
    }


@dataclass
class Job:
    """A request with its state and result."""

    text: str
    deadline: masume.Deadline = field(
        default_factory=lambda: masume.Deadline(masume.Limit(seconds=SECONDS))
    )
    state: str = "waiting"
    result: dict[str, Any] = field(default_factory=dict)


class JobQueue:
    """A bounded queue of jobs, processed in order by worker threads."""

    def __init__(self, workers: int = 2, room: int = 50) -> None:
        self.jobs: dict[int, Job] = {}
        self._numbers = count(1)
        self._waiting: Queue[Job | None] = Queue(room)
        self._threads = [threading.Thread(target=self._work) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, text: str) -> int | None:
        """Return the number of a new job; None if the queue is full."""
        job = Job(text)
        try:
            self._waiting.put_nowait(job)
        except Full:
            return None
        number = next(self._numbers)
        self.jobs[number] = job
        self.jobs.pop(number - MAX_JOBS, None)
        return number

    def close(self) -> None:
        """Cancel all jobs and wait for the workers to end."""
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
            except Exception as bug:  # the worker must survive for the other jobs
                job.result = {"error": f"internal error: {bug}"}
            job.state = "done"


class Handler(BaseHTTPRequestHandler):
    """The HTTP interface of a job queue."""

    queue: JobQueue

    def do_POST(self) -> None:
        """Submit a job."""
        length = self.headers.get("Content-Length", "")
        if self.path != "/jobs" or not length.isdecimal():
            return self._reply(404 if self.path != "/jobs" else 411, {})
        if int(length) > MAX_BYTES:
            return self._reply(
                413, {"error": f"the board is too long; send at most {MAX_BYTES:,} bytes"}
            )
        number = self.queue.submit(self.rfile.read(int(length)).decode("utf-8", "replace"))
        if number is None:
            return self._reply(503, {"error": "the queue is full; try again later"})
        return self._reply(202, {"job": number})

    def do_GET(self) -> None:
        """Report the state and the result of a job."""
        job = self._job()
        data = {} if job is None else {"state": job.state, **job.result}
        self._reply(404 if job is None else 200, data)

    def do_DELETE(self) -> None:
        """Cancel a job."""
        job = self._job()
        if job is not None:
            job.deadline.stop()
        self._reply(404 if job is None else 200, {})

    def _job(self) -> Job | None:
        """Return the job that the request's path names."""
        head, _, number = self.path.rpartition("/")
        is_valid = head == "/jobs" and number.isdecimal() and len(number) < 20
        return self.queue.jobs.get(int(number)) if is_valid else None

    def _reply(self, code: int, data: dict[str, Any]) -> None:
        body = json.dumps(data).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Suppress the request log."""


def server(port: int, queue: JobQueue) -> ThreadingHTTPServer:
    """Return a server that listens on this machine only."""
    handler = type("QueueHandler", (Handler,), {"queue": queue})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    job_queue = JobQueue()
    with server(int(sys.argv[1]), job_queue) as http_server:
        try:
            http_server.serve_forever()
        except KeyboardInterrupt:
            job_queue.close()
