"""How long a person who composes a board waits: for complete, harder and easier.

Boards are made, and lose some of their clues by chance, or all of them; what completes them must
have one solution. Boards of each level are made harder and easier; the level should be another one.

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
LOST = (0.4, 0.8, 1.0)  # of the clues


def without_some(puzzle: Puzzle, share: float, rng: Random) -> Puzzle:
    """The board without such a share of its clues."""
    drops = masume.kind_of(puzzle).maker().drops
    for _ in range(round(len(drops(puzzle)) * share)):
        puzzle = rng.choice(drops(puzzle))[1]
    return puzzle


def row(what: str, seconds: list[float], good: int, more: str = "") -> None:
    """A line of the table."""
    middle, most = f"{median(seconds):8.2f} s", f"{max(seconds):8.2f} s"
    print(f"{what:36}{middle}{most}   {good} of {len(seconds)}{more}", flush=True)


def completing(kind: str, size: int, count: int) -> None:
    """Boards that have lost clues."""
    for share in LOST:
        seconds, completed, added = [], 0, []
        for number, made in enumerate(masume.generate(kind, size=size, count=count, seed=4)):
            board = without_some(made.puzzle, share, Random(number))
            began = process_time()
            outcome = masume.complete(board, limit=LONGEST)
            seconds.append(process_time() - began)
            if outcome.puzzle is not None:
                assert masume.solve(outcome.puzzle).unique
                completed += 1
                added.append(len(outcome.added))
        clues = f", {median(added):g} clues" if added else ""
        what = f"{kind} {size}x{size}, {share:.0%} lost"
        row(what, seconds, completed, f" completed{clues}")


def adjusting(kind: str, size: int, count: int) -> None:
    """Boards of each level, and those beside it."""
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
            what = f"{kind} {size}x{size}, {level}, {change.__name__}"
            row(what, seconds, other_level, " of another level")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=10, help="of each kind, size and level")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 15])
    parser.add_argument("--kinds", nargs="+", default=list(masume.kinds()))
    chosen = parser.parse_args()
    print(f"{'':36}{'median':>10}{'most':>10}")
    for kind in chosen.kinds:
        for size in chosen.sizes:
            completing(kind, size, chosen.boards)
            adjusting(kind, size, chosen.boards)


if __name__ == "__main__":
    main()
