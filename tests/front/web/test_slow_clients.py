"""Clients that send their requests bit by bit, by the hundred."""

from __future__ import annotations

import contextlib
import selectors
import socket
import time

import pytest

from masume.front.web import slow
from masume.front.web.guard import MOST_BODY

HEAD = b"POST /api/load HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
STARTS = {"bodies": HEAD + b"\r\n", "heads": HEAD, "nothing": b""}
COUNT = 200


def drip(port, start, seconds):
    """How many of the connections were closed, and what the last of them was told."""
    told = b""
    with selectors.DefaultSelector() as waiting:
        for _ in range(COUNT):
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(start)
            waiting.register(one, selectors.EVENT_READ)
        until = time.monotonic() + seconds
        while waiting.get_map() and time.monotonic() < until:
            for key, _ in waiting.select(0.1):
                told = receive(key.fileobj) or told
                waiting.unregister(key.fileobj)
                key.fileobj.close()
            for key in list(waiting.get_map().values()):
                if start:
                    send(key.fileobj)
        left = [key.fileobj for key in waiting.get_map().values()]
        for one in left:
            one.close()
    return COUNT - len(left), told


def send(connection):
    with contextlib.suppress(OSError):  # closed already, as it should be
        connection.sendall(b"x")


def receive(connection):
    try:
        return connection.recv(10_000)
    except OSError:
        return b""


@pytest.mark.parametrize("start", STARTS)
def test_none_of_them_stays_long(serve, monkeypatch, start):
    monkeypatch.setattr(slow, "HEAD_SECONDS", 0.5)
    running = serve(workers=1, body_seconds=0.5)
    closed, told = drip(running.port, STARTS[start], seconds=15)
    assert closed == COUNT
    assert (b" 408 " in told) == (start == "bodies")
    assert running.post("load", text="hitori/tiny").status_code == 200


def test_what_is_refused_unread_is_not_read_later(serve):
    running = serve(workers=1)
    head = HEAD.replace(b"100000", b"100000000")
    with socket.create_connection(("127.0.0.1", running.port), timeout=5) as one:
        one.sendall(head + b"\r\n")
        told = b"".join(iter(lambda: one.recv(10_000), b""))  # until it is closed
    assert b" 413 " in told


CHUNKED = b"Host: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"


@pytest.mark.parametrize("head", [b"", b"Content-Length: 100\r\n"])
def test_a_chunked_body_is_rejected_unread(serve, head):
    """Beside a Content-Length, a chunked body once passed both the limit and the deadline."""
    running = serve(workers=1)
    chunk = b"%x\r\n%s\r\n" % (1 << 16, b" " * (1 << 16))
    sent, told = 0, b""
    with socket.create_connection(("127.0.0.1", running.port), timeout=5) as one:
        one.sendall(b"POST /api/load HTTP/1.1\r\n" + CHUNKED + head + b"\r\n")
        with contextlib.suppress(OSError):  # the server closes the connection
            while sent < 2 * MOST_BODY:
                one.sendall(chunk)
                sent += len(chunk)
            one.sendall(b"0\r\n\r\n")
            told = receive(one)
        told = told or receive(one)
    assert sent < 2 * MOST_BODY or b" 411 " in told
    assert running.post("load", text="hitori/tiny").status_code == 200


def test_a_chunked_request_is_told_what_to_send(serve):
    running = serve(workers=1)
    for method in (b"GET", b"POST"):
        with socket.create_connection(("127.0.0.1", running.port), timeout=5) as one:
            one.sendall(method + b" /api/about HTTP/1.1\r\n" + CHUNKED + b"\r\n")
            told = b"".join(iter(lambda: one.recv(10_000), b""))  # until it is closed
        assert b" 411 " in told and b"Content-Length" in told
