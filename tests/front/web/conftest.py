"""A real server on loopback, for all tests of the browser app."""

from __future__ import annotations

import threading
import time

import httpx
import pytest
import uvicorn

from masume.front.web.server import create_app


class Running:
    """A server in a thread, and how to talk to it."""

    def __init__(self, **options):
        self.app = create_app(**options)
        config = uvicorn.Config(self.app, port=0, log_level="warning", lifespan="on")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < until and self.thread.is_alive()
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(base_url=self.address, timeout=60)

    def post(self, path, **body):
        return self.client.post(f"/api/{path}", json=body)

    def lines(self, path, **body):
        """The lines of a streamed answer."""
        with self.client.stream("POST", f"/api/{path}", json=body) as answer:
            assert answer.status_code == 200, answer.read()
            return [httpx.Response(200, text=line).json() for line in answer.iter_lines()]

    def close(self):
        self.client.close()
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()


@pytest.fixture(scope="session")
def server():
    running = Running(workers=2)
    yield running
    running.close()


@pytest.fixture
def small_server():
    """One worker, and hardly anybody may wait."""
    running = Running(workers=1, most_waiting=1)
    yield running
    running.close()
