"""Bundles and results are what Otter, nbgrader and Gradescope expect: their own packages read them.

The packages are large, so this test is part of `make soak`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from masume.front.cli.main import run
from tests.environments import installed_environment

SCRIPT = Path(__file__).parent / "packages" / "course_formats.py"
PACKAGES = ["otter-grader", "nbgrader", "gradescope-utils"]

pytestmark = [pytest.mark.process, pytest.mark.long, pytest.mark.soak]


def test_files_are_read_by_the_packages_they_are_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in (
        "new hw --template heuristic --secret 42",
        "release hw -o students",
        "grade hw/samples --assignment hw -o grades.csv --gradescope scope",
    ):
        assert run(["assignment", *command.split()]) == 0
    python = installed_environment("course_formats", PACKAGES)
    command = [python, "-P", SCRIPT, "students", "hw/reference/solution.py", "scope"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip().endswith("passed")
