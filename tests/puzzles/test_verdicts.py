"""The exact output of referees: the rule, the cells and the text of every violation.

Other tests check which rules are broken. People read these texts, and pictures mark these cells.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import masume
from masume.core.plugins.registry import kind_of

FILE = Path(__file__).parents[1] / "data" / "verdicts.txt"
CASES = [block for block in FILE.read_text().split("\n\n")[1:] if block]


def describe(puzzle, violations):
    """Return `rule r1c1 r1c2: text` for each violation."""
    name = puzzle.grid.name
    return [f"{' '.join([v.rule, *map(name, v.cells)])}: {v.text}" for v in violations]


def expected(block):
    lines = [line[2:] for line in block.splitlines() if line.startswith("> ")]
    assert lines
    return [] if lines == ["right"] else lines


@pytest.mark.parametrize("block", CASES, ids=lambda block: block.split()[0])
def test_verdict(block):
    board, _, answer = block.partition("\n>")[0].partition("\nanswer:\n")
    puzzle = masume.loads(board).puzzle
    violations = masume.check(puzzle, answer) if answer else kind_of(puzzle).obstacles(puzzle)
    assert describe(puzzle, violations) == expected(block)


@pytest.mark.parametrize("name", masume.kinds())
def test_every_violation_code_is_covered(name):
    answered = [block for block in CASES if block.startswith(name) and "answer:" in block]
    rules = {line.split()[0].rstrip(":") for block in answered for line in expected(block)}
    assert rules == set(masume.kinds()[name].codes)
