"""The results of studies as the workers read them: in short, as a report, and as files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from masume.errors import counted, printable
from masume.front.web.boards import Data
from masume.front.web.work import TaskUnreadable

if TYPE_CHECKING:
    from masume.lab.report.blocks import Block, Table, Value
    from masume.lab.store import Store

# What a file that is no study's, or a broken one, can make of reading it.
_ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class StudyReport(NamedTuple):
    """All that a report tells: as JSON, as a page, and its figures by their names."""

    shown: bytes
    page: bytes
    figures: dict[str, bytes]
    is_partial: bool  # of a study that was running


def listed(paths: Sequence[Path]) -> list[Data]:
    """Each of several files in short."""
    return [_in_short(path) for path in paths]


def report(path: Path, name: str) -> StudyReport:
    """The report of one of them."""
    from masume.lab.report import report_blocks, report_title
    from masume.lab.report.blocks import Figure
    from masume.lab.report.page import page

    with _opened(path, running=True) as store:
        title, is_partial = report_title(store), store.is_running
        blocks = list(report_blocks(store))
    shown = {"name": name, "title": title, "blocks": [_block(one, name) for one in blocks]}
    return StudyReport(
        json.dumps(shown, allow_nan=False).encode(),
        page(blocks, title).encode(),
        {one.name: one.svg.encode() for one in blocks if isinstance(one, Figure)},
        is_partial,
    )


def rows(path: Path, to: Path) -> int:
    """The rows as a file in a folder that the server has made for it; how many there are."""
    with _opened(path, to.parent, running=True) as store:
        return store.export(to)


class _Running(TaskUnreadable):
    """A study is being run, and its file is locked."""

    def __init__(self, done: int, total: int, left: float | None) -> None:
        self.progress = {"done": done, "total": total, "left": left}
        so_far = f": {done:,} of {counted(total, 'run')} done" if total else ""
        rest = f", about {left:,.0f} s left" if left is not None else ""
        super().__init__(
            f"this study is being run now{so_far}{rest}; its report shows the results so far"
        )


@contextmanager
def _opened(path: Path, into: Path | None = None, *, running: bool = False) -> Iterator[Store]:
    """Open the results in a file, with faults for the page; `into` is left out of their text.

    With `running`, results that a study is writing are read so far; otherwise that is refused.
    """
    from masume.lab.snapshot import open_results
    from masume.lab.store_faults import Locked, StoreError
    from masume.lab.store_files import open_store

    try:
        with (open_results if running else open_store)(path) as store:
            yield store
    except Locked:
        raise _progress(path) from None
    except StoreError as fault:
        text = str(fault).replace(str(path), path.name)
        raise TaskUnreadable(text if into is None else text.replace(f"{into}/", "")) from fault
    except _ODD as fault:
        text = f"{path.name} is not as a study leaves it ({type(fault).__name__}: {fault})"
        raise TaskUnreadable(text) from fault


def _progress(path: Path) -> _Running:
    """How far the study is that holds a file."""
    from masume.lab.status import status_of
    from masume.lab.store_faults import StoreError

    try:
        status = status_of(path)
    except (StoreError, OSError, *_ODD):  # it notes nothing at first, and takes the note away
        return _Running(0, 0, None)
    return _Running(status["done"], status["total"], status["left"])


# In short


def _in_short(path: Path) -> Data:
    row: Data = {"title": path.stem, "state": "ready", "done": 0, "total": 0, "left": None}
    row |= {"puzzles": [], "finished": None, "error": None}
    try:
        with _opened(path) as store:
            return row | _facts(store, path)
    except _Running as fault:
        return row | {"state": "running", "error": str(fault), **fault.progress}
    except TaskUnreadable as fault:
        return row | {"state": "broken", "error": str(fault)}


def _facts(store: Store, path: Path) -> Data:
    (total,) = store.one("SELECT count(*) FROM tasks")
    done, finished = store.one("SELECT count(*), max(finished) FROM results")
    kinds = store.ask(
        "SELECT DISTINCT b.kind FROM tasks t JOIN boards b ON b.id = t.board ORDER BY b.kind"
    )
    return {
        "title": store.meta("title") or path.stem,
        "done": done,
        "total": total,
        "puzzles": [kind for (kind,) in kinds],
        "finished": None if finished is None else f"{finished.isoformat(timespec='seconds')}Z",
    }


# As JSON


def _block(block: Block, study: str) -> Data:
    from masume.lab.report import blocks as b

    match block:
        case b.Heading(text, level):
            return {"type": "heading", "text": printable(text), "level": level}
        case b.Text(text, small):
            return {"type": "text", "text": printable(text), "small": small}
        case b.Note(text, loud):
            return {"type": "note", "text": printable(text), "loud": loud}
        case b.Items(texts):
            return {"type": "items", "texts": [printable(text) for text in texts]}
        case b.Table():
            return _table(block)
        case b.Figure(name, title, _, caption):
            address = f"/api/studies/{quote(study, safe='')}/figures/{quote(name, safe='')}.svg"
            words = {"title": printable(title), "caption": printable(caption)}
            return {"type": "figure", "name": name, **words, "address": address}
        case b.Verbatim(text):
            return {"type": "code", "text": "\n".join(b.lines(text))}


def _table(table: Table) -> Data:
    return {
        "type": "table",
        "head": [{"text": name, "number": name in table.numbers} for name in table.head],
        "rows": [[_cell(cell) for cell in row] for row in table.rows],
        "sortable": table.sortable,
    }


def _cell(cell: str | Value) -> Data:
    """What is shown, and by what it is sorted: a text, a number, or null for what is beyond all."""

    if isinstance(cell, str):
        return {"text": printable(cell), "more": "", "order": printable(cell)}
    order = cell.order if isfinite(cell.order) else None
    return {"text": printable(cell.text), "more": printable(cell.more), "order": order}
