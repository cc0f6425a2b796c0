"""Put a report together, and write it: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from masume.core.system.files import write_atomically
from masume.errors import BadOption, ParseError, pluralise
from masume.lab.report.blocks import Block, Figure, Heading, Items, Text
from masume.lab.report.cases import SearchStats, chosen, least_work, prepare, search_stats, work
from masume.lab.report.claims import Claims, claims, claims_chapter
from masume.lab.report.features import hardness
from masume.lab.report.growth import growth
from masume.lab.report.head import bounds, head
from masume.lab.report.latex import csv_files, latex
from masume.lab.report.markdown import markdown
from masume.lab.report.notes import how_to_read, not_tried
from masume.lab.report.page import page
from masume.lab.report.parts import parts
from masume.lab.report.plots import looks_of
from masume.lab.report.portfolio import together
from masume.lab.report.scatter import scatter
from masume.lab.report.searches import search_table
from masume.lab.report.seeds import seeds
from masume.lab.report.survival import nothing_settled, survival
from masume.lab.report.traces import traces
from masume.lab.report.words import number, time, title_of
from masume.lab.snapshot import open_results
from masume.lab.store import Store
from masume.lab.study import Study, parse_study

FORMS = (".html", ".md", ".tex")


def write_report(results: Path, to: Path) -> str:
    """Write the report of a file of results and return what it is.

    It is a page, Markdown with its plots, or LaTeX with its data; while the study runs it is about
    the results so far.
    """
    if to.suffix not in FORMS:
        raise BadOption(f"{to.name}: the name of a report ends in .html, .md or .tex")
    with open_results(results) as store:
        title = report_title(store)
        what = "a partial report: the study is running" if store.is_running else "the report"
        blocks = list(report_blocks(store))
    try:
        if to.suffix == ".html":
            write_atomically(to, page(blocks, title))
        elif to.suffix == ".md":
            _write_markdown(to, blocks, title)
        else:
            _write_latex(to, blocks, title)
    except OSError as fault:
        raise BadOption(f"{to}: cannot be written: {fault.strerror}") from fault
    return what


def report_title(store: Store) -> str:
    """Return the title of the study, marked as partial while it runs."""
    title = store.meta("title") or store.path.stem
    return f"{title} (partial)" if store.is_running else title


def report_blocks(store: Store) -> Iterator[Block]:
    """All that a report tells, in order, before it becomes a page."""
    prepare(store)
    text = store.meta("study")
    study = _study(text)
    if study is not None and study.about:
        yield Text(" ".join(study.about.split()))
    several = search_stats(store)
    tested = claims(store, several)
    if several:
        yield Items([_in_short(kind, mine, tested) for kind, mine in several.items()])
    yield from head(store, study)
    for kind, mine in several.items():
        yield from _puzzle(store, study, kind, mine)
    yield from claims_chapter(tested, several)
    yield from not_tried(store)
    yield from how_to_read(text)


def _study(text: str) -> Study | None:
    """The study as it was declared; None if this masume cannot read it."""
    try:
        return parse_study(text)
    except ParseError:
        return None


def _puzzle(
    store: Store, study: Study | None, kind: str, several: list[SearchStats]
) -> Iterator[Block]:
    title = title_of(kind)
    yield Heading(title)
    yield from search_table(several, bounds(store, study))
    yield from nothing_settled(several)
    shown = chosen(several)
    look = looks_of(shown)
    yield from parts(store, several)
    yield from survival(store, kind, title, several, look)
    yield from together(store, kind, title, several, look)
    yield from seeds(store, kind, title, several, look)
    yield from growth(store, kind, title, several, look)
    yield from hardness(store, kind, shown)
    yield from scatter(store, kind, title, several)
    yield from traces(store, kind, title, several, shown)


def _in_short(kind: str, several: Sequence[SearchStats], tested: Claims) -> str:
    """One line about a puzzle."""
    clauses = []
    searches = [search for search in several if not search.exact]
    if searches:
        clauses.append(_best(searches[0]) if searches[0].settled else "no search settled any board")
    clauses += [_least(search, several) for search in least_work(several)]
    clauses += [f"the exact engine: {_of_runs(search)}" for search in several if search.exact]
    mine = tested.about(kind)
    if mine:
        good = sum(claim.significant for claim in mine)
        clauses.append(f"{good:,} of {len(mine):,} comparisons are significant")
    return f"{title_of(kind)}: {'; '.join(clauses)}."


def _best(search: SearchStats) -> str:
    """The search at the top of the table."""
    return (
        "the search that settled most, and then had the least PAR2 time, is "
        f"{search.name} ({_of_runs(search)})"
    )


def _of_runs(search: SearchStats) -> str:
    """How many runs it settled, and how many it was not even asked for."""
    mean = f", PAR2 {time(search.par_seconds)}" if search.par_seconds is not None else ""
    skipped = f", {search.skipped:,} skipped" if search.skipped else ""
    return f"{search.settled:,} of {pluralise(search.played, 'run')} settled{skipped}{mean}"


def _least(search: SearchStats, several: Sequence[SearchStats]) -> str:
    """The search of its space that expanded least, and how many are no worse."""
    mean = f", PAR2 {number(search.par_nodes)}" if search.par_nodes is not None else ""
    mine = [one for one in several if one.space == search.space and not one.exact]
    alike = sum(work(one) == work(search) for one in mine) - 1
    others = f" and {pluralise(alike, 'other')} alike" if alike else ""
    name = search.name.removesuffix(f", {search.space}")
    return f"least expansions in {search.space}: {name}{others}{mean}"


# Files


def _write_markdown(to: Path, blocks: Sequence[Block], title: str) -> None:
    """The plots first: whoever finds the text finds them too."""
    folder = to.with_name(f"{to.stem}-figures")
    figures = [block for block in blocks if isinstance(block, Figure)]
    if figures:
        folder.mkdir(exist_ok=True)
    for figure in figures:
        write_atomically(folder / f"{figure.name}.svg", _XML + figure.svg + "\n")
    write_atomically(to, markdown(blocks, title, folder.name))


def _write_latex(to: Path, blocks: Sequence[Block], title: str) -> None:
    """The numbers of all tables and plots as CSV first, then the text that reads them."""
    folder = to.with_name(f"{to.stem}-data")
    folder.mkdir(exist_ok=True)
    for name, text in csv_files(blocks):
        write_atomically(folder / name, text)
    write_atomically(to, latex(blocks, title, folder.name))


_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
