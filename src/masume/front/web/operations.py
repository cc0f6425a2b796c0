"""What a page can ask for: each address with the body that it takes and the task that answers.

The server makes its addresses of this table, and a page whose Python runs in the browser looks up
in it what to do. What the answers hold is told in `replies`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from masume.front.web import bodies

_SECONDS = 20.0  # for what takes a moment, and has no limit of its own
KINDS = {
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
"""The forms of files, and what they are called on the net."""


class AnswerForm(Enum):
    """How an answer comes."""

    ONCE = "once"  # an object
    LINES = "lines"  # objects one by one, as they are found
    FILE = "file"


@dataclass(frozen=True)
class Operation:
    """An address below /api/, which is also the name of its task."""

    name: str
    body: type[bodies.Body]
    about: str
    answer: AnswerForm = AnswerForm.ONCE
    quick: bool = False  # done at once unless the request is a long one, and not by a worker
    seconds: float | None = None  # its limit; none if the body says it

    @property
    def path(self) -> str:
        """The address."""
        return f"/api/{self.name}"

    def limit(self, body: bodies.Body) -> float:
        """The seconds that it may take."""
        if self.quick:
            return bodies.MOST_SECONDS
        seconds: float = self.seconds or body.seconds  # type: ignore[attr-defined]
        return seconds


OPERATIONS = (
    Operation(
        "load",
        bodies.Load,
        "The boards in a text of any format, each with its plain text or what is wrong with it.",
        quick=True,
    ),
    Operation(
        "session",
        bodies.PlayBody,
        "Begin a game, or do something in it: its new state, its picture, and its faults.",
        quick=True,
    ),
    Operation(
        "play",
        bodies.MoveBody,
        "The same for pages: only what is different from the answer that they have seen.",
        quick=True,
    ),
    Operation(
        "draft",
        bodies.DraftBody,
        "A board that is being composed: the text of each cell, and its picture.",
        quick=True,
    ),
    Operation(
        "check",
        bodies.Game,
        "Everything that keeps a game from being solved.",
        quick=True,
    ),
    Operation("solve", bodies.OneBoard, "The solution, and whether it is the only one."),
    Operation("count", bodies.CountBody, "How many solutions there are, up to `at_most`."),
    Operation("forced", bodies.Game, "What all solutions share that fit the marks of a game."),
    Operation(
        "why-not",
        bodies.WhyNotBody,
        "Why there is no solution: clues, rules and marks that contradict each other.",
    ),
    Operation(
        "hint", bodies.Game, "The next step of a game and its reason, or the mark that is wrong."
    ),
    Operation(
        "right",
        bodies.Game,
        "Whether anything is wrong in a game, and the last position where nothing was.",
    ),
    Operation(
        "why", bodies.WhyBody, "Why a cell or link must be what it is, from the marks of a game."
    ),
    Operation(
        "library",
        bodies.Nothing,
        "The boards that come with masume to be played, in packs.",
        seconds=_SECONDS,
    ),
    Operation("daily", bodies.Daily, "The board of a day, the same for everybody."),
    Operation(
        "collection",
        bodies.Collection,
        "The boards of a file with thousands, batch by batch; broken ones with their lines.",
        AnswerForm.LINES,
    ),
    Operation(
        "booklet",
        bodies.Booklet,
        "Boards as a booklet to print: a line for each that is solved, and at last the PDF.",
        AnswerForm.LINES,
    ),
    Operation("compose", bodies.HelpBody, "Help with a board that is being composed."),
    Operation(
        "grade",
        bodies.OneBoard,
        "How hard a board is for a person, and the techniques that it takes.",
    ),
    Operation(
        "techniques",
        bodies.Techniques,
        "The techniques of a puzzle, each with its step on a board of its own.",
        seconds=_SECONDS,
    ),
    Operation(
        "picture",
        bodies.Pictures,
        "Positions of a board, and nodes of a film, as SVG.",
        seconds=_SECONDS,
    ),
    Operation(
        "children",
        bodies.ChildrenBody,
        "The successors of a node of a film, and the moves that are left out there.",
        seconds=_SECONDS,
    ),
    Operation("refusal", bodies.RefusalBody, "Why no solution follows from a node of a film."),
    Operation("convert", bodies.Convert, "A board or a game in another format.", seconds=_SECONDS),
    Operation(
        "draw",
        bodies.Draw,
        "A board or a game as a file: SVG, PNG, PDF or text.",
        AnswerForm.FILE,
        seconds=_SECONDS,
    ),
    Operation(
        "explain",
        bodies.OneBoard,
        "Every step of the way to the solution, a line of JSON each; at last the difficulty.",
        AnswerForm.LINES,
    ),
    Operation(
        "generate",
        bodies.Generate,
        "New boards with exactly one solution, a line of JSON each.",
        AnswerForm.LINES,
    ),
    Operation(
        "judge",
        bodies.OneBoard,
        "Whether a board has one solution, none or several, line by line as it is found out.",
        AnswerForm.LINES,
    ),
    Operation(
        "search",
        bodies.SearchBody,
        "A search as a film: lines of JSON, the last of which tells how it ended.",
        AnswerForm.LINES,
    ),
    Operation(
        "heuristics",
        bodies.HeuristicsBody,
        "Heuristics beside the true cost to go, in every state of a small board.",
    ),
    Operation(
        "film",
        bodies.FilmBody,
        "A film or a race as a file: a page that plays offline, GIF, video, frames, its tree.",
        AnswerForm.FILE,
    ),
    Operation(
        "compare",
        bodies.Compare,
        "Many ways to search one board, a line of JSON each.",
        AnswerForm.LINES,
        seconds=bodies.MOST_SECONDS,  # the body's are for each of its searches
    ),
)


def file_form(body: bodies.Body) -> str:
    """The form of the file that is wanted."""
    assert isinstance(body, bodies.Draw | bodies.FilmBody)
    return body.form
