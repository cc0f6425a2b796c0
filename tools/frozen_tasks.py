"""Make src/masume/tasks/frozen.txt, the frozen set of 200 tasks.

    python tools/frozen_tasks.py

The set is part of the package and must not change within a version; the recipe is kept so that it
can be checked and extended.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.technique import NAMED_LEVELS
from masume.formats.plain import Board, write_board
from masume.tasks.task import make_tasks

TARGET = Path(__file__).parents[1] / "src" / "masume" / "tasks" / "frozen.txt"
PUZZLES = ("kuromasu", "hitori", "hashi", "exactly_one")
SIZES = {"easy": (5, 7), "medium": (6, 8), "hard": (7, 10), "expert": (8, 10)}
SEED = 2026


def counts() -> dict[tuple[str, str, int], int]:
    """Return the number of boards for each puzzle, level and size: 50 per puzzle."""
    shares = dict(zip(product(NAMED_LEVELS, (0, 1)), (7, 7, 7, 7, 6, 6, 5, 5), strict=True))
    return {
        (puzzle, level, SIZES[level][place]): share
        for puzzle in PUZZLES
        for (level, place), share in shares.items()
    }


def main() -> None:
    """Write the file."""
    blocks = []
    for (puzzle, level, side), count in counts().items():
        found = list(make_tasks(puzzle, size=side, difficulty=level, count=count, seed=SEED))
        assert len(found) == count, (puzzle, level, side)
        for task in found:
            notes = (("difficulty", task.level),)
            board = Board(kind_of(task.puzzle), task.puzzle, task.id, 1, task.solution, notes)
            blocks.append(write_board(board))
    TARGET.write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    main()
