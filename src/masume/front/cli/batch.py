"""Many boards, one after the other or on several processors, with a progress bar on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from masume.errors import MasumeError, NotApplicable
from masume.formats.plain import Board
from masume.front.cli import report
from masume.front.cli.solving import Parcel, Request, pack, solved

if TYPE_CHECKING:
    from masume.core.jobs import Pool

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Processes to work in; 0 takes all processors. Results come as they finish.",
)
cluster_option = click.option(
    "--cluster",
    "cluster_",
    metavar="CLUSTER",
    help="Work on Dask workers: local:4, or tcp://host:8786 of a scheduler that is running.",
)


@contextmanager
def workers(cluster_: str | None) -> Iterator[Pool | None]:
    """The workers of a cluster, if there is to be one."""
    if cluster_ is None:
        yield None
        return
    from masume.core.cluster import cluster

    with cluster(cluster_) as pool:
        yield pool


def run_batch(
    boards: Iterable[Board | MasumeError], request: Request, jobs: int, cluster_: str | None
) -> int:
    """Solve all boards and print each result as soon as it is there; the exit code."""
    from masume.core.jobs import Lost, work_through

    codes: list[int] = []
    found = list(boards)
    with workers(cluster_) as pool, progress(len(found)) as advance:

        def parcels() -> Iterator[Parcel]:
            """The boards to solve; those that could not be read are reported on the way."""
            for board in found:
                if isinstance(board, MasumeError):
                    codes.append(2)
                    report.complain(board, board, as_json=request.as_json)
                    advance()
                else:
                    yield pack(board, request)

        try:
            jobs = pool.width if pool else jobs or os.cpu_count() or 1
            chunk = max(1, min(8, len(found) // (8 * jobs)))
            work = work_through(solved, parcels(), jobs=jobs, chunk=chunk, pool=pool)
            for parcel, result in work:
                if isinstance(result, Lost):
                    fault = NotApplicable(f"{parcel.name or parcel.line}: the worker process died")
                    result = 2, report.complaint(parcel.board(), fault, as_json=request.as_json)
                code, text = result
                codes.append(code)
                to_errors = code in (2, 70) and not request.as_json
                print(text, file=sys.stderr if to_errors else sys.stdout, flush=True)
                advance()
                if code == 130:
                    break
        except KeyboardInterrupt:
            codes.append(130)
    if 130 in codes and len(found) > 1:
        done = f"{len(codes) - 1} of {len(found)} boards done"
        print(f"masume: interrupted, {done}", file=sys.stderr)
    return report.worst(codes)


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
