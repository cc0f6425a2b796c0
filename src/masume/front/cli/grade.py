"""`masume grade`: grade how hard boards are for people."""

from __future__ import annotations

import json
from functools import partial

import click

from masume.core.system.limits import Deadline, Limit
from masume.errors import pluralise
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import BatchTask, run_batch
from masume.front.cli.inputs import read_boards
from masume.front.cli.solving import interruptible
from masume.logic.walks import NO_SOLUTION, Grade, Walk, explain, grade_walk, measure_effort

_KEYS = ("level", "score", "effort", "steps", "techniques", "hardest", "reason", "error")


@click.command("grade")
@options.boards
@options.seconds
@options.jobs
@options.kind
@options.as_json
def grade_(
    sources: tuple[str, ...], seconds: float, jobs: int, kind: str | None, as_json: bool
) -> None:
    """Grade how hard boards are for people.

    The grade is the level of the hardest step: easy, medium, hard, expert or extreme.

    Exit codes: 0 graded, 1 no or several solutions, 2 bad input, 3 limit reached.
    """
    grade = partial(grade_board, limit=Limit(seconds=seconds), as_json=as_json)
    task = BatchTask(grade, as_json, _KEYS, in_order=True)
    raise click.exceptions.Exit(run_batch(read_boards(sources, kind), task, jobs))


def grade_board(board: Board, limit: Limit, *, as_json: bool) -> tuple[int, str]:
    """Return the exit code and the text to print for one board."""
    with interruptible(Deadline(limit)) as deadline:
        walk = explain(board.puzzle, folded=False, deadline=deadline)
        grade = measure_effort(grade_walk(walk), walk, deadline)
        if as_json:
            return _code(walk, grade), json.dumps(_row(board, grade))
        return _code(walk, grade), "\n".join(_lines(board, grade, walk.finished))


def _code(walk: Walk, grade: Grade) -> int:
    if code := report.stopped_code(grade.stopped):
        return code
    if walk.finished:
        return 0 if grade.level else 1
    return 1 if walk.reason == NO_SOLUTION else 3


def _row(board: Board, grade: Grade) -> dict[str, object]:
    """Return the JSON row of a grade."""
    return report.head(board) | {
        "level": grade.level or None,
        "score": round(grade.score, 3),
        "effort": None if grade.effort is None else round(grade.effort, 1),
        "steps": grade.steps,
        "techniques": grade.techniques,
        "hardest": grade.hardest.text if grade.hardest else None,
        "reason": grade.reason or None,
        "error": None,
    }


def _lines(board: Board, grade: Grade, finished: bool) -> list[str]:
    """Return a grade as lines."""
    title = report.title(board)
    if not grade.level:
        hint = f" ({report.WHY_NOT})" if grade.reason == NO_SOLUTION else ""
        return [f"{title}: cannot be graded: {grade.reason}{hint}"]
    if not finished:
        return [f"{title}: at least {grade.level}, not finished: {grade.reason}"]
    lines = [f"{title}: {grade.level} ({pluralise(grade.steps, 'step')}, score {grade.score:.2f})"]
    if grade.effort is not None:
        lines[0] += f", effort {grade.effort:.0f}"
    lines += [f"  {times:4} × {name}" for name, times in grade.techniques.items()]
    if grade.hardest:
        premises = pluralise(grade.hardest.size, "premise")
        lines.append(f"  hardest step ({premises}): {grade.hardest.text}")
    return lines
