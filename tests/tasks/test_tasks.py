"""Tasks: prompts, tolerant reading of responses, scores and feedback."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import SOAK, examples, size_of

from masume.api.exact import vocabulary_of
from masume.core.plugins.registry import kind_named, kinds
from masume.core.puzzle.technique import LEVELS
from masume.errors import NotApplicable, ParseError
from masume.formats.convert import write_all
from masume.formats.load import loads
from masume.formats.plain import Board
from masume.tasks.response import parse_response
from masume.tasks.scoring import score
from masume.tasks.task import Task, make_task, make_tasks, task_of

KINDS = [name for name in kinds() if kind_named(name).maker is not None]


@cache
def task_for(name: str) -> Task:
    (task,) = make_tasks(name, size=size_of(name, 5), count=1, seed=11)
    return task


def texts_of(task: Task, position: object) -> list[str]:
    """Return an answer in the ways in which a model might write it."""
    kind = kind_named(task.kind)
    lines = kind.write_answer(task.puzzle, position)
    plain = "\n".join(lines)
    data = json.dumps(kind.to_json(task.puzzle, position))
    fenced = f"```text\n{plain}\n```"
    return [
        plain,
        fenced,
        data,
        f"Let me think. The corner is easy.\n\n{fenced}\n\nThis satisfies all rules.",
        f"First try:\n```\n{'nonsense here'}\n```\nFinal answer:\n{fenced}",
        f"**Answer:**\n\n{plain}\n",
        f"<answer>{plain}</answer>",
        f"Here is the solution as JSON: {data}. Done.",
        f'```json\n{{"answer": {data}}}\n```',
        json.dumps({"solution": plain}),
        plain.replace("\n", "\r\n"),
        "\n".join(f"  {line}  " for line in lines),
        "> ```\n" + "\n".join(lines) + "\n> ```",
    ]


@pytest.mark.parametrize("name", KINDS)
def test_prompt_is_complete_and_hides_the_answer(name):
    task = task_for(name)
    kind = kind_named(name)
    assert kind.rules in task.prompt
    assert "\n".join(kind.write(task.puzzle)) in task.prompt
    assert kind.notation, f"{name} does not say how an answer is written"
    assert kind.notation in task.prompt
    assert task.answer not in task.prompt.replace("Its answer:", "")
    shown = re.findall(r"```\n(.*?)\n```", task.prompt, re.DOTALL)
    example = loads(shown[1], kind=name)  # board, example, its answer
    assert example != task.puzzle
    assert not kind.violations(example, parse_response(example, shown[2]).position)


@pytest.mark.parametrize("name", KINDS)
def test_same_seed_and_index_give_the_same_task(name):
    first, second = make_tasks(name, size=size_of(name, 5), count=2, seed=4)
    assert make_task(name, size=size_of(name, 5), seed=4, index=second.index) == second != first
    assert Task.from_json(json.loads(json.dumps(first.to_json()))) == first
    assert first.level in LEVELS
    assert task_of(first.puzzle, name=first.id).solution == first.solution


@pytest.mark.parametrize("data", [None, {}, {"version": 1}, {"version": 1, "id": 3}, []])
def test_invalid_task_data_is_rejected(data):
    with pytest.raises(ParseError):
        Task.from_json(data)


def test_boards_with_other_than_one_solution_are_no_tasks():
    for text in ("hitori\n1 1", "kuromasu\n9"):
        with pytest.raises(NotApplicable, match="cannot be a task"):
            task_of(loads(text))


@pytest.mark.parametrize("name", KINDS)
def test_solution_is_recognised_in_every_notation(name):
    task = task_for(name)
    for text in texts_of(task, task.solution):
        result = score(task, text)
        assert result.solved and result.reward == 1, text
    board = Board(kind_named(name), task.puzzle, answer=task.solution)
    for format_name, text in write_all(board).items():
        if format_name in ("plain", "json"):
            assert score(task, text).solved, format_name


@pytest.mark.parametrize("name", KINDS)
def test_decorated_grids_are_recognised(name):
    task = task_for(name)
    rows = [line.split() for line in task.answer.splitlines()]
    if any(len(row) != task.puzzle.cols for row in rows):
        pytest.skip(f"answers of {name} are not grids")
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    rule = "|" + "---|" * task.puzzle.cols
    for text in (
        table,
        f"{table.splitlines()[0]}\n{rule}\n" + "\n".join(table.splitlines()[1:]),
        "\n".join(f"Row {number}: {' '.join(row)}" for number, row in enumerate(rows, start=1)),
        "\n".join("".join(row) for row in rows),
        json.dumps({"grid": rows}),
        json.dumps(rows),
        "\n".join("".join(row) for row in rows).replace("#", "⬛").replace(".", "⬜"),
    ):
        assert score(task, text).solved, text


def with_mark(vocabulary, marks: set[int], literal: int) -> set[int]:
    """Return the marks with one more, without those that contradict it."""
    meant = {literal, *vocabulary.implied_literals(literal)}
    kept = {n for n in marks if not {-m for m in meant} & {n, *vocabulary.implied_literals(n)}}
    return kept | meant


PIECES = [
    *(" ", "\n", "Row 1:", "r1c1", "r1c2", "=", "-", "black", "#", ".", "```", "{", "}", "[", "]"),
    *('"', "answer:", "<answer>", "1", "2", "URD", "|", "⬛", "\x00", "x", "null", "\ud800", "é"),
]
CHANGES = [*'#.1234URDLrc=+x{["`\n ', ""]


def garbage(rng: Random) -> str:
    """Return random pieces of answers, or random characters."""
    if rng.randrange(4):
        return "".join(rng.choices(PIECES, k=rng.randrange(60)))
    return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(1 << 16)))) for _ in range(40))


def near_miss(rng: Random, text: str) -> str:
    """Return a text with a character changed or doubled, or lines exchanged, dropped or cut."""
    lines, at = text.splitlines(), rng.randrange(len(text))
    kind = rng.randrange(5)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return "\n".join(rng.sample(lines, len(lines)))
    if kind == 2:
        return "\n".join(line for line in lines if rng.randrange(len(lines)))
    change = rng.choice([*CHANGES, text[at] * 2])
    return text[:at] + change + text[at + 1 :]


@pytest.mark.parametrize("name", KINDS)
def test_garbage_and_near_misses_are_no_exception_and_no_solution(name):
    task, rng = task_for(name), Random() if SOAK else Random(name)
    vocabulary = vocabulary_of(task.puzzle)
    right = {mark for mark in vocabulary.marks(task.solution) if mark > 0}
    answers = texts_of(task, task.solution)
    for number in range(10_000 if SOAK else 100):
        text = near_miss(rng, rng.choice(answers)) if number % 2 else garbage(rng)
        result = score(task, text)
        assert 0 <= result.reward <= 1 and result.feedback.endswith("."), text
        assert "\n" not in result.feedback, text
        if result.solved:  # the change was of no consequence
            position = parse_response(task.puzzle, text).position
            assert {mark for mark in vocabulary.marks(position) if mark > 0} >= right, text


@pytest.mark.parametrize("name", KINDS)
def test_one_wrong_mark_is_not_solved_in_any_notation(name):
    task, kind, rng = task_for(name), kind_named(name), Random() if SOAK else Random(name)
    vocabulary = vocabulary_of(task.puzzle)
    marks = set(vocabulary.marks(task.solution))
    right = {mark for mark in marks if mark > 0}
    changed = 0
    for variable in rng.sample(range(1, vocabulary.shown + 1), vocabulary.shown):
        literal = -variable if variable in marks else variable
        position = vocabulary.position_of(sorted(with_mark(vocabulary, marks, literal), key=abs))
        found = {mark for mark in vocabulary.marks(position) if mark > 0}
        written = "\n".join(kind.write_answer(task.puzzle, position))
        if found == right or written == task.answer:
            continue  # the mark is a clue, or cannot be drawn alone
        if right < found and not kind.violations(task.puzzle, position):
            continue  # a note beside the solution, such as a piece beside a path
        changed += 1
        for text in texts_of(task, position):
            assert not score(task, text).solved, text
        if changed == 10 and not SOAK:
            break
    assert changed


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
@examples(25)
@given(st.randoms(use_true_random=False))
def test_partial_credit_never_falls_when_marks_become_right(name, rng):
    task = task_for(name)
    vocabulary = vocabulary_of(task.puzzle)
    marked = set(vocabulary.marks(task.solution))
    right = [n if n in marked else -n for n in range(1, vocabulary.shown + 1)]
    marks: set[int] = set()
    for literal in rng.sample(right, len(right) // 2):
        marks = with_mark(vocabulary, marks, literal * rng.choice((1, -1)))
    last = score(task, vocabulary.position_of(sorted(marks, key=abs)))
    for literal in rng.sample(right, len(right)):
        marks = with_mark(vocabulary, marks, literal)
        new = score(task, vocabulary.position_of(sorted(marks, key=abs)))
        assert new.progress >= last.progress
        assert new.correct_cells >= last.correct_cells
        assert new.reward >= last.reward
        last = new
    assert last.progress == last.correct_cells == 1


@pytest.mark.parametrize("name", KINDS)
def test_score_components(name):
    task = task_for(name)
    kind = kind_named(name)
    empty = score(task, kind.start(task.puzzle))
    assert empty.is_well_formed and not empty.solved
    assert 0 <= empty.progress < 1
    assert set(empty.violations) <= set(kind.codes)
    assert empty.rules_satisfied == 1 - len(empty.violations) / len(kind.codes)
    unreadable = score(task, "I do not know.")
    assert not unreadable.is_well_formed and unreadable.reward == 0
    assert "no answer was found" in unreadable.feedback
