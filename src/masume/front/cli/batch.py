"""Process many boards, sequentially or in parallel, with a progress bar on a terminal."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from masume.core.system.limits import LimitReached
from masume.errors import MasumeError, NotApplicable
from masume.formats.plain import Board
from masume.front.cli import report
from masume.front.cli.inputs import label

if TYPE_CHECKING:
    from masume.work.batches import Pool


def workers(cluster_: str | None) -> AbstractContextManager[Pool | None]:
    """Return a context manager with the pool of a cluster, or None without a cluster."""
    if cluster_ is None:
        return nullcontext()
    from masume.work.cluster import cluster

    return cluster(cluster_)


def for_each_board(
    boards: Iterable[Board | MasumeError],
    do: Callable[[Board], int],
    *,
    as_json: bool = False,
    keys: Sequence[str] = report.ROW_KEYS,
) -> NoReturn:
    """Call `do` for each board and exit with the worst of its exit codes.

    An error is reported for its board (exit code 2) and does not stop the others; neither does a
    limit reached before there is a result (exit code 3). Exit code 130 stops the loop.
    """
    codes = []
    for board in boards:
        try:
            if isinstance(board, MasumeError):
                raise board
            codes.append(_run_one(do, board))
        except MasumeError as fault:
            codes.append(2)
            report.report_error(board, fault, as_json=as_json, keys=keys)
        if codes[-1] == 130:
            break
    raise click.exceptions.Exit(report.worst_code(codes))


def _run_one(do: Callable[[Board], int], board: Board) -> int:
    try:
        return do(board)
    except LimitReached as reached:
        report.warn(f"{label(board)}: {reached}")
        return report.stopped_code(reached.stopped) or 3


class BatchTask(NamedTuple):
    """A function to apply to each board of a batch."""

    answer: Callable[[Board], tuple[int, str]]  # exit code and text; picklable, sent to workers
    as_json: bool
    keys: Sequence[str]  # of the JSON row of an error
    in_order: bool = False  # else in order of completion


def run_batch(
    boards: Iterable[Board | MasumeError], task: BatchTask, jobs: int, cluster_: str | None = None
) -> int:
    """Apply the task to all boards, print the results as they complete, return the exit code."""
    from masume.work.batches import in_order, processes_for

    codes: list[int] = []
    jobs = processes_for(jobs)
    every_board = list(boards)
    with workers(cluster_) as pool, progress(len(every_board)) as advance:
        try:
            outcomes = _outcomes(every_board, task, jobs, pool)
            for _, (code, text) in in_order(outcomes, number=int) if task.in_order else outcomes:
                codes.append(code)
                to_errors = code in (2, 70) and not task.as_json
                print(text, file=sys.stderr if to_errors else sys.stdout, flush=True)
                advance()
                if code == 130:
                    break
        except KeyboardInterrupt:
            codes.append(130)
    if 130 in codes and len(every_board) > 1:
        report.warn(f"interrupted after {len(codes) - 1} of {len(every_board)} boards")
    return report.worst_code(codes)


def _outcomes(
    boards: Sequence[Board | MasumeError], task: BatchTask, jobs: int, pool: Pool | None
) -> Iterator[tuple[int, tuple[int, str]]]:
    """Yield (index, (exit code, text)) of each board in order of completion."""
    from masume.work.batches import Lost, work_through

    failed: deque[tuple[int, tuple[int, str]]] = deque()  # boards that could not be read

    def readable() -> Iterator[Board]:
        for board in boards:
            if isinstance(board, MasumeError):
                failed.append((board.index, (2, _format_error(board, board, task))))
            else:
                yield board

    width = pool.width if pool else jobs
    chunk = max(1, min(8, len(boards) // (8 * width)))
    ask = partial(run_task, task)
    for board, result in work_through(ask, readable(), jobs=jobs, chunk=chunk, pool=pool):
        if isinstance(result, Lost):
            fault = NotApplicable(f"{label(board)}: the worker process died")
            result = 2, _format_error(board, fault, task)
        while failed and failed[0][0] < board.index:
            yield failed.popleft()
        yield board.index, result
    yield from failed


def run_task(task: BatchTask, board: Board) -> tuple[int, str]:
    """Return the exit code and the text to print for one board; runs in a worker."""
    try:
        return task.answer(board)
    except MasumeError as fault:
        return 2, _format_error(board, fault, task)
    except Exception as bug:  # must not stop the other boards
        if os.environ.get("MASUME_DEBUG"):
            raise
        error = MasumeError(f"{label(board)}: a bug in masume ({type(bug).__name__}: {bug})")
        return 70, _format_error(board, error, task)


def _format_error(board: Board | MasumeError, fault: MasumeError, task: BatchTask) -> str:
    return report.format_error(board, fault, as_json=task.as_json, keys=task.keys)


@contextmanager
def progress(total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar on stderr if it is a terminal; yield the function that advances it."""
    if total < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (BarColumn(), MofNCompleteColumn(), Elapsed(), TextColumn("left"), Remaining())
    # Output to the same terminal is printed above the bar; output to a file is not redirected.
    on_screen = sys.stdout is not None and sys.stdout.isatty()
    with Progress(
        *columns,
        console=Console(stderr=True, soft_wrap=True),  # a row of JSON stays one line
        transient=True,
        redirect_stdout=on_screen,
        redirect_stderr=on_screen,
    ) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)
