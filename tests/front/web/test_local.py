"""Answers of the local server, checked against the same schemas as the HTTP server's."""

from __future__ import annotations

import json
import re
from dataclasses import fields

import pytest
from pydantic import TypeAdapter

from masume.front.web import running
from masume.front.web.about import About
from masume.front.web.local import Head, LocalServer
from masume.front.web.operations import AnswerForm, operations
from masume.front.web.records import ErrorReply
from masume.front.web.server import STATIC
from tests.front.web.conftest import parse_line

BOARD = "hitori/first"
SEARCH = {"algorithm": "astar", "space": "shade"}  # the other space solves it without a step


@pytest.fixture(scope="module")
def local():
    return LocalServer()


def request(local, path, body):
    head, *rest = local.respond(f"/api/{path}", None if body is None else json.dumps(body))
    assert isinstance(head, Head) and rest
    return head, rest


SMALL = """
title = "Small"
[[tasks]]
name = "h"
role = "heuristic"
[[boards]]
group = "one"
examples = ["hitori/first"]
[[criteria]]
name = "Solves it"
points = 1
check = "solves"
task = "h"
boards = "one"
"""


def bundle_files():
    """Return a small assignment in the form of requests."""
    return [{"name": "hw/assignment.toml", "text": SMALL}, {"name": "hw/solution.py", "text": ""}]


def sample_bodies(state):
    """Yield each operation with a valid body."""
    own = {
        "load": {"text": BOARD},
        "session": {"state": state, "action": {"do": "touch", "cell": 1}},
        "techniques": {"puzzle": "hitori", "names": ["corner-of-three"]},
        "exercise": {"puzzle": "hitori", "technique": "corner-of-three"},
        "picture": {"board": BOARD, "positions": [{"black": [[1, 1]], "white": []}]},
        "convert": {"board": BOARD, "to": "puzz.link"},
        "draw": {"board": BOARD},
        "generate": {"puzzle": "hitori", "rows": 4, "cols": 4, "seed": 1},
        "why": {"state": state, "target": "r1c1"},
        "compose": {"board": BOARD, "do": "spare_clues"},
        "why-not": {"board": "hitori\n1 1\n1 1"},
        "library": {},
        "showcase": {"theme": "dark"},
        "daily": {"day": "2026-11-16", "puzzle": "hitori"},
        "collection": {"text": "hitori\n1 1\n1 2"},
        "booklet": {"boards": [{"board": BOARD}]},
        "film": {"board": BOARD, "searches": [SEARCH]},
        "open-bundle": {"files": bundle_files()},
        "check-bundle": {"files": bundle_files(), "source": ""},
    }
    for operation in operations():
        names = {field.name for field in fields(operation.body)}
        default = {"board": BOARD} if "board" in names else {"state": state}
        yield operation, own.get(operation.name, default)


@pytest.mark.process
def test_every_operation_answers_as_described(local):
    head, (text,) = request(local, "session", {"board": BOARD})
    state = json.loads(text)["state"]
    for operation, body in sample_bodies(state):
        head, rest = request(local, operation.name, body)
        assert head.status == 200, (operation.name, rest)
        if operation.form is AnswerForm.ONCE:
            TypeAdapter(operation.answers[0]).validate_json(rest[0], strict=True)
        elif operation.form is AnswerForm.LINES:
            for line in "".join(rest).splitlines():
                parse_line(operation.name, line)
        else:
            assert rest[0].startswith(b"<svg")


def test_the_catalogue_is_available_without_a_server(local):
    head, (text,) = request(local, "about", None)
    assert head.status == 200
    TypeAdapter(About).validate_json(text, strict=True)


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("solve", {"board": "nonsense"}, 400, "no puzzle is called"),
        ("solve", {"bord": "x"}, 400, "body.bord: is an unknown field; remove it"),
        ("explain", {"board": "hitori\n1 x"}, 400, "line"),
        ("draw", {"board": BOARD, "form": "pdf"}, 400, "form: PDF is not available in the browser"),
        ("studies", None, 404, "masume web"),
        ("dance", {}, 404, "masume web"),
    ],
)
def test_errors_are_one_line(local, path, body, status, message):
    head, (text,) = request(local, path, body)
    assert head.status == status
    assert message in TypeAdapter(ErrorReply).validate_json(text, strict=True).error


def test_a_bug_is_a_one_line_error(local, monkeypatch):
    monkeypatch.setattr("masume.front.web.boards.boards_of", lambda _: 1 / 0)
    head, (text,) = request(local, "load", {"text": "x"})
    assert (head.status, json.loads(text)["error"]) == (
        500,
        "a bug in masume (ZeroDivisionError: division by zero)",
    )


def lines(code):
    return [json.loads(line) for line in running.run(code)]


def test_running_code_returns_its_output_and_last_value():
    assert lines("print(1)\nx = 2\nprint(3)\nx + 5") == [
        {"text": "1\n"},
        {"text": "3\n"},
        {"text": "7\n"},
    ]
    (shown,) = lines("import masume\nmasume.show(masume.load('hitori/first'))")
    assert shown["svg"].startswith("<svg")
    assert lines("x = 2") == []
    assert lines("x") == [{"text": "2\n"}]  # from the previous run


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = 1\ny = x +", "line 2: invalid syntax"),
        ("1\ndef f():\n    return 1 / 0\nf()", "line 3: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "line 1: SystemExit: 3"),
    ],
)
def test_running_code_reports_the_line_of_an_error(code, message):
    assert lines(code)[-1] == {"error": message}


def test_pages_offer_only_film_forms_that_work(local):
    script = (STATIC / "js" / "film" / "export.js").read_text()
    offered_forms = json.loads(re.search(r"SITE_FORMS = (\[.*?\])", script)[1])
    assert "html" in offered_forms and "gif" not in offered_forms
    for name in offered_forms:
        form = name.removeprefix("tree-")
        body = {"board": BOARD, "searches": [SEARCH], "form": form, "last": 3}
        head, data = local.respond("/api/film", json.dumps(body | {"tree": form != name}))
        assert head.status == 200 and len(data) > 500, name
    forms = json.loads([*local.respond("/api/about", None)][1])["drawing"]["forms"]
    assert forms == ["svg", "png", "txt"]
