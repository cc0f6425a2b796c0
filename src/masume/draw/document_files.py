"""Save documents: HTML, Markdown with figures, LaTeX with data, or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import zip_longest
from pathlib import Path

from masume.core.system.files import write_atomically
from masume.draw.document import Block, Figure, Panel, Table, Value, as_records, write
from masume.errors import BadOption

_FORMS = (".html", ".md", ".tex", ".json")
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'


def check_form(to: Path) -> None:
    """Raise BadOption unless documents can be saved under this name."""
    if to.suffix not in _FORMS:
        raise BadOption(f"{to.name}: the name must end in .html, .md, .tex or .json")


def save(blocks: Sequence[Block], title: str, to: Path) -> None:
    """Write a document in the form of the suffix; its figures or data are in a folder beside it."""
    check_form(to)
    folder, files = "", {}
    if to.suffix == ".md":
        folder = f"{to.stem}-figures"
        figures = [block for block in blocks if isinstance(block, Figure)]
        files = {f"{figure.name}.svg": f"{_XML}{figure.svg}\n" for figure in figures}
    elif to.suffix == ".tex":
        folder, files = f"{to.stem}-data", dict(_csv_files(blocks))
    if to.suffix == ".json":
        values = {"title": title, "blocks": as_records(blocks)}
        text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    else:
        text = write(blocks, title, to.suffix[1:], folder)
    try:
        if files:
            to.with_name(folder).mkdir(exist_ok=True)
        for name, content in files.items():
            write_atomically(to.with_name(folder) / name, content)
        write_atomically(to, text)
    except OSError as fault:
        raise BadOption(f"{to}: cannot be written: {fault.strerror}") from fault


def _csv_files(blocks: Iterable[Block]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of a CSV file for each table and each panel."""
    for block in blocks:
        if isinstance(block, Table):
            yield f"{block.name}.csv", _csv_text(_table_rows(block))
        elif isinstance(block, Figure):
            for number, panel in enumerate(block.panels, 1):
                yield f"{block.name}-{number}.csv", _csv_text(_panel_rows(panel))


def _table_rows(table: Table) -> Iterator[list[object]]:
    """Yield the rows of a table; columns of values become three: text, number and detail."""
    counted = [
        any(isinstance(cell, Value) for cell in column) for column in zip(*table.rows, strict=True)
    ]
    counted = counted or [False] * len(table.head)
    head = zip(table.head, counted, strict=True)
    yield [t for name, c in head for t in ([name, f"{name}: number", f"{name}: more"][: 1 + 2 * c])]
    for row in table.rows:
        cells: list[object] = []
        for cell, is_counted in zip(row, counted, strict=True):
            if isinstance(cell, Value):
                cells += [cell.text, cell.order, cell.more]
            else:
                cells += [cell, "", ""] if is_counted else [cell]
        yield cells


def _panel_rows(panel: Panel) -> Iterator[list[object]]:
    """Yield the points of a panel, two columns for each line: x0, y0, x1, y1 …"""
    yield [f"{axis}{number}" for number in range(len(panel.series)) for axis in "xy"]
    points = zip_longest(*(series.points for series in panel.series), fillvalue=("nan", "nan"))
    for row in points:
        yield [value for point in row for value in point]


def _csv_text(rows: Iterator[list[object]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
