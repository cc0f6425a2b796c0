"""Put a report together, and write it: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from masume.core.system.files import write_whole
from masume.errors import BadOption, ParseError, counted
from masume.lab.report.blocks import Block, Figure, Heading, Items, Text
from masume.lab.report.cases import Way, chosen, least_work, prepare, ways, work
from masume.lab.report.claims import Claims, claims, claims_chapter
from masume.lab.report.features import hardness
from masume.lab.report.growth import growth
from masume.lab.report.head import bounds, head
from masume.lab.report.latex import csv_files, latex
from masume.lab.report.markdown import markdown
from masume.lab.report.methods import methods
from masume.lab.report.notes import how_to_read, not_tried
from masume.lab.report.page import page
from masume.lab.report.parts import parts
from masume.lab.report.plots import looks_of
from masume.lab.report.portfolio import together
from masume.lab.report.scatter import scatter
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
            write_whole(to, page(blocks, title))
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
    several = ways(store)
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


def _puzzle(store: Store, study: Study | None, kind: str, several: list[Way]) -> Iterator[Block]:
    title = title_of(kind)
    yield Heading(title)
    yield from methods(several, bounds(store, study))
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


def _in_short(kind: str, several: Sequence[Way], tested: Claims) -> str:
    """One line about a puzzle."""
    clauses = []
    searches = [way for way in several if not way.exact]
    if searches:
        clauses.append(_best(searches[0]) if searches[0].settled else "no search settled any board")
    clauses += [_least(way, several) for way in least_work(several)]
    clauses += [f"the exact engine: {_of_runs(way)}" for way in several if way.exact]
    mine = tested.about(kind)
    if mine:
        good = sum(claim.significant for claim in mine)
        clauses.append(f"{good:,} of {len(mine):,} comparisons are significant")
    return f"{title_of(kind)}: {'; '.join(clauses)}."


def _best(way: Way) -> str:
    """The search at the top of the table."""
    return (
        "the search that settled most, and then had the least PAR2 time, is "
        f"{way.method} ({_of_runs(way)})"
    )


def _of_runs(way: Way) -> str:
    """How many runs it settled, and how many it was not even asked for."""
    mean = f", PAR2 {time(way.par_seconds)}" if way.par_seconds is not None else ""
    skipped = f", {way.skipped:,} skipped" if way.skipped else ""
    return f"{way.settled:,} of {counted(way.played, 'run')} settled{skipped}{mean}"


def _least(way: Way, several: Sequence[Way]) -> str:
    """The search of its space that expanded least, and how many are no worse."""
    mean = f", PAR2 {number(way.par_nodes)}" if way.par_nodes is not None else ""
    mine = [one for one in several if one.space == way.space and not one.exact]
    alike = sum(work(one) == work(way) for one in mine) - 1
    others = f" and {counted(alike, 'other')} alike" if alike else ""
    name = way.method.removesuffix(f", {way.space}")
    return f"least expansions in {way.space}: {name}{others}{mean}"


# Files


def _write_markdown(to: Path, blocks: Sequence[Block], title: str) -> None:
    """The plots first: whoever finds the text finds them too."""
    folder = to.with_name(f"{to.stem}-figures")
    figures = [block for block in blocks if isinstance(block, Figure)]
    if figures:
        folder.mkdir(exist_ok=True)
    for figure in figures:
        write_whole(folder / f"{figure.name}.svg", _XML + figure.svg + "\n")
    write_whole(to, markdown(blocks, title, folder.name))


def _write_latex(to: Path, blocks: Sequence[Block], title: str) -> None:
    """The numbers of all tables and plots as CSV first, then the text that reads them."""
    folder = to.with_name(f"{to.stem}-data")
    folder.mkdir(exist_ok=True)
    for name, text in csv_files(blocks):
        write_whole(folder / name, text)
    write_whole(to, latex(blocks, title, folder.name))


_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
