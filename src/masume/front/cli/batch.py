"""Many boards, one after the other or on several processors, with a progress bar on a terminal."""

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
    """The workers of a cluster, if there is to be one."""
    if cluster_ is None:
        return nullcontext()
    from masume.work.cluster import cluster

    return cluster(cluster_)


def one_by_one(
    boards: Iterable[Board | MasumeError],
    do: Callable[[Board], int],
    *,
    as_json: bool = False,
    keys: Sequence[str] = report.ROW_KEYS,
) -> NoReturn:
    """Do something with each board; ends the command with the worst of the exit codes it returns.

    A fault costs its board alone, and so does a limit that ends the work before there is a result
    (exit code 3). After Ctrl-C, which is 130, nothing more is done.
    """
    codes = []
    for board in boards:
        try:
            if isinstance(board, MasumeError):
                raise board
            codes.append(_done(do, board))
        except MasumeError as fault:
            codes.append(2)
            report.complain(board, fault, as_json=as_json, keys=keys)
        if codes[-1] == 130:
            break
    raise click.exceptions.Exit(report.worst(codes))


def _done(do: Callable[[Board], int], board: Board) -> int:
    try:
        return do(board)
    except LimitReached as reached:
        report.warn(f"{label(board)}: {reached}")
        return report.stopped_code(reached.stopped) or 3


class BatchTask(NamedTuple):
    """What a batch does with each board."""

    answer: Callable[..., tuple[int, str]]  # (board, request): exit code and text; importable
    request: object  # what to ask, a plain value that travels to workers
    as_json: bool
    keys: Sequence[str]  # of the row of a board that could not be read
    in_order: bool = False  # or as they finish


def run_batch(
    boards: Iterable[Board | MasumeError], task: BatchTask, jobs: int, cluster_: str | None = None
) -> int:
    """Put a question to all boards and print each answer as soon as it is due; the exit code."""
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
        report.warn(f"interrupted, {len(codes) - 1} of {len(every_board)} boards done")
    return report.worst(codes)


def _outcomes(
    boards: Sequence[Board | MasumeError], task: BatchTask, jobs: int, pool: Pool | None
) -> Iterator[tuple[int, tuple[int, str]]]:
    """The index of each board with its exit code and text, as they finish."""
    from masume.work.batches import Lost, work_through

    unread: deque[tuple[int, tuple[int, str]]] = deque()  # boards that could not be read

    def readable() -> Iterator[Board]:
        for board in boards:
            if isinstance(board, MasumeError):
                unread.append((board.index, (2, _complaint(board, board, task))))
            else:
                yield board

    width = pool.width if pool else jobs
    chunk = max(1, min(8, len(boards) // (8 * width)))
    ask = partial(answered, task)
    for board, result in work_through(ask, readable(), jobs=jobs, chunk=chunk, pool=pool):
        if isinstance(result, Lost):
            fault = NotApplicable(f"{label(board)}: the worker process died")
            result = 2, _complaint(board, fault, task)
        while unread and unread[0][0] < board.index:
            yield unread.popleft()
        yield board.index, result
    yield from unread


def answered(task: BatchTask, board: Board) -> tuple[int, str]:
    """In a worker: (exit code, text to print) for one board."""
    try:
        return task.answer(board, task.request)
    except MasumeError as fault:
        return 2, _complaint(board, fault, task)
    except Exception as bug:  # it must not cost the other boards
        if os.environ.get("MASUME_DEBUG"):
            raise
        what = MasumeError(f"a bug in masume ({type(bug).__name__}: {bug}) over {label(board)}")
        return 70, _complaint(board, what, task)


def _complaint(board: Board | MasumeError, fault: MasumeError, task: BatchTask) -> str:
    return report.complaint(board, fault, as_json=task.as_json, keys=task.keys)


@contextmanager
def progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on stderr, if there is a terminal and something to wait for."""
    if total < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (BarColumn(), MofNCompleteColumn(), Elapsed(), TextColumn("left"), Remaining())
    # What is printed on the same terminal goes above the bar; a file gets it as it is.
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
