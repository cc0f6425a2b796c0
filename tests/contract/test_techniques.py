"""The contract of every technique: its name, its example, and the correctness of its steps.

Each step of a walk must hold in all solutions, use only what is known so far, and follow from the
clues and rules that it names alone.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from material import random_board
from support import EXAMPLES, EXPLAINED, SEEDS, SOAK, sample

import masume
from masume.api.exact import model_of
from masume.core.puzzle.technique import NAMED_LEVELS, Rule, propagate
from masume.core.system.limits import Deadline
from masume.exact.answers import backbone
from masume.formats.plain import read_boards
from masume.logic.audit import audit
from masume.logic.explainer import WHAT_IF, Explainer
from masume.logic.what_if import WhatIf
from tests.tiers import represented

HARD = NAMED_LEVELS.index("hard")
TECHNIQUES = [
    pytest.param(
        kind,
        technique,
        # Walks with hard derived techniques take seconds; another puzzle of the family has them.
        marks=[pytest.mark.soak] * (technique.level >= HARD and kind.name in represented()),
    )
    for kind in EXPLAINED
    for technique in kind.logic().techniques
]
FILES = sorted((Path(__file__).parents[1] / "data").glob("*.txt"))
DATA = [file for file in FILES if file.stem in masume.kinds()]
RECORDED = [board for file in DATA for board in read_boards(file.read_text(encoding="utf-8"))]
BOARDS_OF = {
    (kind.name, source): [board for board in boards if board.kind is kind]
    for source, boards in (("examples", EXAMPLES), ("recorded", RECORDED))
    for kind in EXPLAINED
}
SOURCES = [key for key, boards in BOARDS_OF.items() if boards]
NAMES = [kind.name for kind in EXPLAINED]
CHUNKS = range(2)


def by_name(value):
    return getattr(value, "name", None)


def random_boards(kind, seed, number):
    rng = Random(f"techniques {kind} {seed}")
    for _ in range(number):
        yield rng, random_board(kind, rng)


def some(rng, literals, share):
    """Return some of the literals, in random order."""
    chosen = [literal for literal in sorted(literals, key=abs) if rng.random() < share]
    rng.shuffle(chosen)
    return chosen


# What is promised


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_techniques_have_unique_names_and_are_sorted_by_level(kind):
    techniques = kind.logic().techniques
    names = [technique.name for technique in techniques]
    assert len(set(names)) == len(names) and WHAT_IF not in names
    assert len({technique.title for technique in techniques}) == len(names)
    levels = [technique.level for technique in techniques]
    assert levels == sorted(levels)
    assert set(levels) <= set(range(len(NAMED_LEVELS)))
    assert not all(technique.obvious for technique in techniques)


@pytest.mark.parametrize(("kind", "technique"), TECHNIQUES, ids=by_name)
def test_technique_names_are_valid(kind, technique):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", technique.name)
    title = technique.title
    assert title and title == title.strip() and "\n" not in title and len(title) <= 100
    assert not title[0].isupper() and not title.endswith(".")


@pytest.mark.long
@pytest.mark.parametrize(("kind", "technique"), TECHNIQUES, ids=by_name)
def test_technique_applies_to_its_example(kind, technique):
    puzzle = masume.load(technique.example)
    assert masume.kind_of(puzzle) is kind
    walk = Explainer(puzzle)
    used = {step.technique for step in walk.named_steps()}
    assert technique.name in used
    result = audit(puzzle)
    assert result.faults == [] and result.finished


# Whole walks


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES, ids="-".join)
def test_known_boards_are_explained_completely_and_correctly(source):
    explained = 0
    boards = [board for board in BOARDS_OF[source] if SOAK or board.puzzle.grid.size <= 64]
    for board in sample(boards, 7 if source[1] == "recorded" else 4):
        if Explainer(board.puzzle).solvable:
            result = audit(board.puzzle)
            assert result.faults == [], board.name
            assert result.finished, board.name
            explained += 1
    assert explained


def test_boards_to_explain_are_complete():
    """Without this, missing files would go unnoticed."""
    assert sum(len(masume.examples(name)) for name in masume.kinds()) > 50
    assert len(RECORDED) > 200


def walk_random_boards(kind, seed, number):
    """Explain random boards; return the numbers with one and with several solutions."""
    unique_count = several = 0
    for _, puzzle in random_boards(kind, seed, number):
        walk = Explainer(puzzle)
        if walk.solvable:
            result = audit(puzzle)
            assert result.faults == [] and result.finished, puzzle
            unique = len(walk.goal) == walk.vocabulary.shown
            unique_count, several = unique_count + unique, several + (not unique)
    return unique_count, several


@pytest.mark.long
@pytest.mark.parametrize("seed", CHUNKS)
@pytest.mark.parametrize("kind", NAMES)
def test_random_boards_are_explained_as_far_as_possible(kind, seed):
    unique_count, several = walk_random_boards(kind, seed, 40)
    assert unique_count >= 3 and several >= 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", NAMES)
def test_many_random_boards_are_explained(kind, seed):
    walk_random_boards(kind, seed, 400)
    doubt_from_marks(kind, seed, 200)


# From any marks


def doubt_from_marks(kind, seed, number):
    """Check all deductions of all techniques, from marks that fit a solution."""
    logic = masume.kinds()[kind].logic()
    techniques, words = logic.techniques, logic.words
    said = 0
    for rng, puzzle in random_boards(kind, f"marks {seed}", number):
        answers = list(masume.solutions(puzzle, at_most=5))
        if not answers:
            continue
        model, what_if = model_of(puzzle, Deadline()), WhatIf(puzzle, Deadline())
        true = backbone(model, Deadline(), model.vocabulary.marks(rng.choice(answers)))
        known = some(rng, true, rng.choice([0.1, 0.3, 0.6]))
        notes = logic.notes(puzzle)
        notes.learn(known)
        for technique in techniques:
            for deduction in technique.deductions(notes):
                said += 1
                where = (puzzle, known, technique.name, deduction)
                text = words.text(puzzle, deduction.says)
                assert deduction.literals and text.endswith("."), where
                assert set(deduction.given) <= set(known), where
                assert deduction.given == deduction.proof.given, where
                for named in (deduction.literals, deduction.given, deduction.because):
                    assert len(set(named)) == len(named), where
                assert set(deduction.because) <= set(what_if.switches), where
                assert what_if.proves(deduction), where
    return said


@pytest.mark.long
@pytest.mark.parametrize("seed", CHUNKS)
@pytest.mark.parametrize("kind", NAMES)
def test_deductions_follow_from_their_premises(kind, seed):
    assert doubt_from_marks(kind, seed, 40) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", CHUNKS)
@pytest.mark.parametrize("kind", NAMES)
def test_techniques_survive_contradictory_marks(kind, seed):
    """The marks contradict the board and each other; some boards have no solution."""
    hopeless = 0
    for rng, puzzle in random_boards(kind, f"nonsense {seed}", 40):
        shown = model_of(puzzle, Deadline()).shown
        keys = set(WhatIf(puzzle, Deadline()).switches)
        marks = [rng.choice((1, -1)) * (n + 1) for n in range(shown) if rng.random() < 0.4]
        if shown:
            marks += [rng.choice((1, -1)) * rng.randint(1, shown) for _ in range(rng.randint(0, 3))]
        rng.shuffle(marks)
        walk = Explainer(puzzle, assumed=marks)
        words = walk.vocabulary
        known = set(words.closure(marks))
        for step in walk.named_steps():
            assert step.text and set(step.given) <= known and set(step.because) <= keys
            assert all(0 < abs(literal) <= shown for literal in step.literals)
            known.update(words.closure(step.literals))
        bare = Explainer(puzzle)
        steps = list(bare.named_steps())
        hopeless += not bare.solvable
        assert len(steps) <= 2 * shown
    assert hopeless


@pytest.mark.parametrize("kind", NAMES)
def test_learning_twice_changes_nothing(kind):
    logic = masume.kinds()[kind].logic()
    compared = 0
    for rng, puzzle in random_boards(kind, "twice", 30):
        walk = Explainer(puzzle)
        if not walk.goal:
            continue
        known = some(rng, walk.goal, 0.5)
        once, twice = logic.notes(puzzle), logic.notes(puzzle)
        once.learn(known)
        twice.learn(known)
        twice.learn([])
        twice.learn(known)
        for literal in reversed(known):
            twice.learn([literal, literal])
        for technique in logic.techniques:
            result = sorted(technique.deductions(once), key=repr)
            again = sorted(technique.deductions(twice), key=repr)
            assert again == result, (puzzle, known, technique.name)
            compared += len(result)
    assert compared > 10


# The two halves of a rule


@pytest.mark.parametrize("kind", NAMES)
def test_rules_give_a_reason_for_each_conclusion_and_contradict_only_boards_without_a_solution(
    kind,
):
    """The conclusions must also follow from the model, which shares no code with the rules."""
    logic = masume.kinds()[kind].logic()
    rules = tuple(rule for rule in logic.techniques if isinstance(rule, Rule))
    found = clashes = 0
    for _, puzzle in random_boards(kind, "halves", 60 if rules else 0):
        board, true = logic.notes(puzzle), Explainer(puzzle).goal
        while not board.clash:
            new = None
            for rule in rules:
                new = rule.find(board)
                if new:
                    break
            if not new:
                break
            before, reasons = set(board.known), list(rule.deductions(board))
            board.add(new)
            if board.clash:
                break
            concluded = set(board.known) - before
            assert concluded <= true or not true, (puzzle, rule)
            assert concluded == {n for one in reasons for n in one.literals} - before, rule
            found += len(concluded)
        assert not (board.clash and true), puzzle
        clashes += board.clash
        again = logic.notes(puzzle)
        propagate(again, rules)
        assert not true or (set(again.known) == set(board.known) and not again.clash), puzzle
    assert not rules or (found > 100 and clashes > 2)


# Boards that are at the edge of what can be asked


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_techniques_survive_boards_without_a_solution(kind):
    hopeless = [
        board.puzzle
        for board in masume.examples(kind.name)
        if masume.solve(board.puzzle).answer is None
    ]
    for puzzle in hopeless:
        walk = Explainer(puzzle)
        assert not walk.solvable and walk.goal == set()
        steps = list(walk.named_steps())
        assert (
            len({literal for step in steps for literal in step.literals})
            <= 2 * walk.vocabulary.shown
        )
