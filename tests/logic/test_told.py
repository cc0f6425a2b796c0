"""Every explanation is checked by code that sees the board and knows the rules, nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from sentence_checker import (
    PUZZLES,
    find_faults,
    find_hint_faults,
    walk_explanations,
    wrong_mark_hints,
)
from support import EXPLAINED, by_name, few

import masume
from masume.core.puzzle.words import Phrase, say

READ = [kind for kind in EXPLAINED if kind.name in PUZZLES]


def boards(kind):
    """The example of each technique, and some boards."""
    texts = dict.fromkeys(technique.example for technique in kind.logic().techniques)
    small = [board for board in masume.examples(kind.name) if board.puzzle.grid.size <= 36]
    return [*map(masume.load, texts), *(board.puzzle for board in few(small, 2))]


@pytest.fixture(scope="module")
def advice():
    """All that is told on these boards, by kind."""
    return {
        kind.name: [advice for puzzle in boards(kind) for advice in walk_explanations(puzzle)]
        for kind in READ
    }


@pytest.mark.parametrize("kind", READ, ids=by_name)
def test_every_sentence_is_true_and_leaves_nothing_out(kind, advice):
    assert [fault for hint in advice[kind.name] for fault in find_faults(hint)] == []


@pytest.mark.parametrize("kind", READ, ids=by_name)
def test_hints_about_wrong_marks_are_true_and_leave_nothing_out(kind):
    read = 0
    for puzzle in boards(kind):
        for wrong in wrong_mark_hints(puzzle, Random(f"wrong {read}"), 2):
            read += 1
            assert find_hint_faults(wrong) == []
    assert read > 5


OTHERS = {"black": "white", "white": "black", "used": "not used", "not used": "used"}
UNCHECKED = {"text", "rule", "path"}  # what the referee says; how the subject is named


def changed(value, puzzle):
    """The value with one of its numbers, cells or colours changed, each in turn."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value + 1 if value + 1 != puzzle.grid.size else value - 1
    elif isinstance(value, str):
        yield OTHERS.get(value, f"{value}?")
    elif isinstance(value, Phrase):
        for slot, inner in value.slots.items():
            if slot not in UNCHECKED:
                for other in changed(inner, puzzle):
                    yield say(value.template, **{**value.slots, slot: other})
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        return  # statements are compared with what is concluded
    elif isinstance(value, tuple | list):
        for place, inner in enumerate(value):
            for other in changed(inner, puzzle):
                yield type(value)([*value[:place], other, *value[place + 1 :]])


@pytest.mark.parametrize("kind", READ, ids=by_name)
def test_the_checker_sees_every_changed_slot(kind, advice):
    seen, missed = set(), []
    for hint in advice[kind.name]:
        keys = {phrase.template for told in hint.told for _, phrase in told}
        if keys <= seen:
            continue
        seen |= keys
        for place, told in enumerate(hint.told):
            for number, (mark, phrase) in enumerate(told):
                for other in changed(phrase, hint.puzzle):
                    wrong = (*told[:number], (mark, other), *told[number + 1 :])
                    steps = (*hint.told[:place], wrong, *hint.told[place + 1 :])
                    if not find_faults(replace(hint, told=steps)):
                        missed.append((phrase, other))
    assert missed == []


@pytest.mark.parametrize("kind", READ, ids=by_name)
def test_the_checker_sees_what_is_left_out(kind, advice):
    for hint, after in pairwise(advice[kind.name]):
        assert find_faults(replace(hint, because=(*hint.because, ("nothing", ()))))
        assert find_faults(replace(hint, told=(((0, say("perhaps")),), *hint.told)))
        says_so = after.technique == "finished-island"  # which nobody needs told
        if after.puzzle == hint.puzzle and not says_so:
            assert find_faults(replace(hint, new=hint.new + after.new)), after.told


@pytest.mark.parametrize("kind", [kind for kind in READ if kind.name != "exactly_one"], ids=by_name)
def test_the_checker_sees_a_clue_that_is_not_spoken_of(kind, advice):
    """A reason that is left out is a fault; pictures and neighbours speak of some clues."""
    caught = tried = 0
    for hint in advice[kind.name]:
        clues = [cell for cell, clue in enumerate(hint.puzzle.clues) if clue is not None]
        if len(clues) > len(hint.because):
            tried += 1
            more = [(*hint.because, ("clue", (cell,))) for cell in clues]
            caught += any(find_faults(replace(hint, because=because)) for because in more)
    assert tried > 10
    assert caught > tried / 2
