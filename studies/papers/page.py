"""Write the page of the papers from the results of their studies, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from masume.core.system.files import write_atomically
from masume.lab.store import open_store
from studies.papers.chance import TESTS
from studies.papers.paper import (
    FAILS,
    HOLDS,
    OPEN,
    SLIP,
    VERDICTS,
    Paper,
    PaperPlot,
    PaperTable,
    SearchEntry,
    Verdict,
    judged,
)
from studies.papers.results import Missing, Results, read_results

Made = TypeVar("Made")

PICTURES = "images/papers"  # beside the page
_TITLE = "The papers, again"
TIMES = "Times"
_INTRO = (
    "masume grew out of five student papers that solve these puzzles with classical search "
    "algorithms. `make papers` repeats their experiments on their boards, and some of them on more "
    "boards, and writes this page. Where one of their programs counted something well defined, we "
    "count it in the same way; then we run the textbook versions of the searches. The claims are "
    "in our words.",
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
    "`studies/papers/boards`.",
)
_ABOUT_TIMES = (
    "Times depend on the machine, and no verdict depends on them. The papers' times come from "
    "other machines and other programs and cannot be compared with ours. Ours are medians with "
    "quartiles, in processor time, of runs that may have shared the machine with others; another "
    "run can change them by a factor of two.",
)


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
    """Write the page of the results in a folder, with its plots beside it."""
    chapters = [make_chapter(paper, folder) for paper in papers]
    about = _about(papers, folder)
    to.parent.mkdir(parents=True, exist_ok=True)
    pictures = to.parent / PICTURES
    pictures.mkdir(parents=True, exist_ok=True)
    for chapter in chapters:
        for picture in (*chapter.pictures, *chapter.time_pictures):
            _write(pictures / f"{picture.name}.svg", [picture.svg.rstrip()])
    _write(to, _page(chapters, about))


def _write(path: Path, lines: Iterator[str] | list[str]) -> None:
    write_atomically(path, "\n".join(lines).rstrip() + "\n")


def make_chapter(paper: Paper, folder: Path) -> PaperChapter:
    """Compute a paper's tables, plots and verdicts from the results in a folder."""
    results = read_results(folder / f"{name}.jsonl" for name in paper.studies)
    missing: list[str] = []
    return PaperChapter(
        paper,
        list(_build(paper.tables, results, missing)),
        list(_build(paper.pictures, results, missing)),
        list(_build(paper.times, results, missing)),
        list(_build(paper.time_pictures, results, missing)),
        [judged(claim, results) for claim in paper.claims],
        [judged(question, results) for question in paper.questions],
        missing,
    )


def _build(
    makers: Sequence[Callable[[Results], Made]], results: Results, missing: list[str]
) -> Iterator[Made]:
    for make in makers:
        try:
            yield make(results)
        except Missing as why:
            missing.append(str(why))


def _about(papers: Sequence[Paper], folder: Path) -> str:
    """Return a sentence with the number of runs and the machines."""
    runs, cut = 0, 0
    machines: dict[str, None] = {}
    for name in (name for paper in papers for name in paper.studies):
        with open_store(folder / f"{name}.jsonl") as store:
            counts: dict[str, int] = dict(
                store.query("SELECT status, count(*) FROM results GROUP BY status")
            )
            runs += sum(counts.values())
            cut += counts.get("limit", 0)
            sql = "SELECT DISTINCT processor, cores, python, masume FROM machines ORDER BY ALL"
            for processor, cores, python, version in store.query(sql):
                machines.setdefault(f"{processor}, {cores} cores, {python}, masume {version}")
    return f"{runs:,} runs, {cut:,} of them stopped at their limit, on {' and '.join(machines)}."


# The page, line by line


def _page(chapters: Sequence[PaperChapter], about: str) -> Iterator[str]:
    yield from page_start([(chapter.paper.title, _counts(chapter)) for chapter in chapters])
    for chapter in chapters:
        yield from _chapter_lines(chapter)
    yield from _heading(TIMES)
    for text in (*_ABOUT_TIMES, about):
        yield from _text(text)
    for chapter in chapters:
        for table in chapter.times:
            yield from _table(table)
        for picture in chapter.time_pictures:
            yield from _picture(picture)


