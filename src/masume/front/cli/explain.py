"""`masume hint`, `why` and `explain`: human-style solving steps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from masume.core.model.wording import literal_sentence, sentence
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import LimitReached
from masume.draw.files import form_of, require_form, write_file
from masume.draw.show import show_step
from masume.draw.themes import THEMES
from masume.draw.walk import FORMS, Story, document, verdict
from masume.draw.walk_page import Section, StepPage, html_page
from masume.errors import BadOption, shorten
from masume.formats.load import existing_path
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.draw import reject_overwrite
from masume.front.cli.exact import BoardQuestion, question
from masume.front.scripts import inline_script
from masume.logic.advice import Hint, HintOutcome, hint
from masume.logic.examples import examples
from masume.logic.step import Step
from masume.logic.step_picture import StepPicture
from masume.logic.walks import NO_SOLUTION, Walk, explain, grade_walk
from masume.logic.why import why

_TOLD_KEYS = ("technique", "level", "text", "cells", "reasons", "error")
_HINT_KEYS = ("outcome", "title", "area", "grounds", "after", *_TOLD_KEYS)
_STEP_KEYS = ("step", "says", "given", *_TOLD_KEYS)
_CODES = {
    HintOutcome.WRONG: 1,
    HintOutcome.OPEN: 1,
    HintOutcome.UNSOLVABLE: 1,
    HintOutcome.LIMIT: 3,
}  # others: 0
_PAGE = ".html"

_only_option = click.option(
    "--only",
    metavar="WHAT",
    type=click.Choice(["wrong", "area", "technique"]),
    help="Show less. wrong: whether a mark is wrong; area: where to look; technique: the area "
    "and the technique.",
)
_theme_option = options.theme(THEMES)
_output_option = click.option(
    "-o", "--output", metavar="FILE", help="Also draw it, to x.svg, x.png, x.pdf or x.html."
)


@click.command("hint")
@question(_only_option, _output_option, _theme_option)
def hint_(asked: BoardQuestion, only: str | None, output: str | None, theme: str) -> None:
    """Give the next step and its reason.

    If a mark is wrong, the hint names it and explains why.

    Exit codes: 0 hint given, 1 wrong mark or no solution, 2 bad input, 3 limit reached.
    """
    _check_output(output, asked)
    board, position = asked.read(_HINT_KEYS)
    with asked.deadline() as deadline:
        advice = hint(board.puzzle, position, deadline=deadline)
    lines = _hint_lines(board, advice, only)
    drawn = _draw(board, advice, only, output, theme, lines[0])
    print(json.dumps(_hint_row(board, advice)) if asked.as_json else "\n".join(lines))
    if drawn:
        report.report_written(drawn, f"the hint for {report.title(board)}")
    raise click.exceptions.Exit(
        report.stopped_code(advice.stopped) or _CODES.get(advice.outcome, 0)
    )


@click.command("why")
@question(click.argument("cell", metavar="CELL"), _output_option, _theme_option)
def why_(asked: BoardQuestion, cell: str, output: str | None, theme: str) -> None:
    """Explain the value of a cell.

    CELL is r3c4, or r1c1-r1c5 for a link between two cells. Prints the shortest argument, and
    others of another kind with the cost of each: its sentences, where a sentence of a level costs
    as much as four of the level below. x.html shows them side by side.

    Exit codes: 0 explained, 1 cell undecided or no solution, 2 bad input, 3 limit reached.
    """
    _check_output(output, asked)
    board, position = asked.read(_HINT_KEYS)
    with asked.deadline() as deadline:
        advice = why(board.puzzle, cell, position, deadline=deadline)
    title = f"{report.title(board)}: {cell}"
    drawn = _draw(board, advice, None, output, theme, title)
    if asked.as_json:
        costs = {"cost": advice.cost, "costs": [other.cost for other in advice.alternatives]}
        print(json.dumps(_hint_row(board, advice) | {"others": list(advice.others)} | costs))
    else:
        print("\n".join([title, *_arguments(advice)]))
        if advice.after is not None:
            print("\n".join(report.picture(board, advice.after)))
    if drawn:
        report.report_written(drawn, f"why {cell} in {report.title(board)}")
    raise click.exceptions.Exit(
        report.stopped_code(advice.stopped) or _CODES.get(advice.outcome, 0)
    )


def _arguments(advice: Hint) -> list[str]:
    """Return an argument and its alternatives, with their costs if there are several."""
    if not advice.alternatives:
        return [advice.text]
    every = (advice, *advice.alternatives)
    lines = [f"{other.text} (cost {other.cost})" for other in every]
    return [lines[0], *(f"Or: {line}" for line in lines[1:])]


def _script() -> str:
    """Return the script of an exported page."""
    modules = ("ui/dom.js", "explain/stepper.js", "explain/cell-links.js")
    return inline_script(modules, Path(__file__).with_name("walk.js"))


def _check_output(output: str | None, asked: BoardQuestion) -> None:
    """Raise if the output format is unavailable or the file is one of the inputs."""
    if output is not None:
        path = Path(output)
        if path.suffix.lower() != _PAGE:
            require_form(form_of(path))
        reject_overwrite(path, (asked.source, *filter(None, [asked.marks])))


def _draw(
    board: Board, advice: Hint, only: str | None, output: str | None, theme: str, heading: str
) -> str | None:
    """Write a hint's picture or page; return the path, or None if there is nothing to draw."""
    shown = advice.picture
    if output is None or shown is None or only == "wrong":
        return None
    if only:
        shown = StepPicture("", shown.before, shown.before, advice.area)
    if Path(output).suffix.lower() != _PAGE:
        show_step(board.puzzle, shown, theme=theme).save(output)
        return output
    sections = [_section(board, advice, only, shown)]
    sections += [
        _section(board, other, None, other.picture)
        for other in advice.alternatives
        if other.picture is not None
    ]
    names = {advice.technique, *(other.technique for other in advice.alternatives)}
    used = () if only == "area" else tuple(examples(board.kind, names))
    page = StepPage(heading, "", None, (), sections, used, compares=len(sections) > 1)
    write_file(Path(output), html_page(page, theme, _script()).encode())
    return output


