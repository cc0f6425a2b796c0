"""`why_not`: the reasons contradict each other, and none can be left out.

Each reason is interpreted independently of the engine and tested on every assignment.
"""

from __future__ import annotations

from random import Random

import material
import pytest
from material import (
    derived_assignments,
    derived_mark_holds,
    derived_reason_holds,
    small_board,
    truth_of,
)
from support import EXAMPLES, MODELLED, SEEDS, SOAK

import masume
from masume import Status
from masume.families.links.position import Lines
from masume.puzzles.exactly_one.puzzle import Trail
from masume.puzzles.hitori import model as hitori_model
from masume.puzzles.hitori.puzzle import Hitori


def contradicts(kind, puzzle, marks, reasons):
    """Return whether no assignment satisfies all reasons.

    If the puzzle defines `reason_holds`, also require that all reasons are needed; an
    interpretation derived from the referee may be stronger than the reason.
    """
    own = material.of(kind)
    if hasattr(own, "reason_holds"):
        return minimal_contradiction(kind, puzzle, marks, reasons)
    return not any(
        all(
            derived_mark_holds(puzzle, marks, reason, literals)
            if reason.rule == "mark"
            else derived_reason_holds(puzzle, reason, literals)
            for reason in reasons
        )
        for literals in derived_assignments(puzzle)
    )


def minimal_contradiction(kind, puzzle, marks, reasons):
    """Return whether the reasons have no solution together, but one without any of them."""
    own = material.of(kind)
    without = [False] * len(reasons)
    for assignment in own.assignments(puzzle):
        failing = []
        for number, reason in enumerate(reasons):
            if reason.rule == "mark":
                holds = own.mark_holds(puzzle, marks, reason, assignment)
            else:
                holds = own.reason_holds(puzzle, reason, assignment)
            if not holds:
                failing.append(number)
                if len(failing) > 1:
                    break
        if not failing:
            return False
        if len(failing) == 1:
            without[failing[0]] = True
    return all(without)


def explain(kind, puzzle, marks, truth):
    result = masume.why_not(puzzle, marks)
    if truth:
        assert result.status is Status.SOLVED, (puzzle, marks)
        assert result.reasons == ()
        return None
    assert result.status is Status.EXHAUSTED and result.minimal, (puzzle, marks)
    assert len(set(result.reasons)) == len(result.reasons) > 0
    assert contradicts(kind, puzzle, marks, result.reasons), (puzzle, marks, result)
    return {reason.rule for reason in result.reasons}


def judge(kind, seed, number):
    rng = Random(f"why not {kind} {seed}")
    about, rules, solvable = truth_of(kind), [], 0
    for _ in range(number):
        puzzle = small_board(kind, rng)
        truth = about.answers(puzzle)
        rules.append(explain(kind, puzzle, None, truth))
        marks = about.marks(rng, puzzle, about.guess(rng, puzzle))
        fitting = {answer for answer in truth if about.agrees(puzzle, answer, marks)}
        solvable += bool(fitting)
        rules.append(explain(kind, puzzle, marks, fitting))
    return [result for result in rules if result], solvable


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", MODELLED)
def test_reasons_are_a_minimal_contradiction(kind, seed):
    explained, solvable = judge(kind, seed, number=150)
    assert len(explained) > 50 and solvable > 25
    assert sum("mark" in rules for rules in explained) > 5
    assert sum("mark" not in rules for rules in explained) > 5


def test_equal_numbers_are_one_reason(monkeypatch):
    monkeypatch.setattr(hitori_model, "MANY", 2)
    explained, _ = judge("hitori", "many", number=80)
    assert len(explained) > 15
    result = masume.why_not(Hitori(1, 5, (1, 1, 1, 2, 1)))
    assert ("duplicate", (0, 1, 2, 4)) in {(reason.rule, reason.cells) for reason in result.reasons}


@pytest.mark.long
@pytest.mark.parametrize("kind", MODELLED)
def test_every_rule_occurs_as_a_reason(kind):
    rng, seen = Random(f"rules {kind}"), set()
    for number in range(2500):
        if not SOAK and number >= 400 and seen == getattr(material.of(kind), "REASONS", seen):
            break
        puzzle = small_board(kind, rng)
        marks = truth_of(kind).marks(rng, puzzle, truth_of(kind).guess(rng, puzzle))
        seen |= {reason.rule for reason in masume.why_not(puzzle, marks).reasons}
    assert seen == getattr(material.of(kind), "REASONS", seen) and len(seen) > 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", MODELLED)
def test_reasons_are_a_minimal_contradiction_on_many_boards(kind, seed):
    judge(kind, seed, number=300)


def test_check_of_reasons_detects_wrong_sets():
    puzzle = masume.load("hitori\n1 1 1\n2 1 3\n1 2 3")
    result = masume.why_not(puzzle).reasons
    assert minimal_contradiction("hitori", puzzle, None, result)
    assert not minimal_contradiction("hitori", puzzle, None, result[1:])
    needless = masume.Reason("duplicate", (5, 8), "")
    assert needless.cells not in {reason.cells for reason in result}
    assert not minimal_contradiction("hitori", puzzle, None, [*result, needless])


# Single boards


def reasons(text, marks=None):
    puzzle = masume.load(text)
    position = None if marks is None else masume.parse_answer(puzzle, marks)
    return [(reason.rule, reason.cells) for reason in masume.why_not(puzzle, position).reasons]


def test_impossible_number_is_the_only_reason():
    assert reasons("kuromasu\n9 . .\n. . .\n. . ?") == [("clue", (0,))]
    assert reasons("hashi\n9 . 2\n. . .\n2 . ?") == [("clue", (0,))]


def test_unreachable_islands_are_divided():
    assert reasons("hashi\n? . .\n. ? .\n. . .") == [("divided", ())]


def test_square_of_bridges_is_a_loop():
    result = reasons("hashi\nmost: 1\nloops: no\n2 . 2\n. . .\n2 . 2")
    assert ("loop", ()) in result
    assert len([cells for rule, cells in result if rule == "clue"]) >= 2


def test_two_marks_can_contradict_each_other():
    puzzle = masume.load("exactly_one\n. . .\n. . .\n. . .")
    marks = Trail((6,), crossed=frozenset({3, 7}))
    result = masume.why_not(puzzle, marks)
    assert [reason.cells for reason in result.reasons] == [(3,), (7,)]


def test_reason_of_a_mark_describes_it():
    """The text names the cells and the number, and no two marks have the same text."""
    puzzle = masume.load("hashi\n1 . 3\n. . .\n. . 2")
    (mark,) = [
        reason
        for reason in masume.why_not(puzzle, Lines(frozenset({(0, 2, 2)}))).reasons
        if reason.rule == "mark"
    ]
    assert "r1c1" in mark.text and "r1c3" in mark.text and "2" in mark.text
    maze = masume.load("exactly_one\n. A .\nA . B\n. . .")
    result = masume.why_not(maze, Trail((6, 3, 4, 1, 2))).reasons
    texts = [reason.text for reason in result if reason.rule == "mark"]
    assert len(set(texts)) == len(texts) > 1


@pytest.mark.parametrize("board", EXAMPLES, ids=lambda board: board.name)
def test_reasons_match_the_notes_of_examples(board):
    result = masume.why_not(board.puzzle, limit=masume.Limit(seconds=20))
    hopeless = board.note("solutions") == "0"
    assert result.status is (Status.EXHAUSTED if hopeless else Status.SOLVED)
    assert bool(result.reasons) is hopeless
