"""Generate many boards of every puzzle and level and check them independently.

The exact engine must prove the solution unique, the referee must accept the answer, and the grade
must be the requested level.

    make bench-boards              or: python bench/boards.py --boards 20 --puzzles hitori
    python bench/boards.py --boards 2000 --size 6 --levels easy hard
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
from masume.make.request import resolve_board_spec
from masume.work.batches import work_through

SIZES = {"exactly_one": 7}
SIZE = 8


@dataclass(frozen=True)
class Request:
    """A board to generate."""

    puzzle: str
    size: int
    difficulty: str
    seed: int
    number: int
    seconds: float


@dataclass(frozen=True)
class Verdict:
    """The result of a request."""

    request: Request
    seconds: float
    fault: str  # empty if the board is correct


def make_and_check(request: Request) -> Verdict:
    """Generate a board and check it."""
    wanted = resolve_board_spec(
        request.puzzle, size=(request.size, request.size), difficulty=request.difficulty
    )
    deadline = Deadline(masume.Limit(seconds=request.seconds))
    began = perf_counter()
    made = make(wanted, request.seed, request.number, deadline)
    seconds = perf_counter() - began
    if made.puzzle is None:
        return Verdict(request, seconds, made.reason)
    found = masume.solve(made.puzzle)
    level = masume.grade(made.puzzle).level
    fault = ""
    if found.unique is not True or masume.check(made.puzzle, found.answer):
        fault = "the solution is not unique"
    elif masume.check(made.puzzle, made.answer):
        fault = "the answer is wrong"
    elif level != request.difficulty:
        fault = f"the level is {level}"
    return Verdict(request, seconds, fault)


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=200, help="boards per puzzle and level")
    parser.add_argument("--puzzles", nargs="+", default=list(masume.kinds()))
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--size", type=int, help="side of the boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="time limit per board")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    print(f"{'puzzle':14}{'size':>6}  {'level':12}{'correct':>9}{'median s':>10}{'max s':>8}")
    all_correct = True
    for puzzle in options.puzzles:
        size = options.size or SIZES.get(puzzle, SIZE)
        for level in options.levels:
            requests = [
                Request(puzzle, size, level, options.seed, number, options.seconds)
                for number in range(options.boards)
            ]
            work = work_through(make_and_check, requests, jobs=options.jobs, chunk=1)
            verdicts = [verdict for _, verdict in work if isinstance(verdict, Verdict)]
            correct = sum(not verdict.fault for verdict in verdicts)
            times = [verdict.seconds for verdict in verdicts]
            all_correct &= correct == len(requests)
            print(
                f"{puzzle:14}{f'{size}x{size}':>6}  {level:12}{f'{correct}/{len(requests)}':>9}"
                f"{statistics.median(times):>10.2f}{max(times):>8.1f}",
                flush=True,
            )
            for verdict in verdicts:
                if verdict.fault:
                    print(f"  board {verdict.request.number}: {verdict.fault}", flush=True)
    print(f"\nall unique and of the requested level: {'yes' if all_correct else 'no'}")


if __name__ == "__main__":
    import boards  # so that workers can import it by name

    boards.main()
