"""`masume hint`, `explain` and `grade`: solving as a person does."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from masume.core.run import Limit, LimitReached, Watch
from masume.core.technique import LEVELS
from masume.errors import BadOption, MasumeError, counted, shorten
from masume.explain.answers import NO_SOLUTION, Grade, Hint, Told, Walk, explain, graded, hint
from masume.explain.explainer import Step
from masume.formats.plain import Board
from masume.front.cli import report
from masume.front.cli.draw import refuse_input
from masume.front.cli.exact import asked, from_option, seconds_option
from masume.front.cli.inputs import (
    as_option,
    board_argument,
    boards_argument,
    boards_of,
    json_option,
)
from masume.front.cli.solving import interruptible
from masume.render.files import form_of, write_file
from masume.render.show import show
from masume.render.themes import THEMES
from masume.render.walk import FORMS, Story, document, verdict

_TOLD_KEYS = ("technique", "level", "text", "cells", "reasons", "error")
_HINT_KEYS = ("told", "title", "area", "grounds", "after", *_TOLD_KEYS)
_STEP_KEYS = ("step", "says", "given", *_TOLD_KEYS)
_GRADE_KEYS = ("level", "score", "steps", "techniques", "hardest", "reason", "error")

theme_option = click.option(
    "--theme", type=click.Choice(list(THEMES)), default="light", show_default=True
)


@click.command("hint")
@board_argument
@from_option
@click.option(
    "--only",
    type=click.Choice(["area", "technique"]),
    help="Less help: where to look, or also which technique, but not the step.",
)
@click.option("-o", "--output", metavar="FILE", help="Draw it too: x.svg, x.png or x.pdf.")
@theme_option
@seconds_option
@as_option
@json_option
def hint_(
    board: str,
    marks: str | None,
    only: str | None,
    output: str | None,
    theme: str,
    seconds: float,
    kind: str | None,
    as_json: bool,
) -> None:
    """Give one step and its reason, from the marks made so far.

    If a mark is wrong, it says which one and why. Exit code 0: told, 1: a mark is wrong or there
    is no solution, 2: bad input, 3: no step was found in time.
    """
    if output is not None:
        form_of(Path(output))
        refuse_input(Path(output), (board, *filter(None, [marks])))
    found, position = asked(board, kind, marks, as_json=as_json, keys=_HINT_KEYS)
    with interruptible(Watch(Limit(seconds=seconds))) as watch:
        told = hint(found.puzzle, position, watch=watch)
    if output is not None and told.after is not None:
        _draw(told, only, output, theme)
    if as_json:
        print(json.dumps(_hint_row(found, told)))
    else:
        print("\n".join(_hint_lines(found, told, only)))
    codes = {Told.STEP: 0, Told.FINISHED: 0, Told.WRONG: 1, Told.UNSOLVABLE: 1, Told.LIMIT: 3}
    interrupted = report.INTERRUPTED in told.text and told.told is Told.LIMIT
    raise click.exceptions.Exit(130 if interrupted else codes[told.told])


def _draw(told: Hint, only: str | None, output: str, theme: str) -> None:
    if only or told.told is Told.WRONG:
        position, marked = told.before, told.area if only else told.cells
    else:
        position, marked = told.after, told.cells
    grounds = () if only else told.grounds
    shown = show(told.puzzle, position, theme=theme, marked=marked, grounds=grounds, numbers=True)
    shown.save(output)


def _hint_row(board: Board, told: Hint) -> dict[str, Any]:
    cells = report.cells_json
    return report.head(board) | {
        "told": told.told.value,
        "technique": told.technique or None,
        "title": told.title or None,
        "level": told.level or None,
        "text": told.text,
        "area": cells(board, told.area),
        "cells": cells(board, told.cells),
        "grounds": cells(board, told.grounds),
        "reasons": list(told.reasons),
        "after": None if told.after is None else board.kind.to_json(board.puzzle, told.after),
        "error": None,
    }


def _hint_lines(board: Board, told: Hint, only: str | None) -> list[str]:
    if told.told not in (Told.STEP, Told.WRONG):
        return [f"{report.title(board)}: {told.text}"]
    wrong = told.told is Told.WRONG
    head = "a mark is wrong" if wrong else f"a next step, {told.level}"
    lines = [f"{report.title(board)}: {head}"]
    if only:
        lines.append(f"Look at {_area(board, told)}.")
        if only == "technique" and told.title:
            lines.append(f"Technique: {told.title}.")
        return [*lines, *report.marked_grid(board, set(told.area))]
    if told.title:
        lines.append(f"{told.title[:1].upper()}{told.title[1:]}.")
    lines.append(told.text)
    return [*lines, *report.picture(board, told.before if wrong else told.after)]


def _area(board: Board, told: Hint) -> str:
    cols = board.puzzle.cols
    rows = sorted({cell // cols + 1 for cell in told.area})
    columns = sorted({cell % cols + 1 for cell in told.area})
    return f"{_span('row', rows)}, {_span('column', columns)}"


def _span(noun: str, numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    return f"{noun} {first}" if first == last else f"{noun}s {first} to {last}"


@click.command("explain")
@board_argument
@from_option
@click.option(
    "-o", "--output", metavar="FILE", help="x.html with pictures, x.md or x.txt; without it text."
)
@theme_option
@seconds_option
@as_option
@json_option
def explain_(
    board: str,
    marks: str | None,
    output: str | None,
    theme: str,
    seconds: float,
    kind: str | None,
    as_json: bool,
) -> None:
    """Explain the whole solution of a board, step by step.

    With --json one object for each step. Exit code 0: explained as far as anything follows, 1:
    there is no solution, 2: bad input, 3: the limit was reached on the way.
    """
    form = "txt" if output is None else _form(output)
    if output is not None:
        refuse_input(Path(output), (board, *filter(None, [marks])))
    found, position = asked(board, kind, marks, as_json=as_json, keys=_STEP_KEYS)
    with interruptible(Watch(Limit(seconds=seconds))) as watch:
        walk = explain(found.puzzle, position, watch=watch)
        try:
            for number, step in enumerate(walk, start=1):
                if as_json:
                    print(json.dumps(_step_row(found, walk, number, step)), flush=True)
        except LimitReached as limit:  # while the reasons were put into words
            walk.stop(str(limit))
    grade = graded(walk)
    if as_json and not walk.finished:
        print(f"masume: not finished: {walk.reason}", file=sys.stderr)
    if not as_json or output is not None:
        end = verdict(grade.level, walk.taken, walk.finished, walk.reason)
        name = "" if found.name is None else found.name
        if walk.model is None:
            print(f"{report.title(found)}: {end}")
            raise click.exceptions.Exit(_walk_code(walk))
        story = Story(found.kind, found.puzzle, walk.model, name, walk.taken, walk.begun, end)
        text = document(story, form, theme)
        if output is None:
            print(text, end="")
        else:
            write_file(Path(output), text.encode())
            print(f"{shorten(output, 80)}: {end}")
    raise click.exceptions.Exit(_walk_code(walk))


def _form(output: str) -> str:
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise BadOption(f"{shorten(output, 80)} should end in .html, .md or .txt")
    return form


def _walk_code(walk: Walk) -> int:
    if walk.reason == report.INTERRUPTED:
        return 130
    if walk.finished:
        return 0
    return 1 if walk.reason == NO_SOLUTION else 3


def _step_row(board: Board, walk: Walk, number: int, step: Step) -> dict[str, Any]:
    model = walk.explainer.model
    cells = sorted({cell for one in step.literals for cell in model.cells(abs(one))})
    reason = walk.explainer.what_if.reason
    return report.head(board) | {
        "step": number,
        "technique": step.technique,
        "level": LEVELS[step.level],
        "text": step.text,
        "cells": report.cells_json(board, cells),
        "says": [model.say(one) for one in step.literals],
        "reasons": [reason(key).text for key in step.because],
        "given": [model.say(one) for one in step.given],
        "error": None,
    }


@click.command("grade")
@boards_argument
@seconds_option
@as_option
@json_option
def grade_(boards: tuple[str, ...], seconds: float, kind: str | None, as_json: bool) -> None:
    """Say how hard boards are for a person: easy, medium, hard, expert or extreme.

    A board is as hard as its hardest step. Exit code 0: graded, 1: it has no solution or several,
    2: bad input, 3: the limit was reached before the end.
    """
    codes = []
    for board in boards_of(boards, kind):
        try:
            if isinstance(board, MasumeError):
                raise board
            with interruptible(Watch(Limit(seconds=seconds))) as watch:
                walk = explain(board.puzzle, watch=watch)
                found = graded(walk)
        except MasumeError as fault:
            codes.append(2)
            report.complain(board, fault, as_json=as_json, keys=_GRADE_KEYS)
            continue
        if as_json:
            print(json.dumps(_grade_row(board, found)), flush=True)
        else:
            print("\n".join(_grade_lines(board, found, walk.finished)), flush=True)
        codes.append(_grade_code(walk, found))
        if codes[-1] == 130:
            break
    raise click.exceptions.Exit(report.worst(codes))


def _grade_code(walk: Walk, found: Grade) -> int:
    if found.reason == report.INTERRUPTED:
        return 130
    if walk.finished:
        return 0 if found.level else 1
    return 1 if walk.reason == NO_SOLUTION else 3


def _grade_row(board: Board, found: Grade) -> dict[str, Any]:
    return report.head(board) | {
        "level": found.level or None,
        "score": round(found.score, 3),
        "steps": found.steps,
        "techniques": found.techniques,
        "hardest": found.hardest.text if found.hardest else None,
        "reason": found.reason or None,
        "error": None,
    }


def _grade_lines(board: Board, found: Grade, finished: bool) -> list[str]:
    title = report.title(board)
    if not found.level:
        return [f"{title}: cannot be graded, {found.reason}"]
    if not finished:
        return [f"{title}: at least {found.level}, not finished: {found.reason}"]
    lines = [f"{title}: {found.level} ({counted(found.steps, 'step')}, score {found.score:.2f})"]
    lines += [f"  {times:4} × {name}" for name, times in found.techniques.items()]
    if found.hardest:
        rests = counted(found.hardest.size, "thing")
        lines.append(f"  hardest, resting on {rests}: {found.hardest.text}")
    return lines
