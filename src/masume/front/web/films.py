"""Operations that search: films line by line, exported films, and comparisons row by row."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Annotated, TypeAlias

from masume.api import compare as comparing
from masume.api.searches import SearchNames, SearchSpec, resolve_search
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.events import Status
from masume.core.search.journal import Journal
from masume.core.search.result import SearchResult
from masume.core.system.limits import Limit
from masume.formats.plain import Board
from masume.front.film.export import export_film, export_tree
from masume.front.film.recorder import Recorder
from masume.front.film.reel import Reel
from masume.front.web.boards import read_board
from masume.front.web.bodies import Compare, FilmBody, PositionData, SearchBody
from masume.front.web.records import EndLine, Record, StatusName, json_text

_TRACE = 500  # values of h in the last line


class SearchNamesRow(Record):
    """A search."""

    algorithm: str
    space: str
    heuristic: str | None


class PseudocodeRow(Record):
    """The pseudocode of an algorithm; lines are (text, indent, events that execute it).

    `picks` says how it picks the next node: rule, order, ties, and the name of the priority.
    """

    lines: list[list[str | int | list[str]]]
    structures: dict[str, str]
    picks: dict[str, str]


class SearchLine(Record):
    """The first line of a film."""

    search: SearchNamesRow
    f: tuple[float, float]  # the factors of g and h in f
    pseudocode: PseudocodeRow | None


TreeRows: TypeAlias = list[list[str | float | None]]


class GapRow(Record):
    """The nodes left out above a node, and its position."""

    id: int
    left_out: int
    position: PositionData


class PlaceRow(Record):
    """A node in its tree."""

    id: int
    parent: int | None
    move: str | None
    depth: int
    g: float
    h: float | None


class ListsRow(Record):
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
    that the search does not keep, absent if unknown. `tied` open nodes had the same `priority` as
    the node, which is absent if the algorithm has none.
    """

    step: int
    priority: float | None = None
    tied: int | None = None
    generated: int
    kept: int
    ms: float
    first: int
    children: TreeRows
    position: PositionData | None = None


class RestartLine(Record):
    """The start of a new round, and the factors of g and h in f if they change."""

    restart: str
    round: int
    f: tuple[float, float] | None = None


class MeasuresRow(Record):
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


FilmText: TypeAlias = Annotated[str, SearchLine, FrameLine, RestartLine, EndingLine]
"""A line of a film as JSON, as the recorder writes it."""


def search(body: SearchBody) -> Iterator[FilmText]:
    """Yield a search as a film: lines of JSON, the last of which is the result."""
    board = read_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    spec = resolve_search(kind, body.algorithm, space=body.space, heuristic=body.heuristic)
    about = spec.film_head()
    head = {"search": _names(spec), "f": about["f"], "pseudocode": about["pseudocode"]}
    yield json_text(head)
    recorder = _recorder(spec, puzzle, body)
    for event in recorder.run:
        yield from recorder.texts(event)
    result = recorder.run.result()
    more = {"h_trace": _trace(result), "why": _reason_without_expansions(spec, result)}
    yield json_text({**recorder.ending(), **vars(_measures(result)), **more})


def _recorder(spec: SearchSpec, puzzle: Puzzle, body: SearchBody | FilmBody) -> Recorder:
    limit = Limit(seconds=body.seconds, nodes=body.nodes, megabytes=500)
    run = spec.run(puzzle, limit=limit, seed=body.seed, journal=Journal())
    return Recorder(run, spec.kind, puzzle, positions=not spec.moves_tell)


def film(body: FilmBody) -> bytes:
    """Return a film or a race as a file: offline page, GIF, video, frame or tree."""
    read = read_board(body.board)
    board = Board(read.kind, read.puzzle, body.name or read.name)
    reels = []
    for wanted in body.searches:
        spec = resolve_search(
            read.kind, wanted.algorithm, space=wanted.space, heuristic=wanted.heuristic
        )
        recorder = _recorder(spec, read.puzzle, body)
        lines = [line for event in recorder.run for line in recorder.lines(event)]
        reels.append(Reel(board, spec.film_head(), (*lines, recorder.ending())))
    if body.tree:
        return export_tree(reels[0], body.form, body.last)
    return export_film(
        reels,
        body.form,
        first=body.first,
        last=body.last,
        speed=body.speed,
        size=body.size,
        theme=body.theme,
        by=body.by,
    )


def _names(spec: SearchSpec | SearchNames) -> SearchNamesRow:
    names = spec.algorithm_spec, spec.space_spec, spec.heuristic_name
    return SearchNamesRow(algorithm=names[0], space=names[1], heuristic=names[2])


def _measures(result: SearchResult) -> MeasuresRow:
    seconds = round(result.metrics.seconds, 6)
    return MeasuresRow.of(result.metrics, seconds=seconds, cost=result.cost, reason=result.reason)


def _reason_without_expansions(spec: SearchSpec, result: SearchResult) -> str:
    """Return why a search ended without any expansion; an empty text if it had one."""
    if result.metrics.expanded or result.reason:
        return ""
    if result.status is Status.SOLVED and spec.space_type.infers:
        return f"{spec.space_spec} deduces the whole answer from the bare board."
    if result.status is Status.SOLVED:
        return "The start position is already a solution."
    if spec.heuristic:
        return f"h of the start position is infinite: {spec.heuristic_name} rules out any goal."
    return "The start position breaks the rules."


def _trace(result: SearchResult) -> list[float]:
    """Return an even sample of the values of h, without infinite ones."""
    trace = [h for h in result.metrics.h_trace if h != inf]
    return trace[:: max(1, len(trace) // _TRACE)]


def compare(body: Compare) -> Iterator[ComparedLine | EndLine]:
    """Yield the results of several searches of one board."""
    board = read_board(body.board)
    verifier = comparing.Verifier(Limit(seconds=body.seconds, megabytes=500))
    planned = comparing.plan(
        board,
        body.algorithms or (),
        heuristics=[body.heuristic] if body.heuristic else (),
        spaces=[body.space] if body.space else (),
        user_code=False,
    )
    for each in planned:
        result = each.run(verifier, seed=0).result
        assert isinstance(result, SearchResult)
        rows = {**vars(_names(each.names)), **vars(_measures(result))}
        yield ComparedLine.of(result, **rows)
    yield EndLine(end=True)
