"""Explanations judged by the referee: a step holds without the clues that it does not name."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from material import of, random_board
from support import KINDS
from witness import faults

import masume
from masume.api.exact import model_of
from masume.core.system.limits import Deadline
from masume.exact.answers import backbone
from masume.logic import what_if
from masume.logic.explainer import Explainer
from masume.logic.what_if import WhatIf

EXPLAINED = [kind for kind in KINDS if kind.logic]


def some_boards(kind, seed, number):
    """Random boards with a solution and more than one cell."""
    rng, most = Random(f"witness {kind.name} {seed}"), getattr(of(kind.name), "LARGEST", 12)
    while number:
        puzzle = random_board(kind.name, rng)
        if 1 < puzzle.rows * puzzle.cols <= most and masume.solve(puzzle).answer is not None:
            number -= 1
            yield puzzle


def supposed(puzzle):
    """Steps by supposing the opposite alone."""
    goal = backbone(model_of(puzzle, Deadline()), Deadline())
    known, engine = set(), WhatIf(puzzle, Deadline())
    while goal - known and (step := engine.easiest_proof(known, goal - known)) is not None:
        known.update(step.literals)
        yield engine, step


def has_no_clues(kind):
    """Whether boards have rooms only."""
    return kind.source is not None and kind.source().clue is None


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=lambda kind: kind.name)
def test_steps_hold_without_the_clues_that_they_do_not_name(kind):
    steps = dropped = 0
    for puzzle in some_boards(kind, "walk", 18):
        walk = list(Explainer(puzzle).steps())
        wrong, less = faults(puzzle, walk)
        assert not wrong, (puzzle, wrong)
        steps, dropped = steps + len(walk), dropped + less
    assert steps and (dropped or has_no_clues(kind))


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=lambda kind: kind.name)
def test_so_do_steps_for_which_no_technique_has_a_name(kind):
    steps = dropped = 0
    for puzzle in some_boards(kind, "what if", 6):
        advice = [step for _, step in supposed(puzzle)]
        wrong, less = faults(puzzle, advice)
        assert not wrong, (puzzle, wrong)
        steps, dropped = steps + len(advice), dropped + less
    assert steps and (dropped or has_no_clues(kind))


def leaking(puzzle, deadline, *, reasons=False):
    """Kuromasu's model, but the first rule also knows that cells with a clue are white."""
    model = model_of(puzzle, deadline, reasons=reasons)
    if not reasons:
        return model
    rule, *others = model.parts
    clues = [part.clauses[0] for part in others if part.reason.clues]
    return replace(model, parts=[rule._replace(clauses=[*rule.clauses, *clues]), *others])


def test_model_that_leaks_a_clue_into_a_rule_is_detected(monkeypatch):
    monkeypatch.setattr(what_if, "cached_model", leaking)
    puzzle = masume.load("kuromasu\n. 3 .\n. . 4\n3 . .").puzzle
    caught = 0
    for engine, step in supposed(puzzle):
        assert engine.proves(step)  # the engine believes its model
        caught += bool(faults(puzzle, [step])[0])
    assert caught
