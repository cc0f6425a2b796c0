"""One board, solved in the way that was asked for, as the text to print.

The request travels to worker processes with the board, so it is a plain value.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from masume.api import exact
from masume.core.puzzle.kind import Kind
from masume.core.search.events import Status
from masume.core.search.spec import parse_spec
from masume.core.system.limits import Deadline, Limit
from masume.errors import BadOption
from masume.exact.results import Solution
from masume.formats.plain import Board
from masume.front.cli import report

if TYPE_CHECKING:
    from masume.api.searches import SearchSpec
    from masume.core.search.run import SearchResult

EXACT = "exact"


class SolveRequest(NamedTuple):
    """What to do with each board."""

    algorithm: str | None
    heuristic: str | None
    space: str | None
    limit: Limit
    seed: int
    first: bool  # stop at the first solution, whether or not it is the only one
    as_json: bool
    trace: bool

    def is_exact(self, kind: Kind) -> bool:
        """Whether the exact engine is meant, rather than a search."""
        if self.algorithm is not None:
            return parse_spec(self.algorithm).name == EXACT
        named = (self.heuristic, self.space, self.limit.nodes, self.limit.states)
        is_search = self.trace or any(wish is not None for wish in named)
        return not is_search and kind.model is not None

    def check(self) -> None:
        """Refuse what makes no sense whatever the board is."""
        if self.algorithm is None or parse_spec(self.algorithm).name != EXACT:
            return
        if parse_spec(self.algorithm).options:
            raise BadOption("exact has no options")
        for name in ("heuristic", "space", "trace"):
            if getattr(self, name) not in (None, False):
                raise BadOption(f"exact is no search: it takes no --{name}")
        for name in ("nodes", "states"):
            if getattr(self.limit, name) is not None:
                raise BadOption(f"exact is no search: it takes no --{name}; use --seconds")


def solved(board: Board, request: SolveRequest) -> tuple[int, str]:
    """(exit code, text to print) for one board."""
    if request.is_exact(board.kind):
        with interruptible(Deadline(request.limit, memory=True)) as deadline:
            solution = exact.solve(board, unique=not request.first, deadline=deadline)
        return report.exit_code(solution), solution_text(board, solution, request)
    chosen = plan_for(board, request)
    result = believed(board, chosen, _searched(board, chosen, request), request.limit)
    return report.exit_code(result), result_text(board, chosen, result, request)


def plan_for(board: Board, request: SolveRequest) -> SearchSpec:
    """The search that is asked for."""
    from masume.api.searches import adopt_all, resolve_search

    adopt_all(request.algorithm, request.space, request.heuristic)
    return resolve_search(
        board.kind, request.algorithm, space=request.space, heuristic=request.heuristic
    )


def believed(board: Board, chosen: SearchSpec, result: SearchResult, limit: Limit) -> SearchResult:
    """The result of a search of one's own, or that it is wrong; ours are believed."""
    if not chosen.is_user_code:
        return result
    why = exact.refuted(board.puzzle, result, known=board.answer, limit=limit)
    return replace(result, status=Status.WRONG, reason=why) if why else result


def _searched(board: Board, chosen: SearchSpec, request: SolveRequest) -> SearchResult:
    run = chosen.run(board, limit=request.limit, seed=request.seed)
    try:
        return run.finish()
    except KeyboardInterrupt:
        run.close()
        return run.result()


@contextmanager
def interruptible(deadline: Deadline) -> Iterator[Deadline]:
    """Let the first Ctrl-C end the work with what is known; the second one is as usual."""

    def stop(*_: object) -> None:
        deadline.stop()
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()  # not on a cluster
    if not is_main or before in (signal.SIG_IGN, None):  # a worker: its parent sees to Ctrl-C
        yield deadline
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield deadline
    finally:
        signal.signal(signal.SIGINT, before)


# Texts


def solution_text(board: Board, solution: Solution, request: SolveRequest) -> str:
    """What is printed about a board that the exact engine has looked at."""
    if request.as_json:
        import json

        return json.dumps(report.exact_row(board, solution))
    return "\n".join(report.solution_lines(board, solution)) + "\n"


def result_text(
    board: Board, chosen: SearchSpec, result: SearchResult, request: SolveRequest
) -> str:
    """What is printed about a board that was searched."""
    if request.as_json:
        import json

        return json.dumps(report.row(board, chosen, result))
    return "\n".join(report.result_lines(board, chosen, result, trace=request.trace)) + "\n"
