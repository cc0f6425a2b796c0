"""Fixtures of all tests of the lab."""

from __future__ import annotations

import pytest

from masume.lab.drive import run_study
from masume.lab.machine import machine
from masume.lab.study import parse_study
from masume.work.batches import thread_pool


@pytest.fixture(scope="session", autouse=True)
def machine_known(pytestconfig):
    """Describe the machine once; otherwise every test would start Git."""
    machine()
    pytestconfig.pluginmanager.get_plugin("quick").started.clear()


@pytest.fixture(scope="session")
def pool():
    with thread_pool(1) as workers:
        yield workers


@pytest.fixture
def results(tmp_path):
    return tmp_path / "r.jsonl"


@pytest.fixture
def run(pool, tmp_path, results):
    """Return a function that runs a study and returns its progress."""
    return lambda text: run_study(parse_study(text, folder=tmp_path), results, pool)
