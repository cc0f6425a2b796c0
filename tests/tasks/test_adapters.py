"""Each adapter runs the loop of its project's real package, installed for this test alone.

The packages are large, so these tests are part of `make soak`. The environments are kept in
build/adapters.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.environments import PROJECT, ROOT, installed_environment

pytestmark = [pytest.mark.process, pytest.mark.long, pytest.mark.soak]

SCRIPTS = Path(__file__).parent / "adapters"
PACKAGES = {  # what a user installs besides masume, by adapter
    "gymnasium": ["gymnasium", "pillow", "resvg-py", "reportlab"],
    "inspect_ai": ["inspect-ai"],
    "mcp": PROJECT["optional-dependencies"]["mcp"],
    "openenv": ["openenv-core"],
    "reasoning_gym": ["reasoning-gym"],
    "verifiers": ["verifiers"],
}


SNIPPET = re.compile(r'^```py adapter="(\w+)"\n(.*?)^```', re.MULTILINE | re.DOTALL)
SNIPPETS = dict(SNIPPET.findall((ROOT / "docs" / "reasoning.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", SNIPPETS)
def test_example_of_the_page_runs(name, tmp_path):
    (tmp_path / "example.py").write_text(SNIPPETS[name], encoding="utf-8")
    command = [installed_environment(name, PACKAGES[name]), "-P", tmp_path / "example.py"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    assert run.returncode == 0, run.stderr[-3000:]


@pytest.mark.parametrize("name", PACKAGES)
def test_adapter_runs_its_projects_own_loop(name, tmp_path):
    python = installed_environment(name, PACKAGES[name])
    command = [python, "-P", SCRIPTS / f"{name}.py", tmp_path]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    assert run.returncode == 0 and run.stdout.strip().startswith("passed"), run.stderr[-3000:]


def test_every_adapter_has_a_script():
    adapters = {path.stem for path in (ROOT / "src/masume/tasks/adapters").glob("[!_]*.py")}
    assert set(SNIPPETS) == adapters - {"mcp"}
    assert adapters == set(PACKAGES) == {path.stem for path in SCRIPTS.glob("*.py")}
