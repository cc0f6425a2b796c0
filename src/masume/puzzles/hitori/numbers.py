"""Random numbers for Hitori boards whose black cells are given.

The numbers of white cells form a Latin rectangle; a black cell gets the number of a white cell of
its row or column, its twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TypeVar

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Mask, cells
from masume.puzzles.hitori.board_table import board_table

T = TypeVar("T")

_NEAR = 2  # cells between which people spot equal numbers immediately
_MAX_CHANGED = 3  # black cells whose numbers are redrawn together
_ELSEWHERE = 0.5  # probability of a twin outside the cells to be changed


class Numbering:
    """A generator of numbers for a given set of black cells."""

    def __init__(self, rng: Random, rows: int, cols: int, black: Mask) -> None:
        self.rng = rng
        self.table = table = board_table(rows, cols)
        self.black = cells(black)
        self.white = table.grid.full & ~black

    def draw(self, check_cancel: CancelCheck, *, is_hard: bool) -> list[int]:
        """Return random numbers for all cells."""
        g = self.table.grid
        return self.draw_twins(latin(self.rng, g.rows, g.cols, check_cancel), is_hard=is_hard)

    def draw_twins(self, numbers: Sequence[T], *, is_hard: bool) -> list[T]:
        """Return a copy in which all black cells get the number of a random twin."""
        result = list(numbers)
        for cell in self.black:
            line = self.table.lines[cell] & self.white
            twins = self._inconspicuous_twins(cell, line) if is_hard else line
            result[cell] = result[self._choose(twins, cell)]
        return result

    def change_some(self, numbers: Sequence[T], where: Mask) -> list[T]:
        """Return a copy with new twins for a few black cells of `where`, or of all if it has none.

        Twins outside `where` are preferred: if their colour can be deduced, so can that of the
        black cells.
        """
        rng, changed = self.rng, list(numbers)
        black = [cell for cell in self.black if where >> cell & 1] or self.black
        for cell in rng.sample(black, min(len(black), rng.randint(1, _MAX_CHANGED))):
            line = self.table.lines[cell] & self.white
            elsewhere = line & ~where
            if elsewhere and rng.random() < _ELSEWHERE:
                line = elsewhere
            changed[cell] = changed[self._choose(line, cell)]
        return changed

    def _choose(self, candidates: Mask, default: Cell) -> Cell:
        choices = cells(candidates)
        return choices[int(self.rng.random() * len(choices))] if choices else default

    def _inconspicuous_twins(self, cell: Cell, line: Mask) -> Mask:
        """Return the twins in a line whose colour is hardest to deduce.

        They are not near the cell, where people spot equal numbers immediately, and have as few
        black neighbours as possible, since each of these decides their colour.
        """
        far = line & ~(self._cross << cell >> _NEAR * self.table.grid.cols) or line
        return next((twins for group in self._by_black_neighbours if (twins := far & group)), 0)

    @cached_property
    def _cross(self) -> Mask:
        """The cells near a cell in its row and column, as if the cell were at row 3, column 1."""
        cols, cross = self.table.grid.cols, 0
        for offset in range(-_NEAR, _NEAR + 1):
            cross |= 1 << _NEAR * cols + offset * cols
            cross |= 1 << _NEAR * cols + offset
        return cross

    @cached_property
    def _by_black_neighbours(self) -> list[Mask]:
        """The white cells with 0, 1, 2, 3 and 4 black neighbours."""
        g, by_count = self.table.grid, [self.white, 0, 0, 0, 0]
        for cell in self.black:
            neighbours = g.neighbour_mask[cell]
            for count in range(3, -1, -1):
                raised = by_count[count] & neighbours
                by_count[count + 1] |= raised
                by_count[count] ^= raised
        return by_count


def latin(rng: Random, rows: int, cols: int, check_cancel: CancelCheck) -> list[int]:
    """Return a random Latin rectangle with numbers from 1 to the longer side, in row-major order.

    It is filled row by row with numbers that the columns have not used. A row that uses all numbers
    can always be completed, so a board with more rows than columns is built transposed. Where no
    unused number is left for a column, `_augment` moves those of other columns.
    """
    if rows > cols:
        transposed = latin(rng, cols, rows, check_cancel)
        return [transposed[col * rows + row] for row in range(rows) for col in range(cols)]
    numbers = {1 << place: n for place, n in enumerate(_shuffle(rng, range(1, cols + 1)))}
    bits = list(numbers)
    unused = [(1 << cols) - 1] * cols  # per column
    lines: list[list[int]] = []
    for _ in range(rows):
        check_cancel()
        pending = _shuffle(rng, bits)
        line = [0] * cols
        for col in _shuffle(rng, range(cols)):
            candidates = unused[col]
            for bit in pending:
                if bit & candidates:
                    pending.remove(bit)
                    line[col] = bit
                    break
            else:
                pending.remove(_augment(col, unused, line, sum(pending)))
        for col, bit in enumerate(line):
            unused[col] ^= bit
        lines.append([numbers[bit] for bit in line])
    return [number for line in _shuffle(rng, lines) for number in line]


def _augment(col: int, unused: Sequence[int], line: list[int], pending: int) -> int:
    """Complete a row for one more column along an augmenting path; return the number it uses up.

    The column takes a number from another column, which takes another one, and so on until one of
    the pending numbers is used.
    """
    owner = {bit: other for other, bit in enumerate(line) if bit}
    wanted_by: dict[int, int] = {}  # the column that reached each number
    last, queue = 0, [col]
    for column in queue:  # grows during iteration
        candidates = unused[column]
        last = candidates & pending
        if last:
            last &= -last
            break
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            if bit not in wanted_by:
                wanted_by[bit] = column
                queue.append(owner[bit])
    assert last, "a row can always be completed"
    bit = last
    while bit:
        bit, line[column] = line[column], bit
        column = wanted_by.get(bit, col)
    return last


def _shuffle(rng: Random, values: Sequence[T]) -> list[T]:
    """Return the values in random order, three times as fast as `Random.shuffle`."""
    keys = [rng.random() for _ in values]
    return [values[place] for place in sorted(range(len(keys)), key=keys.__getitem__)]
