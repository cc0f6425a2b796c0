"""Hashi: its referee, its texts, its searches, and plain enumeration as the judge of them all."""

from __future__ import annotations

from itertools import product
from math import inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import Graph, variants

import masume
from masume.core.clue import UNKNOWN
from masume.core.registry import heuristics
from masume.core.text import Block
from masume.errors import BadOption, NotApplicable, ParseError
from masume.formats.plain import read_boards
from masume.puzzles.hashi import KIND
from masume.puzzles.hashi.puzzle import Bridges, Hashi, Span, links
from masume.puzzles.hashi.spaces import Build, Decide, Repair

DATA = Path(__file__).parents[1] / "data"
SQUARE = "hashi\n2 . 2\n. . .\n2 . 2"
CROSS = "hashi\n. 1 .\n1 . 1\n. 1 ."


def bridges(*joined, barred=()):
    return Bridges(frozenset(joined), frozenset(barred))


# The referee


@pytest.mark.parametrize(
    ("rule", "text", "answer"),
    [
        ("not-a-bridge", "hashi\n3 . 3", "r1c1-r1c3=3"),
        ("crossing", "hashi\n. 2 2\n1 . 1\n. 2 2", "r1c2-r1c3=1 r1c2-r3c2=1 r3c2-r3c3=1"),
        ("too-many", "hashi\n2 . 1", "r1c1-r1c3=2"),
        ("too-few", "hashi\n2 . 1", "r1c1-r1c3=1"),
        ("divided", "hashi\n1 . 1\n. . .\n1 . 1", "r1c1-r1c3=1 r3c1-r3c3=1"),
        ("divided", "hashi\n1 1 ?", "r1c1-r1c2=1"),
        (
            "loop",
            "hashi\nloops: no\n2 . 2\n. . .\n2 . 2",
            "r1c1-r1c3=1 r1c1-r3c1=1 r1c3-r3c3=1 r3c1-r3c3=1",
        ),
    ],
)
def test_each_rule_is_broken(rule, text, answer):
    found = {fault.rule for fault in masume.check(masume.load(text), answer)}
    alone = {"crossing": {"crossing", "too-few", "divided", "too-many"}}
    assert rule in found <= alone.get(rule, {rule})


def test_every_code_has_a_failing_answer():
    cases = test_each_rule_is_broken.pytestmark[0].args[1]
    assert {rule for rule, _, _ in cases} == set(KIND.codes)
