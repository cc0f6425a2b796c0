"""Hundreds of clients that send their requests slowly."""

from __future__ import annotations

import contextlib
import selectors
import socket
import time

import pytest

from masume.front.web import slow
from masume.front.web.guard import MAX_BODY

HEAD = b"POST /api/load HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
STARTS = {"bodies": HEAD + b"\r\n", "heads": HEAD, "nothing": b""}
COUNT = 200


def open_slow_connections(port, start, seconds):
    """Return how many connections the server closed, and the last response."""
    response = b""
    with selectors.DefaultSelector() as waiting:
        for _ in range(COUNT):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.sendall(start)
            waiting.register(connection, selectors.EVENT_READ)
        until = time.monotonic() + seconds
        while waiting.get_map() and time.monotonic() < until:
            for key, _ in waiting.select(0.1):
                response = receive(key.fileobj) or response
                waiting.unregister(key.fileobj)
                key.fileobj.close()
            for key in list(waiting.get_map().values()):
                if start:
                    send(key.fileobj)
        open_connections = [key.fileobj for key in waiting.get_map().values()]
        for connection in open_connections:
            connection.close()
    return COUNT - len(open_connections), response


def send(connection):
    with contextlib.suppress(OSError):  # already closed by the server
        connection.sendall(b"x")


def receive(connection):
    try:
        return connection.recv(10_000)
    except OSError:
        return b""


@pytest.mark.parametrize("start", STARTS)
def test_slow_connections_are_closed(start_server, monkeypatch, start):
    monkeypatch.setattr(slow, "HEAD_SECONDS", 0.5)
    running = start_server(workers=1, body_seconds=0.5)
    closed, response = open_slow_connections(running.port, STARTS[start], seconds=15)
    assert closed == COUNT
    assert (b" 408 " in response) == (start == "bodies")
    assert running.post("load", text="hitori/tiny").status_code == 200


def test_an_oversize_body_is_rejected_unread(start_server):
    running = start_server(workers=1)
    head = HEAD.replace(b"100000", b"100000000")
    with socket.create_connection(("127.0.0.1", running.port), timeout=5) as connection:
        connection.sendall(head + b"\r\n")
        response = b"".join(iter(lambda: connection.recv(10_000), b""))  # until it is closed
    assert b" 413 " in response


CHUNKED = b"Host: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"


@pytest.mark.parametrize("head", [b"", b"Content-Length: 100\r\n"])
def test_a_chunked_body_is_rejected_unread(start_server, head):
    """Also beside a Content-Length, which does not bound a chunked body."""
    running = start_server(workers=1)
    chunk = b"%x\r\n%s\r\n" % (1 << 16, b" " * (1 << 16))
    sent, response = 0, b""
    with socket.create_connection(("127.0.0.1", running.port), timeout=5) as connection:
        connection.sendall(b"POST /api/load HTTP/1.1\r\n" + CHUNKED + head + b"\r\n")
        with contextlib.suppress(OSError):  # the server closes the connection
            while sent < 2 * MAX_BODY:
                connection.sendall(chunk)
                sent += len(chunk)
            connection.sendall(b"0\r\n\r\n")
            response = receive(connection)
        response = response or receive(connection)
    assert sent < 2 * MAX_BODY or b" 411 " in response
    assert running.post("load", text="hitori/tiny").status_code == 200


def test_the_error_for_chunked_requests_names_content_length(start_server):
    running = start_server(workers=1)
    for method in (b"GET", b"POST"):
        with socket.create_connection(("127.0.0.1", running.port), timeout=5) as connection:
            connection.sendall(method + b" /api/about HTTP/1.1\r\n" + CHUNKED + b"\r\n")
            response = b"".join(iter(lambda: connection.recv(10_000), b""))  # until it is closed
        assert b" 411 " in response and b"Content-Length" in response
