"""The colours of a Kuromasu board as bit masks of lines, to compute arm lengths in few operations.

Each row and each column is stored twice, once from either end, so the cells ahead of a cell in any
direction are the bits of one int, nearest first. Each line has a black cell beyond its end. The
possible lengths of an arm are the bits of an int too: an arm may end before an open or a black cell
or at the border, never before a white one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, by_size
from masume.puzzles.kuromasu.arm_lengths import can_sum_to, compatible_lengths
from masume.puzzles.kuromasu.sight import Number

# (line, position of the first cell ahead, bit of the cell, step to the next cell ahead)
Ahead: TypeAlias = tuple[int, int, int, int]


class LineTable(NamedTuple):
    """The position of each cell of a board in its lines."""

    ahead: list[tuple[Ahead, Ahead, Ahead, Ahead]]  # per cell: up, down, left, right
    borders: list[int]  # per line: the bit beyond its last cell


@by_size
def line_table(rows: int, cols: int) -> LineTable:
    """Return the table of a board size."""

    def ahead(line: int, place: int, step: int) -> Ahead:
        return line, place + 1, 1 << place, step

    cells = [
        (
            ahead(2 * rows + cols + col, rows - 1 - row, -cols),
            ahead(2 * rows + col, row, cols),
            ahead(rows + row, cols - 1 - col, -1),
            ahead(row, col, 1),
        )
        for row in range(rows)
        for col in range(cols)
    ]
    borders = [1 << cols] * (2 * rows) + [1 << rows] * (2 * cols)
    return LineTable(cells, borders)


class SightLines:
    """The white and the black cells of each line, as bit masks."""

    __slots__ = ("black", "table", "white")

    def __init__(self, table: LineTable, literals: Iterable[Literal] = ()) -> None:
        self.table = table
        self.white = [0] * len(table.borders)
        self.black = table.borders[:]
        for literal in literals:
            self.add(literal)

    def copy(self) -> SightLines:
        """Return an independent copy."""
        other = SightLines.__new__(SightLines)
        other.table, other.white, other.black = self.table, self.white[:], self.black[:]
        return other

    def add(self, literal: Literal) -> None:
        """Colour an open cell."""
        lines = self.black if literal > 0 else self.white
        for line, _, bit, _ in self.table.ahead[abs(literal) - 1]:
            lines[line] |= bit

    def remove(self, cell: Cell) -> None:
        """Make a cell open again."""
        for line, _, bit, _ in self.table.ahead[cell]:
            self.black[line] &= ~bit
            self.white[line] &= ~bit

    def marked_in_sight(self, cell: Cell, marked: list[int]) -> Iterator[tuple[Cell, int]]:
        """Yield the cells of a set (bits per line) that a cell may see, with the cells between."""
        for line, after, _, step in self.table.ahead[cell]:
            visible = marked[line] >> after
            if visible:
                black = self.black[line] >> after
                visible &= black ^ black - 1
                while visible:
                    low = visible & -visible
                    visible ^= low
                    steps = low.bit_length()
                    yield cell + step * steps, steps - 1


class SeenRay(NamedTuple):
    """A ray with the bounds of its arm: leading white cells, cells before the first black one."""

    ray: range
    least: int
    most: int


def arms(board: SightLines, number: Number) -> list[SeenRay]:
    """Return each arm of a number with its least and greatest length."""
    seen = []
    for side, ray in enumerate(number.rays):
        bits = lengths(board, number.cell, side)
        seen.append(SeenRay(ray, (bits & -bits).bit_length() - 1, bits.bit_length() - 1))
    return seen


def lengths(board: SightLines, cell: Cell, side: int) -> int:
    """Return the possible lengths of the arm of a cell on one side, as bits."""
    line, after, _, _ = board.table.ahead[cell][side]
    black = board.black[line] >> after
    return ~(board.white[line] >> after) & (black ^ black - 1)


def own_lengths(board: SightLines, number: Number) -> tuple[int, int, int, int]:
    """Return the possible lengths of each arm of a number, regardless of the other arms."""
    if number.total < 0:
        return 0, 0, 0, 0
    within = (2 << number.total) - 1
    white, black = board.white, board.black
    (a, i, _, _), (b, j, _, _), (c, k, _, _), (d, n, _, _) = board.table.ahead[number.cell]
    up, down, left, right = black[a] >> i, black[b] >> j, black[c] >> k, black[d] >> n
    return (
        ~(white[a] >> i) & (up ^ up - 1) & within,
        ~(white[b] >> j) & (down ^ down - 1) & within,
        ~(white[c] >> k) & (left ^ left - 1) & within,
        ~(white[d] >> n) & (right ^ right - 1) & within,
    )


def feasible_lengths(board: SightLines, number: Number) -> tuple[int, ...]:
    """Return the lengths of each arm that can add up to the number; () if it is violated."""
    return compatible_lengths(own_lengths(board, number), number.total)


def is_satisfiable(board: SightLines, number: Number) -> bool:
    """Return whether the arms can add up to the number; much faster than computing the lengths."""
    return can_sum_to(*own_lengths(board, number), number.total)


def forced_literals(board: SightLines, cell: Cell, side: int, bits: int) -> list[Literal]:
    """Return the literals forced for open cells if an arm has one of these lengths."""
    if not bits:
        return []
    line, after, _, step = board.table.ahead[cell][side]
    low = bits & -bits
    known = (board.white[line] | board.black[line]) >> after
    literals = []
    pending = low - 1 & ~known
    while pending:
        bit = pending & -pending
        pending ^= bit
        literals.append(-(cell + step * bit.bit_length()) - 1)
    if bits == low and not known & low:
        literals.append(cell + step * low.bit_length() + 1)
    return literals
