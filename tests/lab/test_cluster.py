"""Studies give the same rows locally and on a Dask cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from lab.test_resume import NAPS, rows
from study_rows import query, study_text
from work.deeds import fragile

from masume.errors import BadOption, NotApplicable
from masume.lab.drive import run_study
from masume.lab.study import parse_study
from masume.work.batches import work_through
from masume.work.cluster import check_cluster, cluster

pytestmark = pytest.mark.process

STUDY = study_text(
    *("depth_first", "astar", "simulated_annealing:steps=50", "exact"),
    examples=["hitori/first", "kuromasu/br-3x3-*", "hashi/pw-5x5-*", "exactly_one/easy-*"],
    spaces=(),
    rest="seeds = 2\n[limits]\nnodes = 100\n"
    '[[boards]]\ngenerate = "kuromasu"\nsizes = ["4x4"]\ncount = 3\n',
)
_COUNTS = (
    "SELECT key, board, name, status, reason, cost, expanded, generated, max_frontier, max_stored, "
    "rounds, h_trace, frontier_trace FROM results LEFT JOIN traces USING (key) ORDER BY key"
)
KILLED_AT = 20, 60, 90  # of so many runs


def client_of(pool):
    return pool.submit.args[0]


@pytest.fixture(scope="module")
def workers():
    with cluster("local:2") as pool:
        assert pool.width == 2
        yield pool


@pytest.fixture(scope="module")
def local_rows(tmp_path_factory, pool):
    path = tmp_path_factory.mktemp("here") / "here.jsonl"
    run_study(parse_study(STUDY), path, pool)
    return query(path, _COUNTS)


def test_local_and_cluster_runs_give_same_rows(tmp_path, workers, local_rows, cli):
    (tmp_path / "twice.toml").write_text(STUDY)
    address = client_of(workers).scheduler.address
    options = ("--into", tmp_path / "there.jsonl", "--cluster", address)
    code, out, _ = cli("study", "run", tmp_path / "twice.toml", *options)
    assert code == 0 and "next: masume study report " in out
    assert len(local_rows) > 200
    assert query(tmp_path / "there.jsonl", _COUNTS) == local_rows


@pytest.mark.parametrize("kills", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_lost_worker_costs_no_row(tmp_path, workers, local_rows, kills):
    study = parse_study(STUDY)
    victims = []

    def kill_some(progress):
        if progress.doing == "runs" and progress.done in KILLED_AT[:kills]:
            process = next(iter(client_of(workers).run(os.getpid).values()))
            victims.append(process)
            os.kill(process, signal.SIGKILL)

    run_study(study, tmp_path / "there.jsonl", workers, kill_some)
    assert len(victims) == kills
    assert query(tmp_path / "there.jsonl", _COUNTS) == local_rows


def blocked_signals():
    return signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_ctrl_c_reaches_the_driver_only(workers):
    assert all(signal.SIGINT in found for found in client_of(workers).run(blocked_signals).values())
    assert signal.SIGINT not in blocked_signals()


PYTHON = [sys.executable, "-m"]


@contextmanager
def manual_cluster(port):
    """Start a scheduler and a worker; yield the address and the scheduler."""
    address = f"tcp://127.0.0.1:{port}"
    dask = [*PYTHON, "distributed.cli.dask_scheduler", "--port", str(port), "--no-dashboard"]
    joins = [*PYTHON, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]
    scheduler = subprocess.Popen(dask, stderr=subprocess.DEVNULL)
    worker = subprocess.Popen(joins, stderr=subprocess.DEVNULL)
    try:
        yield address, scheduler
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()


@pytest.mark.soak
def test_lost_scheduler_stops_study_with_error(tmp_path):
    (tmp_path / "a.toml").write_text(STUDY.replace("seeds = 2", "seeds = 300"))
    with manual_cluster(18799) as (address, scheduler):
        study = None
        deadline = time.monotonic() + 60
        while not rows(tmp_path / "a.toml"):
            assert time.monotonic() < deadline
            if study is None or study.poll() is not None:  # until the worker is there
                with (tmp_path / "err.txt").open("w") as output:
                    study = subprocess.Popen(
                        [*PYTHON, "masume", "study", "run", "a.toml", "--cluster", address],
                        cwd=tmp_path,
                        stderr=output,
                    )
            time.sleep(0.2)
        scheduler.kill()
        study.wait(timeout=90)
    assert study.returncode == 2
    err = (tmp_path / "err.txt").read_text()
    assert err.splitlines()[-1].startswith(f"masume: the cluster {address} has gone")
    assert "Traceback" not in err
    assert query(tmp_path / "a.jsonl", _COUNTS)


@pytest.mark.soak
def test_task_that_always_kills_its_worker_is_reported_lost(workers):
    found = dict(work_through(fragile, range(9, 17), pool=workers, chunk=1))
    assert {item for item, result in found.items() if result != item} == {13}


@pytest.mark.soak
def test_growing_cluster_uses_new_workers(tmp_path):
    (tmp_path / "naps.py").write_text(NAPS.replace("0.03", "0.1"))
    study = parse_study(study_text("./naps.py:naps", rest="repetitions = 400"), folder=tmp_path)
    with cluster("local:1") as pool:
        client = client_of(pool)

        def grow(progress):
            if progress.doing == "runs" and progress.done == 16:
                client.cluster.scale(4)

        progress = run_study(study, tmp_path / "grows.jsonl", pool, grow)
        logs = client.run(lambda dask_worker: dask_worker.state.executed_count)
    assert progress.statuses == {"stuck": 400}
    assert len(logs) == 4 and min(logs.values()) > 3, logs


@pytest.mark.parametrize("text", ["", "local:0", "local:x", "host:8786", "tcp://", "http://a:1"])
def test_invalid_cluster_is_rejected(text):
    with pytest.raises(BadOption, match="local:4"):
        check_cluster(text)


def test_unreachable_scheduler_is_reported(monkeypatch):
    monkeypatch.setattr("masume.work.cluster._CONNECT_SECONDS", 0.5)
    with pytest.raises(NotApplicable, match="no scheduler answers"), cluster("tcp://127.0.0.1:9"):
        pass
