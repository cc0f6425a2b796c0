"""The operations of the HTTP API, derived from the functions that carry them out.

An operation is a typed function: its parameter `body` is the request, its result the answer, and
its docstring the description. The server derives routes and schemas from it. A result of type bytes
is a file; an iterator is a stream of lines of JSON. Modules are imported when one of their tasks is
needed, since importing all of them takes a page's Python seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from types import UnionType
from typing import Annotated, get_args, get_origin, get_type_hints

from masume.front.web.bodies import MAX_SECONDS
from masume.front.web.records import FailedLine, Record

_MODULES = {
    "boards": "load draft",
    "games": "session play check",
    "exact": "solve count forced why_not",
    "explaining": "hint last_correct why grade techniques exercise explain",
    "library": "library showcase daily collection booklet",
    "rules": "rules",
    "making": "generate",
    "composing": "judge compose",
    "drawings": "convert draw",
    "films": "search film compare",
    "nodes": "picture children refusal",
    "estimates": "heuristics",
    "assignments": "open_bundle check_bundle",
}
"""The modules of this package with the functions that are operations."""

_QUICK = ("load", "draft", "session", "play", "check", "showcase")
"""The operations that run in the server process unless the request is large."""

_SECONDS = 20.0  # for bodies without a limit
MEDIA_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "txt": "text/plain",
    "html": "text/html",
    "gif": "image/gif",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "tex": "text/x-tex",
}
"""File forms and their media types."""


class AnswerForm(Enum):
    """How an operation answers."""

    ONCE = "once"  # an object
    LINES = "lines"  # a stream of objects
    FILE = "file"


@dataclass(frozen=True)
class Operation:
    """An operation at /api/NAME."""

    name: str
    function: Callable[..., object]
    body: type[Record]
    form: AnswerForm
    answers: tuple[type[Record], ...]  # the types of the answer, or of its lines

    @property
    def path(self) -> str:
        """The URL path."""
        return f"/api/{self.name}"

    @property
    def is_quick(self) -> bool:
        """Whether it runs in the server process unless the request is large."""
        return self.name in _QUICK

    @property
    def plays(self) -> bool:
        """Whether its function needs the games in memory."""
        return "games" in get_type_hints(self.function)

    def limit(self, body: Record) -> float:
        """Return its time limit in seconds."""
        if self.is_quick or self.name == "compare":  # the body of the latter limits each search
            return MAX_SECONDS
        return float(getattr(body, "seconds", _SECONDS))


@cache
def find_operation(name: str) -> Operation | None:
    """Return the operation of a name, such as why-not; None if there is none."""
    attribute = name.replace("-", "_")
    for module, names in _MODULES.items():
        if attribute in names.split():
            function = getattr(import_module(f"masume.front.web.{module}"), attribute)
            hints = get_type_hints(function, include_extras=True)
            return Operation(name, function, hints["body"], *_answer_types(hints["return"]))
    return None


def operations() -> list[Operation]:
    """Return all operations."""
    names = " ".join(_MODULES.values()).replace("_", "-").split()
    return [found for name in names if (found := find_operation(name))]


def load_operations() -> None:
    """Import the modules of all operations, so that the first request need not wait for it."""
    operations()


def _answer_types(result: object) -> tuple[AnswerForm, tuple[type[Record], ...]]:
    """Return the form of an operation's answer and its types, given the type of its result."""
    if result is bytes:
        return AnswerForm.FILE, ()
    if isinstance(result, type) and issubclass(result, Record):
        return AnswerForm.ONCE, (result,)
    (line,) = get_args(result)
    is_text = get_origin(line) is Annotated  # JSON of the types that follow str
    types = get_args(line)[1:] if is_text else get_args(line)
    assert is_text or isinstance(line, UnionType)
    return AnswerForm.LINES, (*types, FailedLine)
