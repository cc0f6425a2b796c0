"""docs/papers.md equals what the code computes, apart from times."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from masume.lab.drive import run_study
from masume.work.batches import thread_pool
from studies.papers import PAPERS, paper_named, study_named
from studies.papers.page import TIMES, chapter_text, make_chapter, page_start
from studies.papers.paper import FAILS, HOLDS, OPEN, SLIP, VERDICTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
CHAPTERS = {part.partition("\n")[0]: f"## {part}".strip() for part in PAGE.split("\n## ")[1:]}


# Their studies take ten times as long; test_counts.py reproduces their published figures.
LONG = ("jain", "pokropek_wojakowski")


@pytest.mark.process
@pytest.mark.long
@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[pytest.mark.soak] * (slug in LONG)) for slug in PAPERS]
)
def test_page_equals_computed_chapter(slug, tmp_path):
    """Studies are run without repetitions, as the chapters contain no times."""
    paper = paper_named(slug)
    with thread_pool(1) as pool:
        for name in paper.studies:
            study = study_named(name)
            once = tuple(replace(entry, repetitions=1) for entry in study.searches)
            run_study(replace(study, searches=once), tmp_path / f"{name}.jsonl", pool)
    chapter = make_chapter(replace(paper, times=(), time_pictures=()), tmp_path)
    assert chapter.missing == []
    assert chapter_text(chapter).strip() == CHAPTERS[paper.title], "run make papers"
    assert "| no |" not in CHAPTERS[paper.title], "a published count is not reproduced"


def verdicts(title):
    """Return the verdicts of a chapter by claim."""
    table = CHAPTERS[title].split("**The claims**")[1].split("\n\n")[1]
    rows = [line.split(" | ") for line in table.split("\n")[2:]]
    return {row[0].removeprefix("| "): row[1] for row in rows}


def test_the_introduction_and_the_summary_match_the_chapters():
    titles = [paper_named(slug).title for slug in PAPERS]
    assert list(CHAPTERS) == [*titles, TIMES]
    counted = [(title, Counter(verdicts(title).values())) for title in titles]
    assert PAGE.startswith("\n".join(page_start(counted)).strip())
    assert sum(sum(counts.values()) for _, counts in counted) >= 40


def test_no_study_of_the_page_generates_boards():
    """Boards are files, since generated boards change with the generator."""
    for slug in PAPERS:
        for name in paper_named(slug).studies:
            assert not any(source.generate for source in study_named(name).boards)


@pytest.mark.parametrize(
    ("start", "verdict"),
    [
        ("The size of the board does not influence", OPEN),  # the paper also means time
        ("With few bridges the lines are closer", OPEN),  # it depends on the axes
        ("A* outperforms iterative deepening", HOLDS),
        ("Formula (1)", FAILS),
        ("Without the heuristics", FAILS),
        ("For trees deeper than 7", HOLDS),
        ("For trivial boards", OPEN),
        ("Their A* performs better than depth first", FAILS),
        ("The published times", OPEN),
        ("h = 0 means", FAILS),  # necessary, not sufficient
        ("On one 5×5 board", SLIP),
        ("On the 4×4 boards", HOLDS),
        ("Their h is monotonic", HOLDS),
        ("Their h is not admissible", HOLDS),
        ("Simple hill climbing saves", HOLDS),
        ("Choosing at random", FAILS),
        ("Fewer white cells", FAILS),
        ("Simple hill climbing works only 10 to 20 %", OPEN),
        ("Euclid is a bad example", OPEN),
        ("Greedy search is more efficient than A*", OPEN),
        ("The least number of black cells", OPEN),
        ("Iterative deepening is painfully slow", HOLDS),
        ("All methods work as intended", FAILS),
    ],
)
def test_verdicts(start, verdict):
    result = {}
    for slug in PAPERS:
        result |= verdicts(paper_named(slug).title)
    assert set(result.values()) <= set(VERDICTS)
    assert [entry for text, entry in result.items() if text.startswith(start)] == [verdict]


def test_own_questions_are_not_counted_as_claims():
    tutak = CHAPTERS["Tutak and Monecki: Kuromasu"]
    assert "fewer steps" not in tutak.partition("**Our own questions")[0]
    assert "need fewer steps than their depth first in general? | undecided" in tutak


def test_chapters_contain_no_times_of_this_machine():
    for title, text in CHAPTERS.items():
        if title != TIMES:
            assert not re.search(r"\d ms \(", text), title
