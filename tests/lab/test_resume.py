"""A study that is stopped in any way goes on where it was: no row is lost, none comes twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from work.deeds import workers_of

from masume.lab.store import StoreError, open_store

STUDY = """
title = "Stopped"
[[boards]]
examples = ["hitori/jain-*", "kuromasu/br-*", "hashi/pw-*"]
[[boards]]
generate = "hitori"
sizes = ["5x5"]
count = 4
[[searches]]
algorithms = ["depth_first", "greedy", "beam", "simulated_annealing:steps=500"]
seeds = 2
[limits]
nodes = 300
seconds = 20
"""

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc"),
]


@pytest.fixture
def study(tmp_path):
    file = tmp_path / "stopped.toml"
    file.write_text(STUDY)
    return file


def start(file):
    command = [sys.executable, "-m", "masume", "study", "run", str(file), "--jobs", "2"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def done_so_far(file):
    """The runs that a study says it has done."""
    try:
        told = json.loads(file.with_name(f"{file.stem}.duckdb.progress").read_text())
    except FileNotFoundError:
        return 0
    return told["done"] if told["doing"] == "runs" else 0


def under_way(process, file):
    """Wait until the study has done its first run, or has ended."""
    deadline = time.monotonic() + 60
    while not done_so_far(file) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def rows(file):
    """Every run that was written, with the moment of its end."""
    try:
        with open_store(file.with_suffix(".duckdb")) as store:
            found = store.ask("SELECT key, finished FROM runs")
    except StoreError:
        return {}  # it was stopped before there was a file
    assert len(found) == len(dict(found)), "a run is there twice"
    return dict(found)


def ends(file):
    """The study is run to its end; its rows."""
    process = start(file)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    with open_store(file.with_suffix(".duckdb")) as store:
        (planned,) = store.one("SELECT count(*) FROM tasks")
        (done,) = store.one("SELECT count(*) FROM results")
        assert done == planned > 300
    return rows(file)


def test_killed_again_and_again_at_random_moments(study):
    chance = random.Random(7)
    kept: dict[str, object] = {}
    grew = 0
    for attempt in range(6):
        process = start(study)
        if attempt > 1:  # the first two may come at any moment, also while it starts
            under_way(process, study)
        time.sleep(chance.uniform(0.05, 1.5))
        workers = workers_of(process.pid)
        process.kill()
        process.communicate()
        found = rows(study)
        assert kept.items() <= found.items(), "a row that was written is gone or was done again"
        grew += len(found) > len(kept)
        kept = found
        deadline = time.monotonic() + 10
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            assert time.monotonic() < deadline, "a process outlived its study"
            time.sleep(0.05)
    assert grew, "it was never killed in the middle of its runs"
    assert kept.items() <= ends(study).items()


def test_single_workers_killed_at_random_moments(study):
    chance = random.Random(8)
    process = start(study)
    killed = 0
    while process.poll() is None and killed < 12:
        time.sleep(chance.uniform(0.05, 0.4))
        if workers := workers_of(process.pid):
            try:
                os.kill(chance.choice(workers), signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                continue  # it was quicker
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert killed > 3
    with open_store(study.with_suffix(".duckdb")) as store:
        statuses = dict(store.ask("SELECT status, count(*) FROM results GROUP BY status"))
        (planned,) = store.one("SELECT count(*) FROM tasks")
    assert sum(statuses.values()) == planned
    # A run may be unlucky twice; it then has a row that says so.
    assert statuses.get("died", 0) <= killed // 2
    assert set(statuses) <= {"solved", "exhausted", "stuck", "limit", "died"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_politely(study, number):
    process = start(study)
    under_way(process, study)
    time.sleep(0.3)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("masume: interrupted; what was done is kept")
    assert "Traceback" not in err
    kept = rows(study)
    assert kept
    assert not list(study.parent.glob("*.wal"))  # it had the time to tidy up
    assert not list(study.parent.glob("*.progress*"))
    assert kept.items() <= ends(study).items()


def test_an_edited_study_does_only_what_is_new(study):
    before = ends(study)
    study.write_text(STUDY.replace('"beam", ', '"beam", "breadth_first", '))
    after = ends(study)
    assert before.items() < after.items()
    study.write_text(STUDY)
    assert ends(study) == after  # runs that are no longer asked for stay, but do not count
    with open_store(study.with_suffix(".duckdb")) as store:
        assert store.one("SELECT count(*) FROM results") == (len(before),)
