"""Requests answered by the Python of a page itself, in a web worker, where there is no server.

The same tasks answer as behind the server. An answer is a head and then its body, bit by bit; the
page makes of them what a server would have sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from masume.errors import MasumeError
from masume.front.web.boards import Data
from masume.front.web.operations import KINDS, OPERATIONS, AnswerForm, Operation, file_form
from masume.front.web.quick import QuickTasks
from masume.front.web.reading import read_body
from masume.front.web.work import (
    TASK_CODES,
    TaskBroken,
    TaskMissing,
    TaskRefused,
    TaskUnreadable,
    answers,
    failed_line,
    lines_text,
)

_JSON, _LINES = "application/json", "application/x-ndjson"
FORMS = ("svg", "txt", "html", "tex")
"""The forms of files that need no library which a page does not have."""


def _about() -> Data:
    from masume.front.web.about import about  # it imports every algorithm, and is rarely asked for

    reply = about()
    drawing = reply["drawing"]
    assert isinstance(drawing, dict)
    # The page makes PNG of SVG itself (data/local-server.js).
    forms = [form for form in drawing["forms"] if form in (*FORMS, "png")]
    return reply | {"drawing": drawing | {"forms": forms}}


_THINGS: dict[str, Callable[[], Data]] = {
    "/api/about": _about,
    "/api/studies": lambda: {"offered": False, "studies": [], "left_out": 0},  # there is no disk
}
_FAULTS = (MasumeError, TaskRefused, TaskUnreadable, TaskBroken)
_OPERATIONS = {one.path: one for one in OPERATIONS}


class Head(NamedTuple):
    """How an answer begins."""

    status: int
    kind: str


class LocalServer:
    """Answers what a page asks for."""

    def __init__(self) -> None:
        self._quick = QuickTasks()

    def respond(self, path: str, body: str | None) -> Iterator[Head | str | bytes]:
        """The head of an answer, and its body bit by bit."""
        try:
            yield from self._answer(path, body)
        except Exception as raised:
            fault = raised if isinstance(raised, _FAULTS) else TaskBroken.by(raised)
            yield Head(TASK_CODES.get(type(fault), 400), _JSON)
            yield json.dumps({"error": _fault_text(fault)})

    def _answer(self, path: str, body: str | None) -> Iterator[Head | str | bytes]:
        if path in _THINGS:
            yield Head(200, _JSON)
            yield json.dumps(_THINGS[path]())
            return
        operation = _OPERATIONS.get(path)
        if operation is None or body is None:
            yield Head(404, _JSON)
            yield json.dumps({"error": "this needs masume on a computer: masume web"})
            return
        yield from self._operate(operation, body)

    def _operate(self, operation: Operation, text: str) -> Iterator[Head | str | bytes]:
        body = read_body(operation.body, json.loads(text))
        if operation.answer is AnswerForm.LINES:
            yield from _lines(answers(operation.name, body))
            return
        kind = _JSON
        if operation.answer is AnswerForm.FILE:
            form = file_form(body)
            if form not in FORMS:
                raise TaskRefused(f"{form.upper()} files are made by masume on a computer")
            kind = KINDS[form]
        if operation.quick:
            answer: object = self._quick.answer(operation.name, body)
        else:
            (answer,) = answers(operation.name, body)
        yield Head(200, kind)
        yield answer if isinstance(answer, bytes) else json.dumps(answer)


def _lines(values: Iterator[object]) -> Iterator[Head | str | bytes]:
    """What goes wrong before the first line is an answer of its own."""
    first = next(values, None)
    yield Head(200, _LINES)
    try:
        if first is not None:
            yield lines_text(first)
        for value in values:
            yield lines_text(value)
    except (TaskRefused, TaskBroken) as fault:
        yield json.dumps(failed_line(_fault_text(fault))) + "\n"


def _fault_text(fault: Exception) -> str:
    """One line; a page cannot be given what it lacks."""
    if isinstance(fault, TaskMissing):
        return f"{fault.purpose}: this needs masume on a computer"
    return " ".join(str(fault).split())
