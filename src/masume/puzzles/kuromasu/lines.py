"""The colours of a Kuromasu board as lines of bits: how far a number may see is a few operations.

Each row and each column is kept twice, once from either end. So the cells ahead of any cell, to any
side, are the bits of one int, nearest first. Beyond its last cell each line is black. The lengths
that an arm of a number may have are the bits of an int too: it may end before an open or a black
cell or at the border, never before a white one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, by_size
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_lengths import fitting, reaches

# A line, the first place ahead in it, the cell's bit, and the step to the next cell there.
Ahead: TypeAlias = tuple[int, int, int, int]


class LineTable(NamedTuple):
    """Where the cells of a board are in its lines."""

    ahead: list[tuple[Ahead, Ahead, Ahead, Ahead]]  # of each cell: up, down, left, right
    borders: list[int]  # of each line the place beyond its last cell, as a bit


@by_size
def line_table(rows: int, cols: int) -> LineTable:
    """The table of a size."""

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
    """The white and the black cells of each line."""

    __slots__ = ("black", "table", "white")

    def __init__(self, table: LineTable, literals: Iterable[Literal] = ()) -> None:
        self.table = table
        self.white = [0] * len(table.borders)
        self.black = table.borders[:]
        for literal in literals:
            self.add(literal)

    def copy(self) -> SightLines:
        """The same once more."""
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

    def in_sight(self, cell: Cell, marked: list[int]) -> Iterator[tuple[Cell, int]]:
        """Of cells that are marked in lines those that a cell sees, and what is between them."""
        for line, after, _, step in self.table.ahead[cell]:
            there = marked[line] >> after
            if there:
                black = self.black[line] >> after
                there &= black ^ black - 1
                while there:
                    low = there & -there
                    there ^= low
                    steps = low.bit_length()
                    yield cell + step * steps, steps - 1


class SeenRay(NamedTuple):
    """A ray with its white cells at the beginning, and the cells up to its first black one."""

    ray: range
    least: int
    most: int


def arms(board: SightLines, number: Number) -> list[SeenRay]:
    """How long each arm is at least, and at most."""
    seen = []
    for ray, (line, after, _, _) in zip(number.rays, board.table.ahead[number.cell], strict=True):
        black = board.black[line] >> after
        bits = ~(board.white[line] >> after) & (black ^ black - 1)
        low = (bits & -bits).bit_length() - 1
        seen.append(SeenRay(ray, low, (black & -black).bit_length() - 1))
    return seen


def lengths(board: SightLines, cell: Cell, side: int) -> int:
    """The lengths that the view from a cell to a side may have, as bits."""
    line, after, _, _ = board.table.ahead[cell][side]
    black = board.black[line] >> after
    return ~(board.white[line] >> after) & (black ^ black - 1)


def alone(board: SightLines, number: Number) -> tuple[int, int, int, int]:
    """The lengths that each arm of a number may have by itself."""
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


def possible(board: SightLines, number: Number) -> tuple[int, ...]:
    """The lengths of the arms that may add up to the number; nothing if it cannot be met."""
    return fitting(alone(board, number), number.total)


def is_possible(board: SightLines, number: Number) -> bool:
    """Whether there are such lengths at all; much faster."""
    return reaches(*alone(board, number), number.total)


def forced(board: SightLines, cell: Cell, side: int, bits: int) -> list[Literal]:
    """What follows for open cells if the view from a cell to a side has one of these lengths."""
    if not bits:
        return []
    line, after, _, step = board.table.ahead[cell][side]
    low = bits & -bits
    known = (board.white[line] | board.black[line]) >> after
    literals = []
    left = low - 1 & ~known
    while left:
        one = left & -left
        left ^= one
        literals.append(-(cell + step * one.bit_length()) - 1)
    if bits == low and not known & low:
        literals.append(cell + step * low.bit_length() + 1)
    return literals
