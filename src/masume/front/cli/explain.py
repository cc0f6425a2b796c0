"""`masume hint` and `explain`: solving as a person does."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from masume.core.limits import Limit, LimitReached, Watch
from masume.core.technique import LEVELS
from masume.core.wording import said, sentence
from masume.errors import BadOption, shorten
from masume.explain.advice import Hint, Told, hint
from masume.explain.examples import examples
from masume.explain.step import Step
from masume.explain.step_picture import StepPicture
from masume.explain.walks import NO_SOLUTION, Walk, explain, graded
from masume.explain.why import why
from masume.formats.plain import Board
from masume.front.cli import report
from masume.front.cli.draw import refuse_input
from masume.front.cli.exact import asked, from_option, seconds_option
from masume.front.cli.inputs import as_option, board_argument, json_option, theme_option
from masume.front.cli.solving import interruptible
from masume.render.files import form_of, require_form, write_file
from masume.render.show import show_step
from masume.render.themes import THEMES
from masume.render.walk import FORMS, Story, document, verdict
from masume.render.walk_page import Section, StepPage, html_page

_TOLD_KEYS = ("technique", "level", "text", "cells", "reasons", "error")
_HINT_KEYS = ("told", "title", "area", "grounds", "after", *_TOLD_KEYS)
_STEP_KEYS = ("step", "says", "given", *_TOLD_KEYS)
_PAGE = ".html"

_output_option = click.option(
    "-o", "--output", metavar="FILE", help="Draw it too: x.svg, x.png, x.pdf, or x.html."
)


@click.command("hint")
@board_argument
@from_option
@click.option(
    "--only",
    metavar="WHAT",
    type=click.Choice(["wrong", "area", "technique"]),
    help="Less help. wrong: whether a mark is; area: where to look; technique: also which one.",
)
@_output_option
@theme_option(THEMES)
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
    _refuse_output(output, board, marks)
    found, position = asked(board, kind, marks, as_json=as_json, keys=_HINT_KEYS)
    with interruptible(Watch(Limit(seconds=seconds))) as watch:
        told = hint(found.puzzle, position, watch=watch)
    lines = _hint_lines(found, told, only)
    drawn = output if told.picture is not None and only != "wrong" else None
    if drawn is not None:
        _draw(found, told, only, drawn, theme, lines[0])
    print(json.dumps(_hint_row(found, told)) if as_json else "\n".join(lines))
    if drawn is not None:
        report.wrote(drawn, f"the hint for {report.title(found)}")
    codes = {Told.STEP: 0, Told.FINISHED: 0, Told.WRONG: 1, Told.UNSOLVABLE: 1, Told.LIMIT: 3}
    raise click.exceptions.Exit(report.stopped_code(told.stopped) or codes[told.told])


@click.command("why")
@board_argument
@click.argument("cell", metavar="CELL")
@from_option
@_output_option
@theme_option(THEMES)
@seconds_option
@as_option
@json_option
def why_(
    board: str,
    cell: str,
    marks: str | None,
    output: str | None,
    theme: str,
    seconds: float,
    kind: str | None,
    as_json: bool,
) -> None:
    """Say why a cell must be what it is, from the marks made so far.

    CELL is r3c4, or r1c1-r1c5 for a link between two cells; the shortest argument for it is told,
    and others that are as short. Exit code 0: told, 1: it may still be
    either way or there is no solution, 2: bad input, 3: no reason was found in time.
    """
    _refuse_output(output, board, marks)
    found, position = asked(board, kind, marks, as_json=as_json, keys=_HINT_KEYS)
    with interruptible(Watch(Limit(seconds=seconds))) as watch:
        told = why(found.puzzle, cell, position, watch=watch)
    title = f"{report.title(found)}: {cell}"
    drawn = output if told.picture is not None else None
    if drawn is not None:
        _draw(found, told, None, drawn, theme, title)
    if as_json:
        print(json.dumps(_hint_row(found, told) | {"others": list(told.others)}))
    else:
        print("\n".join([title, told.text, *(f"Or: {other}" for other in told.others)]))
        if told.after is not None:
            print("\n".join(report.picture(found, told.after)))
    if drawn is not None:
        report.wrote(drawn, f"why {cell} in {report.title(found)}")
    codes = {Told.STEP: 0, Told.OPEN: 1, Told.UNSOLVABLE: 1, Told.LIMIT: 3}
    raise click.exceptions.Exit(report.stopped_code(told.stopped) or codes[told.told])


def _refuse_output(output: str | None, board: str, marks: str | None) -> None:
    """Say at once if a file cannot be written, or would be the board itself."""
    if output is not None:
        path = Path(output)
        if path.suffix.lower() != _PAGE:
            require_form(form_of(path))
        refuse_input(path, (board, *filter(None, [marks])))


def _draw(
    board: Board, told: Hint, only: str | None, output: str, theme: str, heading: str
) -> None:
    """A picture of a hint, or a page with one for each sentence of its argument."""
    assert told.picture is not None
    shown = told.picture
    if only:
        shown = StepPicture("", shown.before, shown.before, told.area)
    if Path(output).suffix.lower() != _PAGE:
        show_step(board.puzzle, shown, theme=theme).save(output)
        return
    section = Section(
        "" if only == "area" else told.title,
        told.technique,
        told.level,
        0,
        [] if only else [told.text, *(f"Or: {other}" for other in told.others)],
        shown,
        () if only else told.stages,
    )
    used = () if only == "area" else tuple(examples(board.kind, {told.technique}))
    page = StepPage(heading, "", board.puzzle, None, (), (section,), used)
    write_file(Path(output), html_page(page, theme).encode())


def _hint_row(board: Board, told: Hint) -> dict[str, object]:
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
        more = f" {report.WHY_NOT}." if told.told is Told.UNSOLVABLE else ""
        return [f"{report.title(board)}: {told.text}{more}"]
    wrong = told.told is Told.WRONG
    if only == "wrong":
        return [
            f"{report.title(board)}: {'a mark is wrong' if wrong else 'nothing is wrong so far'}"
        ]
    head = "a mark is wrong" if wrong else f"a next step, {told.level}"
    lines = [f"{report.title(board)}: {head}"]
    if only:
        lines.append(f"Look at {_area(board, told)}.")
        if only == "technique" and told.title:
            lines.append(f"Technique: {told.title}.")
        return [*lines, *report.marked_grid(board, set(told.area))]
    if told.title:
        lines.append(f"{sentence(told.title)}.")
    lines.append(told.text)
    shown = told.before if wrong else told.after
    return lines if shown is None else [*lines, *report.picture(board, shown)]


def _area(board: Board, told: Hint) -> str:
    cols = board.puzzle.cols
    rows = sorted({cell // cols + 1 for cell in told.area})
    columns = sorted({cell % cols + 1 for cell in told.area})
    return f"{_span('row', rows)}, {_span('column', columns)}"


def _span(noun: str, numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    to = "and" if last == first + 1 else "to"
    return f"{noun} {first}" if first == last else f"{noun}s {first} {to} {last}"


@click.command("explain")
@board_argument
@from_option
@click.option(
    "-o", "--output", metavar="FILE", help="x.html with pictures, x.md or x.txt; without it text."
)
@theme_option(THEMES)
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
            walk.stop(limit)
    grade = graded(walk)
    if as_json and not walk.finished:
        print(f"masume: not finished: {walk.reason}{_why_not(walk)}", file=sys.stderr)
    if not as_json or output is not None:
        end = verdict(grade.level, walk.taken, walk.finished, walk.reason)
        if walk.reason == NO_SOLUTION:
            end = f"Nothing to explain: {NO_SOLUTION}."
        _tell(found, walk, end, form, output, theme)
    raise click.exceptions.Exit(_walk_code(walk))


def _why_not(walk: Walk) -> str:
    """What to try where nothing can be explained."""
    if walk.reason != NO_SOLUTION:
        return ""
    return f" ({report.WHY_NOT}{', with the same --from' * (walk.position is not None)})"


def _tell(board: Board, walk: Walk, end: str, form: str, output: str | None, theme: str) -> None:
    """Print the explanation or write it to a file; one that could not begin is a line."""
    told = f"{end.removesuffix('.')}{_why_not(walk)}."
    if walk.vocabulary is None:
        print(f"{report.title(board)}: {told}")
        return
    verdict_ = told if output is None else end  # a file is for readers who may have no masume
    name = board.name or ""
    story = Story(board.kind, board.puzzle, walk.vocabulary, name, walk.taken, walk.begun, verdict_)
    text = document(story, form, theme)
    if output is None:
        print(text, end="")
    else:
        write_file(Path(output), text.encode())
        report.wrote(output, told)


def _form(output: str) -> str:
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in FORMS:
        name = shorten(output, 80) or "an empty name"
        raise BadOption(f"{name} should end in .html, .md or .txt")
    return form


def _walk_code(walk: Walk) -> int:
    code = 0 if walk.finished else 1 if walk.reason == NO_SOLUTION else 3
    return report.stopped_code(walk.stopped) or code


def _step_row(board: Board, walk: Walk, number: int, step: Step) -> dict[str, object]:
    vocabulary = walk.explainer.vocabulary
    cells = sorted({cell for one in step.literals for cell in vocabulary.cells(abs(one))})
    reasons = walk.explainer.what_if.reasons
    return report.head(board) | {
        "step": number,
        "technique": step.technique,
        "level": LEVELS[step.level],
        "text": step.text,
        "cells": report.cells_json(board, cells),
        "says": [said(vocabulary, one) for one in step.literals],
        "reasons": [reasons[key].text for key in step.because],
        "given": [said(vocabulary, one) for one in step.given],
        "error": None,
    }
