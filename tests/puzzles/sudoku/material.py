"""Sudoku for the tests: small boards with few open cells."""

from __future__ import annotations

from puzzles.values import (
    assignments,
    filled_board,
    fillings,
    mark_holds,
    positions,
    reason_holds,
)

__all__ = [
    "assignments",
    "candidates",
    "mark_holds",
    "positions",
    "random_board",
    "reason_holds",
]

candidates = fillings


def random_board(rng, **options):
    return filled_board("sudoku", rng, [(4, 4)], 8)
