"""Texts about a study: its plan, progress (a bar, or lines), status and summary."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from masume.errors import pluralise, sanitise
from masume.lab.progress import Progress, ProgressCallback
from masume.lab.store import damaged_text, outdated_text

if TYPE_CHECKING:
    from masume.lab.planning import Runs
    from masume.lab.status import StudyStatus
    from masume.lab.study import Study
    from masume.lab.tasks import NotTried

_EVERY = 10.0  # seconds between two lines where there is no terminal


@contextmanager
def show_progress(title: str) -> Iterator[ProgressCallback]:
    """Yield a callback that shows the progress, as a bar in a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _line_printer(title)
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

        def show(progress: Progress) -> None:
            bar.update(
                task,
                total=progress.total,
                completed=progress.before + progress.done,
                doing=progress.doing,
                description=_rest(progress),
            )

        yield show


def _line_printer(title: str) -> ProgressCallback:
    """Return a callback that prints the progress to stderr, at most once per `_EVERY` seconds."""
    last = monotonic()

    def show(progress: Progress) -> None:
        nonlocal last
        if monotonic() - last >= _EVERY:
            last = monotonic()
            done = progress.before + progress.done
            line = f"{title}: {progress.doing} {done:,} of {progress.total:,}, {_rest(progress)}"
            print(line, file=sys.stderr, flush=True)

    return show


def _rest(progress: Progress) -> str:
    parts = [f"{progress.rate:,.1f}/s"]
    if progress.left is not None:
        parts.append(f"{clock(progress.left)} left")
    parts += [f"{count:,} {name}" for name, count in sorted(progress.statuses.items())]
    return ", ".join(parts)


def clock(seconds: float) -> str:
    """Format a duration.

    >>> clock(75), clock(7300), clock(3)
    ('1 min 15 s', '2 h 1 min', '3 s')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def not_generated(progress: Progress) -> Iterator[str]:
    """Yield a warning if boards could not be generated."""
    if reasons := progress.not_generated:
        others = "" if len(set(reasons)) == 1 else ", and other reasons"
        yield f"{pluralise(len(reasons), 'board')} could not be generated: {reasons[0]}{others}"


def warnings(progress: Progress) -> Iterator[str]:
    """Yield warnings about the results."""
    if kills := progress.kills:
        were = "process was" if kills == 1 else "processes were"
        yield f"{kills:,} {were} killed from outside; their runs were repeated"
    if progress.damaged:
        yield (
            f"{pluralise(progress.damaged, 'line')} of the results could not be read; the runs in "
            "them were repeated"
        )
    if progress.outdated:
        yield outdated_text(progress.outdated)


def summary(progress: Progress) -> str:
    """Return the summary of a session."""
    statuses = ", ".join(f"{count:,} {name}" for name, count in sorted(progress.statuses.items()))
    took = clock(monotonic() - progress.began)
    before = f" ({progress.before:,} done before)" if progress.before else ""
    ends = f": {statuses}" if statuses else ""
    return f"{pluralise(progress.done, 'run')} in {took}{before}{ends}"


def status_lines(state: StudyStatus) -> Iterator[str]:
    """Yield the lines of `masume study status`."""
    done, total = state["done"], state["total"]
    if state["doing"] in ("boards", "features"):
        done_to = "generated" if state["doing"] == "boards" else "measured, after the runs"
        yield f"{state['title']}: {done:,} of {pluralise(total, 'board')} {done_to}"
        yield f"  running now, in process {state['process']}"
        return
    yield f"{state['title']}: {done:,} of {pluralise(total, 'run')} done"
    statuses = ", ".join(f"{count:,} {name}" for name, count in state["statuses"].items())
    if statuses:
        yield f"  {statuses}"
    if state["not_tried"]:
        yield f"  {pluralise(state['not_tried'], 'combination')} not applicable"
    if state["outdated"]:
        yield f"  {outdated_text(state['outdated'])}"
    if state["damaged"]:
        yield f"  {damaged_text(state['damaged'])}"
    if many := state["edited"]:
        have = "has" if many == 1 else "have"
        edited = f"the sources of {many:,} of these {have} been edited since"
        yield f"  {edited}; masume study run repeats them"
    yield from _edits(state)
    if state["process"]:
        left = state["left"]
        about = f", about {left:,.0f} s left" if left is not None else ""
        rate = f"{state['rate'] or 0:.1f} runs per second"
        yield f"  running now, in process {state['process']}: {rate}{about}"
    elif done < total or not total:
        yield "  not running; masume study run continues it"


def _edits(state: StudyStatus) -> Iterator[str]:
    """Yield what was edited since the study was run, and what to do."""
    remedy = "masume study run adds new runs; rows of removed boards are kept but not counted"
    if reason := state["boards_unreadable"]:
        yield f"  its boards cannot be read: {reason}; correct or restore the file"
    if state["study_edited"]:
        yield f"  the study was edited; {remedy}"
    if state["boards_new"] or state["boards_gone"]:
        boards = f"{pluralise(state['boards_new'], 'board')} new, {state['boards_gone']:,} removed"
        yield f"  boards were edited: {boards}; {remedy}"


def print_plan(declared: Study, tasks: Runs, not_tried: Sequence[NotTried]) -> None:
    """Print the plan of a study."""
    from masume.lab.tasks import board_requests

    boards = {board.id for board in tasks.boards()}
    to_make = {board.key for board in board_requests(declared)}
    named = pluralise(len(boards - to_make), "board")
    print(f"{declared.title}: {named} given, {len(to_make):,} to generate")
    by_kind: dict[str, set[str]] = {}
    for board, search in tasks.searches():
        by_kind.setdefault(board.kind, set()).add(search)
    for kind, searches in by_kind.items():
        print(f"  {kind}: {pluralise(len(searches), 'search')}")
    print(f"  {pluralise(len(tasks), 'run')}")
    for skipped in not_tried:
        search = " ".join(filter(None, (skipped.algorithm, skipped.heuristic, skipped.space)))
        print(f"  n/a: {skipped.kind}: {sanitise(search)}: {skipped.reason}")
