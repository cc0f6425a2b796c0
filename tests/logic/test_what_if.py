"""Steps by supposing the opposite: they are proved by what they name, and by no less."""

from __future__ import annotations

from random import Random

import material
import pytest
from material import random_board
from support import EXPLAINED, by_name

import masume
from masume.api.exact import model_of
from masume.core.puzzle.technique import Deduction
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.exact.answers import backbone
from masume.logic.what_if import WhatIf


def boards(kind, seed, number):
    """Random boards on which something is certain, and what is."""
    rng = Random(f"what if {kind.name} {seed}")
    while number:
        puzzle = random_board(kind.name, rng)
        goal = backbone(model_of(puzzle, Deadline()), Deadline())
        if goal:
            number -= 1
            yield rng, puzzle, goal


def fewer(deduction):
    """The deduction with one of its grounds left out, each in turn."""
    for literal in deduction.given:
        given = tuple(other for other in deduction.given if other != literal)
        yield Deduction(deduction.literals, given, deduction.because, "")
    for key in deduction.because:
        rest = tuple(other for other in deduction.because if other != key)
        yield Deduction(deduction.literals, deduction.given, rest, "")


def is_proved_and_no_ground_can_be_spared(what_if, deduction):
    assert deduction.says and deduction.literals
    assert what_if.proves(deduction)
    assert len(set(deduction.given)) == len(deduction.given)
    assert len(set(deduction.because)) == len(deduction.because)
    for less in fewer(deduction):
        assert not what_if.proves(less), (deduction, less)
    return True


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_a_board_is_walked_by_supposing_alone(kind):
    """Without any technique, all that is certain is found, and each step is as small as it can."""
    taken = 0
    for _, puzzle, goal in boards(kind, "walk", 12):
        what_if = WhatIf(puzzle, Deadline())
        known = set()
        while not goal <= known:
            result = what_if.easiest_proof(known, goal - known)
            assert result is not None
            assert set(result.literals) <= goal - known and set(result.given) <= known
            assert is_proved_and_no_ground_can_be_spared(what_if, result)
            known.update(result.literals)
            taken += 1
        assert what_if.easiest_proof(known, goal - known) is None
    assert taken > 20


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_of_all_suppositions_an_easy_one_is_told(kind):
    """No more grounds than the proof of whichever literal comes first would take."""
    easier = 0
    for _, puzzle, goal in boards(kind, "easiest", 12):
        what_if = WhatIf(puzzle, Deadline())
        result = what_if.easiest_proof((), goal)
        size = len(result.given) + len(result.because)
        for literal in sorted(goal, key=abs)[:10]:
            other = what_if.easiest_proof((), [literal])
            easier += size < len(other.given) + len(other.because)
        assert not result.given
    assert easier


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_refuting_says_why_or_nothing(kind):
    refuted = possible = 0
    for rng, puzzle, goal in boards(kind, "refute", 15):
        what_if = WhatIf(puzzle, Deadline())
        known = [literal for literal in sorted(goal, key=abs) if rng.random() < 0.3]
        for variable in range(1, min(what_if.model.shown, 25) + 1):
            for literal in (variable, -variable):
                result = what_if.easiest_proof(known, [literal])
                assert (result is not None) == (literal in goal)
                if result is None:
                    possible += 1
                    continue
                refuted += 1
                assert result.literals == (literal,) and set(result.given) <= set(known)
                assert is_proved_and_no_ground_can_be_spared(what_if, result)
    assert refuted > 40 and possible > 40


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_what_does_not_follow_is_not_proved(kind):
    """The opposite of what is true, something open, and what is true without its reasons."""
    opens = 0
    for _, puzzle, goal in boards(kind, "false", 15):
        what_if = WhatIf(puzzle, Deadline())
        every = tuple(what_if.switches)
        for literal in sorted(goal, key=abs)[:20]:
            assert what_if.proves(Deduction((literal,), (), every, ""))
            assert not what_if.proves(Deduction((-literal,), (), every, ""))
            assert not what_if.proves(Deduction((literal, -literal), (), every, ""))
        for variable in range(1, what_if.model.shown + 1):
            if not {variable, -variable} & goal:
                opens += 1
                assert not what_if.proves(Deduction((variable,), (), every, ""))
                assert what_if.proves(Deduction((variable,), (variable,), (), ""))
    assert opens > 5 or material.of(kind.name) is None


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_every_key_has_its_own_reason(kind):
    for board in masume.examples(kind.name)[:12]:
        what_if = WhatIf(board.puzzle, Deadline())
        reasons = [what_if.reasons[key] for key in what_if.switches]
        assert [(reason.rule, reason.cells) for reason in reasons] == list(what_if.switches)
        assert len(what_if.switches) == len(what_if.engine.reasons)
        assert all(
            reason.text and (reason.clues or reason.rule in kind.codes) for reason in reasons
        )


def test_the_watch_ends_it():
    puzzle = masume.load("kuromasu/rules")
    deadline = Deadline(Limit(seconds=100))
    what_if = WhatIf(puzzle, deadline)
    deadline.stop("enough")
    with pytest.raises(LimitReached, match="enough"):
        what_if.easiest_proof((), range(1, what_if.model.shown + 1))
