"""The server of pages without one: requests are answered by Python in a web worker.

The tasks are the same as on the server. An answer is a head followed by the parts of its body; the
page turns them into a response.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from masume.errors import MasumeError
from masume.front.web.boards import Data
from masume.front.web.operations import MEDIA_TYPES, OPERATIONS, AnswerForm, Operation, file_form
from masume.front.web.quick import QuickTasks
from masume.front.web.reading import read_body
from masume.front.web.work import (
    TASK_CODES,
    TaskCrashed,
    TaskNeedsExtras,
    TaskRefused,
    TaskUnreadable,
    failed_line,
    lines_text,
    run_task,
)

_JSON, _LINES = "application/json", "application/x-ndjson"
FORMS = ("svg", "txt", "html", "tex")
"""File forms that need no library beyond those in a page."""


def _about() -> Data:
    """Return the catalogue, with the file forms that a page can write."""
    from masume.front.web.about import about  # imports every algorithm

    reply = about()
    drawing = reply["drawing"]
    assert isinstance(drawing, dict)
    # The page makes PNG of SVG itself (data/local-server.js).
    forms = [form for form in drawing["forms"] if form in (*FORMS, "png")]
    return reply | {"drawing": drawing | {"forms": forms}}


_GET_ANSWERS: dict[str, Callable[[], Data]] = {
    "/api/about": _about,
    "/api/studies": lambda: {"enabled": False, "studies": [], "left_out": 0},
}
_EXPECTED_ERRORS = (MasumeError, TaskRefused, TaskUnreadable, TaskCrashed)
_OPERATIONS = {operation.path: operation for operation in OPERATIONS}


class Head(NamedTuple):
    """The status and media type of an answer."""

    status: int
    kind: str


class LocalServer:
    """A server without HTTP that answers the requests of one page."""

    def __init__(self) -> None:
        self._quick = QuickTasks()

    def respond(self, path: str, body: str | None) -> Iterator[Head | str | bytes]:
        """Yield the head of an answer, then the parts of its body."""
        try:
            yield from self._answer(path, body)
        except Exception as raised:
            fault = raised if isinstance(raised, _EXPECTED_ERRORS) else TaskCrashed.by(raised)
            yield Head(TASK_CODES.get(type(fault), 400), _JSON)
            yield json.dumps({"error": _error_text(fault)})

    def _answer(self, path: str, body: str | None) -> Iterator[Head | str | bytes]:
        """Yield the answer to a request; raise if it fails."""
        if path in _GET_ANSWERS:
            yield Head(200, _JSON)
            yield json.dumps(_GET_ANSWERS[path]())
            return
        operation = _OPERATIONS.get(path)
        if operation is None or body is None:
            yield Head(404, _JSON)
            yield json.dumps(
                {"error": f"{path}: not available in the browser; run masume web on a computer"}
            )
            return
        yield from self._operate(operation, body)

    def _operate(self, operation: Operation, text: str) -> Iterator[Head | str | bytes]:
        """Yield the answer of an operation."""
        body = read_body(operation.body, json.loads(text))
        if operation.answer is AnswerForm.LINES:
            yield from _lines(run_task(operation.name, body))
            return
        kind = _JSON
        if operation.answer is AnswerForm.FILE:
            form = file_form(body)
            if form not in FORMS:
                raise TaskRefused(
                    f"form: {form.upper()} is not available in the browser; run masume web"
                )
            kind = MEDIA_TYPES[form]
        if operation.quick:
            answer: object = self._quick.answer(operation.name, body)
        else:
            (answer,) = run_task(operation.name, body)
        yield Head(200, kind)
        yield answer if isinstance(answer, bytes) else json.dumps(answer)


def _lines(values: Iterator[object]) -> Iterator[Head | str | bytes]:
    """Yield a streamed answer; an error before the first line becomes a separate answer."""
    first = next(values, None)
    yield Head(200, _LINES)
    try:
        if first is not None:
            yield lines_text(first)
        for value in values:
            yield lines_text(value)
    except (TaskRefused, TaskCrashed) as fault:
        yield json.dumps(failed_line(_error_text(fault))) + "\n"


def _error_text(fault: Exception) -> str:
    """Return a one-line message; missing extras cannot be installed in a page."""
    if isinstance(fault, TaskNeedsExtras):
        purpose = str(fault).partition(":")[0]
        return f"{purpose}: not available in the browser; run masume on a computer"
    return " ".join(str(fault).split())
