"""Put a report together, and write it: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from masume.core.files import write_whole
from masume.errors import BadOption, ParseError, counted
from masume.lab.report.blocks import Block, Figure, Heading, Items, Text
from masume.lab.report.cases import Way, chosen, prepare, ways
from masume.lab.report.claims import Claims, claims
from masume.lab.report.claims import told as told_claims
from masume.lab.report.growth import growth
from masume.lab.report.head import bounds, head
from masume.lab.report.markdown import markdown
from masume.lab.report.methods import methods
from masume.lab.report.notes import how_to_read, not_tried
from masume.lab.report.page import page
from masume.lab.report.plots import looks_of
from masume.lab.report.scatter import scatter
from masume.lab.report.survival import nothing_settled, survival
from masume.lab.report.traces import traces
from masume.lab.report.words import number, time, title_of
from masume.lab.store import Store, open_store
from masume.lab.study import Study, parse_study

FORMS = (".html", ".md")


def write_report(results: Path, to: Path) -> None:
    """The report of a file of results, as a page or as Markdown with its plots beside it."""
    if to.suffix not in FORMS:
        raise BadOption(f"{to.name}: the name of a report ends in .html or .md")
    with open_store(results) as store:
        title = store.meta("title") or results.stem
        blocks = list(report_blocks(store))
    try:
        if to.suffix == ".html":
            write_whole(to, page(blocks, title))
        else:
            _write_markdown(to, blocks, title)
    except OSError as fault:
        raise BadOption(f"{to}: cannot be written: {fault.strerror}") from fault


def report_blocks(store: Store) -> Iterator[Block]:
    """All that a report tells, in order, before it becomes a page."""
    prepare(store)
    text = store.meta("study")
    study = _study(text)
    if study is not None and study.about:
        yield Text(" ".join(study.about.split()))
    several = ways(store)
    found = claims(store, several)
    if several:
        yield Items([_in_short(kind, mine, found) for kind, mine in several.items()])
    yield from head(store, study)
    for kind, mine in several.items():
        yield from _puzzle(store, study, kind, mine)
    yield from told_claims(found, several)
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
    yield from survival(store, kind, title, several, look)
    yield from growth(store, kind, title, several, look)
    yield from scatter(store, kind, title, several)
    yield from traces(store, kind, title, several, shown)


def _in_short(kind: str, several: Sequence[Way], found: Claims) -> str:
    """One line about a puzzle."""
    told = []
    searches = [way for way in several if not way.exact]
    if searches:
        told.append(_best(searches) if searches[0].settled else "no search settled any board")
    for way in [way for way in several if way.exact]:
        seconds = way.spreads["seconds"].middle
        median = f", median {time(seconds)}" if seconds is not None else ""
        told.append(f"the exact engine settled {way.settled:,} of {way.boards:,}{median}")
    mine = found.about(kind)
    if mine:
        good = sum(claim.significant for claim in mine)
        told.append(f"{good:,} of {len(mine):,} comparisons are significant")
    return f"{title_of(kind)}: {'; '.join(told)}."


def _best(searches: Sequence[Way]) -> str:
    """The search at the top of the table, and how many are as good as it."""
    best = searches[0]
    effort = best.spreads["expanded"].middle
    level = sum(
        way.settled == best.settled and way.spreads["expanded"].middle == effort
        for way in searches[1:]
    )
    others = f", level with {counted(level, 'other')}" if level else ""
    median = f", median {number(effort)} expansions" if effort is not None else ""
    settled = f"{best.settled:,} of {best.boards:,} boards settled"
    return f"the best search is {best.method}{others} ({settled}{median})"


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


_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
