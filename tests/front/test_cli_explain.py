"""hint, explain and grade on the command line: what they say, their exit codes, and bad input."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time

import pytest
from processes import wait_for_rest, wait_for_work
from support import EXPLAINED, KINDS, by_name, refused

import masume
from masume.core.puzzle.technique import LEVELS
from masume.logic.explainer import Explainer

SEVERAL = "hitori\n1 1"
HOPELESS = "hitori\n1 1 1 1"
COMMANDS = ("hint", "explain", "grade")
SLOW = "kuromasu\n" + "\n".join([" ".join("." * 90)] * 90)  # nothing follows, which takes a while


def first_board(kind):
    """Return the first example with one solution."""
    return next(b for b in masume.examples(kind.name) if masume.solve(b.puzzle).unique)


# Hints


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_hint_has_three_stages(cli, kind):
    board = first_board(kind)
    printed = masume.hint(board.puzzle)
    code, whole, err = cli("hint", board.name)
    assert (
        (code, err) == (0, "") and printed.text in whole and f"next step ({printed.level})" in whole
    )
    assert printed.title.lower() in whole.lower()
    code, less, _ = cli("hint", board.name, "--only", "technique")
    assert code == 0 and f"Technique: {printed.title}." in less and printed.text not in less
    code, least, _ = cli("hint", board.name, "--only", "area")
    assert code == 0 and "Look at row" in least
    assert printed.title not in least and printed.text not in least


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_json_hints_lead_to_the_solution(cli, kind, tmp_path):
    board = first_board(kind)
    marks, keys = [], None
    for number in range(300):
        code, out, err = cli("hint", board.name, *marks, "--json")
        row = json.loads(out)
        assert (code, err) == (0, "") and keys in (None, list(row))
        keys = list(row)
        if row["outcome"] == "finished":
            break
        assert row["outcome"] == "step" and row["technique"] and row["title"] and row["text"]
        assert row["level"] in LEVELS
        cells = [tuple(cell) for cell in row["area"]]
        assert {tuple(cell) for cell in row["cells"] + row["grounds"]} <= set(cells)
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(row["after"]), encoding="utf-8")
        marks = ["--from", str(file)]
    assert row["outcome"] == "finished" and row["after"] is None and row["technique"] is None
    assert masume.check(board.puzzle, json.loads(file.read_text(encoding="utf-8"))) == []


def test_wrong_mark_is_reported(cli):
    code, out, _ = cli("hint", "hitori/first", "--from", "r1c1=white")
    assert code == 1 and "a mark is wrong" in out and "r1c1 cannot be white" in out
    row = json.loads(cli("hint", "hitori/first", "--from", "r1c1=white", "--json")[1])
    assert row["outcome"] == "wrong" and row["cells"] == [[0, 0]] and row["reasons"]
    code, out, _ = cli("hint", "hitori/first", "--from", "r1c1=white", "--only", "area")
    assert code == 1 and "Look at row" in out and "r1c1" not in out
    code, out, _ = cli("hint", "hitori/first", "--from", "r1c1=white", "--only", "wrong")
    assert code == 1 and out.endswith("): a mark is wrong\n")
    code, out, _ = cli("hint", "hitori/first", "--from", "r1c1=black", "--only", "wrong")
    assert code == 0 and out.endswith("): no mark is wrong\n")


def test_hint_reports_finished_unsolvable_and_late_boards(cli):
    code, out, _ = cli("hint", HOPELESS)
    assert code == 1 and "no solution. masume why-not explains why." in out
    row = json.loads(cli("hint", HOPELESS, "--json")[1])
    assert row["outcome"] == "unsolvable" and "why-not" not in row["text"]  # as in the browser
    code, out, _ = cli("hint", SEVERAL)
    assert code == 0 and "several solutions" in out
    code, out, _ = cli("hint", "hitori/first", "--seconds", "0")
    assert code == 3 and "no step was found in time" in out
    assert (
        json.loads(cli("hint", "hitori/first", "--seconds", "0", "--json")[1])["outcome"] == "limit"
    )


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "html"])
def test_hint_is_drawn_to_file(cli, tmp_path, form):
    file = tmp_path / f"x.{form}"
    for more in ([], ["--only", "area"], ["--from", "r1c1=white"]):
        code, _, err = cli("hint", "hitori/first", "-o", file, *more)
        assert code == (1 if "--from" in more else 0)
        assert err == f"{file}: the hint for hitori/first (Hitori, 4×4)\n"
        assert file.read_bytes()[:4] in (b"<svg", b"\x89PNG", b"%PDF", b"<?xm", b"<!do")
        file.unlink()
    code, _, err = cli("why", "hitori/first", "r1c1", "-o", file)
    assert (code, err) == (0, f"{file}: why r1c1 in hitori/first (Hitori, 4×4)\n")
    file.unlink()
    code, _, err = cli("hint", HOPELESS, "-o", file)
    assert (code, err) == (1, "") and not file.exists()


# Explanations


@pytest.mark.parametrize(
    ("note", "heading"),
    [("", "bare"), ("title: Two by two\n", "Two by two")],
    ids=["bare", "title"],
)
def test_a_walk_is_headed_by_the_title_of_the_board_not_by_its_path(cli, tmp_path, note, heading):
    file = tmp_path / "bare.txt"
    file.write_text(f"hitori\n{note}1 1\n1 2\n")
    for form in ("md", "html"):
        assert cli("explain", str(file), "-o", str(tmp_path / f"walk.{form}"))[0] == 0
        text = (tmp_path / f"walk.{form}").read_text()
        assert f"Hitori 2×2 ({heading}), step by step" in text and str(tmp_path) not in text


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_board_is_explained_in_every_format(cli, kind, tmp_path):
    board = first_board(kind)
    steps = list(masume.explain(board.puzzle))
    code, out, err = cli("explain", board.name)
    assert (code, err) == (0, "")
    assert all(step.text in out for step in steps)
    assert f"{masume.grade(board.puzzle).level}: {len(steps)} step" in out
    rows = [json.loads(line) for line in cli("explain", board.name, "--json")[1].splitlines()]
    assert [row["text"] for row in rows] == [step.text for step in steps]
    assert [row["step"] for row in rows] == list(range(1, len(steps) + 1))
    assert all(row["level"] in LEVELS and row["says"] and row["cells"] for row in rows)
    printed = [said for row in rows for said in row["says"]]
    told, words = [n for step in steps for n in step.literals], Explainer(board.puzzle).vocabulary
    assert len(set(printed)) == len(printed) == len(told)
    assert len(set(words.closure(told))) == words.shown
    for form, sign in (("html", "<!doctype html>"), ("md", "# "), ("txt", kind.title)):
        file = tmp_path / f"x.{form}"
        code, out, err = cli("explain", board.name, "-o", file)
        assert (code, out) == (0, "")
        assert err.startswith(f"{file}: ") and err.count("\n") == 1 and str(len(steps)) in err
        assert file.read_text(encoding="utf-8").startswith(sign)
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == cli("explain", board.name)[1]


def test_explanation_reports_unsolvable_and_late_boards(cli, tmp_path):
    code, out, _ = cli("explain", HOPELESS)
    assert code == 1 and "there is no solution (masume why-not explains why)." in out
    code, out, err = cli("explain", HOPELESS, "--json")
    assert (code, out) == (1, "") and "masume why-not explains why" in err
    file = tmp_path / "x.md"
    code, out, err = cli("explain", HOPELESS, "-o", file)
    assert (code, out) == (1, "") and "masume why-not explains why" in err
    assert "why-not" not in file.read_text(encoding="utf-8")
    code, out, _ = cli("explain", SEVERAL)
    assert code == 0 and "the board has several solutions" in out
    code, out, _ = cli("explain", "hitori/first", "--from", "r1c1=white r1c2=white")
    assert code == 1 and "there is no solution (masume why-not explains why, with the same" in out
    assert cli("explain", "hitori/first", "--json", "--seconds", "0")[0] == 3
    code, out, err = cli("explain", "hitori/first", "--seconds", "0")
    assert code == 3 and "0 s used" in out and err == ""


# Grades


def test_grade_prints_level_and_techniques(cli):
    boards = [first_board(kind) for kind in EXPLAINED]
    code, out, err = cli("grade", *[board.name for board in boards])
    assert (code, err) == (0, "")
    for board in boards:
        found = masume.grade(board.puzzle)
        line = next(line for line in out.splitlines() if line.startswith(board.name))
        assert f": {found.level} ({found.steps} step" in line and f"{found.score:.2f}" in line
    rows = cli("grade", *[board.name for board in boards], "--json")[1].splitlines()
    for board, row in zip(boards, map(json.loads, rows), strict=True):
        found = masume.grade(board.puzzle)
        assert (row["level"], row["steps"]) == (found.level, found.steps)
        assert row["techniques"] == found.techniques and row["reason"] is None


def test_grade_reports_ungradable_boards(cli):
    code, out, _ = cli("grade", HOPELESS)
    assert code == 1 and "cannot be graded: there is no solution (masume why-not explains" in out
    code, out, _ = cli("grade", SEVERAL)
    assert code == 1 and "cannot be graded: the board has several solutions" in out
    code, out, _ = cli("grade", "hitori/first", "--seconds", "0")
    assert code == 3 and "0 s used" in out
    code, out, err = cli("grade", "hitori/first", "missing", SEVERAL)
    assert code == 2 and out.count("\n") > 2 and err.count("\n") == 1
    rows = cli("grade", "hitori/first", "missing", SEVERAL, HOPELESS, "--json")[1].splitlines()
    rows = list(map(json.loads, rows))
    assert [row["level"] for row in rows] == ["easy", None, None, None]
    assert [bool(row["error"]) for row in rows] == [False, True, False, False]


@pytest.mark.process
def test_grades_keep_their_order_with_jobs(cli):
    # The first takes longest, so the others are done before it.
    boards = ["hitori/jain-sample2", SEVERAL, "missing", "hitori/first", "hashi/pw-1", HOPELESS]
    sequential = cli("grade", *boards, "--json")
    assert sequential == cli("grade", *boards, "--json", "--jobs", "2")
    assert sequential[0] == 2 and len(sequential[1].splitlines()) == len(boards)
    code, out, err = cli("grade", SLOW, "hitori/first", "--jobs", "2", "--seconds", "1")
    assert code in (1, 3) and err == "" and re.search("1 s used|several solutions", out)
    assert out.splitlines()[1].startswith("hitori/first (Hitori, 4×4): easy")


# Trouble


@pytest.mark.parametrize("command", COMMANDS)
def test_error_rows_have_the_keys_of_the_command(cli, command):
    good = json.loads(cli(command, "hitori/first", "--json")[1].splitlines()[0])
    code, out, err = cli(command, "hitori\n1 x", "--json")
    row = json.loads(out)
    assert (code, err) == (2, "") and "'x'" in row["error"]
    assert set(row) == {*good, "status"} and row["status"] == "error"


BAD = [
    (["hint"], "BOARD"),
    (["hint", "missing"], "no file or example"),
    (["hint", "hitori\n1 x"], "'x'"),
    (["hint", "hitori/first", "--from", "nonsense"], ""),
    (["hint", "hitori/first", "--from", "r9c9=black"], ""),
    (["hint", "hitori/first", "--from", ""], ""),
    (["hint", "hitori/first", "--only", "everything"], "--only"),
    (["hint", "hitori/first", "--seconds", "nan"], "nan"),
    (["hint", "hitori/first", "--seconds", "-1"], "--seconds"),
    (["hint", "hitori/first", "--theme", "pink"], "--theme"),
    (["hint", "hitori/first", "-o", "x.bmp"], ".bmp"),
    (["hint", "hitori/first", "-o", "no/such/folder/x.svg"], "cannot write"),
    (["hint", "hitori/first", "--as", "nosuch"], "nosuch"),
    (["explain"], "BOARD"),
    (["explain", "missing.txt"], "no file"),
    (
        ["explain", "hitori/first", "-o", "x.pdf"],
        "x.pdf: unsupported format; use .html, .md or .txt",
    ),
    (["explain", "hitori/first", "-o", "x"], "x: unsupported format"),
    (["explain", "hitori/first", "-o", ""], "an empty name: unsupported format"),
    (["explain", "hitori/first", "-o", "no/such/folder/x.html"], "cannot write"),
    (["explain", "hitori/first", "--from", "UUU"], ""),
    (["explain", "hashi/pw-1", "--as", "hitori"], "not hitori"),
    (["grade"], "BOARD"),
    (["grade", ""], "the text contains no board"),
    (["grade", "hitori/first", "--as", "hitory"], "did you mean hitori"),
    (["grade", "hitori/first", "--from", "r1c1=black"], "--from"),
]


@pytest.mark.parametrize(("arguments", "word"), BAD, ids=[" ".join(a)[:50] for a, _ in BAD])
def test_bad_input_is_reported_in_one_line(cli, arguments, word, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert refused(cli(*arguments, stdin=""), word)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", KINDS, ids=by_name)
def test_odd_boards_are_explained(cli, command, kind):
    for cells in (".", ". .", ".\n.", "1", "?", "1 1", "2 . 2", ". . .\n. . .\n. . .", "9 9\n9 9"):
        code, out, err = cli(command, f"{kind.name}\n{cells}")
        assert code in (0, 1, 2) and "Traceback" not in out + err and "bug" not in err
        assert (code == 2) == bool(err) and err.count("\n") <= 1


def test_input_file_is_not_overwritten(cli, tmp_path):
    file = tmp_path / "board.txt"
    file.write_text("hitori\n1 1\n1 2\n", encoding="utf-8")
    assert refused(cli("explain", file, "-o", file))
    assert file.read_text(encoding="utf-8") == "hitori\n1 1\n1 2\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_time_limit_is_kept(cli, command):
    began = time.process_time()
    code, out, err = cli(command, SLOW, "--seconds", "0.1")
    assert time.process_time() - began < 4
    assert code in (0, 1, 3) and err == "" and re.search("0.1 s used|several solutions", out)


def interrupted(*arguments, wait):
    """Run a command in a process and interrupt it; return the result."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    line = [sys.executable, "-m", "masume", *map(str, arguments)]
    with subprocess.Popen(line, text=True, **pipes) as process:
        wait(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.process
def test_ctrl_c_while_reading_is_quiet():
    code, out, err = interrupted("hint", "-", wait=wait_for_rest)
    assert (code, out, err.strip()) == (130, "", "masume: interrupted")


@pytest.mark.process
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_with_partial_result(command, tmp_path):
    file = tmp_path / "large.txt"  # nothing follows there, which takes long to see
    file.write_text("kuromasu\n" + "\n".join([" ".join("." * 200)] * 200), encoding="utf-8")
    arguments = (command, file, "--seconds", "100")
    code, out, err = interrupted(*arguments, wait=lambda process: wait_for_work(process.pid, 0.7))
    assert (code, err) == (130, "") and "interrupted" in out


def test_the_sheet_has_solutions_after_the_exercises(cli, tmp_path):
    path = tmp_path / "x.html"
    code, *_ = cli(
        "train", "hitori", "--technique", "between-equals", "--seed", "1", "-o", str(path)
    )
    text = path.read_text()
    assert code == 0 and text.index("Exercise 2: ") < text.index("Solution of exercise 1")
    assert cli("train", "hitori", "-o", "x.doc")[0] == 2


def test_why_two_shows_the_smallest_exchange(cli, tmp_path):
    path = tmp_path / "x.svg"
    code, out, _ = cli("why-two", "exactly_one/two-ways", "-o", str(path))
    assert code == 0 and "2 solutions" in out and "differ only in r4c1, r4c2, r5c1 and r5c2" in out
    assert path.read_text().startswith("<svg")
    row = json.loads(cli("why-two", "hitori\n1 1", "--json")[1])
    assert row["cells"] == [[0, 0], [0, 1]] and row["complete"]
    assert cli("why-two", "hitori/first")[:1] == (1,)
