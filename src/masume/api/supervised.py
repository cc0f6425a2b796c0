"""Run user code in a supervised process, and judge what comes back in this one.

The worker (`masume.api.search_worker`) imports the user's file, runs the search and returns a
report: the moves, the counts and what the algorithm reported about itself, all of which are claims.
This process never imports the user's algorithm or heuristic: it replays the moves in its own space,
asks its own referee, compares the counts with the tally that it kept of the worker, and kills a
worker that does not end in time. In a space that is user code itself, only the answer is judged. A
problem that is user code has to be imported here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isclose
from pathlib import Path

from masume.api.search_worker import (
    BoardText,
    NamesRequest,
    SearchReport,
    SearchRequest,
    invalid_report,
    value_of_type,
)
from masume.api.searches import SearchNames, resolve_search
from masume.core.plugins.registry import default_heuristic, space_named
from masume.core.plugins.user_code import is_user_code, user_files
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.counted import replay
from masume.core.search.events import Status
from masume.core.search.result import Metrics, SearchResult
from masume.core.search.space import StateSpace, space_options
from masume.core.search.spec import check_options, parse_spec
from masume.core.system.limits import Limit, Stop, or_infinite
from masume.core.system.tally import MarkCount
from masume.errors import NotApplicable, UserCodeError, pluralise
from masume.formats.plain import Board, write_board

_NAMES_SECONDS = 60.0  # for the import of user code
_REFERENCE_NODES, _REFERENCE_SECONDS = 50_000, 2.0  # of the search that checks for optimality
_GRACE = 1.0  # seconds beyond one and a half times the limit until a worker is killed
_WORKER = "masume.api.search_worker"


def has_user_code(names: Sequence[str | None]) -> bool:
    """Return whether one of the names is that of user code."""
    return any(name is not None and is_user_code(parse_spec(name).name) for name in names)


def _is_user_problem(board: Board) -> bool:
    return not board.kind.has_size and is_user_code(board.name)


def _text_of(board: Board) -> BoardText:
    bare = "" if _is_user_problem(board) else write_board(Board(board.kind, board.puzzle))
    return BoardText(board.kind.name, bare, board.name)


def supervised_names(
    board: Board,
    algorithms: Sequence[str],
    heuristics: Sequence[str],
    spaces: Sequence[str],
) -> tuple[list[SearchNames], list[tuple[str, str]]]:
    """Return what `combine_names` returns, from a worker; raise UserCodeError if that fails."""
    parts = tuple(algorithms), tuple(heuristics), tuple(spaces)
    return _ask_names("combine_names", NamesRequest(_text_of(board), *parts, str(Path.cwd())))


def supervised_default(
    board: Board, algorithm: str | None, heuristic: str | None, space: str | None
) -> SearchNames:
    """Return what `default_names` returns, from a worker; raise UserCodeError if that fails."""

    def given(part: str | None) -> tuple[str, ...]:
        return () if part is None else (part,)

    parts = given(algorithm), given(heuristic), given(space)
    request = NamesRequest(_text_of(board), *parts, str(Path.cwd()))
    (names,), _ = _ask_names("default_names", request)
    return names


def _ask_names(
    function: str, request: NamesRequest
) -> tuple[list[SearchNames], list[tuple[str, str]]]:
    """Return the names that a function of this module returns in a supervised process.

    Raise NotApplicable if the function does, and UserCodeError for any other error.
    """
    from masume.work.threads import GuardedCall, run_guarded  # not available in browsers

    named = (*request.algorithms, *request.heuristics, *request.spaces, request.board.name)
    asked, user_code = f"{_WORKER}.{function}", user_files(*named)
    answer = run_guarded(GuardedCall(asked, request, _NAMES_SECONDS, user_code=user_code))
    if answer.error.startswith("NotApplicable: "):
        raise NotApplicable(answer.error.partition(": ")[2])
    if answer.error:
        raise UserCodeError(_told(answer.error, user_code))
    try:
        found, skipped = json.loads(value_of_type(answer.result, str))
        names = [SearchNames(*fields) for fields in found]
        return names, [(str(name), str(reason)) for name, reason in skipped]
    except (TypeError, ValueError) as fault:
        raise UserCodeError(f"{user_code}: its process sent no valid names ({fault})") from None


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
    from masume.work.threads import (  # not available in browsers
        GuardedCall,
        end_user_worker,
        run_guarded,
    )

    answer = run_guarded(
        GuardedCall(f"{_WORKER}.run_request", request, most, limit.megabytes, user_code)
    )
    if answer.error:
        return _unfinished(answer.error, limit, answer.tally, user_code)
    try:
        result = confirm(board, names, answer.result, answer.tally, limit)
    except UserCodeError:
        end_user_worker()
        raise
    if result.claims or result.status is Status.WRONG:
        end_user_worker()
    return result


def confirm(
    board: Board, names: SearchNames, report: object, tally: MarkCount | None, limit: Limit
) -> SearchResult:
    """Return the result that a report leads to in this process, with the counts of the tally.

    The answer has not been judged by the referee. Raise UserCodeError for an invalid report.
    """
    user_code = user_files(names.algorithm_spec, names.heuristic_name, names.space_spec, board.name)
    read = _check_counts(SearchReport.read(report, user_code), tally, limit)
    try:
        result = _confirm(board, names, read)
        is_own_claim = has_user_code([names.algorithm_spec, names.heuristic_name])
        if read.optimal and is_own_claim and result.goal is not None and result.cost is not None:
            least = _least_known_cost(board, names, limit)
            refuted = refute_optimality(result.cost, least)
            return replace(result, claims=(*result.claims, *refuted))
        return result
    except (AttributeError, LookupError, TypeError, ValueError) as fault:
        raise invalid_report(user_code, fault) from None


def refute_optimality(cost: float, least: float) -> list[str]:
    """Return the refutation of a claim to be optimal, if a solution of less cost is known."""
    if cost <= least or isclose(cost, least):  # sums of fractions depend on their order
        return []
    return [f"claims to be optimal; it found {cost:g} where {least:g} is possible"]


def _least_known_cost(board: Board, names: SearchNames, limit: Limit) -> float:
    """Return the cost that a search of masume finds in the same space; inf if it finds none."""
    kind, space_type = board.kind, space_named(board.kind, parse_spec(names.space_spec).name)
    seconds = min(_REFERENCE_SECONDS, or_infinite(limit.seconds))
    bounded = replace(limit, nodes=_REFERENCE_NODES, seconds=seconds)
    if _is_user_problem(board):
        plain = SearchNames("uniform_cost", None, names.space_spec)
        found = supervised_search(board, plain, limit=bounded)
    else:
        heuristic = default_heuristic(kind, space_type)
        is_safe = heuristic is not None and heuristic.admissible
        name = "astar" if is_safe else "uniform_cost"
        spec = resolve_search(kind, name, space=names.space_spec)
        found = spec.run(board, limit=bounded).finish()
    return inf if found.cost is None else found.cost


def _check_counts(report: SearchReport, tally: MarkCount | None, limit: Limit) -> SearchReport:
    """Return the report with the counts of the tally; a difference is a refuted claim."""
    if tally is None:
        return report
    metrics = report.metrics
    expanded = tally.expanded if limit.nodes is None else min(tally.expanded, limit.nodes)
    if metrics.expanded == expanded and metrics.generated <= tally.generated:
        return report
    shown = f"{pluralise(metrics.expanded, 'expansion')} and {metrics.generated} successors"
    claim = f"its process reported {shown}; {tally.expanded} and {tally.generated} were counted"
    metrics = replace(metrics, expanded=expanded, generated=tally.generated)
    return replace(report, metrics=metrics, claims=(*report.claims, claim))


def _told(error: str, user_code: str) -> str:
    """Return the error of a worker for people: what went wrong, and in which file."""
    word, _, text = error.partition(": ")
    if word == "forged":
        return f"{user_code}: its process sent an invalid reply ({text}); it must not write there"
    if word == "died":
        ended = text.removeprefix("the process ").partition(",")[0]
        return f"{user_code}: its process {ended}; return a Status instead of ending the process"
    if word == "killed":
        return f"{user_code}: importing it took more than {_NAMES_SECONDS:g} s"
    return text or error


def _unfinished(error: str, limit: Limit, tally: MarkCount | None, user_code: str) -> SearchResult:
    """Return the result of a worker that did not report, with what was counted until its end."""
    word, _, reason = error.partition(": ")
    if word == "killed":
        reason = f"{limit.seconds:g} s used, and the search did not return; it was ended"
        stopped = Stop.SECONDS
    elif error == "out of memory":
        reason, stopped = error, Stop.MEMORY
    else:
        raise UserCodeError(_told(error, user_code))
    metrics = Metrics(tally.expanded, tally.generated) if tally else Metrics()
    return SearchResult(Status.LIMIT, None, None, None, None, None, metrics, reason, stopped)


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
        None if report.stopped is None else Stop(report.stopped),
        report.claims,
        puzzle,
        *names[:3],
    )
    if report.moves is None:
        if result.status is Status.SOLVED:
            return replace(result, status=Status.WRONG, reason="it reported no path to a goal")
        if result.status is Status.EXHAUSTED and not kind.obstacles(puzzle):
            return replace(result, reason="")  # with a reason, a proof would not be verified
        return result
    own = position(report.answer)
    if kind.has_size and is_user_code(parse_spec(names.space_spec).name):
        cost = None if report.cost is None else int(report.cost)
        return replace(result, answer=own, nearest=own, cost=cost)
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
    if own is None:
        return replace(result, status=Status.WRONG, reason=replayed)
    refuted = () if space.repairs else (replayed,)  # there a path may begin anywhere
    claims = tuple(dict.fromkeys((*report.claims, *refuted)))
    claimed = int(report.cost) if space.repairs and report.cost is not None else None
    return replace(result, answer=own, nearest=own, cost=claimed, claims=claims)


def _space(kind: Kind, puzzle: Puzzle, spec: str) -> StateSpace:
    """Return a space in this process."""
    parsed = parse_spec(spec)
    space_type = space_named(kind, parsed.name)
    options = check_options(spec, dict(parsed.options), space_options(space_type))
    return space_type(puzzle, **options)
