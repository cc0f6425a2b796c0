"""Compare board generation of masume and Debian's sgt-puzzles, in one run on one machine.

Both generate boards of the same size and the closest difficulty of sgt-puzzles, sequentially in one
process each. Times are processor times: the median for masume, and the mean for the programs of
sgt-puzzles, which run once per row. masume's boards are proved unique and graded. The table also
shows the share of cells with clues; for Hitori, where all cells have numbers, it is the share of
numbers that repeat in their row or column. A final table lists the goals.

masume's hard boards need two hard techniques or three hard steps; those of sgt-puzzles seldom do.
So the time of a hard board is compared with what its program takes per board that is hard and
varied.

    make bench-generate            or: python bench/generate.py --boards 5 --sizes 10
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import sgt

import masume
from masume.core.system.limits import Deadline
from masume.logic.explainer import HARD
from masume.make.variety import hardest_steps, is_varied

LEVELS = (None, "easy", "hard")
GAMES = {  # program and the closest parameters for each of LEVELS
    "kuromasu": ("range", ("{n}x{n}", "{n}x{n}", "{n}x{n}")),
    "hitori": ("singles", ("{n}x{n}dk", "{n}x{n}de", "{n}x{n}dk")),
    "hashi": ("bridges", ("{n}x{n}i30e10m2d2", "{n}x{n}i30e10m2d0", "{n}x{n}i30e10m2d2")),
}
GOALS: dict[str | None, Any] = {
    None: {"kuromasu": 0.3, "hitori": 1.0, "hashi": 1.0},
    "easy": 0.5,
    "hard": 0.2,
}
LONGEST = 60  # seconds per board
SURVEYED = 100  # boards of sgt-puzzles of which the varied ones are counted
STARTS = 1.0  # seconds; below this total, the start of the program would distort the mean
# (puzzles, size, level, boards, goal for the median in seconds, goal for the maximum)
ABSOLUTE_GOALS: list[tuple[tuple[str, ...], int, str | None, int, float, float]] = [
    ((*GAMES, "exactly_one"), 12, "hard", 20, 0.5, 3),
    (("exactly_one",), 15, "hard", 20, 2, LONGEST),
    ((*GAMES, "exactly_one"), 30, "easy", 20, 5, LONGEST),
    ((*GAMES, "exactly_one"), 30, "medium", 20, 5, LONGEST),
    (("kuromasu", "hashi"), 40, None, 20, 15, LONGEST),
]
MANY, GROWTH = 10_000, 10  # boards, and the most additional megabytes after a tenth of them


def run_sgt(game: str, params: str, count: int) -> tuple[float, list[Any]]:
    """Return (milliseconds per board, boards) of sgt-puzzles, with more boards if it is fast."""
    each, boards = _run_sgt(game, params, count)
    if each * count < STARTS * 1000:
        each, boards = _run_sgt(game, params, 10 * count)
    return each, boards


def _run_sgt(game: str, params: str, count: int) -> tuple[float, list[Any]]:
    """Return (milliseconds per board, boards) of one run of the program."""
    program = sgt.program(game)
    with tempfile.TemporaryDirectory() as home:
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [program, "--generate", str(count), params],
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home},
        )
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = ended.ru_utime - began.ru_utime + ended.ru_stime - began.ru_stime
    boards = [masume.load(line, kind=sgt.KINDS[game]).puzzle for line in done.stdout.split()]
    return seconds * 1000 / count, boards


def is_varied_and_hard(puzzle: Any) -> bool:
    """Return whether the walk of a board is hard and varied, as masume's hard boards are."""
    uses = hardest_steps(puzzle, HARD, Deadline())
    return uses is not None and is_varied(uses)


def run_masume(
    kind: str, size: int, difficulty: str | None, count: int
) -> tuple[list[float], list[Any]]:
    """Return (milliseconds of each board, boards) of masume, including failed attempts."""
    times, boards = [], []
    limit = masume.Limit(seconds=LONGEST)
    made = masume.generate(kind, size=size, difficulty=difficulty, count=count, seed=0, limit=limit)
    began = process_time()
    for outcome in made:
        times.append((process_time() - began) * 1000)
        boards += [outcome.puzzle] if outcome.puzzle is not None else []
        began = process_time()
    return times, boards


def density(puzzle: Any) -> float:
    """Return the share of cells with clues, or of repeated numbers if all cells have one."""
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


