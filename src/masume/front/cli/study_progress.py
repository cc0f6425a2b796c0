"""What is seen of a study while it runs: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from masume.errors import counted
from masume.lab.drive import Progress, Tell

_EVERY = 10.0  # seconds between two lines where there is no terminal


@contextmanager
def shown(title: str) -> Iterator[Tell]:
    """A function to be told how far it is."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _lines(title)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.fields[doing]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, doing="boards")

        def tell(progress: Progress) -> None:
            bar.update(
                task,
                total=progress.total,
                completed=progress.before + progress.done,
                doing=progress.doing,
                description=_rest(progress),
            )

        yield tell


def _lines(title: str) -> Tell:
    last = monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last
        if monotonic() - last >= _EVERY:
            last = monotonic()
            done = progress.before + progress.done
            told = f"{title}: {progress.doing} {done:,} of {progress.total:,}, {_rest(progress)}"
            print(told, file=sys.stderr, flush=True)

    return tell


def _rest(progress: Progress) -> str:
    told = [f"{progress.rate:,.1f}/s"]
    if progress.left is not None:
        told.append(f"{clock(progress.left)} left")
    told += [f"{count:,} {name}" for name, count in sorted(progress.statuses.items())]
    return ", ".join(told)


def clock(seconds: float) -> str:
    """A length of time as people say it.

    >>> clock(75), clock(7300), clock(3)
    ('1 min 15 s', '2 h 1 min', '3 s')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def not_made(progress: Progress) -> Iterator[str]:
    """A warning if the study has fewer boards than it asks for."""
    if reasons := progress.not_made:
        others = "" if len(set(reasons)) == 1 else ", and other reasons"
        yield f"{counted(len(reasons), 'board')} could not be made: {reasons[0]}{others}"


def warnings(progress: Progress) -> Iterator[str]:
    """What somebody should know who counts on the results."""
    if kills := progress.kills:
        were = "process was" if kills == 1 else "processes were"
        yield f"{kills:,} {were} killed from outside; what was being done there was done again"
    if count := progress.outdated:
        told = "was done with sources that have been edited since; its row is"
        if count > 1:
            told = "were done with sources that have been edited since; their rows are"
        yield f"{counted(count, 'earlier run')} {told} kept, and not counted"


def summary(progress: Progress) -> str:
    """The last word on a study that has been run."""
    told = ", ".join(f"{count:,} {name}" for name, count in sorted(progress.statuses.items()))
    took = clock(monotonic() - progress.began)
    before = f" ({progress.before:,} were there already)" if progress.before else ""
    return f"{counted(progress.done, 'run')} in {took}{before}" + (f": {told}" if told else "")
