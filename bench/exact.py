"""Milliseconds to solve a board, for masume and for other programs, in one run on one machine.

The boards are made by Debian's sgt-puzzles, and beside them are the recorded ones of tests/data.
Every program gets the same boards, one at a time, in a process of its own that is ended at a limit;
answers are judged by masume's referee. masume's time is for the solution *and* the proof that it is
the only one. Machines are noisy, so the programs take turns over several rounds, and each board's
best time counts. A ratio is the other's median over masume's; boards that reached the limit count
as that long and are not tried again, so a ratio marked `>` is a lower bound.

At the end the whole process `masume solve` on a 20×20 board, start-up included, is timed beside
`python -c pass`.

    make bench-exact               or: python bench/exact.py --boards 5 --limit 10 --sizes 15 20
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any

import rivals
import sgt

import masume
from masume.formats.load import load_all
from masume.formats.plain import Board, write_board

ROOT = Path(__file__).parents[1]
TARGET, FROM_SIZE = 10, 15
GAMES = {
    "kuromasu": ("range", "{n}x{n}"),
    "hitori": ("singles", "{n}x{n}dk"),
    "hashi": ("bridges", "{n}x{n}i30e10m2d2"),
}
_WARM_UP = 0.5  # seconds
_GIVE_UP = 2  # boards at the limit, after which a program is spared the rest


@dataclass
class Times:
    """How one program did on some boards."""

    best: dict[int, float] = field(default_factory=dict)  # seconds, by the number of the board
    late: set[int] = field(default_factory=set)  # boards at the limit
    wrong: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)

    @property
    def median(self) -> float:
        """Over all boards that it was given and took."""
        return statistics.median(self.best.values())

    def todo(self, boards: int) -> list[int]:
        """The boards that are worth another round."""
        if len(self.late) >= _GIVE_UP:
            return []
        return [number for number in range(boards) if number not in self.late | self.refused]


def measure(
    solve: Callable[[Any], Any],
    boards: list[Any],
    warm_up: list[Any],
    limit: float,
    times: Times,
) -> None:
    """One round of a solver over boards, each with a limit; its best times are kept in `times`.

    Whatever a program makes once and keeps, and the pages of memory that a new process has to copy,
    are seen to over some smaller boards before the clock starts: half a second for each program.
    """
    todo = times.todo(len(boards))
    while todo and len(times.late) < _GIVE_UP:
        here, there = multiprocessing.get_context("fork").Pipe()
        # Boards are made anew, so that nothing is left on them from another round.
        fresh = [replace(boards[number]) for number in todo]
        child = multiprocessing.get_context("fork").Process(
            target=_serve, args=(solve, fresh, warm_up, there), daemon=True
        )
        child.start()
        there.close()
        here.recv()  # it has warmed up
        while todo:
            number = todo.pop(0)
            if not here.poll(limit):
                times.late.add(number)
                times.best[number] = limit
                break
            seconds, verdict = here.recv()
            if verdict == "refused":
                times.refused.add(number)
                continue
            times.best[number] = min(seconds, times.best.get(number, seconds))
            if verdict == "wrong":
                times.wrong.add(number)
        child.kill()
        child.join()


def _serve(
    solve: Callable[[Any], Any], boards: list[Any], warm_up: list[Any], out: Connection
) -> None:
    """In the child: solve one board after the other and report each time."""
    began = perf_counter()
    for board in warm_up:
        solve(board)
        if perf_counter() - began > _WARM_UP:
            break
    out.send("warm")
    for board in boards:
        began = perf_counter()
        try:
            answer = solve(board)
            seconds = perf_counter() - began
            right = answer is not None and not masume.check(board, answer)
            out.send((seconds, "right" if right else "wrong"))
        except NotImplementedError:
            out.send((0.0, "refused"))


def ours(board: Any) -> Any:
    """masume's answer, with the proof that it is the only one."""
    found = masume.solve(board)
    return found.answer if found.unique else None


