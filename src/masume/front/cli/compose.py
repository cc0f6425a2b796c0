"""`masume complete`, `spare`, `harder` and `easier`: help for those who compose boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.maker import Addition
from masume.core.system.limits import Deadline, Limit
from masume.core.text.blocks import parse_cell
from masume.draw.pixels import read_pixels
from masume.errors import BadOption, counted
from masume.formats.convert import write_to_join
from masume.formats.format import format_named
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import one_by_one
from masume.front.cli.inputs import boards_of, label
from masume.front.cli.solving import interruptible
from masume.make import adjust, compose
from masume.make.adjust import Adjusted
from masume.make.drawing import bare_board, from_picture
from masume.make.request import rows_cols


@click.command("complete")
@click.argument(
    "sources", metavar="[BOARD]...", nargs=-1, shell_complete=options.completes("boards")
)
@options.to
@click.option("--each", is_flag=True, help="Only list the clues each of which alone would do.")
@click.option("--answer", metavar="ANSWER", help="The solution that it is to have.")
@click.option(
    "--picture",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Its solution shall look like this: an image, or rows of # and .; no BOARD, but --as.",
)
@click.option("--size", metavar="SIZE", help="Rows x columns of a board for an image.")
@options.seconds
@options.kind
@options.as_json
def complete_(
    sources: tuple[str, ...],
    to: str,
    each: bool,
    answer: str | None,
    picture: Path | None,
    size: str | None,
    seconds: float,
    kind: str | None,
    as_json: bool,
) -> None:
    """Add the fewest clues that leave a board one solution.

    Its own are kept. With --picture a new board is made whose solution is the nearest to a picture
    that the rules allow: masume complete --picture heart.png --size 12x12 --as PUZZLE

    Exit code 0: done, 2: bad input, or a board without any solution, 3: none was found in time.
    """
    format_named(to)
    if picture is not None:
        if sources or each or answer:
            raise BadOption("--picture makes a new board; it takes no BOARD, --each or --answer")
        raise click.exceptions.Exit(_draw(picture, size, kind, to, seconds))
    if not sources:
        raise click.UsageError("Missing argument 'BOARD...'.")

    def ask(board: Board) -> int:
        with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
            if each:
                return _list(board, deadline, as_json=as_json)
            completed = compose.complete(board, answer, deadline=deadline)
        if as_json:
            print(json.dumps(_row(board, completed)), flush=True)
        elif completed.puzzle is None:
            report.warn(f"{label(board)}: {completed.reason}")
        else:
            done = Board(board.kind, completed.puzzle, board.name, board.line, None, board.notes)
            print(write_to_join(done, to), end="", flush=True)
            report.warn(f"{label(board)}: {_added(board, completed)}")
        return report.stopped_code(completed.stopped) or (0 if completed.puzzle is not None else 3)

    one_by_one(boards_of(sources, kind), ask, as_json=as_json)


def _draw(path: Path, size: str | None, name: str | None, to: str, seconds: float) -> int:
    """A board whose solution looks like a picture."""
    if name is None:
        raise BadOption("--picture makes a new board; say of which puzzle: --as PUZZLE")
    kind = kind_named(name)
    rows, cols, dark = read_pixels(path, None if size is None else rows_cols(size))
    with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
        drawing = from_picture(bare_board(kind, rows, cols), dark, deadline=deadline)
    if drawing.puzzle is None:
        report.warn(f"{path.name}: {drawing.reason}")
        return report.stopped_code(drawing.stopped) or 3
    print(write_to_join(Board(kind, drawing.puzzle, path.stem), to), end="", flush=True)
    proved = "the nearest solution" if drawing.nearest else "the nearest solution in this time"
    distance = f"{proved} differs in {len(drawing.differs)} of {counted(rows * cols, 'cell')}"
    report.warn(f"{path.name}: {distance}")
    return 0


def _list(board: Board, deadline: Deadline, *, as_json: bool) -> int:
    additions = compose.deciding(board, deadline=deadline)
    reason = "" if additions else compose.no_deciding_clue(board, deadline=deadline)
    if as_json:
        clues = [_clue(board, addition) for addition in additions]
        print(json.dumps(report.head(board) | {"clues": clues}))
    for addition in () if as_json else additions:
        print(_said(board, addition))
    if not additions:
        report.warn(f"{label(board)}: {reason}")
    return 0 if additions else 3


def _said(board: Board, addition: Addition) -> str:
    """A clue as people write it: `r1c1=4`, and `r1c1+r1c2=A` for a shape."""
    return f"{'+'.join(map(board.puzzle.grid.name, addition.cells))}={addition.clue}"


def _added(board: Board, completed: compose.Completed) -> str:
    if not completed.added:
        return "has one solution already"
    clues = ", ".join(_said(board, addition) for addition in completed.added)
    fewest = ", no fewer would do" if completed.least else ""
    return f"{counted(len(completed.added), 'clue')} added: {clues}{fewest}"


def _clue(board: Board, addition: Addition) -> dict[str, object]:
    return {"cells": report.cells_json(board, addition.cells), "clue": addition.clue}


def _row(board: Board, completed: compose.Completed) -> dict[str, object]:
    done = completed.puzzle and Board(board.kind, completed.puzzle, board.name)
    return report.head(board) | {
        "completed": write_to_join(done, "plain") if done else None,
        "added": [_clue(board, addition) for addition in completed.added],
        "least": completed.least,
        "reason": completed.reason or None,
        "error": None,
    }


def _adjusting(what: str, change: Callable[..., Adjusted]) -> click.Command:
    @click.command(what)
    @options.boards
    @options.to
    @click.option("--keep", metavar="CELLS", help="Cells that stay: `r1c2 r3c4`.")
    @click.option("--seed", type=click.IntRange(0), help="Another one, another board.")
    @options.seconds
    @options.kind
    def command(
        sources: tuple[str, ...],
        to: str,
        keep: str | None,
        seed: int | None,
        seconds: float,
        kind: str | None,
    ) -> None:
        format_named(to)
        names = (keep or "").replace(",", " ").split()

        def ask(board: Board) -> int:
            size = board.puzzle.rows, board.puzzle.cols
            kept = [parse_cell(name, *size) for name in names]
            with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
                adjusted = change(board, keep=kept, seed=seed or 0, deadline=deadline)
            if adjusted.puzzle is None:
                report.warn(f"{label(board)}: {adjusted.reason}")
                return report.stopped_code(adjusted.stopped) or 3
            # It is another board: what was told of the old one, such as who made it, is not true.
            name = f"{board.name}-{what}" if board.name else ""
            print(write_to_join(Board(board.kind, adjusted.puzzle, name), to), end="", flush=True)
            was, now = adjusted.before, adjusted.grade
            grades = f"was {was.level} ({was.score:.2f}), is {now.level} ({now.score:.2f})"
            report.warn(f"{label(board)}: {grades}")
            return 0

        one_by_one(boards_of(sources, kind), ask)

    command.help = f"""Make a board {what}; it still has one solution.

    Clues are changed, dropped or added. Exit code 0: done, 2: bad input, or a board that has not
    exactly one solution, 3: nothing {what} was found, or not in time."""
    return command


harder_ = _adjusting("harder", adjust.harder)
easier_ = _adjusting("easier", adjust.easier)


@click.command("spare")
@options.boards
@options.seconds
@options.kind
@options.as_json
def spare_(sources: tuple[str, ...], seconds: float, kind: str | None, as_json: bool) -> None:
    """List the clues that a board does not need.

    Without each of them alone it still has one solution. Exit code 0: there are such, 1: every
    clue is needed, 2: bad input, 3: the time was too short.
    """

    def ask(board: Board) -> int:
        with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
            groups = compose.spare(board, deadline=deadline)
        names = ["+".join(map(board.puzzle.grid.name, cells)) for cells in groups]
        if as_json:
            cells = [report.cells_json(board, group) for group in groups]
            print(json.dumps(report.head(board) | {"spare": cells, "error": None}), flush=True)
        else:
            verdict = ", ".join(names) if names else "every clue is needed"
            print(f"{report.title(board)}: {verdict}", flush=True)
        return 0 if groups else 1

    one_by_one(boards_of(sources, kind), ask, as_json=as_json)
