"""Where the runs of a study are done, and how Ctrl-C and a polite kill end them in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from masume.front.cli import report
from masume.front.cli.interrupts import received
from masume.front.cli.study_progress import shown
from masume.lab.drive import Progress, Tell
from masume.work.batches import Pool, processes_for, thread_pool
from masume.work.cluster import check_cluster, cluster


@contextmanager
def run_with(jobs: int, cluster_: str | None, title: str) -> Iterator[tuple[Pool, Tell]]:
    """A pool, and a function to call with progress; Ctrl-C and a polite kill end it in order."""
    if cluster_ is not None:
        check_cluster(cluster_)
    asked = [*received]  # signals to stop; the code before this may have swallowed one

    def check() -> None:
        if asked:
            raise KeyboardInterrupt

    try:
        check()
        # Watched processes here, or a cluster whose workers have some each.
        opened = thread_pool(processes_for(jobs)) if cluster_ is None else cluster(cluster_)
        with shown(title) as tell, _ends_on_signal(asked), opened as pool:

            def say(progress: Progress) -> None:
                check()
                tell(progress)

            yield pool._replace(check=check), say
            check()
    except (KeyboardInterrupt, Exception) as end:
        if not asked and not isinstance(end, KeyboardInterrupt):
            raise
        # DuckDB, for one, makes an error of its own of a second Ctrl-C in the middle of its work.
        report.warn("interrupted; what was done is kept, run again to go on")
        raise click.exceptions.Exit(130) from None


@contextmanager
def _ends_on_signal(asked: list[int]) -> Iterator[None]:
    """Note Ctrl-C or a polite kill for whoever checks `asked`; raise only at the second one.

    An exception that is raised wherever the signal happens to arrive may be swallowed there.
    """

    def stop(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        if len(asked) > 1:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
