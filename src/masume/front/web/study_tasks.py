"""Tasks that read the results of studies: summaries, reports and exports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from masume.errors import MasumeError
from masume.front.web.records import Record
from masume.front.web.work import TaskUnreadable

if TYPE_CHECKING:
    from masume.lab.store import Store

# Errors that reading a damaged file, or one that is not a study's, can raise.
_READ_ERRORS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class StudyRow(Record):
    """A summary of a study."""

    name: str
    title: str
    state: Literal["ready", "running", "broken"] = "ready"
    done: int = 0
    total: int = 0
    seconds_left: float | None = None
    puzzles: list[str] = field(default_factory=list)
    finished: str | None = None
    error: str | None = None


class StudiesReply(Record):
    """The studies of a folder, if one is `enabled`; `left_out` counts those not listed."""

    enabled: bool
    studies: list[StudyRow]
    left_out: int


class StudyReport(NamedTuple):
    """A report as a page."""

    page: bytes
    is_partial: bool  # the study was still running


def list_studies(paths: Sequence[Path]) -> list[StudyRow]:
    """Return a summary of each file."""
    return [_study_row(path) for path in paths]


def report(path: Path) -> StudyReport:
    """Return the report of a study."""
    from masume.draw.document import write
    from masume.lab.report import report_blocks, report_title

    with _open_study(path) as store:
        page = write(report_blocks(store), report_title(store), "html")
        return StudyReport(page.encode(), store.is_running)


def rows(path: Path, to: Path) -> int:
    """Write the rows to a file in a folder of the server; return their number."""
    with _open_study(path, to.parent) as store:
        return store.export(to)


@contextmanager
def _open_study(path: Path, into: Path | None = None) -> Iterator[Store]:
    """Open a file of results; errors become TaskUnreadable, without the path `into`."""
    from masume.lab.log import StoreError
    from masume.lab.store import open_store

    try:
        with open_store(path) as store:
            yield store
    except StoreError as fault:
        text = str(fault).replace(str(path), path.name)
        raise TaskUnreadable(text if into is None else text.replace(f"{into}/", "")) from fault
    except _READ_ERRORS as fault:
        text = f"{path.name}: not a valid results file ({type(fault).__name__}: {fault})"
        raise TaskUnreadable(text) from fault


# Summaries


def _study_row(path: Path) -> StudyRow:
    """Return the summary of a file, also of one that is running or broken."""
    from masume.lab.status import status_of

    name = path.stem
    try:
        with _open_study(path) as store:
            (finished,) = store.query_row("SELECT max(finished) FROM results")
            kinds = store.query(
                "SELECT DISTINCT b.kind FROM tasks t JOIN boards b ON b.id = t.board ORDER BY ALL"
            )
            is_running = store.is_running
        state = status_of(path)
    except (TaskUnreadable, MasumeError) as fault:
        return StudyRow(name=name, title=name, state="broken", error=str(fault))
    return StudyRow(
        name=name,
        title=state["title"],
        state="running" if is_running else "ready",
        error="this study is running; its report shows the results so far" if is_running else None,
        done=state["done"],
        total=state["total"],
        seconds_left=state["left"],
        puzzles=[kind for (kind,) in kinds],
        finished=None if finished is None else f"{finished.isoformat(timespec='seconds')}Z",
    )


TASKS: dict[str, Callable[..., object]] = {
    "studies": list_studies,
    "study-report": report,
    "study-rows": rows,
}
