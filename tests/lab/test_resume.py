"""A study that is stopped in any way goes on where it was: no row is lost, none comes twice."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from work.deeds import wait_until, workers_of

from masume.lab.drive import run_study
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store
from masume.lab.study import parse_study
from masume.work.batches import thread_pool

STUDY = """
title = "Stopped"
[[boards]]
examples = ["hitori/first", "kuromasu/br-3x3-*", "hashi/pw-5x5-*"]
[[boards]]
generate = "hitori"
sizes = ["4x4"]
count = 3
[[searches]]
algorithms = ["depth_first", "simulated_annealing:steps=50", "./naps.py:naps"]
seeds = 2
repetitions = 2
[limits]
nodes = 50
seconds = 20
"""
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


@pytest.fixture(scope="module")
def pool():
    """For those who run the rest of a study here."""
    with thread_pool(1) as pool:
        yield pool


def start(file):
    command = [sys.executable, "-m", "masume", "study", "run", str(file), "--jobs", "2"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def done_so_far(file, process=None):
    """The runs that a study says it has done; of this process, not of one that was killed."""
    try:
        told = json.loads(file.with_name(f"{file.stem}.duckdb.progress").read_text())
    except FileNotFoundError:
        return 0
    ours = process is None or told["process"] == process.pid
    return told["done"] if ours and told["doing"] == "runs" else 0


def under_way(process, file):
    """Wait until the study has done its first run, or has ended."""
    wait_until(lambda: done_so_far(file, process) or process.poll() is not None)


def more_done(file, process, before):
    return process.poll() is not None or done_so_far(file, process) > before


def writes(process, file):
    """Wait until it has written another run, or has ended."""
    log = file.with_suffix(".duckdb.wal")
    before = log.stat().st_size if log.exists() else 0
    wait_until(lambda: process.poll() is not None or (log.exists() and log.stat().st_size > before))


def rows(file):
    """Every run that was written, with the moment of its end."""
    try:
        with open_store(file.with_suffix(".duckdb")) as store:
            found = store.query("SELECT key, finished FROM runs")
    except StoreError:
        return {}  # it was stopped before there was a file
    assert len(found) == len(dict(found)), "a run is there twice"
    return dict(found)


def counts(file):
    """What does not hang on the machine, of every run."""
    with open_store(file.with_suffix(".duckdb")) as store:
        return store.query(
            "SELECT key, board, search, seed, repetition, status, cost, expanded, generated "
            "FROM results ORDER BY key"
        )


def ends(file, pool):
    """The study is run to its end; its rows."""
    text = file.read_text()
    run_study(parse_study(text, folder=file.parent), file.with_suffix(".duckdb"), pool)
    with open_store(file.with_suffix(".duckdb")) as store:
        (planned,) = store.query_row("SELECT count(*) FROM tasks")
        (done,) = store.query_row("SELECT count(*) FROM results")
        assert done == planned > 200
    return rows(file)


@pytest.mark.parametrize("kills", [3, pytest.param(72, marks=pytest.mark.soak)])
def test_killed_again_and_again_at_random_moments(study, pool, kills):
    study.write_text(STUDY.replace("repetitions = 2", f"repetitions = {2 + kills // 6}"))
    chance = random.Random(7)
    kept: dict[str, object] = {}
    grew = 0
    for attempt in range(kills):
        process = start(study)
        if attempt % 3:  # the others may come at any moment, also while it starts
            under_way(process, study)
            writes(process, study)
        time.sleep(chance.uniform(0.02, 0.3))
        workers = workers_of(process.pid)
        process.kill()
        process.communicate()
        found = rows(study)
        assert kept.items() <= found.items(), "a row that was written is gone or was done again"
        grew += len(found) > len(kept)
        kept = found
        for worker in workers:  # none outlives its study
            wait_until(lambda worker=worker: not Path(f"/proc/{worker}").exists())
    assert grew >= kills // 4, "it was hardly killed in the middle of its runs"
    assert kept.items() <= ends(study, pool).items()
    if kills > 3:  # the same rows as of a study that nobody has killed
        print(f"{kills} kills, {grew} of them after new rows, {len(kept):,} rows before the end")
        (other := study.with_name("calm.toml")).write_text(study.read_text())
        ends(other, pool)
        assert counts(other) == counts(study)


@pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.soak)])
def test_single_workers_killed_at_random_moments(study, kills):
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
    with open_store(study.with_suffix(".duckdb")) as store:
        statuses = dict(store.query("SELECT status, count(*) FROM results GROUP BY status"))
        (planned,) = store.query_row("SELECT count(*) FROM tasks")
    assert sum(statuses.values()) == planned
    # A run may be unlucky twice; it then has a row that says so.
    assert statuses.get("died", 0) <= killed // 2
    assert set(statuses) <= {"solved", "exhausted", "stuck", "limit", "died"}


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.soak)]
)
def test_interrupted_politely(study, pool, number):
    process = start(study)
    under_way(process, study)
    process.send_signal(number)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("masume: interrupted; results so far are kept")
    assert "Traceback" not in err
    kept = rows(study)
    assert kept
    assert not list(study.parent.glob("*.wal"))  # it had the time to tidy up
    assert not list(study.parent.glob("*.progress*"))
    if number == signal.SIGINT:  # how it goes on is the same after both
        assert kept.items() <= ends(study, pool).items()


def test_an_edited_study_does_only_what_is_new(study, pool):
    before = ends(study, pool)
    study.write_text(STUDY.replace('"depth_first", ', '"depth_first", "breadth_first", '))
    after = ends(study, pool)
    assert before.items() < after.items()
    study.write_text(STUDY)
    assert ends(study, pool) == after  # runs that are no longer asked for stay, but do not count
    with open_store(study.with_suffix(".duckdb")) as store:
        assert store.query_row("SELECT count(*) FROM results") == (len(before),)


@pytest.mark.soak
def test_twenty_processes_killed_from_outside_cost_no_run(study):
    study.write_text(STUDY.replace("repetitions = 2", "repetitions = 12"))
    process = start(study)
    under_way(process, study)
    killed = 0
    while killed < 20 and process.poll() is None:
        more = partial(more_done, study, process, done_so_far(study, process))
        os.kill(random.choice(workers_of(process.pid)), signal.SIGKILL)
        killed += 1
        wait_until(more)
    out, err = process.communicate()
    assert (killed, process.returncode) == (20, 0), err
    assert "killed from outside; their runs were repeated" in err
    assert not re.search(r"\d (died|killed)", out), out
