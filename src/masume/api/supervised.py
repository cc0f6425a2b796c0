"""Run user code in a supervised process, and judge what comes back in this one.

The worker imports the user's file, runs the search and returns plain values: the moves, the counts
and what the algorithm reported about itself. This process never imports the user's algorithm or
heuristic: it replays the moves in its own space, asks its own referee, and kills a worker that does
not end in time. Only a problem or a space that is user code itself has to be imported here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, cast

from masume.api.searches import (
    SearchNames,
    SearchSpec,
    adopt_all,
    resolve_search,
    resolve_searches,
)
from masume.core.plugins.registry import kind_named, space_named
from masume.core.plugins.user_code import is_user_code, user_files
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.counted import replay
from masume.core.search.events import Status
from masume.core.search.run import Metrics, SearchResult
from masume.core.search.space import StateSpace, space_options
from masume.core.search.spec import check_options, parse_spec
from masume.core.system.limits import Limit, Stop
from masume.errors import MasumeError, NotApplicable, UserCodeError
from masume.formats.plain import Board, read_boards, write_board

_NAMES_SECONDS = 60.0  # for the import of user code
_GRACE = 1.0  # seconds beyond one and a half times the limit until a worker is killed
_MODULE = "masume.api.supervised"


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
    stopped: Stop | None
    moves: tuple[str, ...] | None  # None without a goal
    answer: Mapping[str, object] | None
    nearest: Mapping[str, object] | None
    cost: float | None
    metrics: Metrics
    claims: tuple[str, ...]
    error: str = ""  # of user code


# In the worker


def combine_names(request: NamesRequest) -> tuple[list[SearchNames], list[tuple[str, str]]]:
    """Return the valid combinations of names, and what was skipped for which reason."""
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
    return [spec.names for spec in specs], skipped


def default_names(request: NamesRequest) -> SearchNames:
    """Return the names of the one search that is asked for; empty names stand for the default."""
    board = _enter(request.board, request.folder)
    parts = [part[0] if part else None for part in request[1:4]]
    adopt_all(*parts)
    algorithm, heuristic, space = parts
    return resolve_search(board.kind, algorithm, heuristic=heuristic, space=space).names


def run_request(request: SearchRequest) -> SearchReport:
    """Run a search in this process and report it."""
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
        result = replace(result, claims=(*result.claims, *_overestimates(spec, board, result)))
    except MasumeError as fault:
        return SearchReport("", "", None, None, None, None, None, Metrics(), (), str(fault))
    kind, puzzle = board.kind, board.puzzle

    def as_json(position: Position | None) -> Mapping[str, object] | None:
        return None if position is None else kind.to_json(puzzle, position)

    goal = result.goal
    return SearchReport(
        result.status.value,
        result.reason,
        result.stopped,
        None if goal is None else tuple(kind.write_move(puzzle, m) for m in result.moves),
        as_json(result.answer),
        as_json(result.nearest),
        result.cost,
        result.metrics,
        result.claims,
    )


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


# In the process that judges


def has_user_code(names: Sequence[str | None]) -> bool:
    """Return whether one of the names is that of user code."""
    return any(name is not None and is_user_code(parse_spec(name).name) for name in names)


def _text_of(board: Board) -> BoardText:
    is_user = not board.kind.has_size and is_user_code(board.name)
    bare = "" if is_user else write_board(Board(board.kind, board.puzzle))
    return BoardText(board.kind.name, bare, board.name)


def supervised_names(
    board: Board,
    algorithms: Sequence[str],
    heuristics: Sequence[str],
    spaces: Sequence[str],
) -> tuple[list[SearchNames], list[tuple[str, str]]]:
    """Return what `combine_names` returns, from a worker; raise UserCodeError if that fails."""
    parts = tuple(algorithms), tuple(heuristics), tuple(spaces)
    request = NamesRequest(_text_of(board), *parts, str(Path.cwd()))
    return cast(
        "tuple[list[SearchNames], list[tuple[str, str]]]", _ask_names("combine_names", request)
    )


def supervised_default(
    board: Board, algorithm: str | None, heuristic: str | None, space: str | None
) -> SearchNames:
    """Return what `default_names` returns, from a worker; raise UserCodeError if that fails."""

    def given(part: str | None) -> tuple[str, ...]:
        return () if part is None else (part,)

    parts = given(algorithm), given(heuristic), given(space)
    request = NamesRequest(_text_of(board), *parts, str(Path.cwd()))
    return cast("SearchNames", _ask_names("default_names", request))


def _ask_names(function: str, request: NamesRequest) -> object:
    """Return the result of a function of this module, called in a supervised process.

    Raise NotApplicable if the function does, and UserCodeError for any other error.
    """
    from masume.work.threads import GuardedCall, run_guarded  # not available in browsers

    named = (*request.algorithms, *request.heuristics, *request.spaces, request.board.name)
    asked, user_code = f"{_MODULE}.{function}", user_files(*named)
    answer = run_guarded(GuardedCall(asked, request, _NAMES_SECONDS, user_code=user_code))
    if not answer.error:
        return answer.result
    error, _, text = answer.error.partition(": ")
    if error == "NotApplicable":
        raise NotApplicable(text)
    raise UserCodeError(text or error)


def supervised_search(
    board: Board, names: SearchNames, *, limit: Limit | None = None, seed: int = 0
) -> SearchResult:
    """Run a search in a worker and return its result as far as this process can confirm it.

    A worker that is late is killed: the status is LIMIT. Raise UserCodeError if the code fails.
    """
    limit = limit or Limit()
    most = None if limit.seconds is None else 1.5 * limit.seconds + _GRACE
    request = SearchRequest(_text_of(board), names, limit, seed, str(Path.cwd()))
    user_code = user_files(names.algorithm_spec, names.heuristic_name, names.space_spec, board.name)
    from masume.work.threads import GuardedCall, run_guarded  # not available in browsers

    answer = run_guarded(
        GuardedCall(f"{_MODULE}.run_request", request, most, limit.megabytes, user_code)
    )
    if answer.error:
        return _unfinished(answer.error, limit)
    report = answer.result
    assert isinstance(report, SearchReport)
    if report.error:
        raise UserCodeError(report.error)
    return _confirm(board, names, report)


def _unfinished(error: str, limit: Limit) -> SearchResult:
    """Return the result of a worker that did not report."""
    word, _, reason = error.partition(": ")
    if word == "killed":
        reason = f"{limit.seconds:g} s used, and the search did not return; it was ended"
        stopped = Stop.SECONDS
    elif error == "out of memory":
        reason, stopped = error, Stop.MEMORY
    else:
        raise UserCodeError(error)
    return SearchResult(Status.LIMIT, None, None, None, None, None, Metrics(), reason, stopped)


def _confirm(board: Board, names: SearchNames, report: SearchReport) -> SearchResult:
    """Return the result with the goal, the answer and the cost that the reported moves lead to."""
    kind, puzzle = board.kind, board.puzzle

    def position(data: Mapping[str, object] | None) -> Position | None:
        return None if data is None else kind.from_json(puzzle, data)

    result = SearchResult(
        Status(report.status),
        None,
        None,
        None,
        position(report.nearest),
        None,
        report.metrics,
        report.reason,
        report.stopped,
        report.claims,
        puzzle,
        *names[:3],
    )
    if report.moves is None:
        return result
    space = _space(kind, puzzle, names.space_spec)
    replayed = replay(space, report.moves, lambda move: kind.write_move(puzzle, move))
    if not isinstance(replayed, str):
        goal = replayed.goal
        root = goal.path()[0]
        cost = space.spent(root.state) + goal.g
        answer = space.position(goal.state)
        return replace(result, goal=goal, best=goal, answer=answer, nearest=answer, cost=cost)
    if not kind.has_size and not space.repairs:  # the path is the answer
        return replace(result, status=Status.WRONG, reason=replayed)
    own = position(report.answer)
    refuted = () if space.repairs else (replayed,)  # there a path may begin anywhere
    claims = tuple(dict.fromkeys((*report.claims, *refuted)))
    claimed = None if report.cost is None else int(report.cost)
    return replace(result, answer=own, nearest=own, cost=claimed, claims=claims)


def _space(kind: Kind, puzzle: Puzzle, spec: str) -> StateSpace:
    """Return the space of this process; one that is user code has to be imported."""
    adopt_all(spec)
    parsed = parse_spec(spec)
    space_type = space_named(kind, parsed.name)
    options = check_options(spec, dict(parsed.options), space_options(space_type))
    return space_type(puzzle, **options)
