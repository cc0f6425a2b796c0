"""The server of pages without one: requests are answered by Python in a web worker.

The operations are the same as on the server. An answer is a head followed by the parts of its body;
the page turns them into a response.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from masume.errors import MasumeError
from masume.front.web.games import Games
from masume.front.web.operations import MEDIA_TYPES, AnswerForm, Operation, find_operation
from masume.front.web.reading import read_body
from masume.front.web.records import ErrorReply, Record, json_text
from masume.front.web.work import (
    TASK_CODES,
    TaskCrashed,
    TaskNeedsExtras,
    TaskRefused,
    failed_line,
    run_task,
)

_JSON, _LINES = "application/json", "application/x-ndjson"
FORMS = ("svg", "txt", "html", "tex")
"""File forms that need no library beyond those in a page."""


def _about() -> Record:
    """Return the catalogue, with the file forms that a page can write."""
    from masume.front.web.about import about  # imports every algorithm

    reply = about()
    # The page makes PNG of SVG itself (data/local-server.js).
    forms = [form for form in reply.drawing.forms if form in (*FORMS, "png")]
    return replace(reply, drawing=replace(reply.drawing, forms=forms))


_EXPECTED_ERRORS = (MasumeError, TaskRefused, TaskCrashed)


class Head(NamedTuple):
    """The status and media type of an answer."""

    status: int
    kind: str


class LocalServer:
    """A server without HTTP that answers the requests of one page."""

    def __init__(self) -> None:
        self._games = Games()

    def respond(self, path: str, body: str | None) -> Iterator[Head | str | bytes]:
        """Yield the head of an answer, then the parts of its body."""
        try:
            yield from self._answer(path, body)
        except Exception as raised:
            fault = raised if isinstance(raised, _EXPECTED_ERRORS) else TaskCrashed.by(raised)
            yield Head(TASK_CODES.get(type(fault), 400), _JSON)
            yield json_text(ErrorReply(error=_error_text(fault)))

    def _answer(self, path: str, body: str | None) -> Iterator[Head | str | bytes]:
        """Yield the answer to a request; raise if it fails."""
        name = path.removeprefix("/api/")
        if name == "about":
            yield Head(200, _JSON)
            yield json_text(_about())
            return
        operation = find_operation(name)
        if operation is None or body is None:
            yield Head(404, _JSON)
            text = f"{path}: not available in the browser; run masume web on a computer"
            yield json_text(ErrorReply(error=text))
            return
        yield from self._operate(operation, body)

    def _operate(self, operation: Operation, text: str) -> Iterator[Head | str | bytes]:
        """Yield the answer of an operation."""
        body = read_body(operation.body, json.loads(text))
        if operation.form is AnswerForm.LINES:
            yield from _lines(run_task(operation.name, body))
            return
        kind = _JSON
        if operation.form is AnswerForm.FILE:
            form = str(vars(body)["form"])
            if form not in FORMS:
                raise TaskRefused(
                    f"form: {form.upper()} is not available in the browser; run masume web"
                )
            kind = MEDIA_TYPES[form]
        if operation.plays:
            answer: object = json_text(operation.function(body, self._games))
        else:
            (answer,) = run_task(operation.name, body)
        assert isinstance(answer, str | bytes)
        yield Head(200, kind)
        yield answer


def _lines(chunks: Iterator[object]) -> Iterator[Head | str | bytes]:
    """Yield a streamed answer; an error before the first line becomes a separate answer."""
    first = next(chunks, "")
    yield Head(200, _LINES)
    try:
        yield str(first)
        for chunk in chunks:
            yield str(chunk)
    except (TaskRefused, TaskCrashed) as fault:
        yield failed_line(_error_text(fault))


def _error_text(fault: Exception) -> str:
    """Return a one-line message; missing extras cannot be installed in a page."""
    if isinstance(fault, TaskNeedsExtras):
        purpose = str(fault).partition(":")[0]
        return f"{purpose}: not available in the browser; run masume on a computer"
    return " ".join(str(fault).split())
