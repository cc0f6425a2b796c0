"""`masume new-puzzle` writes a puzzle that is complete when it is installed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from masume.front.cli.main import run
from masume.front.cli.new_puzzle import FAMILIES


def in_folder(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


def install(folder):
    """Leave the information of an installed package beside the source of a puzzle."""
    info = folder / "src" / f"masume_{folder.name}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: masume-puzzle\nVersion: 0.1.0\n")
    point = f"[masume.puzzles]\n{folder.name} = {folder.name}:KIND\n"
    (info / "entry_points.txt").write_text(point)


@pytest.mark.process
@pytest.mark.parametrize("family", FAMILIES)
def test_skeleton_passes_its_test_and_is_a_complete_puzzle(family, tmp_path):
    folder = tmp_path / f"own_{family}"
    assert run(["new-puzzle", folder.name, "--family", family, "-o", str(folder)]) == 0
    done = in_folder(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    install(folder)
    board = f"{folder.name}/first"
    commands = [["solve", board], ["hint", board], ["explain", board]]
    commands.append(["generate", folder.name, "--size", "4", "--seed", "1"])
    script = f"from masume.front.cli.main import run; print([run(c) for c in {commands}])"
    done = in_folder(folder, "-c", script)
    assert done.stdout.splitlines()[-1] == "[0, 0, 0, 0]", done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "fault"), [("Mine", "is no name"), ("akari", "already"), ("taken", "exists")]
)
def test_names_that_are_refused(name, fault, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    assert run(["new-puzzle", name, "--family", FAMILIES[0]]) == 2
    assert fault in capfd.readouterr().err
