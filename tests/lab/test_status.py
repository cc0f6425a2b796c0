"""Status of edited studies, and reports of running studies."""

from __future__ import annotations

import csv
import subprocess
import sys

import pytest
from work.deeds import wait_until

from masume.front.cli.main import run as run_command
from masume.lab.drive import run_study
from masume.lab.status import status_of
from masume.lab.study import read_study

STUDY = """
title = "Watched"
[[boards]]
files = ["boards/*.txt"]
[[boards]]
generate = "hitori"
sizes = ["3x3"]
count = 1
[[searches]]
algorithms = ["depth_first"]
spaces = ["shade"]
puzzles = ["hitori"]
"""
# Each run waits until a file is there, so that the study runs as long as the test wants.
WAITS = """
from pathlib import Path
from time import sleep
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Status


@algorithm(complete=False)
def waits(space):
    '''Wait in every run but the first two.'''
    yield Expanded(Node(space.initial()), [], 1, 1, 1)
    folder = Path(__file__).parent
    turn = len(list(folder.glob("turn-*")))
    (folder / f"turn-{turn}").touch()
    while turn >= 2 and not (folder / "go").exists():
        sleep(0.02)
    return Status.STUCK
"""


def board(first):
    return f"hitori\n{first} 2 1\n2 3 1\n1 1 2\n"


def said(capsys, *arguments):
    code = run_command(["study", *map(str, arguments)])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out, err


@pytest.mark.process
def test_status_reports_edits_with_remedy(tmp_path, capsys, pool):
    boards, file = tmp_path / "boards", tmp_path / "s.toml"
    boards.mkdir()
    (boards / "a.txt").write_text(board(3))
    (boards / "other.txt").write_text("kuromasu\n3 . .\n. . .\n. . .\n")  # of which nothing is run
    file.write_text(STUDY)
    results = file.with_suffix(".jsonl")
    run_study(read_study(file), results, pool)
    assert "edited" not in said(capsys, "status", file)[0]
    (boards / "a.txt").write_text(board(1))
    (boards / "b.txt").write_text(board(2))
    for named in (file, results):
        out = said(capsys, "status", named)[0]
        assert "boards were edited: 2 boards new, 1 removed; masume study run adds" in out
    (boards / "a.txt").write_text("hitori\n1 x\n")
    assert "its boards cannot be read: " in said(capsys, "status", file)[0]
    (boards / "a.txt").unlink()
    state = status_of(results, file)
    assert (state["boards_new"], state["boards_gone"]) == (1, 1)
    file.write_text(STUDY + "[limits]\nseconds = 3\n")
    assert "the study was edited; masume" in said(capsys, "status", file)[0]
    run_study(read_study(file), results, pool)  # the remedy
    assert "edited" not in said(capsys, "status", file)[0]


@pytest.mark.process
@pytest.mark.long
def test_a_running_study_is_reported_and_exported_so_far(tmp_path, capsys):
    file, go = tmp_path / "s.toml", tmp_path / "go"
    (tmp_path / "mine.py").write_text(WAITS)
    file.write_text("""
title = "Watched"
[[boards]]
examples = ["hitori/first", "kuromasu/br-3x3-*"]
[[searches]]
algorithms = ["./mine.py:waits"]
[limits]
seconds = 300
""")
    command = [sys.executable, "-m", "masume", "study", "run", str(file), "--jobs", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    page, rows = tmp_path / "report.html", tmp_path / "rows.csv"
    try:
        third = tmp_path / "turn-2"
        wait_until(lambda: process.poll() is not None or third.exists())
        wait_until(lambda: count_exported(rows, file, capsys) == 2)
        assert process.poll() is None, process.stderr.read()
        _, err = said(capsys, "report", file, "-o", page)
        assert "a partial report: the study is running" in err
        text = page.read_text()
        assert "Watched (partial)" in text
        assert "Partial results: the study is still running, 2 of" in text
        _, err = said(capsys, "export", file, "-o", rows)
        assert "2 rows; partial: the study is running" in err
    finally:
        go.touch()
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert "partial" not in said(capsys, "export", file, "-o", rows)[1]
    said(capsys, "report", file, "-o", page)
    assert "partial" not in page.read_text().lower()


def count_exported(rows, file, capsys):
    """Return the number of exported rows, which lag behind the runs."""
    said(capsys, "export", file, "-o", rows)
    with rows.open(encoding="utf-8") as lines:
        return len(list(csv.DictReader(lines)))
