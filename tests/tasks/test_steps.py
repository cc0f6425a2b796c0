"""Steps as rows, and verdicts on steps that somebody else made."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from support import SOAK, level_of_small, size_of

from masume import tasks
from masume.api.exact import vocabulary_of
from masume.core.plugins.registry import kind_named, kind_of, kinds
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.exact.answers import backbone
from masume.formats.load import load, loads, parse_answer
from masume.front.cli.main import run
from masume.logic.explainer import Explainer
from masume.logic.models import cached_model
from masume.tasks.judgement import StepOutcome, judge_marks
from masume.tasks.steps import step_rows

KINDS = [name for name in kinds() if kind_named(name).maker is not None]


@cache
def task_for(name: str, level: str = "medium"):
    wish = {"size": size_of(name, 6), "difficulty": level_of_small(name, level)}
    (task,) = tasks.make_tasks(name, **wish, count=1, seed=3)
    return task


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_rows_lead_to_the_solution_and_rest_on_what_was_known(name):
    task = task_for(name)
    rows = list(step_rows(task.puzzle))
    assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))
    before = kind_named(name).start(task.puzzle)
    vocabulary = vocabulary_of(task.puzzle)
    for row in rows:
        json.dumps(row)
        assert parse_answer(task.puzzle, row["before"]) == before
        after = parse_answer(task.puzzle, row["after"])
        closure = vocabulary.closure(vocabulary.marks(after))
        assert set(vocabulary.marks(before)) <= set(closure)
        assert row["conclusion"] and row["text"] and row["level"] in LEVELS
        before = after
    assert not kind_of(task.puzzle).violations(task.puzzle, before)


def test_explain_prints_the_rows(capsys):
    assert run(["explain", "hitori/first", "--jsonl"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert printed == list(step_rows(load("hitori/first")))


def fresh_position(task, rng: Random):
    """Return a position with some marks of the solution, and its literals."""
    vocabulary = vocabulary_of(task.puzzle)
    known = vocabulary.marks(task.solution)
    rest = {abs(n) for n in known}
    everything = [*known, *(-n for n in range(1, vocabulary.shown + 1) if n not in rest)]
    some = rng.sample(everything, rng.randrange(len(everything)))
    position = vocabulary.position_of(sorted(some, key=abs))
    return position, set(vocabulary.marks(position))


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_verdicts_agree_with_engine_and_techniques(name):
    task = task_for(name, "hard") if SOAK else task_for(name)
    rng, vocabulary = Random(f"verdicts-{name}"), vocabulary_of(task.puzzle)
    seen = set()
    for _ in range(1000 if SOAK else 40):
        position, known = fresh_position(task, rng)
        unknown = [n for n in range(1, vocabulary.shown + 1) if not {n, -n} & known]
        if not unknown:
            continue
        mark = rng.choice(unknown) * rng.choice((1, -1))
        after = vocabulary.position_of(
            sorted({*known, mark, *vocabulary.implied_literals(mark)}, key=abs)
        )
        if not set(vocabulary.marks(after)) - known:
            continue  # marks of this kind cannot be drawn alone
        verdict = judge_marks(task.puzzle, position, after, level="hard")
        seen.add(verdict.outcome)
        model = cached_model(task.puzzle, Deadline())
        certain = backbone(model, Deadline(), sorted(known, key=abs))
        new = set(vocabulary.marks(after)) - known
        if any(-n in certain for n in new):
            assert verdict.outcome is StepOutcome.FALSE
            continue
        assert verdict.outcome in (StepOutcome.FOLLOWS, StepOutcome.TRUE)
        assert verdict.outcome is StepOutcome.FOLLOWS or "no technique" in verdict.text
        walk = Explainer(task.puzzle, assumed=known)
        below = [step for step in walk.named_steps(LEVELS.index("hard") + 1)]
        shown = known.union(*(step.literals for step in below))
        if verdict.outcome is StepOutcome.FOLLOWS:
            assert new <= set(vocabulary.closure(shown))
        else:  # techniques can show it later at most, so not all of them show it at once
            assert verdict.techniques == ()
    assert {StepOutcome.FALSE, StepOutcome.FOLLOWS} <= seen


def test_contradictory_marks_before_the_step_are_reported():
    board = loads("hitori\n1 1\n1 2")
    verdict = judge_marks(board, ". #\n. .", ". #\n# .")
    assert verdict.outcome is StepOutcome.FALSE
    assert "contradict" in verdict.text


def test_open_marks_of_boards_with_several_solutions_are_undecided():
    verdict = judge_marks(loads("hitori\n1 1"), ". .", "# .")
    assert verdict.outcome is StepOutcome.UNDECIDED
