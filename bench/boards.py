"""Make many boards of every puzzle and every difficulty, and check them all.

Each board is made with its own seed, then looked at afresh: it must have one solution by the exact
engine, the referee must accept it, and the grader must say what was asked for.

    make bench-boards              or: python bench/boards.py --boards 20 --puzzles hitori
"""

from __future__ import annotations

import argparse
import os
import statistics
from dataclasses import dataclass
from time import perf_counter

import masume
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.make.generate import make
from masume.make.request import plan
from masume.work.batches import work_through

SIZES = {"exactly_one": 7}
SIZE = 8


@dataclass(frozen=True)
class Wish:
    """One board."""

    puzzle: str
    size: int
    difficulty: str
    seed: int
    number: int
    seconds: float


@dataclass(frozen=True)
class Verdict:
    """What became of a wish."""

    wish: Wish
    seconds: float
    fault: str  # empty: all is well


def checked(wish: Wish) -> Verdict:
    """Make a board and doubt it."""
    wanted = plan(wish.puzzle, size=(wish.size, wish.size), difficulty=wish.difficulty)
    deadline = Deadline(masume.Limit(seconds=wish.seconds))
    began = perf_counter()
    made = make(wanted, wish.seed, wish.number, deadline)
    seconds = perf_counter() - began
    if made.puzzle is None:
        return Verdict(wish, seconds, made.reason)
    found = masume.solve(made.puzzle)
    level = masume.grade(made.puzzle).level
    fault = ""
    if found.unique is not True or masume.check(made.puzzle, found.answer):
        fault = "it has not one solution"
    elif masume.check(made.puzzle, made.answer):
        fault = "its answer is wrong"
    elif level != wish.difficulty:
        fault = f"it is {level}"
    return Verdict(wish, seconds, fault)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=200, help="of each puzzle and difficulty")
    parser.add_argument("--puzzles", nargs="+", default=list(masume.kinds()))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="for one board")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    print(f"{'puzzle':14}{'size':>6}  {'difficulty':12}{'good':>9}{'median s':>10}{'max s':>8}")
    good = True
    for puzzle in options.puzzles:
        size = SIZES.get(puzzle, SIZE)
        for level in LEVELS:
            wishes = [
                Wish(puzzle, size, level, options.seed, number, options.seconds)
                for number in range(options.boards)
            ]
            work = work_through(checked, wishes, jobs=options.jobs, chunk=1)
            found = [verdict for _, verdict in work if isinstance(verdict, Verdict)]
            fine = sum(not verdict.fault for verdict in found)
            times = [verdict.seconds for verdict in found]
            good &= fine == len(wishes)
            print(
                f"{puzzle:14}{f'{size}x{size}':>6}  {level:12}{f'{fine}/{len(wishes)}':>9}"
                f"{statistics.median(times):>10.2f}{max(times):>8.1f}",
                flush=True,
            )
            for verdict in found:
                if verdict.fault:
                    print(f"  board {verdict.wish.number}: {verdict.fault}", flush=True)
    print(f"\nall unique and of the asked difficulty: {'yes' if good else 'no'}")


if __name__ == "__main__":
    import boards  # by the name that workers can import

    boards.main()
