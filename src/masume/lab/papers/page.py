"""The page of the papers: built once from the results, written as Markdown or as HTML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeVar

from masume.core.system.files import write_whole
from masume.errors import BadOption
from masume.lab.papers import FORMS
from masume.lab.papers.chance import TESTS
from masume.lab.papers.paper import (
    FAILS,
    HOLDS,
    OPEN,
    SLIP,
    VERDICTS,
    Paper,
    PaperPlot,
    PaperSearch,
    PaperTable,
    Verdict,
    judged,
)
from masume.lab.papers.results import Missing, Results, read_results
from masume.lab.store_files import open_store

Made = TypeVar("Made")

_TITLE = "The papers, again"
TIMES = "Times"
_INTRO = (
    "masume grew out of five student papers that solve these puzzles with classical search "
    "algorithms. `./masume study papers` repeats their experiments on their boards, and some of "
    "them on more boards, and writes this page. Where one of their programs counted something well "
    "defined, we count it in the same way; then we run the textbook versions of the searches. The "
    "claims are in our words.",
    "All comparisons use one standard: an exact two-sided sign test over the boards. A claim that "
    "one search needs less than another holds, or does not hold, if p, corrected for the "
    f"{TESTS} tests of the papers' claims (Bonferroni), is below 0.05; otherwise these boards "
    "cannot decide it. The totals over the boards are given as well. A claim about several "
    "searches or heuristics holds if it holds for each of them, does not hold if it is clearly "
    "wrong for one, and cannot be judged otherwise. “A slip” is a wrong statement next to correct "
    "figures that show what was meant. The summary counts only what a paper says; our own "
    "questions are in separate tables.",
    "Everything up to the section Times is the same on every machine: counts, results and "
    "verdicts. A test of the project computes it again and fails if it differs from this page. "
    "The boards that do not come from the papers are kept as files in "
    "`src/masume/lab/papers/boards`.",
)
_ABOUT_TIMES = (
    "Times depend on the machine, and no verdict depends on them. The papers' times come from "
    "other machines and other programs and cannot be compared with ours. Ours are medians with "
    "quartiles, in processor time, of runs that may have shared the machine with others; another "
    "run can change them by a factor of two.",
)
_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto;
  padding: 0 1rem; color: #111; background: #fff; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-size: .9rem; }
th, td { border: 1px solid #999; padding: .2rem .5rem; text-align: left; vertical-align: top; }
th { background: #eee; }
td { font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; }
svg { max-width: 100%; height: auto; }
code { overflow-wrap: anywhere; }
@media print { body { max-width: none; } h2 { break-before: page; } tr { break-inside: avoid; } }
"""


@dataclass(frozen=True)
class PaperChapter:
    """The tables, plots and verdicts computed for one paper."""

    paper: Paper
    tables: Sequence[PaperTable]
    pictures: Sequence[PaperPlot]
    times: Sequence[PaperTable]
    time_pictures: Sequence[PaperPlot]
    verdicts: Sequence[Verdict]
    answers: Sequence[Verdict]  # to questions of our own
    missing: Sequence[str]  # what could not be made, and why


def write_page(papers: Sequence[Paper], folder: Path, to: Path) -> None:
    """Write the page of the results in a folder."""
    if to.suffix not in FORMS:
        raise BadOption(f"{to.name}: the name must end in .html or .md")
    chapters = [make_chapter(paper, folder) for paper in papers]
    about = _about(papers, folder)
    to.parent.mkdir(parents=True, exist_ok=True)
    if to.suffix == ".html":
        _write(to, [*_page(_Html(), chapters, about), "</body></html>"])
        return
    pictures = to.parent / "images" / to.stem
    pictures.mkdir(parents=True, exist_ok=True)
    for chapter in chapters:
        for picture in (*chapter.pictures, *chapter.time_pictures):
            _write(pictures / f"{picture.name}.svg", [picture.svg.rstrip()])
    _write(to, _page(_Markdown(f"images/{to.stem}"), chapters, about))


