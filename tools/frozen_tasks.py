"""Make src/masume/tasks/frozen.txt, the frozen set of 200 tasks.

    python tools/frozen_tasks.py

The set is part of the package and must not change within a version, even if another generator would
make other boards. The recipe is kept to state how the boards were made, and to extend them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from masume.core.plugins.registry import kind_of
from masume.formats.plain import Board, write_board
from masume.tasks.task import generated_kinds, make_tasks, size_near

TARGET = Path(__file__).parents[1] / "src" / "masume" / "tasks" / "frozen.txt"
COUNT = 200
SEED = 2026
# The puzzles of the papers have techniques of their own, up to expert boards.
OF_PAPERS = ("kuromasu", "hitori", "hashi", "exactly_one")
LEVELS = {"easy": (5, 7), "medium": (6, 8), "hard": (7, 10), "expert": (8, 10)}
LEVELS_OF_OTHERS = {"easy": (6,), "medium": (8,)}


def combinations() -> Iterator[tuple[str, str, int]]:
    """Yield each puzzle with its levels and sizes."""
    others = [puzzle for puzzle in generated_kinds() if puzzle not in OF_PAPERS]
    for puzzles, levels in ((OF_PAPERS, LEVELS), (others, LEVELS_OF_OTHERS)):
        for puzzle, (level, sides) in product(puzzles, levels.items()):
            yield from ((puzzle, level, side) for side in sides)


def main() -> None:
    """Write the file."""
    blocks = []
    wanted = list(combinations())
    for number, (puzzle, level, side) in enumerate(wanted):
        count = COUNT // len(wanted) + (number < COUNT % len(wanted))
        size = size_near(puzzle, side)
        found = list(make_tasks(puzzle, size=size, difficulty=level, count=count, seed=SEED))
        assert len(found) == count, (puzzle, level, side)
        for task in found:
            notes = (("difficulty", task.level),)
            board = Board(kind_of(task.puzzle), task.puzzle, task.id, 1, task.solution, notes)
            blocks.append(write_board(board))
    TARGET.write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    main()