def _section(board: Board, advice: Hint, only: str | None, shown: StepPicture) -> Section:
    """Return a hint or an alternative as a section of a page, restricted by --only."""
    title = "" if only == "area" else advice.title
    texts = [] if only else [advice.text, f"Cost {advice.cost}."]
    stages = () if only else advice.stages
    return Section(board.puzzle, title, advice.technique, advice.level, 0, texts, shown, stages)


def _hint_row(board: Board, advice: Hint) -> dict[str, object]:
    """Return the JSON row of a hint."""
    cells = report.cells_json
    return report.head(board) | {
        "outcome": advice.outcome.value,
        "technique": advice.technique or None,
        "title": advice.title or None,
        "level": advice.level or None,
        "text": advice.text,
        "area": cells(board, advice.area),
        "cells": cells(board, advice.cells),
        "grounds": cells(board, advice.grounds),
        "reasons": list(advice.reasons),
        "after": None if advice.after is None else board.kind.to_json(board.puzzle, advice.after),
        "error": None,
    }


def _hint_lines(board: Board, advice: Hint, only: str | None) -> list[str]:
    """Return a hint as lines, restricted by --only."""
    if advice.outcome not in (HintOutcome.STEP, HintOutcome.WRONG):
        remedy = f" {report.WHY_NOT}." if advice.outcome is HintOutcome.UNSOLVABLE else ""
        return [f"{report.title(board)}: {advice.text}{remedy}"]
    wrong = advice.outcome is HintOutcome.WRONG
    if only == "wrong":
        return [f"{report.title(board)}: {'a mark is wrong' if wrong else 'no mark is wrong'}"]
    head = "a mark is wrong" if wrong else f"next step ({advice.level})"
    lines = [f"{report.title(board)}: {head}"]
    if only:
        lines.append(f"Look at {_area(board, advice)}.")
        if only == "technique" and advice.title:
            lines.append(f"Technique: {advice.title}.")
        return [*lines, *report.marked_grid(board, set(advice.area))]
    if advice.title:
        lines.append(f"{sentence(advice.title)}.")
    lines.append(advice.text)
    shown = advice.before if wrong else advice.after
    return lines if shown is None else [*lines, *report.picture(board, shown)]


