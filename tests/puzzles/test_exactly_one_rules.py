"""Exactly One Mazes: the referee and the obstacles."""

from __future__ import annotations

from random import Random

import pytest
from mazes import SMALL, answer, board, paths

from masume.puzzles.exactly_one import KIND
from masume.puzzles.exactly_one.puzzle import (
    ExactlyOne,
)

# The referee


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        ("start", "r2c2 r2c3 r1c3 r1c2 r1c3"),
        ("start", "r3c2 r2c2 r1c2 r2c2 r2c3 r1c3"),
        ("end", "r3c1 r2c1 r2c2 r2c3"),
        ("gap", "r3c1 r2c1 r2c3 r1c3"),
        ("cell-twice", "r3c1 r2c1 r2c2 r3c2 r2c2 r2c3 r1c3"),
        ("shape-missed", "r3c1 r2c1 r2c2 r1c3"),
        ("shape-missed", "r3c1 r3c2 r3c3 r2c3 r1c3"),
        ("shape-twice", "r3c1 r2c1 r2c2 r1c2 r2c2 r2c3 r1c3"),
        ("shape-twice", "r3c1 r2c1 r1c1 r1c2 r2c2 r2c3 r1c3"),
    ],
)
def test_each_rule_can_be_broken(rule, cells):
    assert rule in {fault.rule for fault in KIND.violations(SMALL, answer(SMALL, cells))}


ALONE = {
    "start": "r3c2 r3c1 r2c1 r2c2 r2c3 r1c3",
    "end": "r3c1 r2c1 r2c2 r2c3",
    "gap": "r3c1 r2c1 r2c3 r1c3",
    "cell-twice": "r3c1 r2c1 r2c2 r3c2 r2c2 r2c3 r1c3",
    "shape-missed": "r3c1 r3c2 r3c3 r2c3 r1c3",
    "shape-twice": "r3c1 r2c1 r1c1 r1c2 r2c2 r2c3 r1c3",
}


@pytest.mark.parametrize("rule", KIND.codes)
def test_each_rule_is_broken_alone(rule):
    assert [f.rule for f in KIND.violations(SMALL, answer(SMALL, ALONE[rule]))] == [rule]


def test_right_path_breaks_no_rule_and_notes_are_ignored():
    assert KIND.violations(SMALL, answer(SMALL, "r3c1 r2c1 r2c2 r2c3 r1c3")) == []
    assert KIND.violations(SMALL, answer(SMALL, "urru r1c1=off")) == []


# Obstacles


@pytest.mark.parametrize(
    ("rows", "rule", "text"),
    [
        ((". A", "A ."), "shape-twice", "the path begins and ends in shape A"),
        ((". A A", ". A A", ". A ."), "shape-twice", None),
        ((". . .", "A A .", "A A ."), "shape-twice", "no path can leave shape A at r2c1"),
        (("A . .", "A A .", "B A .", ". . ."), None, None),
        ((". . . .", "A A . .", "B A . .", "A A . .", ". . . ."), "shape-missed", "shape B"),
        (("A A . .", "A A . .", ". . . ."), None, None),
        (("B A . .", "A A . .", ". . . ."), "shape-missed", "shape B at r1c1 lies behind shape A"),
        ((". A A", ". . A", ". . ."), "shape-twice", "no path can leave shape A at r1c2"),
    ],
)
def test_obstacles(rows, rule, text):
    puzzle = board(*rows)
    faults = KIND.obstacles(puzzle)
    if rule is None:
        assert faults == []
        return
    assert rule in {fault.rule for fault in faults}
    assert {fault.rule for fault in faults} <= set(KIND.codes)
    assert text is None or any(text in fault.text for fault in faults)
    assert not paths(puzzle)


@pytest.mark.long
def test_obstacles_of_a_large_board_are_fast():
    rng = Random(1)
    labels = tuple(rng.choice([None, str(rng.randrange(4000))]) for _ in range(40_000))
    assert isinstance(KIND.obstacles(ExactlyOne(200, 200, labels)), list)
