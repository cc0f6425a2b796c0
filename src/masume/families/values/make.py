"""Boards of numbers from solutions: every number of a solution may be given."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.families.values.position import ValueBoard, Values

B = TypeVar("B", bound=ValueBoard)


def value_source(
    board: type[B], blank: Callable[[Random, BoardRequest], B | None] | None = None, **own: object
) -> BoardSource[B, Values]:
    """Return how boards come from solutions; `own` are fields of the source.

    They begin as empty boards, or as what `blank` returns.
    """

    def empty(rng: Random, request: BoardRequest) -> B:
        return board(request.rows, request.cols, (None,) * (request.rows * request.cols))

    return BoardSource(blank or empty, number, **own)  # type: ignore[arg-type]


def number(puzzle: ValueBoard, answer: Values, cell: Cell) -> int:
    """Return the number of a cell."""
    return dict(answer.entered)[cell]
