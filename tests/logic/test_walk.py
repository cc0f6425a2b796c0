"""Whole explanations and grades: how they end, and that harder boards are graded higher."""

from __future__ import annotations

import time
from math import log2
from random import Random

import pytest
from material import random_board
from support import EXAMPLES, EXPLAINED, SOAK, by_name, few

import masume
from masume import Limit
from masume.api.exact import vocabulary_of
from masume.core.puzzle.technique import LEVELS, Deduction
from masume.core.system.limits import Deadline
from masume.errors import NotApplicable
from masume.logic.explainer import EXTREME, WHAT_IF, Explainer
from masume.logic.walks import Walk, grade_walk

SMALL = [b for b in EXAMPLES if b.kind.logic and b.puzzle.rows * b.puzzle.cols <= 49]
UNIQUE = [board for board in SMALL if board.note("solutions") == "1"]


def random_boards(kind, seed, number):
    """Random boards with their numbers of solutions, three being many."""
    rng = Random(f"walk {kind.name} {seed}")
    for _ in range(number):
        puzzle = random_board(kind.name, rng)
        yield rng, puzzle, masume.count(puzzle, at_most=3).number


# Walks


@pytest.mark.parametrize("board", few(UNIQUE, 6), ids=by_name)
def test_a_walk_ends_with_the_solution(board):
    walk = masume.explain(board.puzzle)
    assert isinstance(walk, Walk) and not walk.finished and walk.taken == []
    steps = list(walk)
    assert steps == walk.taken and list(walk) == []
    assert walk.finished and walk.unique and walk.reason == ""
    literals = [literal for step in steps for literal in step.literals]
    assert len(set(literals)) == len(literals)  # nothing is told twice
    answer = masume.solve(board.puzzle).answer
    vocabulary = walk.explainer.vocabulary
    told = sorted(set(vocabulary.closure(literals)), key=abs)  # with what is printed or evident
    assert [abs(literal) for literal in told] == list(range(1, vocabulary.shown + 1))
    assert masume.check(board.puzzle, vocabulary.answer(told)) == []
    assert vocabulary.answer(told) == answer
    assert all(step.size == len(step.given) + len(step.because) for step in steps)


@pytest.mark.parametrize("board", few(UNIQUE, 3), ids=by_name)
def test_a_walk_is_the_same_every_time(board):
    assert list(masume.explain(board.puzzle)) == list(masume.explain(board.puzzle))


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_notes_that_remember_say_the_same_as_new_ones(kind):
    for rng, puzzle, solutions in random_boards(kind, 5, 7):
        if not solutions:
            continue
        logic = kind.logic()
        old = logic.notes(puzzle)
        goal = sorted(Explainer(puzzle).goal, key=abs)
        rng.shuffle(goal)
        for known in range(min(len(goal), 25)):
            new = logic.notes(puzzle)
            new.learn(goal[:known])
            for technique in logic.techniques:
                assert list(technique.deductions(old)) == list(technique.deductions(new)), (
                    technique.name
                )
            old.learn([goal[known]])


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_who_looks_for_something_sees_what_others_see_of_it(kind):
    logic = kind.logic()
    for technique in logic.techniques:
        walk = Explainer(masume.load(technique.example))
        wanted = set(sorted(walk.goal, key=abs)[::3])
        seen = [
            some
            for some in technique.deductions(walk.notes)
            if not wanted.isdisjoint(some.literals)
        ]
        walk.notes.wanted = wanted
        assert [
            some for some in technique.deductions(walk.notes) if wanted & set(some.literals)
        ] == seen