def _clues(boards: list[Any]) -> str:
    return f"{statistics.mean(map(density, boards)):.0%}" if boards else "–"


def compare(kind: str, size: int, level: str | None, params: str, count: int) -> tuple[Any, ...]:
    """Print a row for each program; return (title, goal, ratio)."""
    game = GAMES[kind][0]
    base, boards = run_sgt(game, params, count)
    name = f"sgt-{game} {params}"
    print(f"  {name:30}{len(boards):>7}{base:>11.1f}{'':>11}{'':>9}{_clues(boards):>8}")
    if level == "hard":
        varied = sum(map(is_varied_and_hard, boards[:SURVEYED]))
        base *= min(SURVEYED, len(boards)) / max(varied, 1)  # at least this if none is varied
        print(f"  {'per varied hard board':30}{varied:>7}{base:>11.1f}")
    times, boards = run_masume(kind, size, level, count)
    median, ratio = statistics.median(times), base / statistics.median(times)
    name = f"masume, {level or 'any level'}"
    print(
        f"  {name:30}{len(boards):>7}{median:>11.1f}{max(times):>11.1f}{ratio:>8.2f}×"
        f"{_clues(boards):>8}",
        flush=True,
    )
    goal = GOALS[level]
    wanted = goal[kind] if isinstance(goal, dict) else goal
    return f"{kind} {size}×{size} {level or 'any level'}", wanted, ratio


def measure_alone(kind: str, size: int, level: str | None, count: int) -> tuple[float, float]:
    """Print and return (median, maximum) in seconds."""
    times, boards = run_masume(kind, size, level, count)
    median, longest = statistics.median(times) / 1000, max(times) / 1000
    title = f"{kind} {size}×{size} {level or 'any level'}"
    print(f"  {title:34}{len(boards):>4} boards, median {median:6.3f} s, max {longest:6.2f} s")
    return median, longest


def megabytes(kind: str, size: int) -> float:
    """Print the memory after MANY boards; return the growth since a tenth of them."""
    used = []
    for number, _ in enumerate(masume.generate(kind, size=size, count=MANY, seed=1), start=1):
        if number in (MANY // 10, MANY):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            used.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
    print(f"  {kind} {size}×{size}: {used[0]:.0f} MB after {MANY // 10:,} boards, ", end="")
    print(f"{used[-1]:.0f} MB after {MANY:,}", flush=True)
    return used[-1] - used[0]


def limits(most: int) -> Iterator[tuple[str, bool]]:
    """Yield the goals in seconds, and whether each is reached."""
    print("\nabsolute times")
    for kinds, size, level, count, median, longest in ABSOLUTE_GOALS:
        for kind in kinds:
            mine = measure_alone(kind, size, level, min(count, most))
            title = f"{kind} {size}×{size} {level or 'any level'}"
            yield f"{title}: {median} s", mine[0] <= median and mine[1] <= longest


def memory() -> Iterator[tuple[str, bool]]:
    """Yield the memory goals, and whether each is reached."""
    print("\nmemory")
    for kind in (*GAMES, "exactly_one"):
        yield f"memory, {kind}", megabytes(kind, 6) <= GROWTH


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=20, help="boards per size and level")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 15, 20])
    parser.add_argument("--kinds", nargs="+", choices=GAMES, default=list(GAMES))
    options = parser.parse_args()
    found = []
    for kind in options.kinds:
        list(masume.generate(kind, size=5, seed=0))  # import everything needed
        for size in options.sizes:
            print(f"\n{kind} {size}×{size}")
            print(f"  {'program':30}{'boards':>7}{'ms':>11}{'max':>11}{'ratio':>9}{'clues':>8}")
            for level, params in zip(LEVELS, GAMES[kind][1], strict=True):
                wanted = params.format(n=size)
                found.append(compare(kind, size, level, wanted, options.boards))
    passed = [*limits(options.boards), *memory()]
    print(f"\n{'measure':36}{'found':>9}{'goal':>9}  reached")
    for what, wanted, ratio in found:
        print(f"{what:36}{ratio:>8.2f}×{wanted:>8.1f}×  {'yes' if ratio >= wanted else 'NO'}")
    for what, is_reached in passed:
        print(f"{what:56}{'yes' if is_reached else 'NO'}")


if __name__ == "__main__":
    main()
