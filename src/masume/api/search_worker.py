"""What a worker process does with user code: combine names, run a search, write a report.

The report is JSON. User code can change anything in its process, so each field is a claim, which
`masume.api.supervised` checks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from operator import index
from typing import NamedTuple, SupportsFloat, SupportsIndex, TypeVar

from masume.api.searches import (
    SearchNames,
    SearchSpec,
    adopt_all,
    resolve_search,
    resolve_searches,
)
from masume.core.plugins.registry import kind_named
from masume.core.plugins.user_code import describe_fault
from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.search.result import Metrics, SearchResult
from masume.core.system.limits import Limit, Stop
from masume.errors import MasumeError, UserCodeError, shorten
from masume.formats.plain import Board, read_boards

T = TypeVar("T")

_MOST_TEXT = 300  # characters of a text in a report


class BoardText(NamedTuple):
    """A board in a form that another process can read."""

    kind: str
    text: str  # empty for a problem of the user, which its name leads to
    name: str


class NamesRequest(NamedTuple):
    """Names of algorithms, heuristics and spaces to be combined for a kind of board."""

    board: BoardText
    algorithms: tuple[str, ...]
    heuristics: tuple[str, ...]
    spaces: tuple[str, ...]
    folder: str


@dataclass(frozen=True)
class SearchRequest:
    """A search to be run by a worker."""

    board: BoardText
    names: SearchNames
    limit: Limit
    seed: int
    folder: str


@dataclass(frozen=True)
class SearchReport:
    """What a worker says of a search: to be believed only as far as it can be checked."""

    status: str
    reason: str
    stopped: str | None
    moves: list[str] | None  # None without a goal
    answer: Mapping[str, object] | None
    nearest: Mapping[str, object] | None
    cost: float | None  # only used if the space is user code
    metrics: Metrics
    optimal: bool  # what the algorithm claims
    claims: tuple[str, ...]  # those that counting has refuted

    @classmethod
    def read(cls, text: object, user_code: str) -> SearchReport:
        """Return the report that a worker wrote; raise UserCodeError if a field is not valid."""
        try:
            fields = json.loads(value_of_type(text, str))
            measured = fields["metrics"]
            for name in _COUNTERS:
                _ensure_number(measured[name])
            moves, stopped, cost = fields["moves"], fields["stopped"], fields["cost"]
            if cost is not None:
                _ensure_number(cost)
            return cls(
                status=Status(fields["status"]).value,
                reason=shorten(value_of_type(fields["reason"], str), _MOST_TEXT),
                stopped=None if stopped is None else Stop(stopped).value,
                moves=None if moves is None else [value_of_type(move, str) for move in moves],
                answer=fields["answer"],
                nearest=fields["nearest"],
                cost=cost,
                metrics=Metrics(**measured),
                optimal=value_of_type(fields["optimal"], bool),
                claims=tuple(shorten(value_of_type(c, str), _MOST_TEXT) for c in fields["claims"]),
            )
        except (LookupError, TypeError, ValueError, RecursionError) as fault:
            raise invalid_report(user_code, fault) from None


_TRACES = ("h_trace", "frontier_trace")
_COUNTERS = tuple(field for field in asdict(Metrics()) if field not in _TRACES)


def invalid_report(user_code: str, fault: Exception) -> UserCodeError:
    """Return the error for a report that no honest worker writes."""
    return UserCodeError(f"{user_code}: its process sent no valid report ({shorten(str(fault))})")


def value_of_type(value: object, expected: type[T]) -> T:
    """Return a value; raise TypeError if it is of another type."""
    if type(value) is not expected:
        raise TypeError(f"{type(value).__name__} is not {expected.__name__}")
    return value


def _ensure_number(value: object) -> None:
    """Raise TypeError or ValueError unless this is a number that a counter can have."""
    if not (isinstance(value, int | float) and type(value) in (int, float)):
        raise TypeError(f"{type(value).__name__} is not a number")
    if not 0 <= value < 1 << 63:
        raise ValueError("a counter is not between 0 and 2**63")


def combine_names(request: NamesRequest) -> str:
    """Return the valid combinations of names, and what was skipped for which reason, as JSON."""
    board = _enter(request.board, request.folder)
    adopt_all(*request.algorithms, *request.heuristics, *request.spaces)
    skipped: list[tuple[str, str]] = []
    specs = resolve_searches(
        board.kind,
        request.algorithms,
        estimates=request.heuristics,
        spaces=request.spaces,
        refuse=lambda name, reason: skipped.append((name, reason)),
    )
    return json.dumps([[spec.names for spec in specs], skipped])


def default_names(request: NamesRequest) -> str:
    """Return the names of the one search that is asked for, as JSON; the default without names."""
    board = _enter(request.board, request.folder)
    parts = [part[0] if part else None for part in request[1:4]]
    adopt_all(*parts)
    algorithm, heuristic, space = parts
    names = resolve_search(board.kind, algorithm, heuristic=heuristic, space=space).names
    return json.dumps([[names], []])


def run_request(request: SearchRequest) -> str:
    """Run a search in this process and return its report as JSON; raise UserCodeError."""
    board, names = _enter(request.board, request.folder), request.names
    try:
        adopt_all(names.algorithm_spec, names.heuristic_name, names.space_spec)
        spec = resolve_search(
            board.kind,
            names.algorithm_spec,
            space=names.space_spec,
            heuristic=names.heuristic_name,
        )
        result = spec.run(board, limit=request.limit, seed=request.seed).finish()
        return write_report(spec, board, result)
    except (MasumeError, MemoryError):
        raise
    except BaseException as fault:  # user code may even call sys.exit()
        raise UserCodeError(describe_fault(fault)) from None


def write_report(spec: SearchSpec, board: Board, result: SearchResult) -> str:
    """Return the report of a result as JSON, with what its path refutes."""
    kind, puzzle = board.kind, board.puzzle

    def as_json(position: Position | None) -> Mapping[str, object] | None:
        return None if position is None else kind.to_json(puzzle, position)

    report = SearchReport(
        result.status.value,
        result.reason,
        result.stopped and result.stopped.value,
        None if result.goal is None else [kind.write_move(puzzle, m) for m in result.moves],
        as_json(result.answer),
        as_json(result.nearest),
        result.cost,
        result.metrics,
        spec.names.optimal,
        (*result.claims, *_overestimates(spec, board, result)),
    )
    return json.dumps(asdict(report), default=_as_number)


def _as_number(value: SupportsFloat) -> int | float:
    """Return a number of another library as one that JSON has; raise TypeError."""
    return index(value) if isinstance(value, SupportsIndex) else float(value)


def _overestimates(spec: SearchSpec, board: Board, result: SearchResult) -> list[str]:
    """Return the refutation of a heuristic that claims to be admissible, from the path found."""
    heuristic, goal = spec.heuristic, result.goal
    if heuristic is None or not heuristic.admissible or goal is None:
        return []
    h = heuristic.build(spec.space_type(board.puzzle, **dict(spec.space_options)))
    for node in goal.path():
        if (estimate := h(node.state)) > goal.g - node.g:
            enough = f"it is {estimate:g} where {goal.g - node.g:g} is enough"
            return [f"{spec.heuristic_name} claims to be admissible; {enough}"]
    return []


def _enter(board: BoardText, folder: str) -> Board:
    """Return the board in this process; paths of user code start from the folder."""
    os.chdir(folder)
    if not board.text:
        from masume.api.problems import problem_board

        return problem_board(board.name)
    (read,) = read_boards(board.text, kind_named(board.kind))
    assert isinstance(read, Board)
    return replace(read, name=board.name)