def _write(path: Path, lines: Iterator[str] | list[str]) -> None:
    write_whole(path, "\n".join(lines).rstrip() + "\n")


def make_chapter(paper: Paper, folder: Path) -> PaperChapter:
    """Compute a paper's tables, plots and verdicts from the results in a folder."""
    results = read_results(folder / f"{name}.duckdb" for name in paper.studies)
    missing: list[str] = []
    return PaperChapter(
        paper,
        list(_made(paper.tables, results, missing)),
        list(_made(paper.pictures, results, missing)),
        list(_made(paper.times, results, missing)),
        list(_made(paper.time_pictures, results, missing)),
        [judged(claim, results) for claim in paper.claims],
        [judged(question, results) for question in paper.questions],
        missing,
    )


def _made(
    makers: Sequence[Callable[[Results], Made]], results: Results, missing: list[str]
) -> Iterator[Made]:
    for make in makers:
        try:
            yield make(results)
        except Missing as why:
            missing.append(str(why))


def _about(papers: Sequence[Paper], folder: Path) -> str:
    """How many runs there were, and on what."""
    runs, cut = 0, 0
    machines: dict[str, None] = {}
    for name in (name for paper in papers for name in paper.studies):
        with open_store(folder / f"{name}.duckdb") as store:
            counts: dict[str, int] = dict(
                store.ask("SELECT status, count(*) FROM results GROUP BY status")
            )
            runs += sum(counts.values())
            cut += counts.get("limit", 0)
            sql = "SELECT DISTINCT processor, cores, python, masume FROM machines ORDER BY ALL"
            for processor, cores, python, version in store.ask(sql):
                machines.setdefault(f"{processor}, {cores} cores, {python}, masume {version}")
    return f"{runs:,} runs, {cut:,} of them stopped at their limit, on {' and '.join(machines)}."


# The page, in whichever format


def _page(out: _Markdown | _Html, chapters: Sequence[PaperChapter], about: str) -> Iterator[str]:
    yield from _start(out, [(one.paper.title, _counts(one.verdicts)) for one in chapters])
    for chapter in chapters:
        yield from _chapter_lines(out, chapter)
    yield from out.heading(TIMES)
    for text in (*_ABOUT_TIMES, about):
        yield from out.text(text)
    for chapter in chapters:
        for table in chapter.times:
            yield from out.table(table)
        for picture in chapter.time_pictures:
            yield from out.picture(picture)


def _start(
    out: _Markdown | _Html, papers: Sequence[tuple[str, Mapping[str, int]]]
) -> Iterator[str]:
    yield from out.begin(_TITLE)
    for text in _INTRO:
        yield from out.text(text)
    yield from out.table(_summary(papers))


def _counts(verdicts: Sequence[Verdict]) -> Counter[str]:
    return Counter(one.verdict for one in verdicts)


def page_start(papers: Sequence[tuple[str, Mapping[str, int]]]) -> Iterator[str]:
    """Yield the lines before the first chapter, from each paper's title and counts of verdicts."""
    yield from _start(_Markdown("images/papers"), papers)


def chapter_text(chapter: PaperChapter) -> str:
    """Return the chapter of a paper as the Markdown page has it."""
    return "\n".join(_chapter_lines(_Markdown("images/papers"), chapter))


def _chapter_lines(out: _Markdown | _Html, chapter: PaperChapter) -> Iterator[str]:
    paper = chapter.paper
    yield from out.heading(paper.title)
    yield from out.text(f"**Experiment.** {paper.did}")
    yield from out.text(f"**Published.** {paper.published}")
    yield from out.table(_ways(paper))
    for table in chapter.tables:
        yield from out.table(table)
    for picture in chapter.pictures:
        yield from out.picture(picture)
    for why in chapter.missing:
        yield from out.text(f"Not shown: {why}.")
    rows = [[one.text, one.verdict, one.reason] for one in chapter.verdicts]
    yield from out.table(PaperTable("The claims", ("claim", "verdict", "reason"), rows))
    if chapter.answers:
        yield from out.table(_asked(chapter.answers))


