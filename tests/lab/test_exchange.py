"""Exports for BenchExec and ASlib are read by the real packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from study_rows import query

from masume.front.cli.main import run as run_command
from tests.environments import ROOT, installed_environment

pytestmark = [pytest.mark.process, pytest.mark.long]

STUDY = """
title = "Exchange"
[[boards]]
examples = ["hitori/first", "kuromasu/br-3x3-*"]
[[searches]]
algorithms = ["astar", "simulated_annealing", "exact"]
spaces = ["decide", "repair"]
seeds = 2
[limits]
seconds = 5
nodes = 100
"""


def exported(folder: Path) -> Path:
    file = folder / "s.toml"
    file.write_text(STUDY)
    for words in (
        ["run", str(file), "--jobs", "1"],
        ["export", str(file), "--aslib", "-o", str(folder / "scenario")],
        ["export", str(file), "--benchexec", "-o", str(folder / "benchmark")],
    ):
        assert run_command(["study", *words]) == 0
    return folder


def test_every_run_is_in_the_scenario_and_in_the_benchmark(tmp_path):
    folder = exported(tmp_path)
    ((count,),) = query(tmp_path / "s.jsonl", "SELECT count(*) FROM results")
    files = (tmp_path / "scenario").glob("*/algorithm_runs.arff")
    rows = [line for file in files for line in file.read_text().split("@DATA\n")[1].splitlines()]
    root = ElementTree.parse(folder / "benchmark" / "benchmark.xml").getroot()
    tasks = [element.text or "" for element in root.iter("include")]
    assert len(rows) == len(tasks) == count > 10
    assert all((folder / "benchmark" / task).exists() for task in tasks)
    both = ["study", "export", str(folder / "s.toml"), "--aslib", "--benchexec", "-o", "x"]
    assert run_command(both) == 2


@pytest.mark.soak
def test_benchexec_runs_the_benchmark_and_others_read_the_scenario(tmp_path):
    python = installed_environment("benchexec", ["benchexec", "pyyaml", "liac-arff"])
    folder = exported(tmp_path)
    (folder / "masume").write_text(f'#!/bin/sh\nexec {sys.executable} -m masume "$@"\n')
    (folder / "masume").chmod(0o755)
    command = [python, "-P", ROOT / "tests" / "lab" / "exchange_check.py", folder]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    lines = run.stdout.splitlines()
    assert {word for line in lines for word in line.split()} >= {"astar", "exact"}
    assert {line.split()[0] for line in lines} <= {"done", "stuck", "limit", "scenario"}
    assert sum(line.startswith("scenario") for line in lines) == 2
