"""Tasks: prompts, tolerant reading of responses, scores and feedback."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples, size_of

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


_PIECES = st.sampled_from(
    [
        " ",
        "\n",
        "Row 1:",
        *[
            "r1c1",
            "r1c2",
            "=",
            "-",
            "black",
            "#",
            ".",
            "```",
            "{",
            "}",
            "[",
            '"',
            "answer:",
            "1",
            "URD",
            "|",
            "⬛",
            "2",
            "\x00",
            "x",
            "null",
        ],
    ]
)


@pytest.mark.parametrize("name", KINDS)
@examples(60)
@given(st.lists(_PIECES, max_size=60).map("".join) | st.text(max_size=200))
def test_garbage_is_never_an_exception_and_never_solved(name, text):
    task = task_for(name)
    result = score(task, text)
    assert 0 <= result.reward < 1 or not kind_named(name).violations(
        task.puzzle, parse_response(task.puzzle, text).position
    )
    assert result.feedback.endswith(".")
    assert "\n" not in result.feedback


@pytest.mark.parametrize("name", KINDS)
@examples(30)
@given(st.randoms(use_true_random=False))
def test_near_misses_are_not_solved(name, rng):
    """One character of the answer is changed, removed or doubled."""
    task = task_for(name)
    place = rng.randrange(len(task.answer))
    change = rng.choice(["", task.answer[place] * 2, rng.choice("#.1234URDLrc=+x")])
    text = task.answer[:place] + change + task.answer[place + 1 :]
    result = score(task, text)
    position = parse_response(task.puzzle, text).position
    right = vocabulary_of(task.puzzle)
    if result.solved:  # the change was of no consequence
        assert [n for n in right.marks(position) if n > 0] == [
            n for n in right.marks(task.solution) if n > 0
        ]


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
