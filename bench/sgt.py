"""Boards from Simon Tatham's collection, as Debian packs it, for the benchmarks.

Its generators make boards with one solution only. A seed in the parameters makes them make the
same board again (with the same version of the package), so each board is asked for by a seed of
its own: `20x20#7-0`, `20x20#7-1`, … are the boards of seed 7, and such an id can be typed into the
games themselves too.

    python bench/sgt.py range 20x20 --count 3 --seed 7
    python bench/sgt.py singles 20x20dk
    python bench/sgt.py bridges 20x20i30e10m2d2
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

import masume
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu

FOLDERS = ("/usr/games", "/usr/local/games")  # where Debian puts games, often not in PATH
SECONDS = 60.0  # for one board; the games retry until a board is good, without an end of their own
PARAMS = {
    "range": r"\d+(x\d+)?",
    "singles": r"\d+(x\d+)?(d[ek])?",
    "bridges": r"\d+(x\d+)?(i\d+)?(e\d+)?(m[1-4])?L?(d[012])?",
}
SIGNS = digits + ascii_lowercase + ascii_uppercase  # of Singles: 0 to 61

_SIZE = re.compile(r"(\d+)(?:x(\d+))?")  # a square if only one number is told
_RANGE = re.compile(r"([a-z])|_?(\d+)")
_BRIDGES = re.compile(r"([a-z])|([1-9A-G])")


def boards(game: str, params: str, count: int, seed: int | str) -> list[Any]:
    """As many boards of a game as wanted, the same ones each time for the same seed."""
    read = READERS[game]
    # The games pass over what they do not understand, and make a board of another kind.
    if re.fullmatch(PARAMS[game], params) is None:
        raise ValueError(f"{params!r} are no parameters of sgt-{game}")
    program = _program(game)
    return [read(_generate(program, f"{params}#{seed}-{number}")) for number in range(count)]


def _program(game: str) -> str:
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), *FOLDERS))
    program = shutil.which(f"sgt-{game}", path=places)
    if program is None:
        raise SystemExit(f"sgt-{game} is not installed; apt-get install sgt-puzzles brings it")
    return program


def _generate(program: str, wanted: str) -> str:
    """The id of the one board that the seed stands for."""
    # A home of its own keeps the user's preferences out of it.
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [program, "--generate", "1", wanted],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home},
        )
    if done.returncode or not done.stdout.strip():
        raise ValueError(f"{program} {wanted}: {done.stderr.strip() or 'no board'}")
    return done.stdout.strip()


def _size(params: str) -> tuple[int, int]:
    """Rows and columns; the games name the width first."""
    match = _SIZE.match(params)
    if match is None:
        raise ValueError(f"{params!r} does not begin with a size")
    return int(match[2] or match[1]), int(match[1])


def _read_range(board: str) -> Kuromasu:
    params, _, cells = board.partition(":")
    return Kuromasu(*_size(params), _clues(board, _RANGE, cells, int))


def _read_singles(board: str) -> Hitori:
    params, _, cells = board.partition(":")
    rows, cols = _size(params)
    if len(cells) != rows * cols:
        raise ValueError(f"{board!r} has {len(cells)} cells")
    return Hitori(rows, cols, tuple(SIGNS.index(sign) for sign in cells))


def _read_bridges(board: str) -> Hashi:
    params, _, cells = board.partition(":")
    match = re.fullmatch(r"\d+(?:x\d+)?m(\d)(L?)", params)
    if match is None:
        raise ValueError(f"{board!r} does not tell how many bridges may be side by side")
    clues = _clues(board, _BRIDGES, cells, lambda sign: int(sign, 17))
    return Hashi(*_size(params), clues, most=int(match[1]), loops=not match[2])


def _clues(
    board: str, token: re.Pattern[str], cells: str, number: Callable[[str], int]
) -> tuple[int | None, ...]:
    """The cells of a text in which letters stand for runs of empty cells."""

    def walk() -> Iterator[int | None]:
        at = 0
        while at < len(cells):
            match = token.match(cells, at)
            if match is None:
                raise ValueError(f"{board!r} cannot be read at {cells[at:]!r}")
            if match[1]:
                yield from [None] * (ascii_lowercase.index(match[1]) + 1)
            else:
                yield number(match[2])
            at = match.end()

    clues = tuple(walk())
    rows, cols = _size(board)
    if len(clues) != rows * cols:
        raise ValueError(f"{board!r} has {len(clues)} cells")
    return clues


READERS: dict[str, Callable[[str], Any]] = {
    "range": _read_range,
    "singles": _read_singles,
    "bridges": _read_bridges,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=READERS)
    parser.add_argument("params")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for puzzle in boards(options.game, options.params, options.count, options.seed):
        print(masume.picture(puzzle), end="\n\n")


if __name__ == "__main__":
    main()
