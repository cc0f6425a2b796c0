"""The lines of answers that come bit by bit: lines of JSON, each of which is one of several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from masume.front.web.bodies import PositionData
from masume.front.web.replies import StageRow
from masume.front.web.replies_games import CollectedRow, FaultRow
from masume.front.web.reply import CellNumbers, Reply, Responses, StatusName


class EndLine(Reply):
    """The last line."""

    end: Literal[True]


class FailedLine(Reply):
    """The last line, if something went wrong on the way."""

    end: Literal["failed"]
    error: str


class StepLine(Reply):
    """A step of an explanation; there are only so many pictures.

    Pictures refer to shapes of earlier ones by their ids, so they belong on one page.
    """

    step: int
    technique: str
    title: str
    level: str
    text: str
    cells: CellNumbers
    grounds: CellNumbers
    svg: str | None
    stages: list[StageRow]


class ExplainedLine(EndLine):
    """The last line of an explanation."""

    level: str
    verdict: str


class NewBoardRow(Reply):
    """A new board as it is shown."""

    board: str
    kind: str
    name: str
    level: str
    svg: str


class MadeLine(NewBoardRow):
    """A new board."""

    number: int
    seed: int
    seconds: float


class NearestRow(NewBoardRow):
    """A board that is not quite as wanted: so many levels away, or without the technique."""

    away: int


class LookingLine(Reply):
    """How it stands after some attempts; `nearest` is null if nothing is nearer than before."""

    number: int
    seed: int
    attempts: int
    nearest: NearestRow | None


class NotMadeLine(Reply):
    """A board that could not be made."""

    number: int
    seed: int
    error: str


class CollectedLine(Reply):
    """The next boards of a collection."""

    boards: list[CollectedRow]


class SolvedLine(Reply):
    """How many boards of a booklet are solved."""

    done: int
    count: int


class BookletLine(Reply):
    """A booklet, in base64."""

    pdf: str
    pages: int


class DoubtRow(Reply):
    """A cell in which solutions differ, and how much: 1 if half of them have it so."""

    cell: int
    share: float


class JudgedLine(Reply):
    """What is known by now of a board that is being composed."""

    verdict: Literal["unique", "none", "several", "unknown"]
    number: int
    complete: bool
    doubts: list[DoubtRow]
    clash: list[FaultRow]
    svg: str | None
    level: str
    score: float | None
    hardest: str
    reason: str


class WayRow(Reply):
    """How a board is searched."""

    algorithm: str
    space: str
    heuristic: str | None


class PseudocodeRow(Reply):
    """An algorithm in a few lines: (text, indent, events that execute it)."""

    lines: list[list[str | int | list[str]]]
    structures: dict[str, str]


class ChosenLine(Reply):
    """The first line of a film."""

    about: WayRow
    f: tuple[float, float]  # factors of g and h in what nodes are compared by
    pseudocode: PseudocodeRow | None


TreeRows: TypeAlias = list[list[str | float | None]]


class GapRow(Reply):
    """So many nodes are left out above one; what is on the board there."""

    id: int
    left_out: int
    position: PositionData


class FrameLine(Reply):
    """An expansion.

    `children` are (move, fate, g, h), numbered from `first`, with the number of the node that had
    the same state first if there was one. `way` are nodes above this one that no line has told
    yet: (number, parent, move, g, h). `head` are the numbers of the nodes that wait next,
    `dropped` (number, fate) of nodes that no longer wait. `open` and `closed` are the sizes of the
    lists after the expansion: null for a list that the search does not keep, absent if unknown.
    """

    step: int
    id: int
    parent: int | None
    move: str | None
    depth: int
    g: float
    h: float | None
    generated: int
    kept: int
    frontier: int
    stored: int
    open: int | None = None
    closed: int | None = None
    round: int
    ms: float
    first: int
    children: TreeRows
    way: TreeRows | None = None
    gap: GapRow | None = None
    head: list[int] | None = None
    dropped: TreeRows | None = None
    position: PositionData | None = None


class RestartLine(Reply):
    """A new round begins."""

    restart: str
    round: int


class PlaceRow(Reply):
    """Where in its tree a search found the answer."""

    id: int
    parent: int | None
    move: str | None
    depth: int
    g: float
    h: float | None


class MeasuresRow(Reply):
    """What a search has cost."""

    expanded: int
    generated: int
    max_frontier: int
    max_stored: int
    rounds: int
    seconds: float
    cost: float | None
    reason: str


class EndingLine(MeasuresRow):
    """The last line of a film."""

    end: StatusName
    frontier: int
    stored: int
    open: int | None = None
    closed: int | None = None
    round: int
    head: list[int] | None = None  # of the nodes that still wait
    left_out: int  # expansions that no line tells
    all_to: int  # up to this one all are told
    goal: PlaceRow | None
    way: TreeRows | None = None
    gap: GapRow | None = None
    dropped: TreeRows | None = None
    h_trace: list[float]
    why: str  # why there was not a single expansion
    position: PositionData | None


class ComparedLine(MeasuresRow, WayRow):
    """One of many ways to search a board."""

    status: StatusName


LINES: dict[str, tuple[type[Reply], ...]] = {
    "explain": (StepLine, ExplainedLine, FailedLine),
    "generate": (LookingLine, MadeLine, NotMadeLine, EndLine, FailedLine),
    "search": (ChosenLine, FrameLine, RestartLine, EndingLine, FailedLine),
    "collection": (CollectedLine, EndLine, FailedLine),
    "booklet": (SolvedLine, BookletLine, FailedLine),
    "judge": (JudgedLine, EndLine, FailedLine),
    "compare": (ComparedLine, EndLine, FailedLine),
}
"""What the lines of a stream may be, by its name."""


def lines_of(stream: str) -> Responses:
    """The description of a stream for OpenAPI."""
    schema = {"oneOf": [_inlined(one.model_json_schema()) for one in LINES[stream]]}
    content = {"application/x-ndjson": {"schema": schema}}
    return {
        200: {"description": "lines of JSON, each of which is one of these", "content": content}
    }


def _inlined(schema: object, known: Mapping[str, object] | None = None) -> object:
    """A schema without references."""
    if isinstance(schema, list):
        return [_inlined(one, known) for one in schema]
    if not isinstance(schema, dict):
        return schema
    known = schema.get("$defs", known) or {}
    if "$ref" in schema:
        return _inlined(known[schema["$ref"].rpartition("/")[2]], known)
    return {key: _inlined(value, known) for key, value in schema.items() if key != "$defs"}
