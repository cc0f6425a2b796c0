"""Open the pool of a study, and end it cleanly after Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from masume.front.cli import report
from masume.front.cli.interrupts import received
from masume.front.cli.study_progress import show_progress
from masume.lab.progress import Progress, ProgressCallback
from masume.work.batches import Pool, processes_for, thread_pool
from masume.work.cluster import check_cluster, cluster
from masume.work.cores import physical_cores


@contextmanager
def run_with(
    jobs: int, cluster_: str | None, title: str
) -> Iterator[tuple[Pool, ProgressCallback]]:
    """Yield a pool and a progress callback; Ctrl-C and SIGTERM end the study cleanly."""
    if cluster_ is not None:
        check_cluster(cluster_)
    signals = [*received]  # earlier code may have swallowed one

    def check() -> None:
        if signals:
            raise KeyboardInterrupt

    try:
        check()
        # Supervised processes here, or on the workers of a cluster.
        count = processes_for(jobs or len(physical_cores()))
        opened = thread_pool(count) if cluster_ is None else cluster(cluster_)
        with show_progress(title) as show, _catch_signals(signals), opened as pool:

            def report_progress(progress: Progress) -> None:
                check()
                show(progress)

            yield pool._replace(check=check), report_progress
            check()
    except (KeyboardInterrupt, Exception) as end:
        if not signals and not isinstance(end, KeyboardInterrupt):
            raise
        # A second Ctrl-C may raise other errors, for instance of DuckDB.
        report.warn("interrupted; results so far are kept, run again to continue")
        raise click.exceptions.Exit(130) from None


@contextmanager
def _catch_signals(signals: list[int]) -> Iterator[None]:
    """Append SIGINT and SIGTERM to `signals`; raise KeyboardInterrupt at the second one.

    The first one is only checked between runs: an exception raised anywhere may be swallowed.
    """

    def stop(number: int, _frame: FrameType | None) -> None:
        signals.append(number)
        if len(signals) > 1:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
