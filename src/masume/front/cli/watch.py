"""`masume watch`, and `--watch`: a search on the screen, expansion by expansion."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

from masume.core import film
from masume.core.film import Frame
from masume.core.puzzle import Position
from masume.core.run import Run
from masume.core.steps import Event
from masume.errors import ParseError, counted, printable, shorten
from masume.formats.plain import Board
from masume.front.cli.inputs import delay_option, label
from masume.front.film.reel import board_of
from masume.render.text import fitted, look_of


class TerminalScreen:
    """Shows pictures in place on a terminal, one below the other elsewhere."""

    def __init__(self, delay: float, *, wait: bool = False, file: TextIO | None = None) -> None:
        self.delay = delay
        self.wait = wait  # for the Enter key instead of the clock
        self._file = file or sys.stdout
        self._in_place = self._file.isatty() and os.environ.get("TERM") != "dumb"

    def event(self, board: Board, run: Run, event: Event) -> None:
        """Show one event of a run."""
        frame = film.frame(run, event, board.kind, board.puzzle)
        self.frame(board, frame, film.Replay(board.kind, board.puzzle).position(frame))

    def frame(self, board: Board, frame: Frame, position: Position | None) -> None:
        """Show one line of a film, and the board as it is there."""
        lines = [printable(line) for line in _caption(board, frame)]
        if self._in_place:
            lines = [line[: shutil.get_terminal_size().columns] for line in lines]
        if position is not None:
            picture = board.kind.picture(board.puzzle, position)
            if self._in_place:  # cut before it is coloured
                picture = [line[: shutil.get_terminal_size().columns] for line in picture]
            lines += fitted(picture, look_of(self._file))
        if self._in_place:
            body = "\n".join(lines[: shutil.get_terminal_size().lines - 1])
            print(f"\x1b[H\x1b[2J{body}", file=self._file, flush=True)
        else:
            print("\n".join(lines), end="\n\n", file=self._file, flush=True)
        if self.wait and sys.stdin.isatty():
            print("Enter: next, Ctrl-C: end ", end="", file=self._file, flush=True)
            sys.stdin.readline()
        else:
            time.sleep(self.delay)


def _caption(board: Board, frame: Frame) -> list[str]:
    if "restart" in frame:
        return [f"{label(board)} · round {frame['round']}: {frame['restart']}"]
    if "end" in frame:
        left_out = f", {frame['left_out']:,} not recorded" if frame["left_out"] else ""
        expansions = counted(frame["expanded"], "expansion")
        return [f"{label(board)} · {frame['end']} after {expansions}{left_out}"]
    h = "" if frame["h"] is None else f" h={frame['h']:g}"
    move = frame["move"] or "start"
    return [
        f"{label(board)} · expansion {frame['step']:,} · {move}",
        f"depth {frame['depth']} · g={frame['g']:g}{h} · {frame['kept']} of {frame['generated']} "
        f"successors kept, {counted(frame['frontier'], 'node')} waiting",
    ]


@click.command()
@click.argument("film_file", metavar="FILM", type=click.Path(path_type=Path))
@delay_option
@click.option("--step", is_flag=True, help="Go on with the Enter key instead of the clock.")
def watch(film_file: Path, delay: float, step: bool) -> None:
    """Replay a search step by step.

    FILM is a file that masume solve --film has recorded.
    """
    replay(film_lines(film_file), TerminalScreen(delay, wait=step))


def replay(frames: Iterator[Frame], screen: TerminalScreen) -> None:
    """Show the lines of a film; what is damaged in them is told as a ParseError."""
    board: Board | None = None
    boards: film.Replay | None = None
    for frame in frames:
        if "film" in frame:
            board = board_of(frame)
            boards = film.Replay(board.kind, board.puzzle)
            continue
        if board is None or boards is None:
            raise ParseError("the film does not tell what it shows")
        try:
            screen.frame(board, frame, boards.position(frame))
        except (LookupError, TypeError, ValueError, OverflowError) as fault:
            if isinstance(fault, ParseError):
                raise
            raise ParseError(f"a line of the film is damaged: {shorten(str(frame))}") from None


def film_lines(path: Path) -> Iterator[Frame]:
    """The lines of a film in a file."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from film.read(file)
    except OSError as fault:
        raise ParseError(f"cannot read {path}: {(fault.strerror or '').lower()}") from None
