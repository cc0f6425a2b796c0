"""Queens on the same row or diagonal, counted by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Line = tuple[int, int]  # its direction and its number


def lines_of(col: int, row: int) -> tuple[Line, Line, Line]:
    """Return the row and the two diagonals of a square."""
    return (0, row), (1, row - col), (2, row + col)


def count_queens(rows: Sequence[int]) -> Counter[Line]:
    """Return the number of queens on each line, from the row of the queen in each column."""
    return Counter(line for col, row in enumerate(rows) for line in lines_of(col, row))


def count_attacks(rows: Sequence[int]) -> int:
    """Return the number of pairs of queens that attack each other."""
    return sum(queens * (queens - 1) // 2 for queens in count_queens(rows).values())
