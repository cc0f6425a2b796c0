"""`masume watch` and `--watch`: show a search in the terminal, expansion by expansion."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TextIO

import click

from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Event
from masume.core.search.run import Run
from masume.draw.text import fit_picture, look_of
from masume.errors import ParseError, pluralise, sanitise, shorten
from masume.formats.plain import Board
from masume.front.cli import options
from masume.front.cli.inputs import label
from masume.front.cli.keyboard import KeySource, WatchEnded, terminal_keys
from masume.front.film import recording as film
from masume.front.film.recording import Frame
from masume.front.film.reel import board_of

_MOST_MOVES = 6
_ALTERNATE, _NORMAL = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # the screen buffer
_FASTER, _SLOWER = 0.5, 2.0  # factors of the delay for + and -
_KEYS = "space: pause, play · →: step · + -: faster, slower · q: quit"


class TerminalScreen:
    """A display that redraws frames in place on a terminal and prints them in sequence elsewhere.

    In place it uses the alternate screen buffer. On exit, also by Ctrl-C, the terminal is restored
    and the last frame is printed.
    """

    def __init__(
        self,
        delay: float,
        *,
        wait: bool = False,
        file: TextIO | None = None,
        keys: KeySource | None = None,
    ) -> None:
        self.delay = delay
        self.paused = wait
        self._file = file or sys.stdout
        self._in_place = self._file.isatty() and os.environ.get("TERM") != "dumb"
        self._given = self._keys = keys
        self._last: list[str] = []
        self._opened = ExitStack()

    def __enter__(self) -> TerminalScreen:
        if self._in_place:
            if self._given is None:
                self._keys = self._opened.enter_context(terminal_keys())
            self._opened.callback(self._leave)
            print(_ALTERNATE, end="", file=self._file, flush=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def _leave(self) -> None:
        self._keys = self._given
        print(_NORMAL, end="", file=self._file)
        print("\n".join(self._last), file=self._file, flush=True)

    def event(self, board: Board, run: Run, event: Event) -> None:
        """Show one event of a run."""
        frame = film.frame(run, event, board.kind, board.puzzle)
        self.frame(board, frame, film.Replay(board.kind, board.puzzle).position(frame))

    def frame(self, board: Board, frame: Frame, position: Position | None) -> None:
        """Show one frame and its position; raise WatchEnded if the viewer quits."""
        lines = [sanitise(line) for line in _caption(board, frame)]
        wide, high = shutil.get_terminal_size()
        if self._in_place:
            lines = [line[:wide] for line in lines]
        if position is not None:
            picture = board.kind.picture(board.puzzle, position)
            if self._in_place:  # truncate before colours are added
                picture = [line[:wide] for line in picture]
            lines += fit_picture(picture, look_of(self._file))
        self._last = lines
        if self._in_place:
            foot = [_KEYS[:wide]] if self._keys is not None else []
            body = "\n".join([*lines[: high - 1 - len(foot)], *foot])
            print(f"\x1b[H\x1b[2J{body}", end="", file=self._file, flush=True)
        else:
            print("\n".join(lines), end="\n\n", file=self._file, flush=True)
        self._pass_time()

    def _pass_time(self) -> None:
        """Wait for the delay or a key; without single keys, wait for Enter while paused."""
        if self._keys is None:
            if self.paused and sys.stdin.isatty():
                print("Enter: next, Ctrl-C: quit ", end="", file=self._file, flush=True)
                sys.stdin.readline()
            else:
                time.sleep(self.delay)
            return
        until = time.monotonic() + self.delay
        while True:
            remaining = None if self.paused else max(0.0, until - time.monotonic())
            key = self._keys(remaining)
            if key in ("q", "Q"):
                raise WatchEnded
            if key == " ":
                self.paused = not self.paused
            elif key in ("+", "-"):
                change = _FASTER if key == "+" else _SLOWER
                self.delay = min(60.0, max(0.005, self.delay * change))
            if key in ("right", "n", "\n") or (not key and not self.paused):
                return


def _caption(board: Board, frame: Frame) -> list[str]:
    """Return the lines that describe a frame."""
    if "restart" in frame:
        return [f"{label(board)} · round {frame['round']}: {frame['restart']}"]
    if "end" in frame:
        left_out = f", {frame['left_out']:,} not recorded" if frame["left_out"] else ""
        expansions = pluralise(frame["expanded"], "expansion")
        return [f"{label(board)} · {frame['end']} after {expansions}{left_out}"]
    h = "" if frame["h"] is None else f" h={frame['h']:g}"
    move = frame["move"] or "start"
    return [
        f"{label(board)} · expansion {frame['step']:,} · {move}",
        f"depth {frame['depth']} · g={frame['g']:g}{h} · {frame['kept']} of {frame['generated']} "
        f"successors kept, {pluralise(frame['frontier'], 'node')} waiting",
        *_tree_line(frame),
    ]


def _tree_line(frame: Frame) -> list[str]:
    """Return the path to the node and the number of its children by fate."""
    path, fates = frame.get("path"), frame.get("fates")
    if not isinstance(path, list) or not isinstance(fates, dict):
        return []
    moves = [str(move) for move in path[-_MOST_MOVES:]]
    route = " > ".join(["…" if len(path) > len(moves) else "start", *moves])
    children = ", ".join(f"{count} {fate}" for fate, count in fates.items())
    return [f"{route}: {children or 'no children'} · {frame.get('stored', 0):,} stored"]


@click.command()
@click.argument("film_file", metavar="FILM", type=click.Path(path_type=Path))
@options.delay
@click.option("--step", is_flag=True, help="Start paused; → or Enter advances.")
def watch(film_file: Path, delay: float, step: bool) -> None:
    """Replay a recorded search in the terminal.

    FILM is a file recorded by masume solve --film.
    """
    with suppress(WatchEnded), TerminalScreen(delay, wait=step) as screen:
        replay(film_lines(film_file), screen)


def replay(frames: Iterator[Frame], screen: TerminalScreen) -> None:
    """Show the frames of a film; raise ParseError for a damaged line."""
    board: Board | None = None
    boards: film.Replay | None = None
    for frame in frames:
        if "film" in frame:
            board = board_of(frame)
            boards = film.Replay(board.kind, board.puzzle)
            continue
        if board is None or boards is None:
            raise ParseError("the film has no header line")
        try:
            position = boards.position(frame)
            screen.frame(board, {**frame, **boards.path_and_fates(frame)}, position)
        except (LookupError, TypeError, ValueError, OverflowError) as fault:
            if isinstance(fault, ParseError):
                raise
            raise ParseError(f"damaged line in film: {shorten(str(frame))}") from None


def film_lines(path: Path) -> Iterator[Frame]:
    """Yield the frames of a film file."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from film.read(file)
    except OSError as fault:
        raise ParseError(f"cannot read {path}: {(fault.strerror or '').lower()}") from None
