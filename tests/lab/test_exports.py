"""Archives run elsewhere, and the real packages read exports for BenchExec and ASlib."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from xml.etree import ElementTree

import pytest
from study_rows import query, study_text

from masume.errors import BadOption
from masume.lab.archive import write_archive
from masume.lab.drive import run_study
from masume.lab.study import read_study
from tests.environments import ROOT, installed_environment

STUDY = """title = "To be packed"

[[boards]]
files = ["boards/*.txt"]

[[searches]]
algorithms = ["./packed_search.py:first_found", "exact"]
spaces = ["decide"]
"""
MINE = """from packed_helper import in_order

from masume.core.search.algorithm import algorithm


@algorithm(complete=True)
def first_found(space):
    \"\"\"Depth first, by a helper.\"\"\"
    return (yield from in_order(space))
"""
HELPER = """from masume.search.depth_first import depth_first


def in_order(space):
    return (yield from depth_first.function(space))
"""


@pytest.fixture
def study(tmp_path, cli):  # which forgets the modules that are imported from there
    folder = tmp_path / "here"
    (folder / "boards").mkdir(parents=True)
    (folder / "boards" / "one.txt").write_text("hitori\n1 1 2\n2 3 1\n3 2 3\n")
    (folder / "my.toml").write_text(STUDY)
    (folder / "packed_search.py").write_text(MINE)
    (folder / "packed_helper.py").write_text(HELPER)
    (folder / "packed_other.py").write_text("raise RuntimeError")
    return folder / "my.toml"


def masume(folder, *arguments):
    environment = os.environ | {"PYTHONPATH": "sources"}
    command = [sys.executable, "-m", "masume", "study", *arguments]
    return subprocess.check_output(command, cwd=folder, env=environment, text=True)


@pytest.mark.process
def test_archive_runs_elsewhere(study, tmp_path, pool):
    results = study.with_suffix(".jsonl")
    run_study(read_study(study), results, pool)
    count = write_archive(study, results, tmp_path / "packed.zip")
    with zipfile.ZipFile(tmp_path / "packed.zip") as packed:
        names = packed.namelist()
        packed.extractall(tmp_path / "there")
    assert count == len(names)
    brought = {name for name in names if "/sources/" not in name}
    kept = {"README.txt", "packages.txt", "machine.json", "my.toml", "my.jsonl"}
    kept |= {"packed_search.py", "packed_helper.py", "boards/one.txt"}
    assert brought == {f"packed/{name}" for name in kept}
    there = tmp_path / "there" / "packed"
    needed = dict(line.split("==") for line in (there / "packages.txt").read_text().splitlines())
    assert {"click", "python-sat", "rich", "duckdb"} <= needed.keys() and "masume" not in needed
    assert json.loads((there / "machine.json").read_text())["cores"] == os.cpu_count()
    assert "2 done before" in masume(there, "run", "my.toml")
    assert "2 runs" in masume(there, "run", "my.toml", "--into", "again.jsonl")
    assert "all statuses and counts are equal" in masume(there, "compare", "my.toml", "again.jsonl")


def test_archive_reports_unpackable_files(study, tmp_path):
    (tmp_path / "outside.txt").write_text("hitori\n1 1 2\n2 3 1\n")
    study.write_text(STUDY.replace("boards/*.txt", "../outside.txt"))
    with pytest.raises(BadOption, match=r"outside.txt is outside .*; move it next to the study"):
        write_archive(study, study.with_suffix(".jsonl"), tmp_path / "packed.zip")
    with pytest.raises(BadOption, match=r"must end in .zip"):
        write_archive(study, study.with_suffix(".jsonl"), tmp_path / "packed.tar")
    assert not list(tmp_path.glob("*packed*"))


EXCHANGE = study_text(
    *("astar", "simulated_annealing", "exact"),
    examples=["hitori/first", "kuromasu/br-3x3-*"],
    spaces=["decide", "repair"],
    rest="seeds = 2\n[limits]\nseconds = 5\nnodes = 100\n",
)


@pytest.fixture
def exported(tmp_path, pool, cli):
    """Return a folder with a study, its results, a scenario and a benchmark."""
    (file := tmp_path / "s.toml").write_text(EXCHANGE)
    run_study(read_study(file), tmp_path / "s.jsonl", pool)
    for form, name in (("--aslib", "scenario"), ("--benchexec", "benchmark")):
        assert cli("study", "export", file, form, "-o", tmp_path / name)[0] == 0
    return tmp_path


@pytest.mark.process
@pytest.mark.long
def test_every_run_is_in_the_scenario_and_in_the_benchmark(exported, cli):
    ((count,),) = query(exported / "s.jsonl", "SELECT count(*) FROM results")
    files = (exported / "scenario").glob("*/algorithm_runs.arff")
    rows = [line for file in files for line in file.read_text().split("@DATA\n")[1].splitlines()]
    root = ElementTree.parse(exported / "benchmark" / "benchmark.xml").getroot()
    tasks = [element.text or "" for element in root.iter("include")]
    assert len(rows) == len(tasks) == count > 10
    assert all((exported / "benchmark" / task).exists() for task in tasks)
    both = ("study", "export", exported / "s.toml", "--aslib", "--benchexec", "-o", "x")
    assert cli(*both)[0] == 2


@pytest.mark.soak
def test_benchexec_runs_the_benchmark_and_others_read_the_scenario(exported):
    python = installed_environment("benchexec", ["benchexec", "pyyaml", "liac-arff"])
    (exported / "masume").write_text(f'#!/bin/sh\nexec {sys.executable} -m masume "$@"\n')
    (exported / "masume").chmod(0o755)
    command = [python, "-P", ROOT / "tests" / "lab" / "exchange_check.py", exported]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    lines = run.stdout.splitlines()
    assert {word for line in lines for word in line.split()} >= {"astar", "exact"}
    assert {line.split()[0] for line in lines} <= {"done", "stuck", "limit", "scenario"}
    assert sum(line.startswith("scenario") for line in lines) == 2