def recorded(kind: str) -> list[Any]:
    """The boards of tests/data from 15×15 on."""
    found = load_all(ROOT / "tests" / "data" / f"{kind}.txt")
    puzzles = [board.puzzle for board in found if isinstance(board, Board)]
    return [p for p in puzzles if min(p.rows, p.cols) >= FROM_SIZE]


def compare(
    title: str, kind: str, boards: list[Any], others: list[Any], limit: float, rounds: int
) -> bool:
    """Print one block of the table; whether the target is reached.

    A program that gives wrong answers counts like any other; how many were wrong stands beside it.
    """
    game, params = GAMES[kind]
    warm_up = sgt.boards(game, params.format(n=10), 20, "warm")
    mine = Times()
    theirs = [(other, Times()) for other in others if kind in other.solvers]
    for _ in range(rounds):
        measure(ours, boards, warm_up, limit, mine)
        for other, times in theirs:
            measure(other.solvers[kind], boards, warm_up, limit, times)
    print(f"\n{title}, {len(boards)} boards")
    print(f"  {'program':34}{'median ms':>11}{'max ms':>11}{'ratio':>9}")
    _line("masume (with proof)", mine, "")
    reached = not mine.wrong
    for other, times in theirs:
        if not times.best:
            print(f"  {other.name:34}refuses these boards")
            continue
        ratio = times.median / mine.median
        bound = ">" if len(times.late) * 2 >= len(times.best) else ""
        _line(f"{other.name}{' (with proof)' * other.proves}", times, f"{bound}{ratio:.1f}×")
        reached &= ratio >= TARGET
    for other in others:
        if kind not in other.solvers:
            print(f"  {other.name:34}does not know this puzzle")
    return reached


def _line(name: str, times: Times, ratio: str) -> None:
    notes = [f"{len(times.late)} at the limit"] * bool(times.late)
    notes += [f"{len(times.wrong)} of {len(times.best)} wrong"] * bool(times.wrong)
    median, worst = times.median * 1000, max(times.best.values()) * 1000
    print(
        f"  {name:34}{median:11.2f}{worst:11.2f}{ratio:>9}  {', '.join(notes)}".rstrip(), flush=True
    )


def whole_process(rounds: int) -> None:
    """Time `masume solve` from the shell's view, beside an empty Python."""
    board = sgt.boards("range", "20x20", 1, 1)[0]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.txt"
        file.write_text(write_board(Board(masume.kind_of(board), board)), encoding="utf-8")
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "masume solve, Kuromasu 20×20": [sys.executable, "-m", "masume", "solve", str(file)],
        }
        print(f"\nwhole process, start-up included, best and median of {rounds}")
        for name, command in commands.items():
            times = []
            for _ in range(rounds):
                began = perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                times.append((perf_counter() - began) * 1000)
            print(f"  {name:30}{min(times):8.0f} ms{statistics.median(times):8.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=10, help="boards per puzzle and size")
    parser.add_argument("--limit", type=float, default=10, help="seconds per board")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 15, 20, 30])
    parser.add_argument("--rounds", type=int, default=3, help="the best of each board counts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    others = rivals.rivals()
    gc.collect()
    gc.freeze()  # or each child's collector would go through all that the others have imported
    missed = []
    for kind, (game, params) in GAMES.items():
        blocks = {
            f"{kind} {n}×{n} by sgt-{game}": sgt.boards(
                game, params.format(n=n), options.boards, options.seed
            )
            for n in options.sizes
        }
        blocks[f"{kind}, recorded, {FROM_SIZE}×{FROM_SIZE} and larger"] = recorded(kind)
        for title, boards in blocks.items():
            if not boards:
                continue
            reached = compare(title, kind, boards, others, options.limit, options.rounds)
            if not reached and min(boards[0].rows, boards[0].cols) >= FROM_SIZE:
                missed.append(title)
    whole_process(20)
    verdict = f"missed in: {'; '.join(missed)}" if missed else "reached everywhere"
    wanted = f"{TARGET} times each other program, from {FROM_SIZE}×{FROM_SIZE} on"
    print(f"\ntarget, {wanted}: {verdict}")


if __name__ == "__main__":
    main()
