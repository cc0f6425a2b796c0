"""Schemas of streamed answers: lines of JSON, each of one of several types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from masume.front.web.bodies import PositionData
from masume.front.web.replies import StageRow
from masume.front.web.replies_games import CollectionRow, FaultRow
from masume.front.web.reply import CellNumbers, Reply, Responses, StatusName


class EndLine(Reply):
    """The last line."""

    end: Literal[True]


class FailedLine(Reply):
    """The last line of a failed stream."""

    end: Literal["failed"]
    error: str


class StepLine(Reply):
    """A step of an explanation; the number of pictures is limited.

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
    """A new board."""

    board: str
    kind: str
    name: str
    level: str
    svg: str


class NewBoardLine(NewBoardRow):
    """A new board."""

    number: int
    seed: int
    seconds: float


class NearestRow(NewBoardRow):
    """A board that misses the request by some levels, or does not need the technique."""

    distance: int  # in levels; 0 if only the technique is not needed


class ProgressLine(Reply):
    """The number of attempts so far; `nearest` is null if no closer board was found."""

    number: int
    seed: int
    attempts: int
    nearest: NearestRow | None


class BoardFailureLine(Reply):
    """A board that could not be made."""

    number: int
    seed: int
    error: str


class CollectionLine(Reply):
    """The next boards of a collection."""

    boards: list[CollectionRow]


class BookletProgressLine(Reply):
    """The number of solved boards of a booklet."""

    done: int
    count: int


class BookletLine(Reply):
    """A booklet as base64."""

    pdf: str
    pages: int


class DoubtRow(Reply):
    """A cell in which solutions differ, and how evenly: 1 if half of them agree."""

    cell: int
    share: float


class JudgedLine(Reply):
    """The findings about a draft so far."""

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


class SearchNamesRow(Reply):
    """A search."""

    algorithm: str
    space: str
    heuristic: str | None


class PseudocodeRow(Reply):
    """The pseudocode of an algorithm; lines are (text, indent, events that execute it)."""

    lines: list[list[str | int | list[str]]]
    structures: dict[str, str]


class SearchLine(Reply):
    """The first line of a film."""

    search: SearchNamesRow
    f: tuple[float, float]  # the factors of g and h in f
    pseudocode: PseudocodeRow | None


TreeRows: TypeAlias = list[list[str | float | None]]


class GapRow(Reply):
    """The nodes left out above a node, and its position."""

    id: int
    left_out: int
    position: PositionData


class PlaceRow(Reply):
    """A node in its tree."""

    id: int
    parent: int | None
    move: str | None
    depth: int
    g: float
    h: float | None


class ListsRow(Reply):
    """The lists of a search after an expansion, and nodes of the tree not listed before."""

    frontier: int
    stored: int
    open: int | None = None
    closed: int | None = None
    round: int
    way: TreeRows | None = None
    gap: GapRow | None = None
    head: list[int] | None = None
    dropped: TreeRows | None = None


class FrameLine(PlaceRow, ListsRow):
    """An expansion.

    `children` are (move, fate, g, h), numbered from `first`, plus the number of the first node with
    the same state if there was one. `way` are unrecorded ancestors: (number, parent, move, g, h).
    `head` are the numbers of the next nodes of the open list, `dropped` are (number, fate) of nodes
    removed from it. `open` and `closed` are the list sizes after the expansion: null for a list
    that the search does not keep, absent if unknown.
    """

    step: int
    generated: int
    kept: int
    ms: float
    first: int
    children: TreeRows
    position: PositionData | None = None


class RestartLine(Reply):
    """The start of a new round."""

    restart: str
    round: int


class MeasuresRow(Reply):
    """The cost of a search."""

    expanded: int
    generated: int
    max_frontier: int
    max_stored: int
    rounds: int
    seconds: float
    cost: float | None
    reason: str


class EndingLine(MeasuresRow, ListsRow):
    """The last line of a film."""

    end: StatusName
    left_out: int  # expansions not recorded
    all_to: int  # expansions up to this one are all recorded
    goal: PlaceRow | None
    h_trace: list[float]
    why: str  # why there were no expansions
    position: PositionData | None


class ComparedLine(MeasuresRow, SearchNamesRow):
    """The result of one of several searches."""

    status: StatusName


LINES: dict[str, tuple[type[Reply], ...]] = {
    "explain": (StepLine, ExplainedLine, FailedLine),
    "generate": (ProgressLine, NewBoardLine, BoardFailureLine, EndLine, FailedLine),
    "search": (SearchLine, FrameLine, RestartLine, EndingLine, FailedLine),
    "collection": (CollectionLine, EndLine, FailedLine),
    "booklet": (BookletProgressLine, BookletLine, FailedLine),
    "judge": (JudgedLine, EndLine, FailedLine),
    "compare": (ComparedLine, EndLine, FailedLine),
}
"""The types of lines of each streamed operation."""


def lines_of(stream: str) -> Responses:
    """Return the OpenAPI description of a stream."""
    schema = {"oneOf": [_inline_refs(line.model_json_schema()) for line in LINES[stream]]}
    content = {"application/x-ndjson": {"schema": schema}}
    return {200: {"description": "lines of JSON, each of one of these types", "content": content}}


def _inline_refs(schema: object, known: Mapping[str, object] | None = None) -> object:
    """Return a schema with its references resolved."""
    if isinstance(schema, list):
        return [_inline_refs(item, known) for item in schema]
    if not isinstance(schema, dict):
        return schema
    known = schema.get("$defs", known) or {}
    if "$ref" in schema:
        return _inline_refs(known[schema["$ref"].rpartition("/")[2]], known)
    return {key: _inline_refs(value, known) for key, value in schema.items() if key != "$defs"}
