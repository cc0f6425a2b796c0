"""`masume generate` and `daily`: new boards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.maker import CLUES
from masume.core.puzzle.technique import LEVELS
from masume.core.system.files import whole_text
from masume.core.system.limits import Deadline, Limit
from masume.errors import counted
from masume.formats.convert import write_to_join
from masume.formats.format import format_named
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import progress, workers
from masume.front.cli.options import BoundedFloat, Whole
from masume.front.cli.solving import interruptible
from masume.make.daily import daily
from masume.make.generate import Made, fresh_seed, make, make_set
from masume.make.request import BoardPlan, plan

_CHUNK = 8  # boards that are handed out at once, if there are many


@click.command("generate")
@click.argument("puzzle", metavar="PUZZLE", shell_complete=options.completes("puzzles"))
@click.option("--size", metavar="SIZE", default="10x10", help="Rows x columns.")
@click.option(
    "--difficulty",
    metavar="LEVEL",
    type=click.Choice(LEVELS),
    help=f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}; without it whatever comes out, if possible "
    "not beyond hard, on more than 625 cells not beyond medium.",
)
@click.option(
    "--needs",
    metavar="TECHNIQUE",
    help="Boards that are not finished without this technique, to train it: by no other of its "
    "level, or, where such boards are rare, by none that comes before it.",
)
@click.option("-n", "--count", type=Whole(min=1), default=1, help="How many boards.")
@click.option(
    "--seed",
    metavar="NUMBER",
    type=int,
    help="The same seed makes the same boards; without it new ones.",
)
@click.option(
    "--symmetry",
    is_flag=True,
    help="Half a turn changes nothing in where the clues are, or, if all cells have one, in the "
    "solution; masume list makers says which.",
)
@click.option(
    "--clues",
    metavar="WISH",
    type=click.Choice(CLUES),
    help="few: none to spare for those who solve boards of its level; minimal: none without which "
    "there would be two solutions; many: half of all others too, as far as the level allows. "
    "masume list makers says where.",
)
@options.to
@click.option(
    "-o",
    "--output",
    "output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write them to a file; - for standard output.",
)
@click.option("--answer", "with_answer", is_flag=True, help="Write the answers too.")
@click.option(
    "--seconds",
    type=BoundedFloat(min=0),
    default=60,
    help="Most seconds per board; after that it says what came out instead.",
)
@options.jobs
@options.cluster
def generate_(
    puzzle: str,
    size: str,
    difficulty: str | None,
    needs: str | None,
    count: int,
    seed: int | None,
    symmetry: bool,
    clues: str | None,
    to: str,
    output: Path | None,
    with_answer: bool,
    seconds: float,
    jobs: int,
    cluster_: str | None,
) -> None:
    """Make new boards, each with exactly one solution.

    No two of a set are alike, however turned or mirrored: a further number takes a twin's place.
    PUZZLE may carry options, as in hashi:islands=30,most=3; masume list makers shows them all.
    Exit code 0: all were made, 2: bad input, 3: some were not found, stderr says why.
    """
    from masume.work.batches import Lost, in_order, processes_for, work_through

    format_ = format_named(to)
    jobs = processes_for(jobs)
    wanted = plan(
        puzzle, size=size, difficulty=difficulty, symmetry=symmetry, needs=needs, clues=clues
    )
    if seed is None:
        seed = fresh_seed()
        report.warn(f"seed {seed}")
    if with_answer and not format_.holds_answers:
        report.warn(f"{format_.name} holds no answers, they are left out")

    def boards(numbers: range) -> Iterator[Made]:
        make_one = partial(made, wanted, seed, seconds)
        # Small boards come faster than they are handed out one by one; of few, all get some.
        chunk = max(1, min(_CHUNK, len(numbers) // (_CHUNK * jobs)))
        fewer = min(jobs, len(numbers))
        work = work_through(make_one, numbers, jobs=fewer, chunk=chunk, pool=pool)
        for number, outcome in in_order(work, number=numbers.index):
            dead = Made(number, seed, None, reason="the worker process died")
            yield dead if isinstance(outcome, Lost) else outcome

    codes: list[int] = []
    output = None if output == Path("-") else output
    with _opened(output) as out, workers(cluster_) as pool, progress(count) as advance:
        try:
            for outcome in make_set(wanted, seed, count, boards):
                codes.append(_tell(outcome, to, with_answer, out))
                advance()
        except KeyboardInterrupt:
            codes.append(130)
            report.warn(f"interrupted, {len(codes) - 1} of {count} boards made")
    if output is not None:
        report.wrote(output, counted(codes.count(0), "board"))
    raise click.exceptions.Exit(report.worst(codes))


@click.command("daily")
@click.argument("day", metavar="[DATE]", required=False)
@options.named(
    "--puzzle",
    "puzzles",
    metavar="PUZZLE",
    help="That puzzle's board of the day; without it they take turns.",
)
@options.to
@click.option("--answer", "with_answer", is_flag=True, help="Write the answer too.")
def daily_(day: str | None, puzzle: str | None, to: str, with_answer: bool) -> None:
    """Print the board of the day: the same for everybody.

    DATE is like 2026-11-16; without it, today's. Monday's is small and easy.
    """
    format_named(to)
    with interruptible(Deadline()) as deadline:
        board = daily(day, puzzle=puzzle, deadline=deadline)
    shown = board if with_answer else replace(board, answer=None)
    print(write_to_join(shown, to), end="")


def made(wanted: BoardPlan, seed: int, seconds: float, number: int) -> Made:
    """In a worker: one of the boards."""
    return make(wanted, seed, number, Deadline(Limit(seconds=seconds)))


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO | None]:
    """The file to write to; None is standard output."""
    if output is None:
        yield None
        return
    try:
        with whole_text(output) as out:
            yield out
    except OSError as fault:
        raise report.cannot_write(output, fault) from None


def _tell(outcome: Made, to: str, with_answer: bool, out: TextIO | None) -> int:
    """Print a board; how it counts for the exit code."""
    if outcome.puzzle is None:
        report.warn(f"board {outcome.number + 1}: {outcome.reason}")
        return 3
    kind = kind_of(outcome.puzzle)
    name = f"{kind.name}-{outcome.seed}-{outcome.number + 1}"
    notes = (("difficulty", outcome.level),) if outcome.level else ()
    answer = outcome.answer if with_answer else None
    board = Board(kind, outcome.puzzle, name, 1, answer, notes)
    print(write_to_join(board, to), file=out, end="", flush=True)
    return 0
