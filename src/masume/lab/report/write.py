"""Assemble a report and write it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import zip_longest
from pathlib import Path

from masume.core.system.files import write_atomically
from masume.core.system.limits import Limit
from masume.errors import BadOption, MasumeError, ParseError, pluralise, shorten
from masume.lab.report import words
from masume.lab.report.cases import (
    SearchStats,
    ask_records,
    least_work,
    limits,
    prepare,
    search_stats,
    select_for_plots,
)
from masume.lab.report.claims import alike_text, claims
from masume.lab.report.document import (
    Block,
    Figure,
    Panel,
    Table,
    Value,
    as_records,
    environment,
    parse,
    write,
)
from masume.lab.report.growth import describe, draw_growth, growths, hardness
from masume.lab.report.plots import Chapter, styles_by_search, survival
from masume.lab.report.portfolio import portfolio_of, profiles
from masume.lab.report.scatter import clouds, draw_scatter
from masume.lab.report.seeds import draw_seeds, seeded_searches, uncertain_boards, widest_board
from masume.lab.report.stats import least_p, wilson
from masume.lab.report.traces import draw_traces, traced_board
from masume.lab.store import Store, damaged_text, open_store, outdated_text
from masume.lab.study import AXES, Study, parse_study
from masume.lab.tasks import board_requests, search_name

FORMS = (".html", ".md", ".tex", ".json")
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'


def write_report(results: Path, to: Path, axes: Sequence[str] = ()) -> str:
    """Write the report of a results file; return a description such as "the report".

    The suffix selects HTML, Markdown with figures, LaTeX with data files, or JSON. While the study
    runs, the report covers the results so far. `axes` are the features of boards that the effort is
    plotted against; by default those that the study names.
    """
    if to.suffix not in FORMS:
        raise BadOption(f"{to.name}: the name must end in .html, .md, .tex or .json")
    with open_store(results) as store:
        title = report_title(store)
        description = "a partial report: the study is running" if store.is_running else "the report"
        blocks = report_blocks(store, axes)
    folder, files = "", {}
    if to.suffix == ".md":
        folder = f"{to.stem}-figures"
        figures = [block for block in blocks if isinstance(block, Figure)]
        files = {f"{figure.name}.svg": f"{_XML}{figure.svg}\n" for figure in figures}
    elif to.suffix == ".tex":
        folder, files = f"{to.stem}-data", dict(csv_files(blocks))
    try:
        if files:
            to.with_name(folder).mkdir(exist_ok=True)
        for name, text in files.items():
            write_atomically(to.with_name(folder) / name, text)
        if to.suffix == ".json":
            report = {"title": title, "blocks": as_records(blocks)}
            write_atomically(to, json.dumps(report, ensure_ascii=False, indent=1) + "\n")
        else:
            write_atomically(to, write(blocks, title, to.suffix[1:], folder))
    except OSError as fault:
        raise BadOption(f"{to}: cannot be written: {fault.strerror}") from fault
    return description


def report_title(store: Store) -> str:
    """Return the title of the study, marked as partial while it runs."""
    title = store.meta("title") or store.path.stem
    return f"{title} (partial)" if store.is_running else title


def report_blocks(store: Store, axes: Sequence[str] = ()) -> list[Block]:
    """Return the blocks of a report in order."""
    prepare(store)
    try:
        study = parse_study(store.meta("study"))
    except ParseError:  # of another version
        study = None
    by_kind = search_stats(store)
    figures: dict[str, Figure] = {}
    bounds = limits(store)
    source = (
        environment()
        .get_template("report.xml")
        .render(
            _FUNCTIONS,
            store=store,
            study=study,
            text=store.meta("study"),
            bounds=study.limits if bounds == Limit() and study is not None else bounds,
            axes=axes or (study.axes if study is not None else ("cells",)),
            chapters=[_chapter(store, kind, searches) for kind, searches in by_kind.items()],
            tested=claims(store, by_kind, study.claims if study is not None else ()),
            not_generated=_not_generated(store, study),
            ask=lambda name: ask_records(store, name),
            draw=lambda name, *about: _draw(figures, name, *about),
        )
    )
    return parse(source, figures)


def _chapter(store: Store, kind: str, searches: list[SearchStats]) -> Chapter:
    styles = styles_by_search(select_for_plots(searches))
    return Chapter(store, kind, words.title_of(kind), searches, styles)


_PLOTS: dict[str, Callable[..., Figure | None]] = {
    "survival": survival,
    "profiles": profiles,
    "seeds": draw_seeds,
    "growth": draw_growth,
    "scatter": draw_scatter,
    "traces": draw_traces,
}


def _draw(figures: dict[str, Figure], name: str, *about: object) -> str:
    """Draw a figure; return its number among all, or "" if there is nothing to show."""
    figure = _PLOTS[name](*about)
    if figure is None:
        return ""
    number = str(len(figures))
    figures[number] = figure
    return number


def _not_generated(store: Store, study: Study | None) -> list[tuple[str, list[str]]]:
    """Return the reasons why boards that the study requests were not generated, with their keys."""
    try:
        wanted = None if study is None else {board.key for board in board_requests(study)}
    except MasumeError:  # a puzzle is not installed here
        wanted = None
    reasons = (
        (row["reason"], sorted(key for key in row["requests"] if wanted is None or key in wanted))
        for row in ask_records(store, "not_generated")
    )
    return [(reason, keys) for reason, keys in reasons if keys]


def _other_ends(searches: Sequence[SearchStats]) -> dict[int, str]:
    """Describe the statuses that have no column in the table of searches; {} if there are none."""
    ends = {
        search.id: ", ".join(
            f"{many:,} {name}"
            for name, many in search.statuses.items()
            if name not in ("solved", "skipped")
        )
        for search in searches
    }
    return ends if any(ends.values()) else {}


# What the templates use besides the values of one report.
_FUNCTIONS: dict[str, object] = {
    **{name: value for name, value in vars(words).items() if callable(value)},
    "all_axes": AXES,
    "alike_text": alike_text,
    "clouds": clouds,
    "damaged_text": damaged_text,
    "describe": describe,
    "growths": growths,
    "hardness": hardness,
    "least_p": least_p,
    "least_work": least_work,
    "numbers": lambda values: [words.number(value) for value in values],
    "other_ends": _other_ends,
    "outdated_text": outdated_text,
    "pluralise": pluralise,
    "portfolio_of": portfolio_of,
    "search_names": lambda searches: [search_name(*names) for names in searches],
    "seeded_searches": seeded_searches,
    "shorten": shorten,
    "traced_board": traced_board,
    "uncertain_boards": uncertain_boards,
    "widest_board": widest_board,
    "wilson": wilson,
}


# Data


def csv_files(blocks: Iterable[Block]) -> Iterator[tuple[str, str]]:
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
