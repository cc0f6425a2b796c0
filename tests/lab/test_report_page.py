"""Report files are complete, safe and deterministic."""

from __future__ import annotations

import csv
import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

import pytest
from study_rows import MACHINE, STUDY, keep, run

from masume.draw import charts
from masume.errors import BadOption
from masume.lab.report import write_report

pytestmark = pytest.mark.long

EVIL = '<script>alert("x")</script> $x_1$ | `a` _b_ \x00'


def rows(boards=9):
    """Return runs of three searches on growing boards."""
    result = []
    for n in range(boards):
        size = 4 + n % 3
        result.append(run(f"b{n}", "astar", expanded=size * (n + 1), size=size, heuristic="near"))
        result.append(run(f"b{n}", "greedy", expanded=3 * size * (n + 2), size=size))
        result.append(run(f"b{n}", "exact", seconds=0.001 * (n + 1), size=size))
    return result


def unsettled():
    """Return unsettled runs, which need no slow plots."""
    return [run(f"b{n}", a, "limit", expanded=1000) for n in range(4) for a in ("astar", "greedy")]


def with_traces(result):
    traces = {"h_trace": [5, None, 3, 2, 0], "h_every": 1}
    traces |= {"frontier_trace": [1, 4, 9, 12, 0], "frontier_every": 2}
    return [row | (traces if row["algorithm"] != "exact" else {}) for row in result]


def report(tmp_path, runs, name="r.html", **more):
    return written(keep(tmp_path / "r.jsonl", runs, **more), tmp_path / name)


def written(results, to):
    """Write a report and return its text."""
    write_report(results, to)
    return to.read_text(encoding="utf-8")


