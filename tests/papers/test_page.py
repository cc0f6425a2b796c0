"""The page of the papers has all claims with reasons, from a short run."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from xml.etree import ElementTree

import pytest

from masume.front.cli.main import run
from masume.lab.tasks import search_name
from masume.work.batches import thread_pool
from studies import papers
from studies.papers import PAPERS, chance, paper_named, study_named
from studies.papers.chance import Contest, compared, together
from studies.papers.jain import LIMIT as JAIN_LIMIT
from studies.papers.jain_tables import HERE, ONE, TWO
from studies.papers.page import write_page
from studies.papers.paper import HOLDS, OPEN, VERDICTS, PaperClaim, judged
from studies.papers.pokropek_wojakowski_more import LIMIT
from studies.papers.results import PaperRow, Results, read_results

pytestmark = [pytest.mark.process, pytest.mark.soak]  # they run all experiments of the papers


def study_without_repetitions(name):
    """Return a paper's study with one repetition."""
    study = study_named(name)
    return replace(study, searches=tuple(replace(entry, repetitions=1) for entry in study.searches))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("papers")
    output = []
    with pytest.MonkeyPatch.context() as patch, thread_pool(1) as pool:
        patch.setattr(papers, "study_named", study_without_repetitions)
        papers.run_papers(made, pool, output.append)
    assert output == [name for slug in PAPERS for name in paper_named(slug).studies]
    return made


@pytest.fixture(scope="module")
def judgements(folder):
    """Return the verdicts of all claims and questions by their texts."""
    result = {}
    for paper in map(paper_named, PAPERS):
        results = read_results(folder / f"{name}.jsonl" for name in paper.studies)
        asked = [*paper.claims, *paper.questions]
        result |= {entry.text: judged(entry, results) for entry in asked}
    return result


@pytest.fixture(scope="module")
def verdicts(judgements):
    claims = [claim.text for slug in PAPERS for claim in paper_named(slug).claims]
    return {text: judgements[text] for text in claims}


def test_every_claim_has_a_verdict_and_a_reason(verdicts):
    assert len(verdicts) == sum(len(paper_named(slug).claims) for slug in PAPERS) >= 35
    for text, entry in verdicts.items():
        assert entry.verdict in VERDICTS
        assert len(entry.reason) > 20 and entry.reason.endswith((".", ".)")), text


def test_the_limit_that_the_page_names_is_that_of_the_study():
    assert study_named("pokropek_wojakowski_more").limits.nodes == LIMIT
    assert study_named("jain").limits.nodes == JAIN_LIMIT


def test_reasons_name_the_test_and_the_verdict_of_each_case(verdicts):
    (result,) = (entry for text, entry in verdicts.items() if text.startswith("Greedy search is"))
    assert (
        "shapes_left: fewer on 19 of 20 boards, more on 1 (p < 0.001, corrected p < 0.001)"
        in result.reason
    )
    assert result.reason.count(OPEN) == 2 and result.reason.count(HOLDS) == 1


def test_page_with_its_plots(folder, verdicts, tmp_path):
    page = tmp_path / "papers.md"
    write_page([paper_named(slug) for slug in PAPERS], folder, page)
    text = page.read_text(encoding="utf-8")
    for slug in PAPERS:
        assert f"## {paper_named(slug).title}" in text
    shown = re.findall(r"!\[[^]]+\]\((images/papers/[a-z-]+\.svg)\)", text)
    assert "images/papers/hashi-nodes.svg" in shown
    for name in shown:
        ElementTree.parse(tmp_path / name)
    table = [line for line in text.split("\n") if line.startswith("| all five |")]
    counts = [int(cell) for cell in table[0].split("|")[2:6]]
    assert sum(counts) == len(verdicts)
    assert text.count("**Our own questions (not counted)**") == 2
    assert not re.search(r"\d%", text)  # one style: 10 %
    assert "`masume " not in text  # commands as in the README
    # Nothing that was reproduced has stopped being so.
    for heading in ("Iterations, and what was found", "Nodes on the seven 7×7 boards (Fig. 3.2)"):
        rows = text.split(f"**{heading}**")[1].split("\n\n")[1].split("\n")[2:]
        assert len(rows) > 5
        for row in rows:
            cells = [cell.strip() for cell in row.split("|")]
            assert [cell for cell in cells if cell in ("yes", "no")] == ["yes", "yes"], row


def test_a_claim_without_its_runs_cannot_be_judged():
    claim = PaperClaim("x", lambda results: (results.row("a", "b", "c").solved > 0, "never"))
    assert judged(claim, Results([], {})).verdict == OPEN


COMMANDS = [
    search.command for slug in PAPERS for search in paper_named(slug).searches if search.command
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_work(command, capsys):
    program, *arguments = command.split()
    assert program == "./masume"
    assert run(arguments) == 0
    assert "searches solved the board" in capsys.readouterr().out


def test_correction_counts_all_comparisons(folder, monkeypatch):
    made = []
    monkeypatch.setattr(
        chance, "Contest", lambda *values: made.append(values[-1]) or Contest(*values)
    )
    for paper in map(paper_named, PAPERS):
        results = read_results(folder / f"{name}.jsonl" for name in paper.studies)
        for entry in [*paper.claims, *paper.questions]:
            judged(entry, results)
    assert made.count(chance.TESTS) == chance.TESTS
    assert made.count(chance.QUESTIONS) == chance.QUESTIONS


def test_random_result_is_compared_with_its_distribution():
    """532 states were published: of 200 pairs of runs of that program 63 % need no more."""
    seeds = range(200)
    pairs = [532 if seed < 126 else 540 for seed in seeds]
    rows = [random_row(board, pairs) for board in (ONE, TWO)]
    (claim,) = (entry for entry in paper_named("jain").claims if "532" in entry.text)
    result = judged(claim, Results(rows, {}))
    assert result.verdict == HOLDS
    assert "of 200 pairs of runs 126 generate no more on average (63 %)" in result.reason


def random_row(board, draws):
    search = search_name(f"{HERE}drawn_from_list", "duplicates", f"{HERE}FourBlack:slip")
    values = dict.fromkeys((entry.name for entry in fields(PaperRow)), None)
    name = {ONE: 58, TWO: 57}[board]
    counts = {"runs": len(draws), "ended": len(draws), "solved": 0, "max_frontier": name}
    return PaperRow(**values | counts | {"name": board, "search": search, "draws": draws})


def test_one_standard_for_all_comparisons():
    assert compared([1] * 6, [2] * 6).holds is None  # p = 0.031, before it is corrected
    assert compared([1] * 12, [2] * 12).holds is True
    assert compared([2] * 12, [1] * 12).holds is False
    assert compared([1] * 7 + [3] * 5, [2] * 12).holds is None
    assert compared([1, 2, 2], [3, 2, 1]).description.startswith(
        "fewer on 1 of 3 boards, more on 1 (p = 1.000, corrected p = 1.000)"
    )
    assert together([True, None, True]) is None
    assert together([None, False]) is False
