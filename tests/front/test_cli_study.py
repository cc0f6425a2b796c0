"""`masume study` as people type it."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest
from lab.test_resume import rows

SMALL = """
title = "Small"
[[boards]]
examples = ["hitori/first", "kuromasu/br-3x3-*"]
[[searches]]
algorithms = ["depth_first", "astar", "exact"]
[limits]
nodes = 500
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """We are in a folder with a small study."""
    (tmp_path / "small.toml").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def study(cli, folder):
    """A function that runs a command here and gives what it prints; on errors what it says of
    them. Some tests below start processes instead: what they are about is processes."""

    def call(*arguments, code=0):
        found, out, err = cli("study", *arguments)
        assert found == code, err
        return out if code == 0 else err

    return call


def process(*arguments, **options):
    command = [sys.executable, "-m", "masume", "study", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


@pytest.mark.process
def test_new_study_is_run_and_exported(study, cli, folder):
    printed = "my.toml: an example study; next: masume study run my.toml\n"
    assert cli("study", "new", "my.toml") == (0, "", printed)  # standard output is for results
    assert "exists already" in study("new", "my.toml", code=2)
    text = (folder / "my.toml").read_text()
    plan = study("run", "my.toml", "--plan")
    assert "0 boards given, 15 to generate" in plan
    assert re.search(r"n/a: hitori: astar white_cells shade: .*objective", plan)
    (folder / "my.toml").write_text(text.replace("count = 5", "count = 1").replace(', "6x6"', ""))
    plan = study("run", "my.toml", "--plan")
    runs = int(re.search(r"  (\d+) runs\n", plan)[1])
    printed = study("run", "my.toml", "--jobs", "1")
    assert re.match(rf"{runs} runs in \d+ s: {runs} solved\n", printed)
    assert "masume study report my.toml" in printed
    assert "runs done" in study("status", "my.toml")
    study("export", "my.toml", "-o", "rows.parquet")
    assert duckdb.sql("SELECT count(*) FROM 'rows.parquet'").fetchall() == [(runs,)]
    assert cli("study", "export", "my.toml", "-o", "rows.csv")[1:] == (
        "",
        f"rows.csv: {runs} rows\n",
    )
    assert runs > 20


@pytest.mark.process
def test_finished_runs_are_not_repeated(study, folder):
    there = ("--into", "there.jsonl", "--jobs", "1")
    assert "next: masume study report there.jsonl" in study("run", "small.toml", *there)
    printed = study("run", "small.toml", *there)
    assert re.match(r"0 runs in \d+ s \(\d+ done before\)", printed)
    assert not (folder / "small.jsonl").exists()
    found = json.loads(study("status", "there.jsonl", "--json"))
    assert found["title"] == "Small"
    assert found["done"] == found["total"] == sum(found["statuses"].values()) > 10
    assert found["process"] == 0


def test_plan_lists_inapplicable_searches(study, folder):
    printed = study("run", "small.toml", "--plan")
    assert re.search(r"n/a: hitori: astar repair: .*local search", printed)
    assert list(folder.iterdir()) == [folder / "small.toml"]


def test_mistakes_are_reported_before_any_work(study, folder):
    text = '[[boards]]\ngenerate = "hitori"\ncount = 500\n[[searches]]\nalgorithms = ["atsar"]\n'
    (folder / "small.toml").write_text(text)
    printed = study("run", "small.toml", code=2)
    assert "small.toml: no algorithm is called 'atsar'" in printed
    assert list(folder.iterdir()) == [folder / "small.toml"]


@pytest.mark.process
def test_file_beside_study_does_not_shadow_modules(folder):
    beside = folder / "mine"
    beside.mkdir()
    (folder / "small.toml").rename(beside / "small.toml")
    for name in ("random.py", "re.py", "queue.py"):
        (beside / name).write_text("raise SystemExit('not this one')\n")
    run = process(
        "run", "mine/small.toml", "--jobs", "1", text=True
    )  # -m would see them if we were in there
    printed, err = run.communicate(timeout=120)
    assert (run.returncode, err) == (0, "")
    assert "solved" in printed and "died" not in printed and "error" not in printed


@pytest.mark.process
def test_status_while_boards_are_generated(study, folder):
    text = '[[boards]]\ngenerate = "hitori"\nsizes = "12x12"\ncount = 500\n[[searches]]\n'
    (folder / "slow.toml").write_text(text)
    run = process("run", "slow.toml", "--jobs", "1")
    try:
        while not Path("slow.jsonl.progress").exists():
            assert run.poll() is None
            time.sleep(0.02)
        assert re.search(r"slow: \d+ of \d+ boards? generated", study("status", "slow.toml"))
    finally:
        run.terminate()
        run.communicate(timeout=60)
    assert run.returncode == 130


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "none.toml"], "none.toml: cannot be read"),
        (["run", "bad.toml"], "bad.toml: no key of"),
        (["run", "small.toml", "--cluster", "moon"], "use local:4"),
        (["run", "small.toml", "--into", "notes.txt"], "must end in .jsonl"),
        (["run", "small.toml", "--into", "notes.jsonl"], "not a results file"),
        (["run", "notes.jsonl"], "name the study's .toml file"),
        (["status", "."], ". is a folder"),
        (["new", "no/where.toml"], "no/where.toml: cannot be written"),
        (["status", "small.toml"], "no results"),
        (["export", "small.toml", "-o", "x.csv"], "no results"),
        (["report", "small.toml", "-o", "x.html"], "no results"),
        (["new", "notes.txt"], "must end in .toml"),
    ],
)
def test_bad_input_is_reported_in_one_line(study, folder, arguments, said):
    (folder / "bad.toml").write_text("colour = 'red'\n" + SMALL)
    (folder / "notes.jsonl").write_text("dear notes\n" * 1000)
    printed = study(*arguments, code=2)
    assert printed.startswith("masume: ") and printed.count("\n") == 1
    assert said in printed
    assert (folder / "notes.jsonl").read_text() == "dear notes\n" * 1000


