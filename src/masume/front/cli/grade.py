"""`masume grade`: how hard boards are for a person."""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from masume.core.limits import Limit, Watch
from masume.errors import counted
from masume.explain.walks import NO_SOLUTION, Grade, Walk, explain, graded
from masume.formats.plain import Board
from masume.front.cli import report
from masume.front.cli.batch import BatchTask, jobs_option, run_batch
from masume.front.cli.exact import seconds_option
from masume.front.cli.inputs import as_option, boards_argument, boards_of, json_option
from masume.front.cli.solving import interruptible

_KEYS = ("level", "score", "steps", "techniques", "hardest", "reason", "error")


@dataclass(frozen=True)
class GradeRequest:
    """What to do with each board."""

    limit: Limit
    as_json: bool


@click.command("grade")
@boards_argument
@seconds_option
@jobs_option
@as_option
@json_option
def grade_(
    boards: tuple[str, ...], seconds: float, jobs: int, kind: str | None, as_json: bool
) -> None:
    """Say how hard boards are for a person.

    A board is as hard as its hardest step: easy, medium, hard, expert or extreme. Exit code 0:
    graded, 1: it has no solution or several, 2: bad input, 3: the limit was reached before the end.
    """
    request = GradeRequest(Limit(seconds=seconds), as_json)
    task = BatchTask(answer, request, as_json, _KEYS, in_order=True)
    raise click.exceptions.Exit(run_batch(boards_of(boards, kind), task, jobs))


def answer(board: Board, request: GradeRequest) -> tuple[int, str]:
    """(exit code, text to print) for one board."""
    with interruptible(Watch(request.limit)) as watch:
        walk = explain(board.puzzle, watch=watch)
        found = graded(walk)
    if request.as_json:
        return _code(walk, found), json.dumps(_row(board, found))
    return _code(walk, found), "\n".join(_lines(board, found, walk.finished))


def _code(walk: Walk, found: Grade) -> int:
    if code := report.stopped_code(found.stopped):
        return code
    if walk.finished:
        return 0 if found.level else 1
    return 1 if walk.reason == NO_SOLUTION else 3


def _row(board: Board, found: Grade) -> dict[str, object]:
    return report.head(board) | {
        "level": found.level or None,
        "score": round(found.score, 3),
        "steps": found.steps,
        "techniques": found.techniques,
        "hardest": found.hardest.text if found.hardest else None,
        "reason": found.reason or None,
        "error": None,
    }


def _lines(board: Board, found: Grade, finished: bool) -> list[str]:
    title = report.title(board)
    if not found.level:
        more = f" ({report.WHY_NOT})" if found.reason == NO_SOLUTION else ""
        return [f"{title}: cannot be graded, {found.reason}{more}"]
    if not finished:
        return [f"{title}: at least {found.level}, not finished: {found.reason}"]
    lines = [f"{title}: {found.level} ({counted(found.steps, 'step')}, score {found.score:.2f})"]
    lines += [f"  {times:4} × {name}" for name, times in found.techniques.items()]
    if found.hardest:
        rests = counted(found.hardest.size, "thing")
        lines.append(f"  hardest, resting on {rests}: {found.hardest.text}")
    return lines
