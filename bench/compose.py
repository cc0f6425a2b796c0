"""Measure the processor time of complete, harder and easier.

For `complete`, random clues are removed from generated boards; the completed boards must have one
solution. For `harder` and `easier`, the number of boards whose level changed is printed.

    make bench-compose             or: python bench/compose.py --boards 5 --sizes 10
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time

import masume
from masume import Limit
from masume.core.puzzle.puzzle import Puzzle

LONGEST = Limit(seconds=20)
REMOVED = (0.4, 0.8, 1.0)  # shares of the clues


def remove_clues(puzzle: Puzzle, share: float, rng: Random) -> Puzzle:
    """Return the board without a random share of its clues."""
    removals = masume.kind_of(puzzle).maker().removals
    for _ in range(round(len(removals(puzzle)) * share)):
        puzzle = rng.choice(removals(puzzle))[1]
    return puzzle


def print_row(title: str, seconds: list[float], good: int, more: str = "") -> None:
    """Print a row of the table."""
    middle, most = f"{median(seconds):8.2f} s", f"{max(seconds):8.2f} s"
    print(f"{title:36}{middle}{most}   {good} of {len(seconds)}{more}", flush=True)


def measure_complete(kind: str, size: int, count: int) -> None:
    """Measure `complete` on boards with removed clues."""
    for share in REMOVED:
        seconds, completed, added = [], 0, []
        for number, made in enumerate(masume.generate(kind, size=size, count=count, seed=4)):
            board = remove_clues(made.puzzle, share, Random(number))
            began = process_time()
            outcome = masume.complete(board, limit=LONGEST)
            seconds.append(process_time() - began)
            if outcome.puzzle is not None:
                assert masume.solve(outcome.puzzle).unique
                completed += 1
                added.append(len(outcome.added))
        clues = f", {median(added):g} clues" if added else ""
        title = f"{kind} {size}x{size}, {share:.0%} removed"
        print_row(title, seconds, completed, f" completed{clues}")


def measure_adjustments(kind: str, size: int, count: int) -> None:
    """Measure `harder` and `easier` on boards of each level."""
    for level in ("easy", "medium", "hard"):
        boards = masume.generate(kind, size=size, difficulty=level, count=count, seed=4)
        puzzles = [made.puzzle for made in boards if made.puzzle is not None]
        for change in (masume.harder, masume.easier):
            if change is masume.easier and level == "easy":
                continue
            seconds, other_level = [], 0
            for puzzle in puzzles:
                began = process_time()
                outcome = change(puzzle, limit=LONGEST)
                seconds.append(process_time() - began)
                other_level += outcome.grade.level != outcome.before.level
            title = f"{kind} {size}x{size}, {level}, {change.__name__}"
            print_row(title, seconds, other_level, " changed level")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=10, help="boards per puzzle, size and level")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 15])
    parser.add_argument("--kinds", nargs="+", default=list(masume.kinds()))
    chosen = parser.parse_args()
    print(f"{'':36}{'median':>10}{'max':>10}")
    for kind in chosen.kinds:
        for size in chosen.sizes:
            measure_complete(kind, size, chosen.boards)
            measure_adjustments(kind, size, chosen.boards)


if __name__ == "__main__":
    main()
