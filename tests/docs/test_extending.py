"""The recipes in docs/extending work when followed literally, in a copy of the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import Graph, check_heuristic, small_boards

import masume
from masume.puzzles.hitori import heuristics, spaces

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
PACKAGE = Path(masume.__file__).parent
RECIPES = ("heuristic", "algorithm", "puzzle")
TEXT = "\n".join(
    (ROOT / "docs" / "extending" / f"{name}.md").read_text(encoding="utf-8") for name in RECIPES
)
FILES = re.findall(r"`(src/masume/[^`]+)`:\n\n```\w*\n(.*?)```", TEXT, re.DOTALL)
ADDED = next(text for path, text in FILES if path.endswith("hitori/heuristics.py"))
COMMANDS = re.findall(r"^\$ \./masume (.*)$", TEXT, re.MULTILINE)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the package with the recipes' files, and the paths that changed."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, root / "src" / "masume")  # what is compiled already too
    for path, content in FILES:  # someone may have tried the recipes in this very checkout
        file = root / path
        if file.exists() and content.strip() in file.read_text(encoding="utf-8"):
            rest = file.read_text(encoding="utf-8").replace(content.strip(), "").rstrip()
            file.write_text(rest + "\n" if rest else "", encoding="utf-8")
            if not rest:
                file.unlink()
    before = snapshot(root)
    for path, content in FILES:
        file = root / path
        file.parent.mkdir(exist_ok=True)
        old = file.read_text(encoding="utf-8").rstrip() + "\n\n\n" if file.exists() else ""
        file.write_text(old + content, encoding="utf-8")
    after = snapshot(root)
    changed = {name for name in after if after[name] != before.get(name)}
    return root, changed


def snapshot(root):
    return {
        str(file.relative_to(root)): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def in_copy(root, *command, **env):
    env = {**os.environ, "PYTHONPATH": str(root / "src"), **env}
    return subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, env=env, cwd=ROOT
    )


def test_a_puzzle_is_one_folder_an_algorithm_one_file_a_heuristic_one_function(copy):
    _, changed = copy
    places = {Path(name).parent if "lights" in name else Path(name) for name in changed}
    assert places == {
        Path("src/masume/puzzles/lights"),
        Path("src/masume/search/enforced_climbing.py"),
        Path("src/masume/puzzles/hitori/heuristics.py"),
    }
    assert ADDED.count("\ndef ") == 1 and not re.search(r"^(class|import|from) ", ADDED, re.M)


def test_the_heuristic_keeps_its_claim():
    names = {**vars(heuristics), **vars(spaces)}
    exec(ADDED, names)
    claim = names["crowded_lines"]
    assert claim.admissible
    for board in small_boards("hitori")[:4]:
        for space in claim.spaces:
            made = space(board.puzzle)
            check_heuristic(claim, made, Graph(made))


# All commands in one process; then once more for a puzzle without heuristics.
SCRIPT = """
import contextlib, io, json, os, shlex, sys
from pathlib import Path
from masume.core.plugins import registry
from masume.front.cli.main import run
def said(line):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = run(shlex.split(line))
        out.flush()
    return line, code, out.buffer.getvalue().decode()
found = [said(line) for line in json.loads(sys.argv[1])]
Path(registry.__file__).parents[2].joinpath("puzzles/lights/heuristics.py").unlink()
registry._puzzle_heuristics.cache_clear()
registry._heuristics.cache_clear()
sys.modules.pop("masume.puzzles.lights.heuristics", None)
found += [said(line) for line in ("list lights", "solve lights/cross --with depth_first")]
print(json.dumps(found))
"""


def test_the_commands_of_the_recipes_work(copy, tmp_path):
    root, _ = copy
    assert len(COMMANDS) >= 4
    shutil.copytree(root / "src", tmp_path / "src")
    (tmp_path / "src" / "script.py").write_text(SCRIPT)
    done = in_copy(tmp_path, "script", json.dumps([*COMMANDS, "list all"]))
    assert done.returncode == 0, done.stderr
    *ran, listed, own, solved = json.loads(done.stdout)
    for line, code, out in ran:
        assert code == 0, (line, out)
        assert re.search("solved|contradict each other|#|difficulty: ", out)
    for name in ("lights", "lights/press", "enforced_climbing", "hitori/crowded_lines"):
        assert name in listed[2]
    assert "fifth_of_lit" in listed[2] and "fifth_of_lit" not in own[2] and own[1] == 0
    assert solved[1] == 0 and "solved" in solved[2]


def test_all_contract_tests_find_what_was_added_and_pass(copy):
    root, _ = copy
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-n0")
    chosen = ("tests/contract", "tests/search", "-k", "contract or enforced_climbing")
    # There is nothing of theirs in these.
    chosen += tuple(
        f"--ignore=tests/contract/test_{name}.py" for name in ("codecs", "generic_code")
    )
    done = in_copy(root, "pytest", *quiet, *chosen, MASUME_KINDS="lights")
    assert done.returncode == 0, done.stdout[-3000:]
    passed = int(re.search(r"(\d+) passed", done.stdout)[1])
    assert passed > 80


def test_the_recipes_are_clean(copy):
    root, _ = copy
    files = [str(root / path) for path, _ in FILES if path.endswith(".py")]
    done = in_copy(root, "ruff", "check", "--config", "pyproject.toml", *files)
    assert done.returncode == 0, done.stdout
