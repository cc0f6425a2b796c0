"""Suppositions as chains: each step is proved, they end in a contradiction, none is needless."""

from __future__ import annotations

import re
from random import Random

import pytest
from material import random_board
from support import EXPLAINED, by_name, few

import masume
from masume.core.model.wording import literal_sentence
from masume.core.puzzle.technique import Deduction
from masume.core.puzzle.words import join_sentences
from masume.logic.chains import find_chain
from masume.logic.explainer import Explainer
from masume.logic.short import shortest_argument


def walks(kind, seed, number, share=0.3):
    """Walks on random boards and examples that know some of what is certain there."""
    rng = Random(f"chains {kind.name} {seed}")
    small = [board for board in masume.examples(kind.name) if board.puzzle.grid.size <= 49]
    boards = [random_board(kind.name, rng) for _ in range(number)]
    boards += [board.puzzle for board in few(small, 4)]
    for walk in filter(lambda walk: walk.goal, map(Explainer, boards)):
        walk.learn(literal for literal in sorted(walk.goal, key=abs) if rng.random() < share)
        yield walk


def proved(walk, literals, given, because):
    return walk.what_if.proves(Deduction(tuple(literals), tuple(given), tuple(because), ""))


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_false_literals_are_refuted_by_proved_steps(kind):
    refuted = 0
    for walk in walks(kind, "false", 12):
        before = set(walk.known)
        for literal in sorted(walk.goal - walk.known, key=abs)[:15]:
            result = find_chain(walk, -literal)
            assert walk.known == before  # nothing was learned by the way
            if result is None:
                continue
            refuted += 1
            assert set(result.given) <= walk.known
            assert proved(walk, [literal], result.given, result.because)
            known = {*walk.known}
            for step in result.plain:
                assert set(step.given) <= known
                assert proved(walk, step.literals, step.given, step.because)
                known.update(walk.vocabulary.closure(step.literals))
            assert known.isdisjoint({-literal})
            known.update(walk.vocabulary.closure([-literal]))
            for step in result.steps:
                assert set(step.given) <= known
                assert proved(walk, step.literals, step.given, step.because)
                known.update(walk.vocabulary.closure(step.literals))
            text = join_sentences([stage.text for stage in result.stages(walk)])
            assert (
                f"Suppose {literal_sentence(walk.vocabulary, -literal)}." in text and "But " in text
            )
            assert text.endswith(f"So {literal_sentence(walk.vocabulary, literal)}.")
            numbers = [int(number) for number in re.findall(r"(?<!by )\((\d+)\) ", text)]
            several = sum(not step.obvious for step in (*result.plain, *result.steps))
            assert numbers == (list(range(1, several + 1)) if several > 1 else [])
    assert refuted > 10


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_what_may_be_is_not_refuted(kind):
    for walk in walks(kind, "open", 8):
        for literal in sorted(walk.goal, key=abs)[:10]:
            assert find_chain(walk, literal) is None
        for variable in range(1, walk.vocabulary.shown + 1):
            if {variable, -variable}.isdisjoint(walk.goal):
                assert find_chain(walk, variable) is None and find_chain(walk, -variable) is None


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_the_shortest_steps_to_something_rest_on_each_other(kind):
    several = 0
    for walk in walks(kind, "short", 12, share=0.05):
        known = set(walk.known)
        for literal in sorted(walk.goal - known, key=abs)[:15]:
            steps = shortest_argument(walk, [literal])
            assert walk.known == known
            if not steps:
                continue
            several += len(steps) > 1
            seen = set(known)
            for step in steps:
                assert set(step.given) <= seen
                assert proved(walk, step.literals, step.given, step.because)
                seen.update(step.literals)
            assert literal in steps[-1].literals
            for number, step in enumerate(steps[:-1]):  # each is needed by a later one
                later = [literal for other in steps[number + 1 :] for literal in other.given]
                assert not set(step.literals).isdisjoint(later)
    assert several or len(kind.logic().techniques) < 5


def test_a_supposition_is_told_with_the_rule_that_breaks():
    walk = Explainer(masume.load("hitori\n1 2 1\n2 3 3\n3 1 2"))
    chains = [
        result for literal in sorted(walk.goal, key=abs) if (result := find_chain(walk, -literal))
    ]
    texts = [join_sentences([stage.text for stage in result.stages(walk)]) for result in chains]
    assert any("and black cells never share a side" in text for text in texts), texts


def test_what_speaks_of_the_supposed_board_is_told_after_the_supposition():
    """On the board as it stands the 8 at r7c7 can grow upwards too."""
    board = "5 . . . . . 2/. . . . 4 . ./. . . . . . 7/7 . . . . . 6/8 . . . . . ./. . 8 . . . ."
    puzzle = masume.load("kuromasu\n" + f"{board}/5 . . . . . 8".replace("/", "\n"))
    text = masume.hint(puzzle, "r1c5=black r2c3=black r3c4=black r3c1=white").text
    before, then = text.split("Suppose r3c1 is white.")
    assert "The 8 at r7c7 can grow only to the left" in then
    assert "The 8 at r7c7 can see at most 6 to the left" in before
