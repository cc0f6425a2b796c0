"""Assemble a report and write it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from masume.core.system.files import write_atomically
from masume.errors import BadOption, ParseError, pluralise
from masume.lab.report.blocks import Block, Figure, Heading, Items, Text
from masume.lab.report.cases import (
    SearchStats,
    least_work,
    prepare,
    search_stats,
    select_for_plots,
    work,
)
from masume.lab.report.claims import Claims, claims, claims_chapter
from masume.lab.report.features import hardness
from masume.lab.report.growth import growth
from masume.lab.report.head import bounds, head
from masume.lab.report.latex import csv_files, latex
from masume.lab.report.markdown import markdown
from masume.lab.report.notes import how_to_read, untried_table
from masume.lab.report.page import page
from masume.lab.report.parts import parts
from masume.lab.report.plots import PlotChapter, styles_by_search
from masume.lab.report.portfolio import portfolio_chapter
from masume.lab.report.scatter import scatter
from masume.lab.report.searches import search_table
from masume.lab.report.seeds import seeds
from masume.lab.report.survival import survival, unsettled_note
from masume.lab.report.traces import traces
from masume.lab.report.words import number, time, title_of
from masume.lab.store import Store, open_store
from masume.lab.study import EXACT, Study, parse_study

FORMS = (".html", ".md", ".tex")


def write_report(results: Path, to: Path, axes: Sequence[str] = ()) -> str:
    """Write the report of a results file; return a description such as "the report".

    The suffix selects HTML, Markdown with figures, or LaTeX with data files. While the study runs,
    the report covers the results so far. `axes` are the features of boards that the effort is
    plotted against; by default those that the study names.
    """
    if to.suffix not in FORMS:
        raise BadOption(f"{to.name}: the name must end in .html, .md or .tex")
    with open_store(results) as store:
        title = report_title(store)
        description = "a partial report: the study is running" if store.is_running else "the report"
        blocks = list(report_blocks(store, axes))
    try:
        if to.suffix == ".html":
            write_atomically(to, page(blocks, title))
        elif to.suffix == ".md":
            _write_markdown(to, blocks, title)
        else:
            _write_latex(to, blocks, title)
    except OSError as fault:
        raise BadOption(f"{to}: cannot be written: {fault.strerror}") from fault
    return description


def report_title(store: Store) -> str:
    """Return the title of the study, marked as partial while it runs."""
    title = store.meta("title") or store.path.stem
    return f"{title} (partial)" if store.is_running else title


def report_blocks(store: Store, axes: Sequence[str] = ()) -> Iterator[Block]:
    """Yield the blocks of a report in order."""
    prepare(store)
    text = store.meta("study")
    study = _study(text)
    if study is not None and study.about:
        yield Text(" ".join(study.about.split()))
    by_kind = search_stats(store)
    tested = claims(store, by_kind, study.claims if study is not None else ())
    if by_kind:
        yield Items([_summary(kind, searches, tested) for kind, searches in by_kind.items()])
    yield from head(store, study)
    for kind, searches in by_kind.items():
        yield from _puzzle(store, study, kind, searches, axes)
    yield from claims_chapter(tested, by_kind)
    yield from untried_table(store)
    yield from how_to_read(text)


def _study(text: str) -> Study | None:
    """Return the declared study, or None if this version cannot read it."""
    try:
        return parse_study(text)
    except ParseError:
        return None


def _puzzle(
    store: Store,
    study: Study | None,
    kind: str,
    searches: list[SearchStats],
    axes: Sequence[str],
) -> Iterator[Block]:
    """Yield the chapter about a puzzle."""
    title = title_of(kind)
    yield Heading(title)
    yield from search_table(searches, bounds(store, study))
    yield from unsettled_note(searches)
    shown = select_for_plots(searches)
    chapter = PlotChapter(store, kind, title, searches, styles_by_search(shown))
    yield from parts(store, searches)
    yield from survival(chapter)
    yield from portfolio_chapter(chapter)
    yield from seeds(chapter)
    for axis in axes or (study.axes if study is not None else ("cells",)):
        yield from growth(chapter, axis)
    yield from hardness(store, shown)
    yield from scatter(chapter)
    yield from traces(chapter, shown)


def _summary(kind: str, searches: Sequence[SearchStats], tested: Claims) -> str:
    """Return a one-line summary of a puzzle."""
    clauses = []
    classical = [search for search in searches if not search.is_opaque]
    if classical:
        clauses.append(
            _best(classical[0]) if classical[0].settled else "no search settled any board"
        )
    clauses += [_least(search, searches) for search in least_work(searches)]
    clauses += [
        f"{'the exact engine' if s.algorithm == EXACT else s.name}: {_of_runs(s)}"
        for s in searches
        if s.is_opaque
    ]
    mine = tested.about(kind)
    if mine:
        significant = sum(claim.significant for claim in mine)
        clauses.append(f"{significant:,} of {len(mine):,} comparisons are significant")
    return f"{title_of(kind)}: {'; '.join(clauses)}."


def _best(search: SearchStats) -> str:
    """Return a clause about the best search."""
    return (
        "the best search (most runs settled, then least PAR2 time) is "
        f"{search.name} ({_of_runs(search)})"
    )


def _of_runs(search: SearchStats) -> str:
    """Return a clause with the numbers of settled and skipped runs."""
    mean = f", PAR2 {time(search.par_seconds)}" if search.par_seconds is not None else ""
    skipped = f", {search.skipped:,} skipped" if search.skipped else ""
    return f"{search.settled:,} of {pluralise(search.played, 'run')} settled{skipped}{mean}"


def _least(search: SearchStats, searches: Sequence[SearchStats]) -> str:
    """Return a clause about the search that expanded least in its space, with ties."""
    mean = f", PAR2 {number(search.par_nodes)}" if search.par_nodes is not None else ""
    in_space = [s for s in searches if s.space == search.space and not s.is_opaque]
    alike = sum(work(other) == work(search) for other in in_space) - 1
    others = f" and {pluralise(alike, 'other')} alike" if alike else ""
    name = search.name.removesuffix(f", {search.space}")
    return f"least expansions in {search.space}: {name}{others}{mean}"


# Files


def _write_markdown(to: Path, blocks: Sequence[Block], title: str) -> None:
    """Write the figures, then the text that shows them."""
    folder = to.with_name(f"{to.stem}-figures")
    figures = [block for block in blocks if isinstance(block, Figure)]
    if figures:
        folder.mkdir(exist_ok=True)
    for figure in figures:
        write_atomically(folder / f"{figure.name}.svg", _XML + figure.svg + "\n")
    write_atomically(to, markdown(blocks, title, folder.name))


def _write_latex(to: Path, blocks: Sequence[Block], title: str) -> None:
    """Write the data of tables and plots as CSV, then the document that reads them."""
    folder = to.with_name(f"{to.stem}-data")
    folder.mkdir(exist_ok=True)
    for name, text in csv_files(blocks):
        write_atomically(folder / name, text)
    write_atomically(to, latex(blocks, title, folder.name))


_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
