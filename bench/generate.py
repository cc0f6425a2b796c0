"""Boards per second of masume and of Debian's sgt-puzzles, in one run on one machine.

Both make boards of the same size, one process each and one board after the other; sgt's programs
are started once for all boards of a size. A board of masume is proved unique and graded; those
of sgt-puzzles are of their own difficulties. Beside the rates stands how many cells have clues: on
Hitori boards all have one, so it is the share of numbers that repeat in their row or column.

    make bench-generate            or: python bench/generate.py --boards 5 --sizes 10
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
from collections import Counter
from time import perf_counter
from typing import Any

import sgt

import masume

GAMES = {
    "kuromasu": ("range", "{n}x{n}"),
    "hitori": ("singles", "{n}x{n}dk"),
    "hashi": ("bridges", "{n}x{n}i30e10m2d2"),
}


def theirs(game: str, params: str, count: int) -> tuple[float, list[Any]]:
    """(seconds, boards) of the other program."""
    program = sgt.program(game)
    with tempfile.TemporaryDirectory() as home:
        began = perf_counter()
        done = subprocess.run(
            [program, "--generate", str(count), params],
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home},
        )
        seconds = perf_counter() - began
    return seconds, [masume.load(line, kind=sgt.KINDS[game]) for line in done.stdout.split()]


def ours(kind: str, size: int, difficulty: str | None, count: int) -> tuple[float, list[Any]]:
    """(seconds, boards) of masume."""
    began = perf_counter()
    limit = masume.Limit(seconds=60)
    made = list(
        masume.generate(kind, size=size, difficulty=difficulty, count=count, seed=0, limit=limit)
    )
    seconds = perf_counter() - began
    return seconds, [one.puzzle for one in made if one.puzzle is not None]


def density(puzzle: Any) -> float:
    """The share of cells with clues, or of numbers that repeat where all cells have one."""
    clues = puzzle.clues
    if None in clues:
        return sum(clue is not None for clue in clues) / len(clues)
    cols = puzzle.cols
    rows = Counter((cell // cols, clue) for cell, clue in enumerate(clues))
    columns = Counter((cell % cols, clue) for cell, clue in enumerate(clues))
    repeats = [
        rows[cell // cols, clue] > 1 or columns[cell % cols, clue] > 1
        for cell, clue in enumerate(clues)
    ]
    return sum(repeats) / len(clues)


def _line(name: str, seconds: float, boards: list[Any], base: float | None) -> float:
    rate = len(boards) / seconds
    ratio = "" if base is None else f"{rate / base:.2f}×"
    clues = f"{statistics.mean(map(density, boards)):.0%}" if boards else "–"
    print(f"  {name:28}{len(boards):>7}{rate:>12.1f}{ratio:>9}{clues:>8}", flush=True)
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=20, help="boards of each size")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 15, 20])
    options = parser.parse_args()
    for kind, (game, params) in GAMES.items():
        for size in options.sizes:
            print(f"\n{kind} {size}×{size}")
            print(f"  {'program':28}{'boards':>7}{'per second':>12}{'ratio':>9}{'clues':>8}")
            wanted = params.format(n=size)
            base = _line(f"sgt-{game} {wanted}", *theirs(game, wanted, options.boards), None)
            for difficulty in (None, "easy", "hard"):
                name = f"masume, {difficulty or 'as they come'}"
                _line(name, *ours(kind, size, difficulty, options.boards), base)


if __name__ == "__main__":
    main()
