"""Measure the puzzles without techniques of their own, whose hints, levels and boards are derived.

For each of them: solving generated boards of about 20×20 cells (uniqueness included), a hint at
several points of their solution, and generating boards of about 10×10 cells of medium level.
Times are processor times; the last column lists the bounds that are missed.

    make bench-puzzles             or: python bench/new_puzzles.py --puzzles akari --boards 3
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from math import inf
from random import Random
from statistics import median
from time import process_time

import masume
from masume.api.exact import model_of
from masume.core.puzzle.kind import Kind
from masume.core.system.limits import Deadline
from masume.make.request import nearest_size

SOLVE, SLOW_SOLVE = 0.1, 0.3  # median, seconds
SLOW = ("slitherlink", "nurikabe", "fillomino")  # puzzles with the second bound
HINT, LONGEST_HINT = 0.3, 2.0  # median and maximum
GENERATE = 5.0  # median
SHARES = (0.0, 0.3, 0.6, 0.9)  # of the solution that is marked when a hint is asked for


def timed(work: Callable[[], object]) -> float:
    """Return the processor time of a call in seconds."""
    begin = process_time()
    work()
    return process_time() - begin


def generated(
    kind: Kind, side: int, level: str | None, args: argparse.Namespace
) -> tuple[list[float], list[masume.Puzzle]]:
    """Return the time of each generated board, infinite if none was found, and the boards."""
    assert kind.maker is not None
    size, times, boards = nearest_size(kind.maker(), side, side), list[float](), []
    for seed in range(args.boards):
        begin = process_time()
        limit = masume.Limit(seconds=args.seconds)
        for made in masume.generate(kind.name, size=size, difficulty=level, seed=seed, limit=limit):
            times.append(inf if made.puzzle is None else process_time() - begin)
            boards += [] if made.puzzle is None else [made.puzzle]
    return times, boards


def hints(puzzle: masume.Puzzle, seed: int) -> Iterator[float]:
    """Yield the time of a hint with different shares of the solution marked."""
    rng, words = Random(seed), model_of(puzzle, Deadline()).vocabulary
    marks = words.literals(masume.solve(puzzle).answer)
    for share in SHARES:
        position = words.position_of([mark for mark in marks if rng.random() < share])
        yield timed(lambda: masume.hint(puzzle, position))  # noqa: B023


def measure(kind: Kind, args: argparse.Namespace) -> str:
    """Return the row of a puzzle."""
    large, boards = generated(kind, args.side, None, args)
    solving = [timed(lambda: masume.solve(puzzle)) for puzzle in boards]  # noqa: B023
    asked = [time for seed, puzzle in enumerate(boards) for time in hints(puzzle, seed)]
    medium, _ = generated(kind, 10, "medium", args)
    figures = (
        ("solve", median(solving or [inf]), SLOW_SOLVE if kind.name in SLOW else SOLVE),
        ("hint", median(asked or [inf]), HINT),
        ("longest hint", max(asked, default=inf), LONGEST_HINT),
        ("generate", median(medium), GENERATE),
    )
    missed = [name for name, value, bound in figures if value > bound]
    times = "".join(f"{value:14.3f}" for _, value, _ in figures)
    return f"{kind.name:12}{times}{median(large):14.1f}  {', '.join(missed)}"


def main() -> None:
    """Print a row per puzzle."""
    derived = [kind.name for kind in masume.kinds().values() if kind.source]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", nargs="*", default=derived, choices=derived)
    parser.add_argument("--boards", type=int, default=5, help="boards of each size")
    parser.add_argument("--side", type=int, default=20, help="side of the large boards")
    parser.add_argument("--seconds", type=float, default=60, help="limit of a generated board")
    args = parser.parse_args()
    print(f"{'seconds':12}{'solve':>14}{'hint':>14}{'longest hint':>14}{'generate 10':>14}"
          f"{f'generate {args.side}':>14}  missed")  # fmt: skip
    for name in args.puzzles:
        print(measure(masume.kinds()[name], args), flush=True)


if __name__ == "__main__":
    main()