def _counts(chapter: PaperChapter) -> Counter[str]:
    return Counter(verdict.verdict for verdict in chapter.verdicts)


def page_start(papers: Sequence[tuple[str, Mapping[str, int]]]) -> Iterator[str]:
    """Yield the lines before the first chapter, from each paper's title and counts of verdicts."""
    yield from (f"# {_TITLE}", "")
    for text in _INTRO:
        yield from _text(text)
    yield from _table(_summary(papers))


def chapter_text(chapter: PaperChapter) -> str:
    """Return the chapter of a paper as the Markdown page has it."""
    return "\n".join(_chapter_lines(chapter))


def _chapter_lines(chapter: PaperChapter) -> Iterator[str]:
    paper = chapter.paper
    yield from _heading(paper.title)
    yield from _text(f"**Experiment.** {paper.did}")
    yield from _text(f"**Published.** {paper.published}")
    yield from _table(_search_table(paper))
    for table in chapter.tables:
        yield from _table(table)
    for picture in chapter.pictures:
        yield from _picture(picture)
    for why in chapter.missing:
        yield from _text(f"Not shown: {why}.")
    rows = [[verdict.text, verdict.verdict, verdict.reason] for verdict in chapter.verdicts]
    yield from _table(PaperTable("The claims", ("claim", "verdict", "reason"), rows))
    if chapter.answers:
        yield from _table(_asked(chapter.answers))


def _asked(answers: Sequence[Verdict]) -> PaperTable:
    said = {HOLDS: "yes", FAILS: "no", OPEN: "undecided", SLIP: "a slip"}
    rows = [[answer.text, said[answer.verdict], answer.reason] for answer in answers]
    return PaperTable("Our own questions (not counted)", ("question", "answer", "reason"), rows)


def _summary(papers: Sequence[tuple[str, Mapping[str, int]]]) -> PaperTable:
    rows = []
    total: Counter[str] = Counter()
    for title, counts in papers:
        total.update(counts)
        rows.append([title, *(str(counts.get(verdict, 0)) for verdict in VERDICTS)])
    rows.append(["all five", *(str(total[verdict]) for verdict in VERDICTS)])
    return PaperTable("Claims of the papers", ("paper", *VERDICTS), rows)


def _search_table(paper: Paper) -> PaperTable:
    files = ", ".join(f"`{name}.toml`" for name in paper.studies)
    return PaperTable(
        "What we ran",
        ("role", "algorithm", "space", "heuristic", "command"),
        [
            [entry.role, *_names(entry), f"`{entry.command}`" if entry.command else "in the study"]
            for entry in paper.searches
        ],
        f"To repeat all of it: `make papers`, or `./masume study run` on {files} in "
        "`studies/papers`. Names with `_program` are searches of the paper's own program, rebuilt "
        "in that folder and used by no other part of masume.",
    )


def _names(entry: SearchEntry) -> list[str]:
    return [
        ", ".join(f"`{name}`" for name in names.split(", ")) if names else "–"
        for names in (entry.algorithm, entry.space, entry.heuristic)
    ]


def _heading(text: str) -> Iterator[str]:
    yield from (f"## {text}", "")


def _text(text: str) -> Iterator[str]:
    yield from (text, "")


def _table(table: PaperTable) -> Iterator[str]:
    yield from (f"**{table.title}**", "")
    yield _row(table.head)
    yield "|---" * len(table.head) + "|"
    yield from map(_row, table.rows)
    yield ""
    if table.note:
        yield from (table.note, "")


def _row(cells: Iterable[str]) -> str:
    escaped = (text.replace("|", "\\|") for text in cells)
    return f"| {' | '.join(escaped)} |"


def _picture(picture: PaperPlot) -> Iterator[str]:
    yield from (f"![{picture.title}]({PICTURES}/{picture.name}.svg)", "")
