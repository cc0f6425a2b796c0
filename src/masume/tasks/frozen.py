"""The frozen set: 200 boards with their answers that never change, to compare models by."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from masume.formats.plain import Board, read_boards
from masume.tasks.task import Task

_FILE = Path(__file__).parent / "frozen.txt"


@cache
def frozen_tasks() -> tuple[Task, ...]:
    """Return the tasks of the frozen set, the same in every release of this version.

    >>> len(frozen_tasks())
    200
    """
    boards = [board for board in read_boards(_FILE.read_text(encoding="utf-8"))]
    return tuple(_task(board) for board in boards if isinstance(board, Board))


def _task(board: Board) -> Task:
    assert board.answer is not None
    return Task(board.name, board.puzzle, board.answer, board.note("difficulty"))
