"""`masume benchmark`: datasets of puzzle tasks, audits of other data, and scores of answers."""

from __future__ import annotations

import json
from pathlib import Path

import click

from masume.core.puzzle.technique import NAMED_LEVELS
from masume.core.system.limits import Limit
from masume.errors import ParseError, pluralise
from masume.front.cli import options, report
from masume.front.cli.batch import progress as progress_bar
from masume.front.cli.batch import workers
from masume.front.cli.group import Commands
from masume.front.cli.options import BoundedFloat, FilePath, WholeNumber


@click.group("benchmark", cls=Commands)
def benchmark() -> None:
    """Make, audit and score datasets of puzzle tasks."""


@benchmark.command("make")
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True)
@click.option(
    "--size", "sizes", multiple=True, default=("6x6",), help="Board size; may be repeated."
)
@click.option(
    "--difficulty",
    "levels",
    multiple=True,
    type=click.Choice(NAMED_LEVELS),
    default=("easy",),
    help="Level; may be repeated.",
)
@click.option(
    "--needs",
    metavar="TECHNIQUE",
    multiple=True,
    help="Technique that the boards need, instead of a level; may be repeated.",
)
@click.option("-n", "--count", type=WholeNumber(min=1), default=100, help="Number of tasks.")
@click.option("--seed", type=int, default=0, help="Random seed.")
@click.option(
    "-o", "--output", "folder", type=FilePath(), required=True, help="Output folder; resumed."
)
@click.option(
    "--form", type=click.Choice(("jsonl", "parquet")), default="jsonl", help="File format."
)
@click.option("--part", type=WholeNumber(min=1), default=10_000, help="Tasks per file.")
@click.option(
    "--seconds", type=BoundedFloat(min=0), default=60, help="Time limit per board in seconds."
)
@options.jobs
@options.cluster
def make(
    puzzles: tuple[str, ...],
    sizes: tuple[str, ...],
    levels: tuple[str, ...],
    needs: tuple[str, ...],
    count: int,
    seed: int,
    folder: Path,
    form: str,
    part: int,
    seconds: float,
    jobs: int,
    cluster_: str | None,
) -> None:
    """Make a dataset: prompts, answers, levels and a train/test split.

    The puzzles, sizes and levels (or needed techniques) take turns. A run that was interrupted
    continues where its last complete file ended. README.md in the folder says how the data was
    made and proved.
    """
    from masume.tasks.card import write_card
    from masume.tasks.dataset import Form, Recipe, write_dataset

    chosen: Form = "parquet" if form == "parquet" else "jsonl"
    recipe = Recipe(puzzles, sizes, levels, count, seed, min(part, count), chosen, seconds, needs)
    parts = -(-count // recipe.part)
    with workers(cluster_) as pool, progress_bar(parts) as advance:
        for _ in write_dataset(folder, recipe, jobs=jobs, pool=pool):
            advance()
    write_card(folder, recipe)
    report.report_written(folder, pluralise(count, "task"))


@benchmark.command("audit")
@click.argument("path", metavar="FILE", type=FilePath(exists=True, dir_okay=False))
@options.kind
@options.seconds
@options.jobs
@options.as_json
def audit(path: Path, kind: str | None, seconds: float, jobs: int, as_json: bool) -> None:
    """Check each board of a file for uniqueness, duplicates, wrong answers and level.

    FILE contains JSON lines with a text "board" (and, if you like, "answer" and "kind"), or boards
    in any format that masume reads.

    Exit codes: 0 every board is unique and new, 1 some are not, 2 bad input.
    """
    from masume.tasks.audit import audit_file, summary

    result = audit_file(path, kind=kind, limit=Limit(seconds=seconds), jobs=jobs)
    if as_json:
        for board in result.boards:
            print(json.dumps(vars(board)))
    else:
        print("\n".join(summary(result)))
    raise click.exceptions.Exit(0 if result.is_sound else 1)


@benchmark.command("score")
@click.argument("tasks", metavar="TASKS", type=FilePath(exists=True, dir_okay=False))
@click.argument("answers", metavar="ANSWERS", type=FilePath(exists=True, dir_okay=False))
def score(tasks: Path, answers: Path) -> None:
    """Score answers to tasks, both as JSON lines.

    Each line of ANSWERS has the "id" of a task and an "answer", the whole response of a model.
    Prints one JSON object per answer.
    """
    from dataclasses import asdict

    from masume.tasks.scoring import score as score_answer
    from masume.tasks.task import Task

    known = {str(row["id"]): Task.from_json(row) for row in _rows(tasks)}
    for number, row in enumerate(_rows(answers), start=1):
        task, answer = known.get(str(row.get("id"))), row.get("answer")
        if task is None or not isinstance(answer, str):
            fault = "expected the 'id' of a task and a text 'answer'"
            raise ParseError(fault, line=number, source=str(answers))
        result = score_answer(task, answer)
        print(json.dumps({"id": task.id, "reward": result.reward} | asdict(result)))


def _rows(path: Path) -> list[dict[str, object]]:
    """Return the objects of a file of JSON lines; raise ParseError for other lines."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise ParseError("expected a JSON object", line=number, source=str(path))
        rows.append(row)
    return rows


@benchmark.command("baselines")
@click.argument("tasks", metavar="TASKS", type=FilePath(exists=True, dir_okay=False))
@options.as_json
def baselines(tasks: Path, as_json: bool) -> None:
    """Score random play, techniques and searches on tasks, to give scores a scale."""
    from dataclasses import asdict

    from masume.tasks.baselines import run_baselines
    from masume.tasks.task import Task

    results = run_baselines(Task.from_json(row) for row in _rows(tasks))
    if as_json:
        for result in results:
            print(json.dumps(asdict(result)))
        return
    print(f"{'baseline':24}{'solved':>8}{'reward':>8}{'progress':>10}")
    for result in results:
        shares = f"{result.solved:8.1%}{result.reward:8.2f}{result.progress:10.2f}"
        print(f"{result.name:24}{shares}")