def _area(board: Board, advice: Hint) -> str:
    cols = board.puzzle.cols
    rows = sorted({cell // cols + 1 for cell in advice.area})
    columns = sorted({cell % cols + 1 for cell in advice.area})
    return f"{_span('row', rows)}, {_span('column', columns)}"


def _span(noun: str, numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    to = "and" if last == first + 1 else "to"
    return f"{noun} {first}" if first == last else f"{noun}s {first} {to} {last}"


@click.command("explain")
@question(
    click.option(
        "-o", "--output", metavar="FILE", help="Output file: x.html (with pictures), x.md or x.txt."
    ),
    _theme_option,
    click.option(
        "--uniqueness",
        is_flag=True,
        help="Also use techniques that rely on the solution being unique, if the puzzle has any.",
    ),
    click.option(
        "--shortest",
        is_flag=True,
        help="Choose the cheapest steps found, not those that people find first.",
    ),
    click.option(
        "--jsonl",
        "as_rows",
        is_flag=True,
        help="Print one row per step, with position and premises.",
    ),
)
def explain_(
    asked: BoardQuestion,
    output: str | None,
    theme: str,
    uniqueness: bool,
    shortest: bool,
    as_rows: bool,
) -> None:
    """Explain the whole solution of a board, step by step.

    --json prints one object per step as it is explained, --jsonl one per single technique, with
    the position before it, for training and testing programs.

    Exit codes: 0 explained, 1 no solution, 2 bad input, 3 limit reached.
    """
    form = "txt" if output is None else _form(output)
    if output is not None:
        reject_overwrite(Path(output), (asked.source, *filter(None, [asked.marks])))
    board, position = asked.read(_STEP_KEYS)
    if as_rows:
        from masume.tasks.steps import step_rows

        with asked.deadline() as deadline:
            for row in step_rows(board.puzzle, position, deadline=deadline):
                print(json.dumps(row, ensure_ascii=False), flush=True)
        return
    with asked.deadline() as deadline:
        walk = explain(
            board.puzzle, position, uniqueness=uniqueness, shortest=shortest, deadline=deadline
        )
        try:
            for number, step in enumerate(walk, start=1):
                if asked.as_json:
                    print(json.dumps(_step_row(board, walk, number, step)), flush=True)
        except LimitReached as limit:  # while formatting a step
            walk.stop(limit)
    grade = grade_walk(walk)
    if asked.as_json and not walk.finished:
        report.warn(f"not finished: {walk.reason}{_why_not(walk)}")
    if not asked.as_json or output is not None:
        end = verdict(grade.level, walk.taken, walk.finished, walk.reason)
        if walk.ordinary_cost is not None:
            end += f" Cost {walk.cost}; the usual walk costs {walk.ordinary_cost}."
        if walk.reason == NO_SOLUTION:
            end = f"Nothing to explain: {NO_SOLUTION}."
        _write_explanation(board, walk, end, form, output, theme)
    raise click.exceptions.Exit(_walk_code(walk))


def _why_not(walk: Walk) -> str:
    """Return a pointer to why-not if the board has no solution, else an empty string."""
    if walk.reason != NO_SOLUTION:
        return ""
    return f" ({report.WHY_NOT}{', with the same --from' * (walk.position is not None)})"


def _write_explanation(
    board: Board, walk: Walk, end: str, form: str, output: str | None, theme: str
) -> None:
    """Print the explanation or write it to a file; if it is empty, print the verdict only."""
    ending = f"{end.removesuffix('.')}{_why_not(walk)}."
    if walk.vocabulary is None:
        print(f"{report.title(board)}: {ending}")
        return
    verdict_ = ending if output is None else end  # readers of a file may not have masume
    name = board.note("title") or _name_without_folders(board.name)
    story = Story(
        board.kind, board.puzzle, walk.vocabulary, name, walk.taken, walk.initial_literals, verdict_
    )
    text = document(story, form, theme, _script() if form == "html" else "")
    if output is None:
        print(text, end="")
    else:
        write_file(Path(output), text.encode())
        report.report_written(output, ending)


def _name_without_folders(name: str) -> str:
    """Return a board's name; of a board that is named after its file, the file's name."""
    path = existing_path(re.sub(r"[#:]\d+$", "", name))
    place = re.search(r"[#:](\d+)$", name)
    if path is None:
        return name
    return Path(path).stem + (f" {place[1]}" if place else "")


def _form(output: str) -> str:
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in FORMS:
        name = shorten(output, 80) or "an empty name"
        raise BadOption(f"{name}: unsupported format; use .html, .md or .txt")
    return form


def _walk_code(walk: Walk) -> int:
    code = 0 if walk.finished else 1 if walk.reason == NO_SOLUTION else 3
    return report.stopped_code(walk.stopped) or code


def _step_row(board: Board, walk: Walk, number: int, step: Step) -> dict[str, object]:
    """Return the JSON row of a step."""
    vocabulary = walk.explainer.vocabulary
    cells = sorted({cell for literal in step.literals for cell in vocabulary.cells(abs(literal))})
    reasons = walk.explainer.what_if.reasons
    return report.head(board) | {
        "step": number,
        "technique": step.technique,
        "level": LEVELS[step.level],
        "text": step.text,
        "cells": report.cells_json(board, cells),
        "says": [literal_sentence(vocabulary, literal) for literal in step.literals],
        "reasons": [reasons[key].text for key in step.because],
        "given": [literal_sentence(vocabulary, literal) for literal in step.given],
        "error": None,
    }