@pytest.mark.process
def test_progress_bar_is_shown_on_terminal(folder):
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "masume", "study", "run", "small.toml", "--jobs", "1"]
    run = subprocess.Popen(command, stderr=slave, stdout=subprocess.PIPE)
    os.close(slave)
    seen = b""
    try:
        while data := os.read(master, 4096):
            seen += data
    except OSError:  # Linux says so when the other end is closed
        pass
    run.communicate(timeout=60)
    assert run.returncode == 0
    assert b"runs" in seen and b"/s" in seen and b"left" in seen


@pytest.mark.process
def test_status_of_running_study(study, folder):
    file = folder / "long.toml"
    file.write_text(
        '[[boards]]\nexamples = ["hitori/jain-*"]\n'
        '[[searches]]\nalgorithms = ["simulated_annealing"]\nrepetitions = 40\n'
    )
    run = process("run", "long.toml", "--jobs", "1")
    try:
        while not rows(file):
            assert run.poll() is None
            time.sleep(0.02)
        assert f"running now, in process {run.pid}" in study("status", "long.toml")
        assert f"written by process {run.pid}" in study("run", "long.toml", code=2)
    finally:
        run.terminate()
        run.communicate(timeout=60)
    assert run.returncode == 130
    assert "continues it" in study("status", "long.toml")


@pytest.mark.process
def test_failed_boards_do_not_stop_the_others(study, cli, folder):
    wish = '[[boards]]\ngenerate = "hitori"\nsizes = "2x2"\ndifficulty = "extreme"\ncount = 2\n'
    wish += "seconds = 0.05\n"
    (folder / "both.toml").write_text(SMALL + wish)
    code, out, err = cli("study", "run", "both.toml", "--jobs", "1")
    assert code == 0 and re.match(r"\d+ runs in ", out)
    assert "masume: 2 boards could not be generated: " in err  # after lines of a slow machine
    alone = wish + '[[searches]]\nalgorithms = ["astar"]\n'
    (folder / "alone.toml").write_text(alone)
    assert "no board could be generated" in study("run", "alone.toml", "--jobs", "1", code=2)
