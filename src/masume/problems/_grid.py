"""Neighbours and distances of cells that are numbered row by row."""

from __future__ import annotations

from collections.abc import Iterator

_STEPS = (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1))


def neighbours(cell: int, rows: int, cols: int) -> Iterator[tuple[str, int]]:
    """Yield the direction and the number of each cell beside a cell: up, down, left, right."""
    row, col = divmod(cell, cols)
    for name, r, c in _STEPS:
        if 0 <= row + r < rows and 0 <= col + c < cols:
            yield name, cell + r * cols + c


def distance(a: int, b: int, cols: int) -> int:
    """Return the Manhattan distance between two cells."""
    return abs(a // cols - b // cols) + abs(a % cols - b % cols)
