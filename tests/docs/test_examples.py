"""The programs in `examples/` do what they promise."""

from __future__ import annotations

import importlib.util
import json
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import masume

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look up their annotations
    spec.loader.exec_module(module)
    return module


# The daily puzzle


def test_a_day_has_one_board_and_a_verdict_on_answers(capsys):
    daily = example("daily_puzzle")
    board = masume.daily("2026-11-16")
    right = masume.convert(board, "plain").partition("answer:\n")[2]
    assert daily.verdict(board, right) == "Right!"
    assert daily.verdict(board, "nonsense").startswith("I cannot read that: ")
    maze = masume.daily("2026-11-16", puzzle="exactly_one")
    assert daily.verdict(maze, "U").startswith("Not yet: ")
    daily.main("2026-11-16")
    assert capsys.readouterr().out.startswith(
        f"{board.kind.title}, Board of 16 November 2026, easy\n"
    )


# The web service


@pytest.fixture
def service():
    module = example("web_service")
    queue = module.JobQueue(workers=1, room=2)
    server = module.server(0, queue)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    def ask(method, path, body=None):
        address = f"http://127.0.0.1:{server.server_port}{path}"
        request = urllib.request.Request(address, body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as fault:
            return fault.code, json.load(fault)

    ask.module = module
    yield ask
    server.shutdown()
    server.server_close()
    queue.close()
    thread.join()


def ended(ask, job):
    for _ in range(400):
        code, told = ask("GET", f"/jobs/{job}")
        assert code == 200
        if told["state"] == "done":
            return told
        time.sleep(0.05)
    raise AssertionError("it did not end")


@pytest.mark.process
def test_a_board_is_solved(service):
    code, told = service("POST", "/jobs", b"hitori\n1 1\n1 2\n")
    assert code == 202
    told = ended(service, told["job"])
    assert (told["status"], told["unique"], told["answer"]) == ("solved", True, "# 1\n1 2")


@pytest.mark.process
def test_hostile_requests_are_answered(service):
    for text in (b"hitori/first", b"/etc/hostname", b"", b"\xff\x00"):
        assert "error" in ended(service, service("POST", "/jobs", text)[1]["job"])
    assert service("POST", "/jobs", b"x" * 200_000)[0] == 413
    assert service("GET", "/jobs/99")[0] == service("GET", "/jobs/x")[0] == 404
    assert service("POST", "/elsewhere", b"")[0] == 404


@pytest.mark.process
def test_the_queue_is_bounded_and_work_can_be_cancelled(service, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def slow(text, watch):
        begun.set()
        go_on.wait(20)
        return {"stopped": bool(watch.stopped)}

    monkeypatch.setattr(service.module, "answer", slow)
    jobs = [service("POST", "/jobs", b"x")[1]["job"]]
    assert begun.wait(20)
    jobs += [service("POST", "/jobs", b"x")[1]["job"] for _ in range(2)]
    assert service("POST", "/jobs", b"x")[0] == 503
    assert service("DELETE", f"/jobs/{jobs[0]}")[0] == 200
    go_on.set()
    assert [ended(service, job)["stopped"] for job in jobs] == [True, False, False]