class Seen(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return keep(tmp_path_factory.mktemp("whole") / "r.jsonl", with_traces(rows()))


@pytest.fixture(scope="module")
def seen(whole):
    return Seen(written(whole, whole.with_suffix(".html")))


@pytest.fixture
def plotless(monkeypatch):
    """Replace plots, which take most of the time."""
    monkeypatch.setattr(charts, "as_svg", lambda *_: "<svg></svg>")


def test_a_whole_report(seen):
    for output in (
        "By hand",
        "Rows that a test has made.",
        "27 runs planned, of 3 searches on 9 boards",
        "Limits of each run: 10 s, 1,000 expansions.",
        "least PAR2 time) is astar + near, shade (9 of 9 runs settled",
        "100 %, 70–100",  # Wilson's interval of 9 of 9
        "twice the limit (20 s, 2,000 expansions)",
        "Runs settled within a limit",
        "Portfolio of searches",
        "Growth with the size of the board",
        "a sketch through 3 sizes",
        "Search against search, board by board",
        "One board in detail",
        "astar + near, shade expands less than greedy, shade",
        "Definitions",
        'algorithms = ["astar", "exact"]',
    ):
        assert output in seen.text
    assert sum(tag == "svg" for tag, _ in seen.tags) == 5
    assert sum(tag == "table" for tag, _ in seen.tags) >= 4


def test_page_is_self_contained(seen):
    for tag, values in seen.tags:
        assert tag not in ("link", "img", "iframe", "object")
        for name, value in values.items():
            if name in ("src", "href", "xlink:href", "action"):
                assert (value or "").startswith("#")
    ids = [values["id"] for tag, values in seen.tags if tag != "path" and values.get("id")]
    headings = [entry for entry in ids if entry and entry.startswith("part-")]
    assert len(headings) == len(set(headings)) == sum(tag == "h2" for tag, _ in seen.tags)


@pytest.fixture(scope="module")
def evil(tmp_path_factory):
    """Return results with hostile texts, in an empty folder."""
    made = tmp_path_factory.mktemp("evil") / "inner"
    made.mkdir()
    result = [
        run(f"b{n}", a, s, expanded=n + 2, name=f"{EVIL} {n}", heuristic=EVIL, reason=EVIL)
        | {"kind": "../../up", "size": 4 + n % 3}
        for n in range(9)
        for a, s in (("astar", "solved"), ("greedy", "error" if n < 2 else "solved"))
    ]
    return keep(
        made / "r.jsonl",
        with_traces(result),
        title=EVIL,
        study=STUDY.replace("Rows", "</pre><script>Rows"),
        machine=[{"id": "m"} | MACHINE | {"host": EVIL}],
        not_tried=[
            {"kind": EVIL, "algorithm": EVIL, "space": EVIL, "heuristic": EVIL, "reason": EVIL}
        ],
        generated=[{"request": EVIL, "board": None, "reason": EVIL}],
    )


def test_data_is_escaped_in_html(evil):
    page = written(evil, evil.with_suffix(".html"))
    seen = Seen(page)
    assert sum(tag == "script" for tag, _ in seen.tags) == 1, "our own alone, which sorts tables"
    assert "<script>alert" not in page and "\x00" not in page
    assert '<script>alert("x")</script> $x_1$' in seen.text, "it is shown as it is"


def test_data_is_escaped_in_markdown_with_plots(evil):
    text = written(evil, evil.with_suffix(".md"))
    assert "<script" not in text.replace("</pre><script>Rows", ""), "but in the fenced study"
    links = re.findall(r"\]\(<([^>]*)>\)", text)
    assert links
    for link in links:
        assert link.startswith("r-figures/")
        ElementTree.parse(evil.parent / link)  # well-formed
    figures = {path.name for path in (evil.parent / "r-figures").iterdir()}
    assert figures == {Path(link).name for link in links}
    # A puzzle with a strange name stays in the folder.
    assert {"-up-survival.svg", "-up-growth.svg"} <= figures
    assert [path.name for path in evil.parent.parent.iterdir()] == ["inner"]
    for line in text.splitlines():
        if line.startswith("| "):
            assert line.endswith(" |")
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    for table in tables:
        columns = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(columns) == 1, table


def test_latex_has_all_numbers_as_csv(evil, plotless):
    """Check that groups and environments are closed, without running TeX."""
    text = written(evil, evil.with_suffix(".tex"))
    bare = re.sub(r"\\begin{verbatim}.*?\\end{verbatim}|\\[{}]", "", text, flags=re.DOTALL)
    assert bare.count("{") == bare.count("}")
    begun, ended = (re.findall(rf"\\{word}{{(\w+)}}", text) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended)
    files = {path.name: path.read_text("utf-8") for path in (evil.parent / "r-data").iterdir()}
    assert set(re.findall(r"{r-data/([^}]*)}", text)) <= files.keys()
    assert sum(name.startswith("table-") for name in files) == text.count(r"\begin{longtable}")
    for name, data in files.items():
        assert len({len(row) for row in csv.reader(data.splitlines())}) == 1, name


@pytest.mark.soak
@pytest.mark.skipif(not which("pdflatex"), reason="needs a TeX: Debian's texlive-pictures")
@pytest.mark.parametrize("named", ["plainly", "by somebody evil"])
def test_a_tex_sets_the_latex_within_its_pages(whole, evil, tmp_path, named):
    write_report(whole if named == "plainly" else evil, tmp_path / "r.tex")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "r.tex"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300)
    log = output.stdout.decode("utf-8", "replace")
    assert output.returncode == 0, log[-2000:]
    if named == "plainly":
        too_wide = [float(width) for width in re.findall(r"Overfull .hbox \(([\d.]+)pt", log)]
        assert max(too_wide, default=0.0) < 12, log


OTHER = MACHINE | {"host": "there", "masume": "0.2.0", "commit": "def+"}
FAILED = '[[boards]]\ngenerate = "hitori"\nsizes = ["9x9"]\ncount = 2\n[[searches]]\n'
WISH = "hitori-9-9--False-0-"
MIXED = ["2 versions of masume (0.1.0, 0.2.0)", "2 commits", "2 machines", "not committed"]
MIXED += ["Missing: 1 of 9 runs", "No search settled any of these boards", "&gt; limit"]
MIXED += ["no search settled any board", f"{WISH}0"]  # 7 is of an earlier version of the study


