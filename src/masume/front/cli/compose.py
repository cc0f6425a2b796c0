"""`masume complete`, `spare`, `harder` and `easier`: tools for composing boards."""

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
from masume.errors import BadOption, pluralise
from masume.formats.convert import write_to_join
from masume.formats.format import format_named
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import label, read_boards
from masume.front.cli.solving import interruptible
from masume.make import adjust, compose
from masume.make.adjust import AdjustedBoard
from masume.make.drawing import bare_board, from_picture
from masume.make.request import parse_size


@click.command("complete")
@click.argument(
    "sources", metavar="[BOARD]...", nargs=-1, shell_complete=options.completer("boards")
)
@options.to
@click.option("--each", is_flag=True, help="List the single clues that make the solution unique.")
@click.option("--answer", metavar="ANSWER", help="The intended solution.")
@click.option(
    "--picture",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Make a board whose solution resembles this image or file of # and .; needs --as.",
)
@click.option("--size", metavar="SIZE", help="Board size for --picture, rows x columns.")
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
    """Add the fewest clues that make the solution unique.

    Existing clues are kept. --picture makes a new board whose solution is as close to a picture as
    the rules allow: masume complete --picture heart.png --size 12x12 --as PUZZLE

    Exit codes: 0 completed, 2 bad input or no solution, 3 not found within the limit.
    """
    format_named(to)
    if picture is not None:
        if sources or each or answer:
            raise BadOption("--picture cannot be combined with BOARD, --each or --answer")
        raise click.exceptions.Exit(_draw(picture, size, kind, to, seconds))
    if not sources:
        raise click.UsageError("Missing argument 'BOARD...'.")

    def ask(board: Board) -> int:
        """Complete one board, print it and return the exit code."""
        with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
            if each:
                return _list_deciding(board, deadline, as_json=as_json)
            completed = compose.complete(board, answer, deadline=deadline)
        if as_json:
            print(json.dumps(_row(board, completed)), flush=True)
        elif completed.puzzle is None:
            report.warn(f"{label(board)}: {completed.reason}")
        else:
            done = Board(board.kind, completed.puzzle, board.name, board.line, None, board.notes)
            print(write_to_join(done, to), end="", flush=True)
            report.warn(f"{label(board)}: {_added_text(board, completed)}")
        return report.stopped_code(completed.stopped) or (0 if completed.puzzle is not None else 3)

    for_each_board(read_boards(sources, kind), ask, as_json=as_json)


def _draw(path: Path, size: str | None, name: str | None, to: str, seconds: float) -> int:
    """Print a board whose solution resembles a picture; return the exit code."""
    if name is None:
        raise BadOption("--picture needs a puzzle; add --as PUZZLE")
    kind = kind_named(name)
    rows, cols, dark = read_pixels(path, None if size is None else parse_size(size))
    with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
        drawing = from_picture(bare_board(kind, rows, cols), dark, deadline=deadline)
    if drawing.puzzle is None:
        report.warn(f"{path.name}: {drawing.reason}")
        return report.stopped_code(drawing.stopped) or 3
    print(write_to_join(Board(kind, drawing.puzzle, path.stem), to), end="", flush=True)
    proved = "the closest solution" if drawing.nearest else "the closest solution found in time"
    distance = f"{proved} differs in {len(drawing.differs)} of {pluralise(rows * cols, 'cell')}"
    report.warn(f"{path.name}: {distance}")
    return 0


def _list_deciding(board: Board, deadline: Deadline, *, as_json: bool) -> int:
    """Print the clues that alone make the solution unique; return the exit code."""
    additions = compose.deciding_clues(board, deadline=deadline)
    reason = "" if additions else compose.no_deciding_clue(board, deadline=deadline)
    if as_json:
        clues = [_clue_json(board, addition) for addition in additions]
        print(json.dumps(report.head(board) | {"clues": clues}))
    for addition in () if as_json else additions:
        print(_clue_text(board, addition))
    if not additions:
        report.warn(f"{label(board)}: {reason}")
    return 0 if additions else 3