def _asked(answers: Sequence[Verdict]) -> PaperTable:
    said = {HOLDS: "yes", FAILS: "no", OPEN: "undecided", SLIP: "a slip"}
    rows = [[one.text, said[one.verdict], one.reason] for one in answers]
    return PaperTable("Our own questions (not counted)", ("question", "answer", "reason"), rows)


def _summary(papers: Sequence[tuple[str, Mapping[str, int]]]) -> PaperTable:
    rows = []
    total: Counter[str] = Counter()
    for title, counts in papers:
        total.update(counts)
        rows.append([title, *(str(counts.get(verdict, 0)) for verdict in VERDICTS)])
    rows.append(["all five", *(str(total[verdict]) for verdict in VERDICTS)])
    return PaperTable("Claims of the papers", ("paper", *VERDICTS), rows)


def _ways(paper: Paper) -> PaperTable:
    files = ", ".join(f"`{name}.toml`" for name in paper.studies)
    return PaperTable(
        "What we ran",
        ("role", "algorithm", "space", "heuristic", "command"),
        [
            [way.role, *_names(way), f"`{way.command}`" if way.command else "in the study"]
            for way in paper.ways
        ],
        f"To repeat all of it: `./masume study papers`, or `./masume study run` on {files} in "
        "`src/masume/lab/papers`. Names with `_program` are searches of the paper's own program, "
        "rebuilt in `masume.lab.papers` and used by no other part of masume.",
    )


def _names(way: PaperSearch) -> list[str]:
    return [
        ", ".join(f"`{name}`" for name in names.split(", ")) if names else "–"
        for names in (way.algorithm, way.space, way.heuristic)
    ]


class _Markdown:
    """As it is read on a forge."""

    def __init__(self, pictures: str) -> None:
        self._pictures = pictures

    def begin(self, title: str) -> Iterator[str]:
        yield from (f"# {title}", "")

    def heading(self, text: str) -> Iterator[str]:
        yield from (f"## {text}", "")

    def text(self, text: str) -> Iterator[str]:
        yield from (text, "")

    def table(self, table: PaperTable) -> Iterator[str]:
        yield from (f"**{table.title}**", "")
        yield f"| {' | '.join(map(self._cell, table.head))} |"
        yield "|---" * len(table.head) + "|"
        for row in table.rows:
            yield f"| {' | '.join(map(self._cell, row))} |"
        yield ""
        if table.note:
            yield from (table.note, "")

    def _cell(self, text: str) -> str:
        return text.replace("|", "\\|")

    def picture(self, picture: PaperPlot) -> Iterator[str]:
        yield from (f"![{picture.title}]({self._pictures}/{picture.name}.svg)", "")


class _Html:
    """One file that needs nothing else."""

    def begin(self, title: str) -> Iterator[str]:
        yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        yield f"<h1>{escape(title)}</h1>"

    def heading(self, text: str) -> Iterator[str]:
        yield f"<h2>{self._marked(text)}</h2>"

    def text(self, text: str) -> Iterator[str]:
        yield f"<p>{self._marked(text)}</p>"

    def table(self, table: PaperTable) -> Iterator[str]:
        yield f"<h3>{self._marked(table.title)}</h3><div class=wide><table><thead><tr>"
        yield "".join(f"<th>{self._marked(cell)}</th>" for cell in table.head)
        yield "</tr></thead><tbody>"
        for row in table.rows:
            yield f"<tr>{''.join(f'<td>{self._marked(cell)}</td>' for cell in row)}</tr>"
        yield "</tbody></table></div>"
        if table.note:
            yield from self.text(table.note)

    def picture(self, picture: PaperPlot) -> Iterator[str]:
        # Several plots in one page: the names inside each must be its own.
        svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{picture.name}-", picture.svg)
        yield f"<figure>{svg}<figcaption>{self._marked(picture.title)}</figcaption></figure>"

    def _marked(self, text: str) -> str:
        return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))
