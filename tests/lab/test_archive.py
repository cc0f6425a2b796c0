"""Archives of studies contain everything needed and run elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile

import pytest

from masume.errors import BadOption
from masume.lab.archive import write_archive
from masume.lab.drive import run_study
from masume.lab.study import read_study

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
def study(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = tmp_path / "here"
    (folder / "boards").mkdir(parents=True)
    (folder / "boards" / "one.txt").write_text("hitori\n1 1 2\n2 3 1\n3 2 3\n")
    (folder / "my.toml").write_text(STUDY)
    (folder / "packed_search.py").write_text(MINE)
    (folder / "packed_helper.py").write_text(HELPER)
    (folder / "packed_other.py").write_text("raise RuntimeError")
    yield folder / "my.toml"
    for name in [name for name in sys.modules if "packed_" in name]:
        del sys.modules[name]


def masume(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": "sources"}
    command = [sys.executable, "-m", "masume", "study", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


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
    outside = tmp_path / "outside.txt"
    outside.write_text("hitori\n1 1 2\n2 3 1\n")
    study.write_text(STUDY.replace("boards/*.txt", "../outside.txt"))
    with pytest.raises(BadOption, match=r"outside.txt is outside .*; move it next to the study"):
        write_archive(study, study.with_suffix(".jsonl"), tmp_path / "packed.zip")
    with pytest.raises(BadOption, match=r"must end in .zip"):
        write_archive(study, study.with_suffix(".jsonl"), tmp_path / "packed.tar")
    assert not list(tmp_path.glob("*packed*"))
