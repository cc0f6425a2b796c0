"""`masume study` as people type it."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from lab.test_resume import done_so_far

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
def folder(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL)
    return tmp_path


def masume(folder, *arguments, code=0):
    """What a command prints; on errors what it says of them."""
    command = [sys.executable, "-m", "masume", "study", *arguments]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert found.returncode == code, found.stderr
    assert "Traceback" not in found.stderr
    return found.stdout if code == 0 else found.stderr


def wrote(folder, *arguments):
    """What a command says of the file that it has written; standard output is for results."""
    command = [sys.executable, "-m", "masume", "study", *arguments]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert (found.returncode, found.stdout) == (0, "")
    return found.stderr


def test_from_nothing_to_a_table(tmp_path):
    assert "my.toml: a small study; next: masume study run" in wrote(tmp_path, "new", "my.toml")
    assert "is there already" in masume(tmp_path, "new", "my.toml", code=2)
    text = (tmp_path / "my.toml").read_text()
    (tmp_path / "my.toml").write_text(text.replace("count = 5", "count = 1"))
    told = masume(tmp_path, "run", "my.toml")
    assert re.match(r"\d+ runs in \d+ s: \d+ solved\n", told)
    assert "masume study report my.toml" in told
    assert "runs done" in masume(tmp_path, "status", "my.toml")
    masume(tmp_path, "export", "my.toml", "-o", "rows.parquet")
    ((count,),) = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/rows.parquet'").fetchall()
    told = wrote(tmp_path, "export", "my.toml", "-o", "rows.csv")
    assert told == f"rows.csv: {count} rows\n"
    assert count > 20


def test_a_study_that_is_done_is_not_done_again(folder):
    masume(folder, "run", "small.toml")
    assert re.match(
        r"0 runs in 0 s \(\d+ were there already\)", masume(folder, "run", "small.toml")
    )


def test_the_status_as_json(folder):
    masume(folder, "run", "small.toml")
    found = json.loads(masume(folder, "status", "small.duckdb", "--json"))
    assert found["title"] == "Small"
    assert found["done"] == found["total"] == sum(found["statuses"].values()) > 10
    assert found["process"] == 0


def test_a_plan_runs_nothing_and_lists_what_makes_no_sense(folder):
    told = masume(folder, "run", "small.toml", "--plan")
    assert re.search(r"n/a: hitori: astar repair: .*local search", told)
    assert list(folder.iterdir()) == [folder / "small.toml"]


def test_a_plan_knows_the_boards_that_are_still_to_be_made(tmp_path):
    masume(tmp_path, "new", "my.toml")
    told = masume(tmp_path, "run", "my.toml", "--plan")
    assert "0 boards given, 15 to be made" in told
    runs = int(re.search(r"  (\d+) runs\n", told)[1])
    assert re.search(r"n/a: hitori: astar white_cells shade: .*objective", told)
    assert re.match(rf"{runs} runs in", masume(tmp_path, "run", "my.toml"))


def test_a_mistake_is_told_before_a_board_is_made_or_a_file_written(tmp_path):
    text = '[[boards]]\ngenerate = "hitori"\ncount = 500\n[[searches]]\nalgorithms = ["atsar"]\n'
    (tmp_path / "slip.toml").write_text(text)
    assert "slip.toml: no algorithm is called 'atsar'" in masume(
        tmp_path, "run", "slip.toml", code=2
    )
    assert list(tmp_path.iterdir()) == [tmp_path / "slip.toml"]


def test_a_file_beside_the_study_hides_nothing_of_python(folder):
    beside = folder / "mine"
    beside.mkdir()
    (folder / "small.toml").rename(beside / "small.toml")
    for name in ("random.py", "re.py", "queue.py"):
        (beside / name).write_text("raise SystemExit('not this one')\n")
    told = masume(folder, "run", "mine/small.toml")  # -m would see them if we were in there
    assert "solved" in told and "died" not in told and "error" not in told


def test_the_status_while_boards_are_made(tmp_path):
    text = '[[boards]]\ngenerate = "hitori"\nsizes = "12x12"\ncount = 500\n[[searches]]\n'
    (tmp_path / "slow.toml").write_text(text)
    command = [sys.executable, "-m", "masume", "study", "run", "slow.toml"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE)
    try:
        while not Path(f"{tmp_path}/slow.duckdb.progress").exists():
            assert process.poll() is None
        assert re.search(r"slow: \d+ of \d+ boards? made", masume(tmp_path, "status", "slow.toml"))
    finally:
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 130


def test_results_may_go_elsewhere_and_a_cluster_gives_the_same(folder):
    masume(folder, "run", "small.toml", "--jobs", "1")
    told = masume(folder, "run", "small.toml", "--into", "there.duckdb", "--cluster", "local:2")
    assert "next: masume study report there.duckdb" in told
    counts = "SELECT key, status, expanded, cost FROM results ORDER BY key"
    here = duckdb.connect(str(folder / "small.duckdb"), read_only=True).sql(counts).fetchall()
    there = duckdb.connect(str(folder / "there.duckdb"), read_only=True).sql(counts).fetchall()
    assert here == there


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "none.toml"], "none.toml: cannot be read"),
        (["run", "bad.toml"], "bad.toml: no key of"),
        (["run", "small.toml", "--cluster", "moon"], "it is local:4"),
        (["run", "small.toml", "--into", "notes.txt"], "ends in .duckdb"),
        (["run", "small.toml", "--into", "notes.duckdb"], "not a file of results"),
        (["run", "notes.duckdb"], "run the study's .toml file"),
        (["status", "."], ". is a folder"),
        (["new", "no/where.toml"], "no/where.toml: cannot be written"),
        (["status", "small.toml"], "there are no results"),
        (["export", "small.toml", "-o", "x.csv"], "there are no results"),
        (["report", "small.toml", "-o", "x.html"], "there are no results"),
        (["new", "notes.txt"], "ends in .toml"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(folder, arguments, said):
    (folder / "bad.toml").write_text("colour = 'red'\n" + SMALL)
    (folder / "notes.duckdb").write_text("dear notes\n" * 1000)
    told = masume(folder, *arguments, code=2)
    assert told.startswith("masume: ") and told.count("\n") == 1
    assert said in told
    assert (folder / "notes.duckdb").read_text() == "dear notes\n" * 1000


def test_algorithms_of_ones_own(folder):
    (folder / "mine.py").write_text(
        "from masume.core.algorithm import algorithm\n"
        "from masume.search.depth_first import depth_first\n"
        "@algorithm(complete=True)\n"
        "def backwards(space):\n"
        "    '''The same as depth first, under another name.'''\n"
        "    return depth_first.function(space)\n"
    )
    text = SMALL.replace('"depth_first", "astar", "exact"', '"depth_first", "mine.backwards"')
    (folder / "small.toml").write_text(text)
    masume(folder, "run", "small.toml")
    connection = duckdb.connect(str(folder / "small.duckdb"), read_only=True)
    (same,) = connection.sql(
        "SELECT count(*), count(*) FILTER (a.expanded = b.expanded AND a.status = b.status) "
        "FROM results a JOIN results b USING (board, space) "
        "WHERE a.algorithm = 'depth_first' AND b.algorithm = 'mine.backwards'"
    ).fetchall()
    assert same[0] == same[1] > 3


def test_a_bar_on_a_terminal(folder):
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "masume", "study", "run", "small.toml"]
    process = subprocess.Popen(command, cwd=folder, stderr=slave, stdout=subprocess.PIPE)
    os.close(slave)
    seen = b""
    try:
        while data := os.read(master, 4096):
            seen += data
    except OSError:  # Linux says so when the other end is closed
        pass
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"runs" in seen and b"/s" in seen and b"left" in seen


def test_the_status_while_it_runs(tmp_path):
    file = tmp_path / "long.toml"
    file.write_text(
        '[[boards]]\nexamples = ["hitori/jain-*"]\n'
        '[[searches]]\nalgorithms = ["simulated_annealing"]\nrepetitions = 40\n'
    )
    command = [sys.executable, "-m", "masume", "study", "run", "long.toml"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE)
    try:
        while not done_so_far(file):
            assert process.poll() is None
        told = masume(tmp_path, "status", "long.toml")
        assert f"running now, in process {process.pid}" in told
        assert f"written by process {process.pid}" in masume(tmp_path, "run", "long.toml", code=2)
    finally:
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 130
    assert "goes on where it stopped" in masume(tmp_path, "status", "long.toml")


def test_boards_that_cannot_be_made_do_not_stop_the_others(tmp_path):
    wish = '[[boards]]\ngenerate = "hitori"\nsizes = "2x2"\ndifficulty = "extreme"\ncount = 2\n'
    wish += "seconds = 0.2\n"
    (tmp_path / "both.toml").write_text(SMALL + wish)
    command = [sys.executable, "-m", "masume", "study", "run", "both.toml"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert found.returncode == 0
    assert found.stderr.startswith("masume: 2 boards could not be made: ")
    assert re.match(r"\d+ runs in ", found.stdout)
    alone = wish + '[[searches]]\nalgorithms = ["astar"]\n'
    (tmp_path / "alone.toml").write_text(alone)
    assert "no board could be made" in masume(tmp_path, "run", "alone.toml", code=2)