def _clue_text(board: Board, addition: Addition) -> str:
    """Return a clue as text: `r1c1=4`, or `r1c1+r1c2=A` for a shape."""
    return f"{'+'.join(map(board.puzzle.grid.name, addition.cells))}={addition.clue}"


def _added_text(board: Board, completed: compose.CompletedBoard) -> str:
    if not completed.added:
        return "the solution is already unique"
    clues = ", ".join(_clue_text(board, addition) for addition in completed.added)
    fewest = " (the minimum)" if completed.least else ""
    return f"{pluralise(len(completed.added), 'clue')} added: {clues}{fewest}"


def _clue_json(board: Board, addition: Addition) -> dict[str, object]:
    return {"cells": report.cells_json(board, addition.cells), "clue": addition.clue}


def _row(board: Board, completed: compose.CompletedBoard) -> dict[str, object]:
    """Return the JSON row of a completed board."""
    done = completed.puzzle and Board(board.kind, completed.puzzle, board.name)
    return report.head(board) | {
        "completed": write_to_join(done, "plain") if done else None,
        "added": [_clue_json(board, addition) for addition in completed.added],
        "least": completed.least,
        "reason": completed.reason or None,
        "error": None,
    }


def _adjust_command(what: str, change: Callable[..., AdjustedBoard]) -> click.Command:
    """Return the command `harder` or `easier`."""

    @click.command(what)
    @options.boards
    @options.to
    @click.option("--keep", metavar="CELLS", help="Cells to keep unchanged: `r1c2 r3c4`.")
    @click.option("--seed", type=click.IntRange(0), help="Random seed.")
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
        """Adjust each board and print it; the help text follows below."""
        format_named(to)
        names = (keep or "").replace(",", " ").split()

        def ask(board: Board) -> int:
            """Adjust one board, print it and return the exit code."""
            size = board.puzzle.rows, board.puzzle.cols
            kept = [parse_cell(name, *size) for name in names]
            with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
                adjusted = change(board, keep=kept, seed=seed or 0, deadline=deadline)
            if adjusted.puzzle is None:
                report.warn(f"{label(board)}: {adjusted.reason}")
                return report.stopped_code(adjusted.stopped) or 3
            # The notes of the original board, such as its author, do not apply to the new one.
            name = f"{board.name}-{what}" if board.name else ""
            print(write_to_join(Board(board.kind, adjusted.puzzle, name), to), end="", flush=True)
            was, now = adjusted.before, adjusted.grade
            grades = f"was {was.level} ({was.score:.2f}), is {now.level} ({now.score:.2f})"
            report.warn(f"{label(board)}: {grades}")
            return 0

        for_each_board(read_boards(sources, kind), ask)

    command.help = f"""Make a board {what}, with exactly one solution.

    Clues are changed, removed or added.

    Exit codes: 0 changed, 2 bad input or solution not unique, 3 nothing {what} found."""
    return command


harder_ = _adjust_command("harder", adjust.harder)
easier_ = _adjust_command("easier", adjust.easier)


@click.command("spare")
@options.boards
@options.seconds
@options.kind
@options.as_json
def spare_(sources: tuple[str, ...], seconds: float, kind: str | None, as_json: bool) -> None:
    """List the redundant clues of a board.

    A clue is redundant if the solution stays unique without it.

    Exit codes: 0 redundant clues found, 1 every clue is needed, 2 bad input, 3 limit reached.
    """

    def ask(board: Board) -> int:
        """Print the redundant clues of one board and return the exit code."""
        with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
            groups = compose.spare_clues(board, deadline=deadline)
        names = ["+".join(map(board.puzzle.grid.name, cells)) for cells in groups]
        if as_json:
            cells = [report.cells_json(board, group) for group in groups]
            print(json.dumps(report.head(board) | {"spare": cells, "error": None}), flush=True)
        else:
            verdict = ", ".join(names) if names else "every clue is needed"
            print(f"{report.title(board)}: {verdict}", flush=True)
        return 0 if groups else 1

    for_each_board(read_boards(sources, kind), ask, as_json=as_json)
