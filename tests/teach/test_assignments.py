"""Assignments as lecturers and students use them: templates, bundles, checks, formats."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from masume.errors import MasumeError, ParseError
from masume.front.assignment.pages import leaderboard_page, write_pages
from masume.front.cli.main import run
from masume.teach.assignment import parse_assignment, read_assignment, write_assignment
from masume.teach.boards import boards_of
from masume.teach.bundles import TEMPLATES, create, release, templates
from masume.teach.grading import StudentResult, task_seconds
from masume.teach.judge import Case, CriterionResult, judge
from masume.teach.leaderboard import rank_submissions
from masume.teach.notebooks import check_criterion
from masume.teach.outputs import write_csv, write_gradescope, write_junit
from masume.teach.process import WALL_FACTOR, WALL_GRACE
from masume.teach.similarity import ideas_of, similar_pairs
from masume.teach.submission import LocalSubmission
from masume.teach.submissions import read_submissions

SECRET = 42
SETS = ("heuristic", "informed-search", "csp", "local-search")  # with sample marks
MINIMAL = (TEMPLATES / "heuristic" / "assignment.toml").read_text(encoding="utf-8")


@pytest.fixture(params=sorted(templates()))
def template(request):
    return request.param


# Templates


@pytest.mark.long
def test_the_reference_earns_all_points_and_the_stub_few(template):
    assignment = replace(read_assignment(TEMPLATES / template), secret=SECRET)
    earned = {}
    for place in ("reference/solution.py", "solution.py"):
        submission = LocalSubmission.of_file(assignment.folder / place)
        earned[place] = sum(judge(assignment, c, submission).earned for c in assignment.criteria)
    assert earned["reference/solution.py"] == assignment.points
    assert earned["solution.py"] <= 0.1 * assignment.points


@pytest.mark.process
@pytest.mark.long
@pytest.mark.soak
@pytest.mark.parametrize("template", SETS)
def test_the_samples_of_a_set_get_their_marks(template, tmp_path, monkeypatch):
    create(tmp_path / "set", template, SECRET)
    monkeypatch.chdir(tmp_path / "set")
    assert run(["assignment", "grade", "samples", "-o", "marks.csv"]) == 0
    marks = {}
    for name in ("marks.csv", "samples/marks.csv"):
        rows = csv.DictReader(Path(name).read_text(encoding="utf-8").splitlines())
        marks[name] = {row["student"]: float(row["points"]) for row in rows}
    assert marks["marks.csv"] == marks["samples/marks.csv"]


def test_a_bundle_holds_no_secret_and_no_reference(template, tmp_path):
    assignment = create(tmp_path / "assignment", template, SECRET)
    release(assignment, tmp_path / "students.zip")
    with ZipFile(tmp_path / "students.zip") as archive:
        names = archive.namelist()
        public = archive.read("assignment.toml").decode()
        reference = (assignment.folder / "reference" / "solution.py").read_bytes()
        assert all(archive.read(name) != reference for name in names)
    assert not [name for name in names if "reference" in name or "samples" in name]
    assert {"README.md", "assignment.toml", "solution.py", "solution.ipynb"} <= set(names)
    assert str(SECRET) not in public and "generate" not in public
    students = parse_assignment(public)
    assert students.points == assignment.points and students.secret is None
    release(assignment, tmp_path / "students")
    assert (tmp_path / "students" / "assignment.toml").read_text(encoding="utf-8") == public


def test_a_new_assignment_has_a_secret_of_its_own(tmp_path):
    secrets = {create(tmp_path / str(n), "heuristic").secret for n in range(3)}
    assert len(secrets) == 3 and None not in secrets
    with pytest.raises(MasumeError, match="not empty"):
        create(tmp_path / "0", "heuristic")


def test_written_assignments_are_read_as_they_were(template, tmp_path):
    assignment = replace(read_assignment(TEMPLATES / template), secret=SECRET)
    text = write_assignment(assignment)
    assert parse_assignment(text, folder=assignment.folder) == assignment


# Boards


def test_hidden_boards_depend_on_the_secret_and_on_the_student():
    one = parse_assignment(f"secret = 1\n{MINIMAL}")
    two = parse_assignment(f"secret = 2\n{MINIMAL}")
    group = one.group("small hidden boards")
    assert boards_of(one, group)[0].puzzle == boards_of(one, group)[0].puzzle
    assert boards_of(one, group)[0].puzzle != boards_of(two, group)[0].puzzle
    own = replace(group, per_student=True)
    assert boards_of(one, own, "anna")[0].puzzle != boards_of(one, own, "ben")[0].puzzle
    with pytest.raises(MasumeError, match="secret"):
        boards_of(replace(one, secret=None), group)


# Reading


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("title =", "titel =", "no key of the assignment is called 'titel'"),
        ('title = "A heuristic for Hitori"', "", "there is no title"),
        ('role = "heuristic"', 'role = "player"', "no role of [[tasks]] 1 is called 'player'"),
        ('check = "solves"', 'check = "solved"', "did you mean solves?"),
        ('boards = "examples"', 'boards = "exampels"', "did you mean examples?"),
        ("points = 3", "points = 0", "[[criteria]] 1: points must be a number above 0"),
        ("points = 3\n", "", "[[criteria]] 1: points is missing"),
        ('generate = "hitori"', "", "has no source; give one of examples"),
        ('sizes = ["4x4"]', 'sizes = ["4"]', "invalid size '4'"),
        ("seconds = 5", "seconds = -5", "[limits]: seconds must be a number above 0"),
        ('algorithm = "astar"', 'heuristic = "zero"', "the heuristic is what students write"),
        ('role = "heuristic"', 'role = "order"', "the role of my_heuristic is order"),
        ("[[tasks]]", "[[task]]", "no [[tasks]] table"),
        ("= 3", "= = 3", "not valid TOML"),
    ],
)
def test_errors_in_an_assignment_say_where_and_what(before, after, said):
    assert before in MINIMAL
    with pytest.raises(ParseError, match=r"assignment\.toml") as caught:
        parse_assignment(MINIMAL.replace(before, after, 1))
    assert said in str(caught.value)


def test_submissions_are_folders_files_and_archives(tmp_path):
    (tmp_path / "anna" / "deep").mkdir(parents=True)
    (tmp_path / "anna" / "deep" / "solution.py").write_text("a")
    (tmp_path / "anna" / "deep" / "table.json").write_text("{}")
    (tmp_path / "ben.py").write_text("b")
    with ZipFile(tmp_path / "cleo.zip", "w") as archive:
        archive.writestr("hw1/solution.py", "c")
        archive.writestr("../evil.py", "e")
    (tmp_path / "dora").mkdir()
    (tmp_path / "dora" / "loesung.py").write_text("d")
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "solution.py").symlink_to("/etc/hostname")
    (tmp_path / "fay.zip").write_bytes(b"PK nothing")
    code = {"cell_type": "code", "metadata": {}, "source": ["%matplotlib\n", "x = 1"]}
    check = {**code, "metadata": {"nbgrader": {"grade": True}}, "source": ["1 / 0"]}
    (tmp_path / "gus.ipynb").write_text(json.dumps({"cells": [code, check, code]}))
    (tmp_path / "hal").mkdir()
    (tmp_path / "hal" / "solution.ipynb").write_text(json.dumps({"cells": [code]}))
    found = {handed.student: handed for handed in read_submissions(tmp_path, "solution.py")}
    assert found["gus"].files == (("solution.py", b"\nx = 1\n\nx = 1\n"),)
    assert found["hal"].source == b"\nx = 1\n"
    assert found["anna"].files == (("solution.py", b"a"), ("table.json", b"{}"))
    assert found["ben"].files == (("solution.py", b"b"),)
    assert found["cleo"].files == (("solution.py", b"c"),)
    assert found["dora"].error == "solution.py is missing; found loesung.py"
    assert found["eve"].error == "solution.py is missing; there is no Python file"
    assert "archive cannot be read" in found["fay"].error


# Switches and orders

DECIDE = """
title = "Orders"
[[tasks]]
name = "CHOSEN"
role = "switches"
space = "decide:propagate=forward"
[[tasks]]
name = "chosen"
role = "order"
space = "decide:propagate=none"
[[boards]]
group = "boards"
examples = ["kuromasu/br-4x4-0", "map_colouring/australia"]
[[criteria]]
name = "Switches"
points = 2
check = "solves"
task = "CHOSEN"
boards = "boards"
[[criteria]]
name = "Order"
points = 2
check = "solves"
task = "chosen"
boards = "boards"
"""


def judged(switches, order):
    """The verdicts on chosen switches and on an order."""
    members = {"CHOSEN": switches, "chosen": order}
    assignment = parse_assignment(DECIDE)
    return [judge(assignment, c, LocalSubmission(members.get)) for c in assignment.criteria]


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ("", "CHOSEN is ''; choose switches such as order=random"),
        (7, "CHOSEN is 7; choose"),
        ("propagate=full", "CHOSEN: propagate is forward in this task; remove propagate"),
        ("order=best", "CHOSEN: kuromasu/decide: order=best is invalid; use own or first"),
        ("ordre=mrv", "did you mean order?"),
    ],
)
def test_switches_that_are_not_open_to_choice_are_verdicts(switches, said):
    verdict, _ = judged(switches, None)
    assert verdict.earned == 0 and said in verdict.cases[0].text


@pytest.mark.parametrize("space", ["forward", "none"])
def test_switches_and_orders_need_a_space(space):
    text = DECIDE.replace(f'space = "decide:propagate={space}"\n', "")
    with pytest.raises(ParseError, match=r"needs a space; add a line like space = .decide:"):
        parse_assignment(text)


def test_orders_decide_which_variable_and_which_value_comes_first():
    seen = []

    def last(board):
        def choose(assigned, choices):
            seen.append((len(assigned), choices[-1]))
            return choices[-1][::-1]

        return choose

    switches, order = judged("order=degree, values=least_constraining", last)
    assert (switches.earned, order.earned) == (2, 2)
    assert seen[0] == (0, ["r4c4=black", "r4c4=white"])
    assert ["t=red", "t=green", "t=blue"] in [[m.lower() for m in c] for _, c in seen]
    assert order.cases[0].expansions != judged("order=first", last)[0].cases[0].expansions


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (lambda board: lambda assigned, choices: choices[0][:1], "reordered if you like"),
        (lambda board: lambda assigned, choices: choices[0][:1] * 2, "reordered if you like"),
        (lambda board: lambda assigned, choices: choices, "one of the lists in choices"),
        (lambda board: lambda assigned, choices: None, "choose returned None"),
        (lambda board: 3, "chosen() returned 3"),
        (3, "chosen is not a function"),
    ],
)
def test_an_order_cannot_leave_out_a_value(order, said):
    _, verdict = judged("order=first", order)
    assert verdict.earned == 0 and said in verdict.cases[0].text


# Commands


@pytest.mark.process
def test_check_prints_points_draws_the_board_and_writes_a_film(tmp_path, monkeypatch, capsys):
    create(tmp_path / "a", "heuristic", SECRET)
    release(read_assignment(tmp_path / "a"), tmp_path / "students")
    monkeypatch.chdir(tmp_path / "students")
    assert run(["assignment", "check"]) == 1
    said = capsys.readouterr()
    assert "0 of 5 public points" in said.out and "5 more points" in said.out
    assert "solved with 137 expansions; expected at most 80 expansions" in said.out
    assert "1 1 1 4" in said.out
    assert "<script" in Path("failing-run.html").read_text(encoding="utf-8")
    shutil.copy(TEMPLATES / "heuristic" / "reference" / "solution.py", "solution.py")
    assert run(["assignment", "check"]) == 0
    assert "5 of 5 public points" in capsys.readouterr().out
    source = Path("solution.py").read_text()
    Path("solution.py").write_text(source.replace("total = 0", "total = nothing"))
    assert run(["assignment", "check"]) == 1
    said = capsys.readouterr().out
    assert "solution.py, line" in said and "name 'nothing' is not defined" in said


@pytest.mark.process
@pytest.mark.soak
def test_grading_on_a_cluster_gives_the_same_grades(tmp_path, monkeypatch):
    create(tmp_path / "hw", "heuristic", SECRET)
    monkeypatch.chdir(tmp_path / "hw")
    assert run(["assignment", "grade", "samples", "-o", "here.csv"]) == 0
    assert run(["assignment", "grade", "samples", "-o", "there.csv", "--cluster", "local:2"]) == 0
    assert Path("here.csv").read_bytes() == Path("there.csv").read_bytes()


@pytest.mark.process
def test_grading_continues_and_grades_only_what_changed(tmp_path, monkeypatch, capsys):
    assignment = create(tmp_path / "a", "space", SECRET)
    monkeypatch.chdir(tmp_path)
    for name in ("anna", "ben"):
        place = tmp_path / "in" / name
        place.mkdir(parents=True)
        shutil.copy(assignment.folder / "reference" / "solution.py", place)
    with (tmp_path / "in" / "ben" / "solution.py").open("a") as file:
        file.write("# Ben\n")
    command = ["assignment", "grade", "in", "--assignment", "a", "--junit", "junit.xml"]
    command += ["--gradescope", "scope", "--pages", "pages"]
    assert run(command) == 0
    stored = {path: path.stat().st_mtime_ns for path in Path("grades.verdicts").iterdir()}
    assert len(stored) == 6
    with (tmp_path / "in" / "ben" / "solution.py").open("a") as file:
        file.write("raise SystemExit\n")
    assert run(command) == 0
    again = {path: path.stat().st_mtime_ns for path in Path("grades.verdicts").iterdir()}
    assert len(again) == 9 and stored.items() <= again.items()
    rows = csv.DictReader(Path("grades.csv").read_text(encoding="utf-8").splitlines())
    assert {row["student"]: row["points"] for row in rows} == {"anna": "10", "ben": "0"}
    assert json.loads(Path("scope/anna/results.json").read_text())["score"] == 10
    assert ElementTree.parse("junit.xml").getroot().tag == "testsuites"
    assert "anna" in Path("pages/index.html").read_text()
    capsys.readouterr()


@pytest.mark.process
def test_the_limit_of_a_verdict_covers_its_runs_and_little_more():
    assignment = parse_assignment(f"secret = 1\n{MINIMAL}", folder=TEMPLATES / "heuristic")
    for criterion in assignment.criteria:
        runs = (assignment.runs_of(criterion) + 1) * (WALL_FACTOR * 5 + WALL_GRACE)
        assert runs < task_seconds(assignment, criterion) < runs + 40


def test_grading_refuses_an_assignment_that_submissions_can_read(tmp_path, capsys):
    import sys

    place = Path(sys.prefix) / "lib" / f"assignment-{tmp_path.name}"
    try:
        create(place, "space", SECRET)
        (tmp_path / "anna.py").write_text("")
        assert run(["assignment", "grade", str(tmp_path), "--assignment", str(place)]) == 2
        assert "submissions can read everything in" in capsys.readouterr().err
    finally:
        shutil.rmtree(place)


# Formats and pages


def verdicts():
    """An assignment with the verdicts on two submissions, made by hand."""
    assignment = parse_assignment(f"secret = 1\n{MINIMAL}")
    good = Case("hitori/first", True, "solved with 66 expansions", "", 66, 60)
    bad = Case("b<1>", False, "not finished: 5 s used\x07", "a solution", None, None, ("1 2",))
    students = []
    for name, case in (("=anna", good), ("ben & co", bad)):
        results = tuple(
            CriterionResult(c.name, c.points, c.points * case.passed, (case,), ("it lied",))
            for c in assignment.criteria
        )
        students.append(StudentResult(name, results, source=b"import heapq"))
    return assignment, students


def test_the_table_has_a_row_for_each_student():
    assignment, students = verdicts()
    rows = list(csv.DictReader(write_csv(assignment, students).splitlines()))
    assert [row["points"] for row in rows] == ["10", "0"]
    assert rows[0]["student"] == "'=anna"  # no formula
    assert "b<1>: not finished" in rows[1]["remarks"]


def test_gradescope_results_have_the_documented_fields():
    assignment, students = verdicts()
    data = json.loads(write_gradescope(assignment, students[1]))
    assert {"score", "output", "visibility", "stdout_visibility", "tests", "leaderboard"} <= {*data}
    visible = {"hidden", "after_due_date", "after_published", "visible"}
    for test in data["tests"]:
        assert {"name", "score", "max_score", "status", "output", "visibility"} <= {*test}
        assert test["visibility"] in visible and test["status"] in ("passed", "failed")
        assert 0 <= test["score"] <= test["max_score"]
    hidden = [test for test in data["tests"] if test["visibility"] != "visible"]
    assert hidden and not any("1 2" in test["output"] for test in hidden)
    assert {"name", "value"} <= {*data["leaderboard"][0]}


def test_junit_is_valid_xml():
    root = ElementTree.fromstring(write_junit(*verdicts()))
    first, second = root.findall("testsuite")
    assert (first.get("failures"), second.get("failures")) == ("0", "4")
    assert len(second.findall("testcase/failure")) == 4


def test_pages_escape_what_students_wrote(tmp_path):
    assignment, students = verdicts()
    assert write_pages(assignment, students, tmp_path) == 3
    page = (tmp_path / "ben_co" / "index.html").read_text(encoding="utf-8")
    assert "b&lt;1&gt;" in page and "b<1>" not in page and "it lied" in page
    overview = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "ben &amp; co" in overview and "priority queue" in overview


def test_the_leaderboard_is_anonymous_and_knows_ties():
    assignment, students = verdicts()
    twin = replace(students[0], student="twin")
    rows = rank_submissions(assignment, [*students, twin])
    assert [(row.rank, row.solved) for row in rows] == [(1, 1), (2, 1), (2, 1), (4, 0)]
    assert not any("anna" in row.name for row in rows)
    assert "=anna" in leaderboard_page(assignment, students, names=True)
    assert rank_submissions(assignment, [*students, twin]) == rows


def test_similar_sources_are_found_after_renaming():
    long = (TEMPLATES / "informed-search" / "reference" / "solution.py").read_bytes()
    renamed = long.replace(b"frontier", b"queue").replace(b"total", b"summe") + b"# mine\n"
    other = (TEMPLATES / "csp" / "reference" / "solution.py").read_bytes()
    (pair,) = similar_pairs({"a": long, "b": renamed, "c": other})
    assert {pair.first, pair.second} == {"a", "b"} and pair.share > 0.95
    assert similar_pairs({"a": long, "b": renamed}, given=long) == []
    assert "priority queue" in ideas_of(long) and ideas_of(b"def (") == []


def test_a_notebook_checks_its_own_functions(tmp_path):
    assignment = create(tmp_path / "a", "own-puzzle", SECRET)
    criterion = assignment.criteria[0].name
    members = {"my_heuristic": lambda state: -(-sum(state) // 5)}
    assert check_criterion(criterion, members, assignment.folder).earned == 4
    zero = check_criterion(criterion, {"my_heuristic": lambda state: 0}, assignment.folder)
    assert zero.earned == 0 and "expected at most 100" in f"expected {zero.first_failure.expected}"
    missing = check_criterion(criterion, {}, assignment.folder)
    assert "run its cell first" in missing.first_failure.text
    notebook = json.loads((assignment.folder / "solution.ipynb").read_text(encoding="utf-8"))
    graded = [c["metadata"]["nbgrader"] for c in notebook["cells"] if c["metadata"]]
    assert {cell["schema_version"] for cell in graded} == {3}
    assert sum(cell.get("points", 0) for cell in graded) == 6


@pytest.mark.parametrize("fault", ["1 / 0", "exit()", "nothing"])
def test_errors_of_a_submission_in_this_process_are_verdicts(fault, tmp_path):
    assignment = read_assignment(TEMPLATES / "heuristic")
    source = (TEMPLATES / "heuristic" / "solution.py").read_text(encoding="utf-8")
    path = tmp_path / "solution.py"
    path.write_text(source.replace("return 0", f"return {fault} + 0"))
    for criterion in assignment.criteria[:2]:
        (case,) = judge(assignment, criterion, LocalSubmission.of_file(path)).cases
        assert not case.passed
        assert "exit()" in case.text or "solution.py, line 14, in estimate" in case.text
