"""Hundreds of clients that send their requests slowly."""

from __future__ import annotations

import contextlib
import socket

import pytest

from masume.front.web.guard import MAX_BODY

HEAD = b"POST /api/load HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
STARTS = {"bodies": HEAD + b"\r\n", "heads": HEAD, "nothing": b""}
COUNT = 200


def receive(connection):
    try:
        return connection.recv(10_000)
    except OSError:
        return b""


@pytest.mark.parametrize("start", STARTS)
def test_slow_connections_delay_neither_others_nor_the_end(start_server, start):
    running = start_server(workers=1)
    with contextlib.ExitStack() as stack:
        for _ in range(COUNT):
            connection = socket.create_connection(("127.0.0.1", running.port))
            stack.enter_context(connection).sendall(STARTS[start])
        for _ in range(3):
            assert running.post("load", text="hitori/tiny").status_code == 200
            assert running.post("solve", board="hitori/first").status_code == 200
        running.server.should_exit = True
        running.thread.join(10)
        assert not running.thread.is_alive()


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
