"""examples/mosaic: a puzzle in a package of its own, installed, is like any other."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from masume.core.plugins.registry import built_in_kinds

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "mosaic"
COMMANDS = re.findall(r"^masume (.*)$", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.M)
SCRIPT = """
import contextlib, io, json, shlex, sys
from masume.front.cli.main import run
found = []
for line in json.loads(sys.argv[1]):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = run(shlex.split(line))
        out.flush()
    found.append((line, code, out.buffer.getvalue().decode()))
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the package as an installer leaves it there."""
    folder = tmp_path_factory.mktemp("site")
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (source,) = (PACKAGE / "src").iterdir()
    shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    named = f"Name: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\n{named}")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return folder


def python(site, *arguments, **env):
    env = {**os.environ, "PYTHONPATH": str(site), **env}
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=env, cwd=ROOT)


def test_masume_knows_nothing_of_it():
    assert "mosaic" not in built_in_kinds()
    for file in (ROOT / "src").rglob("*"):
        if file.suffix in (".py", ".js", ".json", ".css", ".html"):
            assert "mosaic" not in file.read_text(encoding="utf-8").lower(), file


@pytest.mark.process
@pytest.mark.soak  # those of the recipes in CONTRIBUTING.md are the same for another puzzle
def test_all_contract_tests_pass(site):
    quiet = ("-q", "-p", "no:cacheprovider", "-n0")
    chosen = ("tests/contract", "--ignore=tests/contract/test_generic_code.py")  # nothing of it
    done = python(site, "-m", "pytest", *quiet, *chosen, MASUME_KINDS="mosaic")
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 100


@pytest.mark.process
def test_commands_know_it(site, tmp_path):
    more = ["list all", "list mosaic", "explain mosaic/first", "grade mosaic/first"]
    more += ["compare mosaic/first --with exact --with astar --with breadth_first"]
    more += ["why-not mosaic/too-many"]
    more += [f"draw mosaic/first --solve -o {shlex.quote(str(tmp_path / 'board.svg'))}"]
    done = python(site, "-c", SCRIPT, json.dumps(COMMANDS + more))
    assert done.returncode == 0, done.stderr
    said = {line: (code, out) for line, code, out in json.loads(done.stdout)}
    assert len(COMMANDS) >= 4
    assert {line: told for line, told in said.items() if told[0]} == {}
    assert "clue" in said["rules mosaic"][1]
    for name in ("mosaic/decide", "mosaic/marks_needed", "mosaic/one-clue"):
        assert name in said["list all"][1]
    assert re.search(r"\b(\d+) of \1 searches solved", said[more[4]][1])
    assert "so r1c" in said["explain mosaic/first"][1]
    assert "the 5 at r1c1" in said["why-not mosaic/too-many"][1]
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
