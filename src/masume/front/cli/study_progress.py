"""What is said of a study: its plan, how far it is (a bar, or lines now and then), its end."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from masume.errors import pluralise, sanitise
from masume.lab.drive import Progress, Tell
from masume.lab.store import outdated_rows

if TYPE_CHECKING:
    from masume.lab.planning import Runs
    from masume.lab.status import StudyStatus
    from masume.lab.study import Study
    from masume.lab.tasks import NotTried

_EVERY = 10.0  # seconds between two lines where there is no terminal


@contextmanager
def shown(title: str) -> Iterator[Tell]:
    """A function that shows the progress that it is called with."""
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
            line = f"{title}: {progress.doing} {done:,} of {progress.total:,}, {_rest(progress)}"
            print(line, file=sys.stderr, flush=True)

    return tell


def _rest(progress: Progress) -> str:
    parts = [f"{progress.rate:,.1f}/s"]
    if progress.left is not None:
        parts.append(f"{clock(progress.left)} left")
    parts += [f"{count:,} {name}" for name, count in sorted(progress.statuses.items())]
    return ", ".join(parts)


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
        yield f"{pluralise(len(reasons), 'board')} could not be made: {reasons[0]}{others}"


def warnings(progress: Progress) -> Iterator[str]:
    """What somebody should know who counts on the results."""
    if kills := progress.kills:
        were = "process was" if kills == 1 else "processes were"
        yield f"{kills:,} {were} killed from outside; what was being done there was done again"
    if progress.outdated:
        yield outdated_rows(progress.outdated)


def summary(progress: Progress) -> str:
    """The last word on a study that has been run."""
    statuses = ", ".join(f"{count:,} {name}" for name, count in sorted(progress.statuses.items()))
    took = clock(monotonic() - progress.began)
    before = f" ({progress.before:,} were there already)" if progress.before else ""
    ends = f": {statuses}" if statuses else ""
    return f"{pluralise(progress.done, 'run')} in {took}{before}{ends}"


def status_lines(state: StudyStatus) -> Iterator[str]:
    """How far a study is."""
    done, total = state["done"], state["total"]
    if state["doing"] == "boards":
        yield f"{state['title']}: {done:,} of {pluralise(total, 'board')} made"
        yield f"  running now, in process {state['process']}"
        return
    yield f"{state['title']}: {done:,} of {pluralise(total, 'run')} done"
    statuses = ", ".join(f"{count:,} {name}" for name, count in state["statuses"].items())
    if statuses:
        yield f"  {statuses}"
    if state["not_tried"]:
        yield f"  {pluralise(state['not_tried'], 'combination')} not applicable"
    if state["outdated"]:
        yield f"  {outdated_rows(state['outdated'])}"
    if many := state["edited"]:
        have = "has" if many == 1 else "have"
        edited = f"{many:,} of these {have} sources that were edited since"
        yield f"  {edited}; masume study run does them anew"
    yield from _edits(state)
    if state["process"]:
        left = state["left"]
        about = f", about {left:,.0f} s left" if left is not None else ""
        yield f"  running now, in process {state['process']}: {state['rate']:.1f} a second{about}"
    elif done < total or not total:
        yield "  not running; masume study run goes on where it stopped"


def _edits(state: StudyStatus) -> Iterator[str]:
    """Say what was edited since the study was planned, and what to do."""
    remedy = "masume study run does what is new; rows of boards that are gone are kept, not counted"
    if reason := state["boards_unreadable"]:
        yield f"  its boards cannot be read: {reason}; correct them, or restore the file"
    if state["study_edited"]:
        yield f"  the study's file was edited since; {remedy}"
    if state["boards_new"] or state["boards_gone"]:
        boards = f"{pluralise(state['boards_new'], 'board')} new, {state['boards_gone']:,} gone"
        yield f"  boards were edited since: {boards}; {remedy}"


def print_plan(declared: Study, tasks: Runs, not_tried: Sequence[NotTried]) -> None:
    """What a study would do."""
    from masume.lab.tasks import boards_to_make

    boards = {board.id for board in tasks.boards()}
    to_make = {board.key for board in boards_to_make(declared)}
    named = pluralise(len(boards - to_make), "board")
    print(f"{declared.title}: {named} given, {len(to_make):,} to be made")
    by_kind: dict[str, set[str]] = {}
    for board, search in tasks.searches():
        by_kind.setdefault(board.kind, set()).add(search)
    for kind, searches in by_kind.items():
        print(f"  {kind}: {pluralise(len(searches), 'search')}")
    print(f"  {pluralise(len(tasks), 'run')}")
    for skipped in not_tried:
        search = " ".join(filter(None, (skipped.algorithm, skipped.heuristic, skipped.space)))
        print(f"  n/a: {skipped.kind}: {sanitise(search)}: {skipped.reason}")
