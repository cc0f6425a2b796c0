"""Running, interrupted and edited studies: reports so far, and no lost or duplicate rows."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from study_rows import query, study_text
from work.deeds import wait_until, workers_of

from masume.lab.drive import run_study
from masume.lab.log import StoreError
from masume.lab.status import status_of
from masume.lab.study import read_study

STUDY = study_text(
    *("depth_first", "simulated_annealing:steps=50", "./naps.py:naps"),
    examples=["hitori/first", "kuromasu/br-3x3-*", "hashi/pw-5x5-*"],
    spaces=(),
    rest="seeds = 2\nrepetitions = 2\n[limits]\nnodes = 50\nseconds = 20\n"
    '[[boards]]\ngenerate = "hitori"\nsizes = ["4x4"]\ncount = 3\n',
)
NAPS = """
from time import sleep
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Status


@algorithm(complete=False)
def naps(space):
    '''A study of such runs takes its time, and no processor.'''
    yield Expanded(Node(space.initial()), [], 1, 1, 1)
    sleep(0.03)
    return Status.STUCK
"""

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc"),
]


@pytest.fixture
def study(tmp_path):
    file = tmp_path / "stopped.toml"
    file.write_text(STUDY)
    (tmp_path / "naps.py").write_text(NAPS)
    return file


def start(file):
    command = [sys.executable, "-m", "masume", "study", "run", str(file), "--jobs", "2"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def writes(process, file):
    """Wait until the study has written another run or has ended."""
    log = file.with_suffix(".jsonl")
    before = log.stat().st_size if log.exists() else 0
    wait_until(lambda: process.poll() is not None or (log.exists() and log.stat().st_size > before))


def rows(file, columns="finished"):
    """Return every written run by its key."""
    try:
        result = query(file.with_suffix(".jsonl"), f"SELECT key, {columns} FROM runs ORDER BY key")
    except StoreError:
        return {}  # it was stopped before there was a file
    assert len(result) == len({row[0] for row in result}), "a run is there twice"
    return {row[0]: row[1:] for row in result}


def ends(file, pool):
    results = file.with_suffix(".jsonl")
    run_study(read_study(file), results, pool)
    done = query(results, "SELECT count(*) FROM results")
    assert done == query(results, "SELECT count(*) FROM tasks") > [(200,)]
    return rows(file)


@pytest.mark.parametrize("kills", [3, pytest.param(72, marks=pytest.mark.soak)])
def test_study_survives_kills_at_random_moments(study, pool, kills):
    study.write_text(STUDY.replace("repetitions = 2", f"repetitions = {2 + kills // 6}"))
    chance = random.Random(7)
    kept: dict[str, object] = {}
    grew = 0
    for attempt in range(kills):
        process = start(study)
        if attempt % 3:  # the others may come at any moment, also while it starts
            writes(process, study)
        time.sleep(chance.uniform(0.02, 0.3))
        workers = workers_of(process.pid)
        process.kill()
        process.communicate()
        result = rows(study)
        assert kept.items() <= result.items(), "a row that was written is gone or was done again"
        grew += len(result) > len(kept)
        kept = result
        for worker in workers:  # none outlives its study
            wait_until(lambda worker=worker: not Path(f"/proc/{worker}").exists())
    assert grew >= kills // 4, "it was hardly killed in the middle of its runs"
    assert kept.items() <= ends(study, pool).items()
    if kills > 3:  # the same rows as of a study that nobody has killed
        print(f"{kills} kills, {grew} of them after new rows, {len(kept):,} rows before the end")
        (other := study.with_name("calm.toml")).write_text(study.read_text())
        ends(other, pool)
        counts = "status, cost, expanded, generated"  # independent of the machine
        assert rows(other, counts) == rows(study, counts)


@pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.soak)])
def test_study_survives_killed_workers(study, kills):
    chance = random.Random(8)
    process = start(study)
    killed = 0
    while process.poll() is None and killed < kills:
        time.sleep(chance.uniform(0.02, 0.2))
        if workers := workers_of(process.pid):
            try:
                os.kill(chance.choice(workers), signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                continue  # it was quicker
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert killed > 1
    if kills > 4:
        assert "killed from outside; their runs were repeated" in err
    results = study.with_suffix(".jsonl")
    statuses = dict(query(results, "SELECT status, count(*) FROM results GROUP BY status"))
    assert [(sum(statuses.values()),)] == query(results, "SELECT count(*) FROM tasks")
    # A run may be unlucky twice; it then has a row that says so.
    assert statuses.get("died", 0) <= killed // 2
    assert set(statuses) <= {"solved", "exhausted", "stuck", "limit", "died"}


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.soak)]
)
def test_running_study_is_reported_and_stops_cleanly(study, pool, cli, number):
    process = start(study)
    wait_until(lambda: rows(study) or process.poll() is not None)
    page, table = study.with_name("r.html"), study.with_name("rows.csv")
    for words in (("report", study, "-o", page), ("export", study, "-o", table)):
        assert "partial" in said(cli, *words)[1]
        assert process.poll() is None
    assert "Partial results: the study is still running" in page.read_text()
    assert table.read_text().count("hitori") > 0
    process.send_signal(number)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("masume: interrupted; results so far are kept")
    assert "Traceback" not in err
    kept = rows(study)
    assert kept
    assert not list(study.parent.glob("*.progress*"))
    if number == signal.SIGINT:  # how it goes on is the same after both
        assert kept.items() <= ends(study, pool).items()
        for words in (("report", study, "-o", page), ("export", study, "-o", table)):
            assert "partial" not in said(cli, *words)[1]
        assert "partial" not in page.read_text().lower()


def said(cli, *words):
    code, *printed = cli("study", *words)
    assert code == 0, printed
    return printed


WATCHED = """
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


def board(first):
    return f"hitori\n{first} 2 1\n2 3 1\n1 1 2\n"


def test_status_reports_edits_with_remedy(tmp_path, cli, pool):
    boards, file = tmp_path / "boards", tmp_path / "s.toml"
    boards.mkdir()
    (boards / "a.txt").write_text(board(3))
    (boards / "other.txt").write_text("kuromasu\n3 . .\n. . .\n. . .\n")  # of which nothing is run
    file.write_text(WATCHED)
    results = file.with_suffix(".jsonl")
    run_study(read_study(file), results, pool)
    assert "edited" not in said(cli, "status", file)[0]
    (boards / "a.txt").write_text(board(1))
    (boards / "b.txt").write_text(board(2))
    for named in (file, results):
        out = said(cli, "status", named)[0]
        assert "boards were edited: 2 boards new, 1 removed; masume study run adds" in out
    (boards / "a.txt").write_text("hitori\n1 x\n")
    assert "its boards cannot be read: " in said(cli, "status", file)[0]
    (boards / "a.txt").unlink()
    state = status_of(results, file)
    assert (state["boards_new"], state["boards_gone"]) == (1, 1)
    file.write_text(WATCHED + "[limits]\nseconds = 3\n")
    assert "the study was edited; masume" in said(cli, "status", file)[0]
    run_study(read_study(file), results, pool)  # the remedy
    assert "edited" not in said(cli, "status", file)[0]
