"""Solve one board as requested and format the result.

Requests are sent to worker processes, so they are plain values.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from masume.api import exact
from masume.core.puzzle.kind import Kind
from masume.core.search.spec import parse_spec
from masume.core.system.limits import Deadline, Limit
from masume.errors import BadOption
from masume.exact.results import Solution
from masume.formats.plain import Board
from masume.front.cli import report

if TYPE_CHECKING:
    from masume.api.searches import SearchNames, SearchSpec
    from masume.core.search.result import SearchResult

EXACT = "exact"


class SolveRequest(NamedTuple):
    """The options of `masume solve` that apply to each board."""

    algorithm: str | None
    heuristic: str | None
    space: str | None
    limit: Limit
    seed: int
    first: bool  # skip the uniqueness check
    as_json: bool
    trace: bool

    def is_exact(self, kind: Kind) -> bool:
        """Return whether to use the exact engine instead of a search."""
        if self.algorithm is not None:
            return parse_spec(self.algorithm).name == EXACT
        search_options = (self.heuristic, self.space, self.limit.nodes, self.limit.states)
        is_search = self.trace or any(option is not None for option in search_options)
        return not is_search and kind.model is not None

    def check(self) -> None:
        """Raise BadOption for contradictory options."""
        if self.algorithm is None or parse_spec(self.algorithm).name != EXACT:
            return
        if parse_spec(self.algorithm).options:
            raise BadOption("exact has no options")
        for name in ("heuristic", "space", "trace"):
            if getattr(self, name) not in (None, False):
                raise BadOption(f"exact is not a search: it does not accept --{name}")
        for name in ("nodes", "states"):
            if getattr(self.limit, name) is not None:
                remedy = "use --seconds"
                raise BadOption(f"exact is not a search: it does not accept --{name}; {remedy}")


def solve_board(board: Board, request: SolveRequest) -> tuple[int, str]:
    """Return the exit code and the text to print for one board."""
    if request.is_exact(board.kind):
        with interruptible(Deadline(request.limit, memory=True)) as deadline:
            solution = exact.solve(board, unique=not request.first, deadline=deadline)
        return report.exit_code(solution), solution_text(board, solution, request)
    if _has_user_code(board, request):
        names, result = _search_supervised(board, request)
        return report.exit_code(result), result_text(board, names, result, request)
    spec = resolve_request(board, request)
    result = verify_result(board, spec, _search(board, spec, request), request.limit)
    return report.exit_code(result), result_text(board, spec, result, request)


def resolve_request(board: Board, request: SolveRequest) -> SearchSpec:
    """Return the requested search; raise if it does not apply to the board."""
    from masume.api.searches import adopt_all, resolve_search

    adopt_all(request.algorithm, request.space, request.heuristic)
    return resolve_search(
        board.kind, request.algorithm, space=request.space, heuristic=request.heuristic
    )


def _has_user_code(board: Board, request: SolveRequest) -> bool:
    """Return whether the search or the board comes from a user's file."""
    names = [n for n in (request.algorithm, request.heuristic, request.space) if n is not None]
    if not names and board.kind.has_size:
        return False
    from masume.core.plugins.user_code import is_user_code  # not needed by most commands

    return any(is_user_code(parse_spec(name).name) for name in names) or (
        not board.kind.has_size and is_user_code(board.name)
    )


def _search_supervised(board: Board, request: SolveRequest) -> tuple[SearchNames, SearchResult]:
    """Run a search with user code in a worker, and verify its result in this process."""
    from masume.api.compare import Planned, Verifier
    from masume.api.supervised import supervised_default

    names = supervised_default(board, request.algorithm, request.heuristic, request.space)
    compared = Planned(board, names).run(Verifier(request.limit), request.seed)
    result = compared.result
    assert not isinstance(result, Solution)
    return names, result


def verify_result(
    board: Board, spec: SearchSpec, result: SearchResult, limit: Limit
) -> SearchResult:
    """Return the result as `masume compare` would, with status WRONG if it is refuted."""
    from masume.api.compare import Verifier

    return Verifier(limit).verify(board, result, own_rules=spec.own_rules)


def _search(board: Board, spec: SearchSpec, request: SolveRequest) -> SearchResult:
    run = spec.run(board, limit=request.limit, seed=request.seed)
    try:
        return run.finish()
    except KeyboardInterrupt:
        run.close()
        return run.result()


@contextmanager
def interruptible(deadline: Deadline) -> Iterator[Deadline]:
    """Stop the deadline on the first Ctrl-C; the second one raises KeyboardInterrupt."""

    def stop(*_: object) -> None:
        deadline.stop()
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()  # false on a cluster
    if not is_main or before in (signal.SIG_IGN, None):  # a worker: its parent handles Ctrl-C
        yield deadline
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield deadline
    finally:
        signal.signal(signal.SIGINT, before)


# Texts


def solution_text(board: Board, solution: Solution, request: SolveRequest) -> str:
    """Return the report or JSON row of the exact engine."""
    if request.as_json:
        import json

        return json.dumps(report.exact_row(board, solution))
    return "\n".join(report.solution_lines(board, solution)) + "\n"


def result_text(
    board: Board, spec: SearchSpec | SearchNames, result: SearchResult, request: SolveRequest
) -> str:
    """Return the report or JSON row of a search."""
    if request.as_json:
        import json

        return json.dumps(report.row(board, spec, result))
    return "\n".join(report.result_lines(board, spec, result, trace=request.trace)) + "\n"
