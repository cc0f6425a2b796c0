"""Answers without a server: the same as a server's, and as they are described."""

from __future__ import annotations

import json
import re
from dataclasses import fields

import pytest
from pydantic import TypeAdapter

from masume.front.web import running
from masume.front.web.local import Head, LocalServer
from masume.front.web.operations import OPERATIONS, AnswerForm
from masume.front.web.replies import REPLIES
from masume.front.web.replies_about import About
from masume.front.web.replies_streams import LINES
from masume.front.web.reply import ErrorReply
from masume.front.web.server import STATIC
from tests.front.web.conftest import as_one_of

BOARD = "hitori/first"


@pytest.fixture(scope="module")
def local():
    return LocalServer()


def asked(local, path, body):
    head, *rest = local.respond(f"/api/{path}", None if body is None else json.dumps(body))
    assert isinstance(head, Head) and rest
    return head, rest


def bodies(state):
    """A body for each operation."""
    own = {
        "load": {"text": BOARD},
        "session": {"state": state, "action": {"do": "touch", "cell": 1}},
        "techniques": {"puzzle": "hitori", "names": ["corner-of-three"]},
        "picture": {"board": BOARD, "positions": [{"black": [[1, 1]], "white": []}]},
        "convert": {"board": BOARD, "to": "puzz.link"},
        "draw": {"board": BOARD},
        "generate": {"puzzle": "hitori", "rows": 4, "cols": 4, "seed": 1},
        "why": {"state": state, "about": "r1c1"},
        "compose": {"board": BOARD, "do": "spare"},
        "why-not": {"board": "hitori\n1 1\n1 1"},
        "library": {},
        "daily": {"day": "2026-11-16", "puzzle": "hitori"},
        "collection": {"text": "hitori\n1 1\n1 2"},
        "booklet": {"boards": [{"board": BOARD}]},
    }
    for one in OPERATIONS:
        takes = {part.name for part in fields(one.body)}
        usual = {"board": BOARD} if "board" in takes else {"state": state}
        yield one, own.get(one.name, usual)


def test_every_operation_answers_as_described(local):
    head, (text,) = asked(local, "session", {"board": BOARD})
    state = json.loads(text)["state"]
    for operation, body in bodies(state):
        head, rest = asked(local, operation.name, body)
        assert head.status == 200, (operation.name, rest)
        if operation.answer is AnswerForm.ONCE:
            TypeAdapter(REPLIES[operation.name]).validate_json(rest[0], strict=True)
        elif operation.answer is AnswerForm.LINES:
            for line in "".join(rest).splitlines():
                as_one_of(LINES[operation.name], line)
        else:
            assert rest[0].startswith(b"<svg")


def test_what_there_is_is_told_without_a_server(local):
    head, (text,) = asked(local, "about", None)
    assert head.status == 200
    TypeAdapter(About).validate_json(text, strict=True)
    head, (text,) = asked(local, "studies", None)
    assert json.loads(text) == {"offered": False, "studies": [], "left_out": 0}


@pytest.mark.parametrize(
    ("path", "body", "status", "told"),
    [
        ("solve", {"board": "nonsense"}, 400, "no puzzle is called"),
        ("solve", {"bord": "x"}, 400, "body.bord: is nothing that is known here"),
        ("explain", {"board": "hitori\n1 x"}, 400, "line"),
        ("draw", {"board": BOARD, "form": "pdf"}, 400, "PDF files are made by masume on a comp"),
        ("studies/mine", None, 404, "masume web"),
        ("dance", {}, 404, "masume web"),
    ],
)
def test_what_is_wrong_is_one_line(local, path, body, status, told):
    head, (text,) = asked(local, path, body)
    assert head.status == status
    assert told in ErrorReply.model_validate_json(text, strict=True).error


def test_a_bug_is_one_line_too(local, monkeypatch):
    monkeypatch.setattr("masume.front.web.quick.loaded", lambda _: 1 / 0)
    head, (text,) = asked(local, "load", {"text": "x"})
    assert (head.status, json.loads(text)["error"]) == (
        500,
        "a bug in masume (ZeroDivisionError: division by zero)",
    )


def lines(code):
    return [json.loads(line) for line in running.run(code)]


def test_pieces_of_python_show_what_they_print_and_their_last_value():
    assert lines("print(1)\nx = 2\nprint(3)\nx + 5") == [
        {"text": "1\n"},
        {"text": "3\n"},
        {"text": "7\n"},
    ]
    (shown,) = lines("import masume\nmasume.show(masume.load('hitori/first'))")
    assert shown["svg"].startswith("<svg")
    assert lines("x = 2") == []
    assert lines("x") == [{"text": "2\n"}]  # of the piece before


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("x = 1\ny = x +", "line 2: invalid syntax"),
        ("1\ndef f():\n    return 1 / 0\nf()", "line 3: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "line 1: SystemExit: 3"),
    ],
)
def test_what_goes_wrong_in_a_piece_is_told_with_its_line(code, told):
    assert lines(code)[-1] == {"error": told}


def test_pages_offer_the_forms_of_films_that_work(local):
    script = (STATIC / "js" / "film" / "export.js").read_text()
    offered = json.loads(re.search(r"SITE_FORMS = (\[.*?\])", script)[1])
    assert "html" in offered and "gif" not in offered
    for name in offered:
        form = name.removeprefix("tree-")
        wish = {"board": BOARD, "ways": [{"algorithm": "astar"}], "form": form, "last": 3}
        head, data = local.respond("/api/film", json.dumps(wish | {"tree": form != name}))
        assert head.status == 200 and len(data) > 500, name
    forms = json.loads([*local.respond("/api/about", None)][1])["drawing"]["forms"]
    assert forms == ["svg", "png", "txt"]
