"""`masume generate` and `daily`: generate boards."""

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
from masume.core.system.files import atomic_text_file
from masume.core.system.limits import Deadline, Limit
from masume.errors import pluralise
from masume.formats.convert import write_to_join
from masume.formats.format import format_named
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import progress, workers
from masume.front.cli.options import BoundedFloat, WholeNumber
from masume.front.cli.solving import interruptible
from masume.make.daily import daily
from masume.make.generate import GeneratedBoard, fresh_seed, make, make_set
from masume.make.request import BoardSpec, resolve_board_spec

_CHUNK = 8  # the most boards sent to a worker at once


@click.command("generate")
@click.argument("puzzle", metavar="PUZZLE", shell_complete=options.completer("puzzles"))
@click.option("--size", metavar="SIZE", default="10x10", help="Board size, rows x columns.")
@click.option(
    "--difficulty",
    metavar="LEVEL",
    type=click.Choice(LEVELS),
    help=f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}; default: any level up to hard "
    "(up to medium above 625 cells).",
)
@click.option(
    "--needs",
    metavar="TECHNIQUE",
    help="Require this technique: no other technique of its level solves the board (or, where "
    "such boards are rare, no easier technique).",
)
@click.option("-n", "--count", type=WholeNumber(min=1), default=1, help="Number of boards.")
@click.option(
    "--seed",
    metavar="NUMBER",
    type=int,
    help="Random seed; default: a new one, which is printed.",
)
@click.option(
    "--symmetry/--no-symmetry",
    default=None,
    help="180° rotational symmetry, of the clues or of the solution; default: if the puzzle has "
    "such boards. See masume list makers.",
)
@click.option(
    "--clues",
    metavar="AMOUNT",
    type=click.Choice(CLUES),
    help="few: every clue is needed at this level; minimal: every clue is needed for a unique "
    "solution; many: extra clues, as far as the level allows. See masume list makers.",
)
@options.to
@click.option(
    "-o",
    "--output",
    "output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Output file; - for standard output.",
)
@click.option("--answer", "with_answer", is_flag=True, help="Include the answers.")
@click.option(
    "--seconds",
    type=BoundedFloat(min=0),
    default=60,
    help="Time limit per board in seconds; then the closest result is reported.",
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
    symmetry: bool | None,
    clues: str | None,
    to: str,
    output: Path | None,
    with_answer: bool,
    seconds: float,
    jobs: int,
    cluster_: str | None,
) -> None:
    """Generate boards with exactly one solution.

    A set contains no duplicates, not even rotated or mirrored ones. PUZZLE accepts options, such
    as hashi:islands=30,most=3; see masume list makers.

    Exit codes: 0 all boards generated, 2 bad input, 3 some boards not found (see stderr).
    """
    from masume.work.batches import Lost, in_order, processes_for, work_through

    format_ = format_named(to)
    jobs = processes_for(jobs)
    wanted = resolve_board_spec(
        puzzle, size=size, difficulty=difficulty, symmetry=symmetry, needs=needs, clues=clues
    )
    if seed is None:
        seed = fresh_seed()
        report.warn(f"seed {seed}")
    if with_answer and not format_.holds_answers:
        report.warn(f"{format_.name} cannot store answers; they are omitted")

    def boards(numbers: range) -> Iterator[GeneratedBoard]:
        """Yield the outcomes of these board numbers in order."""
        make_one = partial(make_board, wanted, seed, seconds)
        # Chunks reduce the overhead of small boards; a few boards are spread over all workers.
        chunk = max(1, min(_CHUNK, len(numbers) // (_CHUNK * jobs)))
        fewer = min(jobs, len(numbers))
        work = work_through(make_one, numbers, jobs=fewer, chunk=chunk, pool=pool)
        for number, outcome in in_order(work, number=numbers.index):
            dead = GeneratedBoard(number, seed, None, reason="the worker process died")
            yield dead if isinstance(outcome, Lost) else outcome

    codes: list[int] = []
    output = None if output == Path("-") else output
    with _open_output(output) as out, workers(cluster_) as pool, progress(count) as advance:
        try:
            for outcome in make_set(wanted, seed, count, boards):
                codes.append(_print_board(outcome, to, with_answer, out))
                advance()
        except KeyboardInterrupt:
            codes.append(130)
            report.warn(f"interrupted after {len(codes) - 1} of {count} boards")
    if output is not None:
        report.report_written(output, pluralise(codes.count(0), "board"))
    raise click.exceptions.Exit(report.worst_code(codes))


@click.command("daily")
@click.argument("day", metavar="[DATE]", required=False)
@options.name_option(
    "--puzzle",
    "puzzles",
    metavar="PUZZLE",
    help="Puzzle of the board; default: a different one each day.",
)
@options.to
@click.option("--answer", "with_answer", is_flag=True, help="Include the answer.")
def daily_(day: str | None, puzzle: str | None, to: str, with_answer: bool) -> None:
    """Print the board of the day.

    It depends on the date only. DATE has the form 2026-11-16 and defaults to today. Monday's
    board is small and easy.
    """
    format_named(to)
    with interruptible(Deadline()) as deadline:
        board = daily(day, puzzle=puzzle, deadline=deadline)
    shown = board if with_answer else replace(board, answer=None)
    print(write_to_join(shown, to), end="")


def make_board(wanted: BoardSpec, seed: int, seconds: float, number: int) -> GeneratedBoard:
    """Generate board `number`; runs in a worker."""
    return make(wanted, seed, number, Deadline(Limit(seconds=seconds)))


@contextmanager
def _open_output(output: Path | None) -> Iterator[TextIO | None]:
    """Yield the output file, or None for standard output."""
    if output is None:
        yield None
        return
    try:
        with atomic_text_file(output) as out:
            yield out
    except OSError as fault:
        raise report.cannot_write(output, fault) from None


def _print_board(outcome: GeneratedBoard, to: str, with_answer: bool, out: TextIO | None) -> int:
    """Print a board, or why there is none, and return its exit code."""
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