@pytest.mark.parametrize("board", few(UNIQUE, 4), ids=by_name)
def test_a_walk_goes_on_from_marks(board):
    full = list(masume.explain(board.puzzle))
    vocabulary = vocabulary_of(board.puzzle)
    half = [literal for step in full[: len(full) // 2] for literal in step.literals]
    position = vocabulary.position_of(half)
    marks = vocabulary.marks(position)
    walk = masume.explain(board.puzzle, position)
    result = [literal for step in walk for literal in step.literals]
    assert walk.finished and walk.unique
    assert not set(result) & set(vocabulary.closure(marks))
    assert len(set(result)) == len(result)
    assert len(set(vocabulary.closure([*marks, *result]))) == vocabulary.shown


def test_marks_that_are_wrong_have_no_solution():
    puzzle = masume.load("hitori\n1 1")
    walk = masume.explain(puzzle, masume.parse_answer(puzzle, "# #"))
    assert list(walk) == [] and not walk.finished and walk.reason == "there is no solution"


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_walks_through_random_boards_end_as_they_should(kind):
    seen = set()
    for _, puzzle, number in random_boards(kind, "ends", 300 if SOAK else 30):
        walk = masume.explain(puzzle)
        steps = list(walk)
        result = masume.grade(puzzle)
        single_steps = [single for step in steps for single in step.single_steps]
        assert result.steps == len(single_steps) and sum(result.techniques.values()) == len(
            single_steps
        )
        assert result.reason == walk.reason
        if number == 0:
            assert steps == [] and not walk.finished and not walk.unique
            assert walk.reason == "there is no solution"
            assert (result.level, result.score, result.hardest) == ("", 0.0, None)
        elif number == 1:
            assert walk.finished and walk.unique and walk.reason == ""
            assert result.level in LEVELS
        else:
            assert walk.finished and not walk.unique
            assert walk.reason == "the board has several solutions"
            assert (result.level, result.score, result.hardest) == ("", 0.0, None)
            settled = masume.forced(puzzle).settled
            told = [literal for step in steps for literal in step.literals]
            assert len(set(walk.vocabulary.closure(told))) == settled
        seen.add(min(number, 2))
    assert seen == {0, 1, 2}


# Nothing is left unsaid

SUPPOSING = """
hashi
3 . 3 . . 3 . . 2
. . . . . . . . .
4 . 1 . . . . . 1
. . . 4 . 4 . 1 .
3 . 1 . . . . . .
. . . . . 4 . 3 .
3 . . 5 . . . . 4
. . . . . . . . .
2 . . . . . 2 . 3
"""


def unsaid(puzzle):
    """Grounds that no step before has concluded, and what none has concluded in the end."""
    walk = masume.explain(puzzle, folded=False)
    known = set(walk.explainer.known)
    for step in walk:
        yield from set(step.given) - known
        for stage in step.stages:
            yield from set(stage.given) - known - set(stage.noted)
        known.update(walk.explainer.vocabulary.closure(step.literals))
    yield from walk.explainer.goal - known


def test_a_walk_with_suppositions_says_all_that_they_rest_on():
    puzzle = masume.load(SUPPOSING)
    assert WHAT_IF in masume.grade(puzzle).techniques
    assert list(unsaid(puzzle)) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_walks_conclude_all_there_is_and_rest_on_nothing_else(kind):
    for _, puzzle, number in random_boards(kind, "unsaid", 20):
        assert not number or list(unsaid(puzzle)) == []


# What is told together


def test_what_follows_at_a_glance_is_told_with_its_cause():
    steps = list(masume.explain(masume.load("hitori\n1 1\n1 2")))
    assert [step.text for step in steps] == [
        "If the corner r1c1 were white, the 1s on both sides of it would be black and lock it in. "
        "So r1c1 is black, and r2c1 and r1c2 beside it are white. r2c2 is the only way out for "
        "the white cell r1c2, so it is white."
    ]
    assert [single.technique for single in steps[0].single_steps] == [
        "corner-of-three",
        "black-has-white-neighbours",
        "last-way-out",
    ]


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_what_is_told_together_rests_on_each_other_and_on_what_it_names(kind):
    folded = 0
    examples = [(board, 1) for board in UNIQUE if board.kind is kind][:3]
    random = [(puzzle, number) for _, puzzle, number in random_boards(kind, "together", 20)]
    for puzzle, number in (*random, *((board.puzzle, one) for board, one in examples)):
        walk = masume.explain(puzzle)
        known = set(walk.explainer.known)
        for step in walk if number else ():
            single_steps = step.single_steps
            folded += len(single_steps) > 1
            assert step.literals == tuple(
                literal for each in single_steps for literal in each.literals
            )
            assert all(not single.level for single in single_steps[1:])
            assert set(step.given) <= known and not set(step.given) & set(step.literals)
            assert walk.explainer.what_if.proves(
                Deduction(step.literals, step.given, step.because, "")
            )
            known.update(walk.explainer.vocabulary.closure(step.literals))
    assert folded


# Which techniques come first


@pytest.mark.parametrize("board", few(UNIQUE, 4), ids=by_name)
def test_no_step_is_harder_than_it_has_to_be(board):
    """Where a step of a level is told, all techniques of lower levels are silent."""
    walk = Explainer(board.puzzle)
    known = []
    for step in walk.steps():
        if step.level:
            easier = Explainer(board.puzzle, assumed=known)
            assert list(easier.named_steps(step.level)) == []
        known += step.literals


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_a_level_can_be_forbidden(kind):
    for _, puzzle, number in random_boards(kind, "below", 15):
        if number:
            for below in range(1, len(LEVELS) + 1):
                walk = Explainer(puzzle)
                steps = list(walk.steps(below))
                assert all(step.level < below for step in steps)
                if below <= EXTREME:
                    assert list(Explainer(puzzle).named_steps(below)) == steps
                elif number:
                    assert walk.finished
                assert {s.technique for s in steps if s.level == EXTREME} <= {WHAT_IF}


# Grades


@pytest.mark.parametrize("board", few(UNIQUE, 4), ids=by_name)
def test_a_grade_is_that_of_the_hardest_step(board):
    walk = masume.explain(board.puzzle)
    on_step = []
    result = grade_walk(walk, on_step.append)
    assert on_step == walk.taken
    on_step = [single for step in on_step for single in step.single_steps]
    highest = max((step.level for step in on_step), default=0)
    assert result.level == LEVELS[highest] and highest <= result.score < highest + 1
    if on_step:
        assert result.hardest in on_step and result.hardest.level == highest
        alike = [step for step in on_step if step.technique == result.hardest.technique]
        assert all(step.size <= result.hardest.size for step in alike)
    assert result == masume.grade(board.puzzle)


@pytest.mark.long
def test_grades_are_ordered_by_level_and_then_by_the_steps_of_that_level():
    boards = UNIQUE if SOAK else few(UNIQUE, 6)
    grades = {board.name: masume.grade(board.puzzle) for board in boards}
    order = sorted(grades.values(), key=lambda grade: grade.score)
    levels = [LEVELS.index(grade.level) for grade in order]
    assert levels == sorted(levels) and len(set(levels)) >= 3
    tops = {}
    for board in boards:
        techniques = board.kind.logic().techniques
        ranks = {technique.name: technique.rank for technique in techniques}
        steps = [single for step in masume.explain(board.puzzle) for single in step.single_steps]
        ranked = [(step.level, ranks.get(step.technique, 0)) for step in steps]  # or suppositions
        top = max(ranked, default=(0, 0))
        count = ranked.count(top)
        tops.setdefault((board.kind.name, top), set()).add((count, grades[board.name].score))
    for result in tops.values():
        assert [score for _, score in sorted(result)] == sorted(score for _, score in result)
    for (kind, (level, rank)), result in tops.items():
        lower = tops.get((kind, (level, rank - 1)), ())
        assert all(score < more for _, score in lower for _, more in result)


@pytest.mark.parametrize("board", few(SMALL, 3), ids=by_name)
def test_no_time_is_no_grade(board):
    result = masume.grade(board.puzzle, limit=Limit(seconds=0))
    assert (result.level, result.steps, result.reason) == ("", 0, "0 s used")
    walk = masume.explain(board.puzzle, limit=Limit(seconds=0))
    assert list(walk) == [] and not walk.finished and walk.reason == "0 s used"


@pytest.mark.parametrize("board", few(UNIQUE, 3), ids=by_name)
def test_a_walk_that_is_stopped_is_a_lower_bound(board):
    whole = masume.grade(board.puzzle)
    for after in (1, whole.steps // 2):
        deadline = Deadline()
        walk = masume.explain(board.puzzle, deadline=deadline)
        steps = 0

        def on_step(step, deadline=deadline, after=after):
            nonlocal steps
            steps += 1
            if steps == after:
                deadline.stop("enough")

        result = grade_walk(walk, on_step)
        if result.reason:
            assert result.reason == "enough" and not walk.finished
            assert after <= result.steps < whole.steps
            assert result.level in LEVELS and result.score <= whole.score
        else:  # nothing has looked at the watch any more
            assert result == whole


def test_the_limit_holds_on_a_board_that_takes_long():
    """Many equal numbers, several solutions, and no technique that helps."""
    rng = Random(5)
    rows = [" ".join(str(rng.randint(1, 12)) for _ in range(25)) for _ in range(25)]
    puzzle = masume.load("hitori\n" + "\n".join(rows))
    began = time.process_time()
    masume.grade(puzzle, limit=Limit(seconds=1))
    assert time.process_time() - began < 4


def test_arguments_by_uniqueness_are_true_and_say_so():
    used = 0
    for board in masume.examples("hitori"):
        if board.puzzle.grid.size > 100:
            continue
        walk = masume.explain(board.puzzle, folded=False, uniqueness=True)
        for step in walk:
            if step.technique == "no-duplicate":
                used += 1
                assert walk.unique and "only one solution" in step.text
                assert walk.explainer.goal.issuperset(step.literals)
    assert used
    two = masume.load("hitori\n1 1")
    assert list(masume.explain(two, uniqueness=True)) == []


def test_a_puzzle_without_arguments_by_uniqueness_rejects_them():
    with pytest.raises(NotApplicable, match="uniqueness"):
        list(masume.explain(masume.load("hashi/first"), uniqueness=True))


def test_the_effort_grows_with_levels_and_falls_with_choice():
    board = masume.load("kuromasu/br-5x5-2")
    walk = masume.explain(board, folded=False)
    steps = list(walk)
    effort = masume.grade(board).effort
    assert effort is not None
    alone = sum(4**step.level * log2(2 + step.size) for step in steps)
    assert 0 < effort < alone  # there is often a choice
    assert grade_walk(walk).effort is None  # not measured
