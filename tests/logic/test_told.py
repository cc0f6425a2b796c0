"""Every sentence is read by a checker that sees the board and knows the rules, and nothing else."""

from __future__ import annotations

import re
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


OTHERS = {"black": "white", "white": "black"}


def changed(text):
    """The text with one of its numbers, cells or colours changed, each in turn."""
    for word in re.finditer(r"\br\d+c\d+|\b\d+\b(?!\))|black|white", text):
        old = word[0]
        if old[0] == "r":
            row, col = map(int, old[1:].split("c"))
            new = f"r{row}c{col + (-1 if col > 1 else 1)}"
        else:
            new = OTHERS.get(old) or str(int(old) + 1)
        yield f"{text[: word.start()]}{new}{text[word.end() :]}"


@pytest.mark.parametrize("kind", READ, ids=by_name)
def test_the_checker_sees_every_changed_word(kind, advice):
    seen = set()
    for hint in advice[kind.name]:
        if hint.technique not in seen:
            seen.add(hint.technique)
            missed = [
                text for text in changed(hint.text) if not find_faults(replace(hint, text=text))
            ]
            assert missed == [], hint.text


@pytest.mark.parametrize("kind", READ, ids=by_name)
def test_the_checker_sees_what_is_left_out(kind, advice):
    for hint, after in pairwise(advice[kind.name]):
        assert find_faults(replace(hint, because=(*hint.because, ("nothing", ()))))
        assert find_faults(replace(hint, text=f"Perhaps {hint.text}"))
        says_so = after.technique == "finished-island"  # which nobody needs told
        if after.board == hint.board and not says_so:
            assert find_faults(replace(hint, new=hint.new + after.new)), after.text


@pytest.mark.parametrize("kind", [kind for kind in READ if kind.name != "exactly_one"], ids=by_name)
def test_the_checker_sees_a_clue_that_is_not_spoken_of(kind, advice):
    """A reason that the text leaves out is a fault; pictures and neighbours speak of some clues."""
    caught = tried = 0
    for hint in advice[kind.name]:
        puzzle = masume.loads(hint.board)
        others = [
            cell
            for cell, clue in enumerate(puzzle.clues)
            if clue is not None and not re.search(rf"\b{puzzle.grid.name(cell)}\b", hint.text)
        ]
        if others:
            tried += 1
            more = [(*hint.because, ("clue", (cell,))) for cell in others]
            caught += any(find_faults(replace(hint, because=because)) for because in more)
    assert tried > 10
    assert caught > tried / 2
