"""The operations of the HTTP API: name, request body, and form of the answer.

The server derives its routes from this table; pages whose Python runs in the browser look
operations up in it. The answers are described in `replies`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from masume.front.web import bodies

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
    """An operation at /api/NAME; its name is also that of its task."""

    name: str
    body: type[bodies.Body]
    about: str
    answer: AnswerForm = AnswerForm.ONCE
    quick: bool = False  # runs in the server process unless the request is large
    seconds: float | None = None  # its time limit; None: that of the body

    @property
    def path(self) -> str:
        """The URL path."""
        return f"/api/{self.name}"

    def limit(self, body: bodies.Body) -> float:
        """Return its time limit in seconds."""
        if self.quick:
            return bodies.MAX_SECONDS
        return self.seconds or float(getattr(body, "seconds", _SECONDS))


OPERATIONS = (
    Operation(
        "load",
        bodies.Load,
        "The boards in a text of any format, each as plain text or with its error.",
        quick=True,
    ),
    Operation(
        "session",
        bodies.PlayBody,
        "Start a game or apply actions to one: its new state, picture and violations.",
        quick=True,
    ),
    Operation(
        "play",
        bodies.MoveBody,
        "The same as a difference from an earlier answer.",
        quick=True,
    ),
    Operation(
        "draft",
        bodies.DraftBody,
        "A draft: the text of each cell, and its picture.",
        quick=True,
    ),
    Operation(
        "check",
        bodies.Game,
        "Everything that prevents a game from being solved.",
        quick=True,
    ),
    Operation("solve", bodies.OneBoard, "The solution of a board, and whether it is unique."),
    Operation("count", bodies.CountBody, "The number of solutions, up to `at_most`."),
    Operation("forced", bodies.Game, "What all solutions consistent with a game have in common."),
    Operation(
        "why-not",
        bodies.WhyNotBody,
        "Why there is no solution: clues, rules and marks that contradict each other.",
    ),
    Operation("hint", bodies.Game, "The next step of a game with its reason, or a wrong mark."),
    Operation(
        "last-correct",
        bodies.Game,
        "Whether a game is free of mistakes, and the last position that was.",
    ),
    Operation(
        "why",
        bodies.WhyBody,
        "The reason for the value of a cell or link, given the marks of a game.",
    ),
    Operation("library", bodies.Nothing, "The packs of boards included with masume."),
    Operation("daily", bodies.Daily, "The board of a day, the same for everyone."),
    Operation(
        "collection",
        bodies.Collection,
        "The boards of a collection file in batches; unreadable ones with their lines.",
        AnswerForm.LINES,
    ),
    Operation(
        "booklet",
        bodies.Booklet,
        "A booklet to print: a progress line per solved board, then the PDF.",
        AnswerForm.LINES,
    ),
    Operation("compose", bodies.HelpBody, "Help with composing a board."),
    Operation(
        "grade",
        bodies.OneBoard,
        "How hard a board is for a person, and the techniques it needs.",
    ),
    Operation(
        "techniques",
        bodies.Techniques,
        "The techniques of a puzzle, each with an example step.",
    ),
    Operation("picture", bodies.Pictures, "Positions of a board, and nodes of a film, as SVG."),
    Operation(
        "children",
        bodies.ChildrenBody,
        "The successors of a node of a film, and the moves left out there.",
    ),
    Operation("refusal", bodies.RefusalBody, "Why no solution follows from a node of a film."),
    Operation("convert", bodies.Convert, "A board or a game in another format."),
    Operation(
        "draw",
        bodies.Draw,
        "A drawing of a board or a game: SVG, PNG, PDF or text.",
        AnswerForm.FILE,
    ),
    Operation(
        "explain",
        bodies.OneBoard,
        "The steps to the solution as lines of JSON, then the level.",
        AnswerForm.LINES,
    ),
    Operation(
        "generate",
        bodies.Generate,
        "New boards with exactly one solution, as lines of JSON.",
        AnswerForm.LINES,
    ),
    Operation(
        "judge",
        bodies.OneBoard,
        "Whether a board has one solution, none or several, as a stream of findings.",
        AnswerForm.LINES,
    ),
    Operation(
        "search",
        bodies.SearchBody,
        "A search as a film: lines of JSON, the last of which is the result.",
        AnswerForm.LINES,
    ),
    Operation(
        "heuristics",
        bodies.HeuristicsBody,
        "Heuristics compared with the true costs in all states of a small board.",
    ),
    Operation(
        "film",
        bodies.FilmBody,
        "A film or a race as a file: offline page, GIF, video, frame or tree.",
        AnswerForm.FILE,
    ),
    Operation(
        "compare",
        bodies.Compare,
        "The results of several searches of one board, as lines of JSON.",
        AnswerForm.LINES,
        seconds=bodies.MAX_SECONDS,  # the limit in the body is per search
    ),
)


def file_form(body: bodies.Body) -> str:
    """Return the file form that a body asks for."""
    assert isinstance(body, bodies.Draw | bodies.FilmBody)
    return body.form
