"""`masume train`: a sheet of exercises for the techniques of a puzzle."""

from __future__ import annotations

from pathlib import Path

import click

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import LEVELS
from masume.draw.files import write_file
from masume.draw.themes import THEMES
from masume.draw.walk_page import Section, StepPage, html_page
from masume.errors import BadOption, pluralise
from masume.front.cli import options, report
from masume.front.cli.options import WholeNumber
from masume.logic.examples import examples
from masume.make.exercises import Exercise, exercise, trained_techniques
from masume.make.generate import fresh_seed


@click.command("train")
@click.argument("puzzle")
@click.option(
    "--technique",
    "names",
    metavar="TECHNIQUE",
    multiple=True,
    help="Train this technique; repeatable. Default: all, from easy to hard.",
)
@click.option(
    "-n", "--count", type=WholeNumber(min=1), default=2, help="Exercises for each technique."
)
@click.option("--seed", type=WholeNumber(min=0), help="Random seed; default: a new one.")
@click.option("-o", "--output", metavar="FILE", required=True, help="Output file: x.html.")
@options.theme(THEMES)
def train(
    puzzle: str, names: tuple[str, ...], count: int, seed: int | None, output: str, theme: str
) -> None:
    """Write exercises for techniques: find the cells that follow.

    The sheet is for paper or the screen; the solutions come after all exercises. The browser app
    has the same exercises under Train, and remembers which techniques you have mastered.

    Exit codes: 0 written, 2 bad input.
    """
    if Path(output).suffix.lower() != ".html":
        raise BadOption(f"{output}: unsupported format; use .html")
    kind = kind_named(puzzle)
    wanted = names or [known.name for known in trained_techniques(kind)]
    first = fresh_seed() if seed is None else seed
    posed = [
        exercise(puzzle, name, first + number, stage=number)
        for name in wanted
        for number in range(count)
    ]
    used = {one.technique.name for one in posed}
    heading = f"{kind.title}: exercises"
    about = f"Find the cells that follow by the technique named. Seed {first}."
    sections = [_question(number, one) for number, one in enumerate(posed, start=1)]
    sections += [_solution(number, one) for number, one in enumerate(posed, start=1)]
    page = StepPage(heading, about, None, (), sections, list(examples(kind, used)))
    write_file(Path(output), html_page(page, theme).encode())
    report.report_written(output, pluralise(len(posed), "exercise"))


def _question(number: int, posed: Exercise) -> Section:
    technique, level = posed.technique, LEVELS[posed.technique.level]
    heading = f"Exercise {number}: {technique.title}"
    return Section(posed.puzzle, heading, technique.name, level, 0, (), posed.board, ())


def _solution(number: int, posed: Exercise) -> Section:
    shown = posed.solutions[0]
    texts = [solution.text for solution in posed.solutions]
    name, level = posed.technique.name, LEVELS[posed.technique.level]
    heading = f"Solution of exercise {number}"
    return Section(posed.puzzle, heading, name, level, 0, texts, shown, ())
