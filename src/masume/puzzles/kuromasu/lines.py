"""The colours of a Kuromasu board as bit masks of lines, to compute arm lengths in few operations.

Each row and each column is stored twice, once from either end, so the cells ahead of a cell in any
direction are the bits of one int, nearest first. Each line has a black cell beyond its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, by_size, mask
from masume.puzzles.kuromasu.arm_lengths import Arms

Ahead: TypeAlias = tuple[int, int, int]
"""A line, the position of the first cell ahead in it, and the step to the next cell ahead."""


class LineTable(NamedTuple):
    """The position of each cell of a board in its lines: up, down, left and right."""

    ahead: list[tuple[Ahead, Ahead, Ahead, Ahead]]  # per cell
    starts: list[tuple[int, ...]]  # per cell: each line and the position of the first cell ahead
    bits: list[tuple[int, ...]]  # per cell: each line and the cell's bit in it
    borders: list[int]  # per line: the bit beyond its last cell
    column_runs: list[Mask]  # per length: the first cells of the first column


@by_size
def line_table(rows: int, cols: int) -> LineTable:
    """Return the table of a board size."""
    ahead = [
        (
            (2 * rows + cols + col, rows - row, -cols),
            (2 * rows + col, row + 1, cols),
            (rows + row, cols - col, -1),
            (row, col + 1, 1),
        )
        for row in range(rows)
        for col in range(cols)
    ]
    starts = [tuple(n for line, after, _ in sides for n in (line, after)) for sides in ahead]
    bits = [tuple(n for line, after, _ in sides for n in (line, 1 << after - 1)) for sides in ahead]
    borders = [1 << cols] * (2 * rows) + [1 << rows] * (2 * cols)
    runs = [mask(range(0, cols * length, cols)) for length in range(rows)]
    return LineTable(ahead, starts, bits, borders, runs)


class SightLines:
    """The cells of each line that are black, and those that are not white."""

    __slots__ = ("black", "not_white", "table")

    def __init__(self, table: LineTable, literals: Iterable[Literal] = ()) -> None:
        self.table = table
        self.black = table.borders[:]
        self.not_white = [2 * border - 1 for border in table.borders]
        for literal in literals:
            self.add(literal)

    def copy(self) -> SightLines:
        """Return an independent copy."""
        other = SightLines.__new__(SightLines)
        other.table, other.black, other.not_white = self.table, self.black[:], self.not_white[:]
        return other

    def add(self, literal: Literal) -> None:
        """Colour an open cell, or undo this."""
        lines = self.black if literal > 0 else self.not_white
        a, i, b, j, c, k, d, n = self.table.bits[abs(literal) - 1]
        lines[a] ^= i
        lines[b] ^= j
        lines[c] ^= k
        lines[d] ^= n

    def arms(self, cell: Cell) -> Arms:
        """Return the possible lengths of the arms of a cell."""
        black, not_white = self.black, self.not_white
        a, i, b, j, c, k, d, n = self.table.starts[cell]
        up, down, left, right = black[a] >> i, black[b] >> j, black[c] >> k, black[d] >> n
        return (
            not_white[a] >> i & (up ^ up - 1),
            not_white[b] >> j & (down ^ down - 1),
            not_white[c] >> k & (left ^ left - 1),
            not_white[d] >> n & (right ^ right - 1),
        )
