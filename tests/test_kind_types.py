"""The type parameters of Kind: a type checker rejects parts of two puzzles in one record."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

HEAD = """\
from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind
from masume.families.shading import position
from masume.puzzles.hashi import codecs as c, generate as g, model as m, play as p, puzzle as h
from masume.puzzles.hashi import spaces as s, techniques as q, text as t, view as v
from masume.puzzles.kuromasu import codecs, generate, model, play, puzzle, spaces, techniques, view
"""
FIELDS = {
    "puzzle": "puzzle.Kuromasu",
    "read": "puzzle.read",
    "write": "write_clues",
    "scene": "view.scene",
    "touch": "play.touch",
    "visible_violations": "play.visible_violations",
    "violations": "puzzle.violations",
    "obstacles": "puzzle.obstacles",
    "spaces": "(spaces.KuromasuShade,)",
    "model": "model.model",
    "codecs": "codecs.CODECS",
    "logic": "techniques.logic",
    "maker": "generate.maker",
}
HASHI = {
    "puzzle": "h.Hashi",
    "read": "t.read",
    "write": "t.write",
    "scene": "v.scene",
    "touch": "p.touch",
    "visible_violations": "p.visible_violations",
    "violations": "h.violations",
    "obstacles": "h.obstacles",
    "spaces": "(s.Build,)",
    "model": "m.model",
    "codecs": "c.CODECS",
    "logic": "q.logic",
    "maker": "g.maker",
}


def record(**mutations):
    fields = ", ".join(f"{name}={value}" for name, value in (FIELDS | mutations).items())
    return f'Kind(name="k", title="K", rules="", codes={{}}, {fields}, **position.POSITIONS)\n'


@pytest.mark.process
def test_type_checker_rejects_parts_of_another_puzzle(tmp_path):
    mutants = [record(), *(record(**{name: value}) for name, value in HASHI.items())]
    (tmp_path / "mutants.py").write_text(HEAD + "".join(mutants))
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml"]
    cache = ["--cache-dir", ROOT / ".mypy_cache"]  # what make test has checked already
    output = subprocess.run(
        [*command, *cache, tmp_path / "mutants.py"], cwd=ROOT, capture_output=True, text=True
    ).stdout
    first = HEAD.count("\n") + 1
    wrong = {int(line.split(":")[1]) for line in output.splitlines() if ": error:" in line}
    assert wrong == set(range(first + 1, first + 1 + len(HASHI))), output