@pytest.mark.parametrize(
    ("runs", "more", "said"),
    [
        ([], {"study": "", "title": ""}, ["No run is planned; start with masume study run"]),
        (
            [],
            {"missing": [run("b", "astar"), run("c", "astar")]},
            ["No run of 2 planned ones has ended", "Limits of each run: 10 s, 1,000 expansions"],
        ),
        (rows(5), {}, ["With 5 boards the least possible p is 0.0625"]),
        (
            [row | {"machine": "mn"[n % 2]} for n, row in enumerate(unsettled())],
            {
                "missing": [run("z", "astar", size=4)],
                "machine": [{"id": "m"} | MACHINE, {"id": "n"} | OTHER],
                "study": FAILED,
                "generated": [{"request": f"{WISH}{n}"} for n in (0, 7)],
            },
            MIXED,
        ),
        (
            [
                run("b1", "astar", "wrong", reason="r1c1 touches r1c2", expanded=3),
                run("b2", "astar", "killed", reason="did not keep to its limit"),
                run("b3", "astar", "died", reason="signal 9"),
                run("b4", "astar", "exhausted", expanded=2),
                run("b4", "greedy", expanded=2),
            ],
            {},
            ["r1c1 touches r1c2", "said to have no solution", "2 runs failed", "signal 9"],
        ),
    ],
)
def test_what_is_missing_mixed_or_wrong_is_reported(tmp_path, plotless, runs, more, said):
    page = report(tmp_path, runs, **more)
    assert [text for text in said if text not in page] == []
    assert f"{WISH}7" not in page


def test_json_has_every_block_and_the_data_of_plots(tmp_path, plotless):
    result = [*with_traces(rows()), run("b8", "greedy", "skipped", size=6, seed=1, peak_mb=3.0)]
    text = report(tmp_path, result, "r.json")
    data = json.loads(text, parse_constant=pytest.fail)
    kinds = {block["type"] for block in data["blocks"]}
    assert kinds == {"heading", "text", "items", "table", "figure", "code"}
    for block in data["blocks"]:
        assert not re.search(r"\w[.,;][A-Z]", block.get("text", "")), "a space is missing"
        if block["type"] == "table":
            assert all(len(row) == len(block["head"]) for row in block["rows"])
        if block["type"] == "figure":
            assert block["panels"] and all(panel["series"] for panel in block["panels"])
    assert written(tmp_path / "r.jsonl", tmp_path / "again.json") == text


def test_refuted_claims_and_searches_that_do_not_repeat_are_reported(tmp_path, plotless):
    claim = "reported 1 expansion; counted 41 expansions"
    runs = [run("a", "astar", expanded=5, repetition=n) for n in (1, 2)]
    runs += [run("a", "./mine.py:tabu", expanded=n, repetition=n, seed=1) for n in (1, 2)]
    honest = report(tmp_path, runs[:2])
    assert "were refuted" not in honest and "is not reproducible" not in honest
    (tmp_path / "r.jsonl").unlink()
    page = report(tmp_path, [*runs, run("a", "./mine.py:brag", expanded=41, reason=claim)])
    assert "./mine.py:tabu, shade is not reproducible: repetitions of one seed differ" in page
    assert page.count("is not reproducible") == 1
    assert claim in page and "claims of searches about themselves were refuted" in page


def test_impossible_report_is_rejected(tmp_path):
    results = tmp_path / "r.jsonl"
    with pytest.raises(BadOption, match=r"must end in \.html, \.md, \.tex or \.json"):
        write_report(results, tmp_path / "report.pdf")
    keep(results, [])
    with pytest.raises(BadOption, match="cannot be written: No such file"):
        write_report(results, tmp_path / "nowhere" / "r.html")
