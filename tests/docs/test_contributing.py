"""Follows CONTRIBUTING.md to the letter, in a copy of the package."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import masume

ROOT = Path(__file__).parents[2]
PACKAGE = Path(masume.__file__).parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = re.findall(r"`(src/masume/[^`]+)`:\n\n```\w*\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = re.findall(r"^\$ \./masume (.*)$", TEXT, re.MULTILINE)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package with the recipes' files put in; says which places they touched."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, root / "src" / "masume", ignore=shutil.ignore_patterns("__pycache__"))
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


def in_copy(root, *command):
    env = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, env=env, cwd=ROOT
    )


def test_a_puzzle_is_one_folder_an_algorithm_one_file_a_heuristic_one_function(copy):
    _, changed = copy
    places = {Path(name).parent if "lights" in name else Path(name) for name in changed}
    assert places == {
        Path("src/masume/puzzles/lights"),
        Path("src/masume/search/limited_discrepancy.py"),
        Path("src/masume/puzzles/hitori/heuristics.py"),
    }
    added = next(text for path, text in FILES if path.endswith("hitori/heuristics.py"))
    assert added.count("\ndef ") == 1 and not re.search(r"^(class|import|from) ", added, re.M)


def test_the_commands_of_the_recipes_work(copy):
    root, _ = copy
    assert len(COMMANDS) >= 4
    for line in COMMANDS:
        done = in_copy(root, "masume", *shlex.split(line))
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        assert re.search("solved|contradict each other|#|difficulty: ", done.stdout)
    listed = in_copy(root, "masume", "list").stdout
    for name in ("lights", "lights/press", "limited_discrepancy", "hitori/crowded_lines"):
        assert name in listed


def test_the_contract_tests_find_what_was_added(copy):
    root, _ = copy
    done = in_copy(
        root,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "-n0",
        "tests/contract/test_kinds.py",
        "tests/contract/test_models.py",
        "tests/contract/test_scenes.py",
        "tests/contract/test_spaces.py",
        "tests/search",
        "-k",
        "lights or limited_discrepancy or first-shade or first-decide or every",
    )
    assert done.returncode == 0, done.stdout[-3000:]
    passed = int(re.search(r"(\d+) passed", done.stdout)[1])
    assert passed > 15


def test_the_recipes_are_clean(copy):
    root, _ = copy
    done = in_copy(root, "ruff", "check", "--config", "pyproject.toml", str(root / "src"))
    assert done.returncode == 0, done.stdout
