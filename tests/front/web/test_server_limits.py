"""The limits of the server: seconds, waiting requests, and failures of workers."""

from __future__ import annotations

import json
import os
import signal
import threading
import time

import httpx
import pytest
from work.deeds import wait_until

from masume.front.web.bodies import CountBody
from masume.front.web.work import TaskCrashed, run_task
from masume.work.worker import Worker
from tests.front.web.boards import text_of

SLOW = "exactly_one\n" + "\n".join(" ".join("." * 30) for _ in range(30))


def test_a_limit_in_seconds_holds(server):
    began = time.monotonic()
    found = server.post("count", board=SLOW, seconds=0.5, at_most=100_000)
    assert time.monotonic() - began < 30  # without the limit it would not end
    assert found.status_code in (200, 408)


ROWS = [" ".join(str((row * 7 + col * 3) % 40 + 1) for col in range(40)) for row in range(40)]
LONG = {
    "masume": 1,
    "board": "hitori\n" + "\n".join(ROWS),
    "moves": ["r1c1=black +", "r1c1=white +"] * 150,
    "at": 300,
}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("session", {"state": LONG}),
        ("check", {"state": LONG}),
        ("load", {"text": "hitori\n" + "\n".join(ROWS * 300)}),
    ],
)
def test_long_requests_do_not_block_others(server, path, body):
    """A long game is replayed, and a long text is read, by a worker."""
    codes = []

    def ask():
        codes.append(httpx.post(f"{server.address}/api/{path}", json=body, timeout=70).status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    answered = 0
    while asking.is_alive():
        assert server.post("session", board=text_of("hitori")).status_code == 200
        answered += 1
        time.sleep(0.02)
    assert codes[0] in (200, 400, 408) and answered > 3


def test_a_long_game_is_opened_once(server, monkeypatch):
    state = {**LONG, "moves": LONG["moves"][:40], "at": 40}
    game = server.post("session", state=state).json()
    monkeypatch.setattr(server.app.state.pool, "run", None)  # fails if a worker opens it again
    game = server.post("session", state=game["state"], action={"do": "undo"}).json()
    assert game["state"]["at"] == 39
    again = server.post("session", state=game["state"], action={"do": "redo"}).json()
    assert again["state"]["moves"] == state["moves"] and not again["can_redo"]


def test_a_killed_worker_fails_only_its_request(small_server):
    assert small_server.post("solve", board=text_of("hitori")).status_code == 200
    (worker,) = small_server.app.state.pool._all
    codes = []

    def ask():
        found = small_server.post("count", board=SLOW, seconds=20, at_most=100_000)
        codes.append(found.status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    wait_until(small_server.app.state.pool._idle.empty)
    os.kill(worker.process.pid, signal.SIGKILL)
    asking.join(60)
    assert codes == [503]
    assert small_server.post("solve", board=text_of("hitori")).status_code == 200


FILM = {"board": "hitori/jain-sample2", "algorithm": "breadth_first", "space": "shade"}


def test_a_busy_server_sends_retry_after(small_server):
    answers = []

    def ask():
        answers.append(small_server.post("solve", board=text_of("hitori")))

    threads = [threading.Thread(target=ask) for _ in range(5)]
    with small_server.client.stream("POST", "/api/search", json=FILM) as film:
        rows = film.iter_lines()
        next(rows)  # the only worker is busy
        for thread in threads:
            thread.start()
        wait_until(lambda: len(answers) == 4)
        assert {answer.status_code for answer in answers} == {503}
        assert all(answer.headers["retry-after"] for answer in answers)
    for thread in threads:
        thread.join(60)
    assert answers[4].status_code == 200, "the one request that may wait"


def test_waiting_for_a_worker_has_a_deadline(start_server):
    busy = start_server(workers=1, wait_seconds=0.2)
    places = busy.app.state.pool._idle
    place = places.get_nowait()  # the only worker is taken
    for path in ("solve", "explain"):
        late = busy.post(path, board=text_of("hitori"))
        assert late.status_code == 503 and late.headers["retry-after"] == "2"
        assert "no worker was free in time" in late.json()["error"]
    places.put_nowait(place)
    assert busy.post("solve", board=text_of("hitori")).status_code == 200


HARD = "hashi\n" + "\n".join(
    " ".join("2" if row % 2 == col % 2 == 0 else "." for col in range(50)) for row in range(50)
)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("solve", {"board": HARD, "seconds": 30}),
        ("explain", {"board": HARD, "seconds": 30}),
        ("count", {"board": HARD, "seconds": 30}),
    ],
)
def test_work_is_cancelled_when_the_client_disconnects(small_server, path, body):
    """Also before the first byte of an answer."""
    assert (
        small_server.post("solve", board=text_of("hitori")).status_code == 200
    )  # starts the worker
    (worker,) = small_server.app.state.pool._all
    with pytest.raises(httpx.ReadTimeout):  # as when a page is closed
        small_server.client.post(f"/api/{path}", json=body, timeout=0.4)
    wait_until(lambda: not small_server.app.state.pool._idle.empty())
    assert not worker.is_alive


def test_a_film_is_cancelled_when_the_client_disconnects(small_server):
    pool = small_server.app.state.pool
    with small_server.client.stream("POST", "/api/search", json=FILM) as answer:
        rows = answer.iter_lines()
        for _ in range(400):  # from then on they are sparse
            next(rows)
        assert pool._idle.empty()
    wait_until(lambda: not pool._idle.empty())


def test_a_bug_in_a_stream_is_a_500(small_server, monkeypatch):
    async def broken(*_):
        raise TaskCrashed.by(TypeError("oh"))
        yield

    monkeypatch.setattr(small_server.app.state.pool, "stream", broken)
    answer = small_server.post("solve", board=text_of("hitori"))
    assert answer.status_code == 500 and answer.json() == {
        "error": "a bug in masume (TypeError: oh)"
    }


@pytest.mark.process
def test_a_worker_survives_a_bug():
    worker = Worker()
    try:
        worker.send(run_task, "convert", None)  # no body, which the server would reject
        kind, fault = worker.receive()
        assert kind == "raised" and isinstance(fault, TaskCrashed)
        assert (
            str(fault)
            == "a bug in masume (AttributeError: 'NoneType' object has no attribute 'board')"
        )
        worker.send(run_task, "count", CountBody(board=text_of("hitori"), at_most=5, seconds=5))
        assert json.loads(worker.receive()[1])["number"] == 1
        assert worker.receive() == ("end", None)
    finally:
        worker.close()


def test_stopping_the_server_ends_running_work(start_server):
    server = start_server(workers=1)
    with server.client.stream("POST", "/api/search", json=FILM) as answer:
        rows = answer.iter_lines()
        next(rows)
        server.app.state.pool.stop()
        assert "died" in [*rows][-1]
    assert server.post("solve", board=text_of("hitori")).status_code == 503


def test_a_closed_stream_frees_the_worker(small_server):
    with small_server.client.stream(
        "POST", "/api/generate", json={"puzzle": "hitori", "count": 20, "seconds": 60}
    ) as answer:
        next(answer.iter_lines())
    began = time.monotonic()
    assert small_server.post("solve", board=text_of("hitori")).status_code == 200
    assert time.monotonic() - began < 50  # less than the 60 s limit of the stream
