"""Random numbers for Hitori boards whose black cells are known.

Those of white cells repeat in no row and no column; a black cell has the number of a white cell of
its row or column: its twin.
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

_NEAR = 2  # cells
_AT_ONCE = 3  # black cells, at most, whose numbers are drawn anew
_ELSEWHERE = 0.5  # how often they get numbers of white cells elsewhere


class Numbering:
    """Numbers around a solution, and others for some of its black cells."""

    def __init__(self, rng: Random, rows: int, cols: int, black: Mask) -> None:
        self.rng = rng
        self.table = table = board_table(rows, cols)
        self.black = cells(black)
        self.white = table.grid.full & ~black

    def drawn(self, check_cancel: CancelCheck, *, is_hard: bool) -> list[int]:
        """Numbers for all cells."""
        g = self.table.grid
        return self.paired(latin(self.rng, g.rows, g.cols, check_cancel), is_hard=is_hard)

    def paired(self, numbers: Sequence[T], *, is_hard: bool) -> list[T]:
        """The same with the numbers of all black cells drawn anew."""
        paired = list(numbers)
        for cell in self.black:
            line = self.table.lines[cell] & self.white
            paired[cell] = paired[self._any(self._hidden(cell, line) if is_hard else line, cell)]
        return paired

    def changed(self, numbers: Sequence[T], where: Mask) -> list[T]:
        """The same with other numbers for a few black cells there, or anywhere if none is there.

        They are rather those of white cells elsewhere: if these can be found out, so can the
        black ones.
        """
        rng, changed = self.rng, list(numbers)
        black = [cell for cell in self.black if where >> cell & 1] or self.black
        for cell in rng.sample(black, min(len(black), rng.randint(1, _AT_ONCE))):
            line = self.table.lines[cell] & self.white
            elsewhere = line & ~where
            if elsewhere and rng.random() < _ELSEWHERE:
                line = elsewhere
            changed[cell] = changed[self._any(line, cell)]
        return changed

    def _any(self, some: Mask, otherwise: Cell) -> Cell:
        chosen = cells(some)
        return chosen[int(self.rng.random() * len(chosen))] if chosen else otherwise

    def _hidden(self, cell: Cell, line: Mask) -> Mask:
        """Of the cells whose number a black one may have, those that are hard to be found out.

        They are neither near, where people see at once what equal numbers say, nor beside many
        black cells, each of which would tell their colour.
        """
        far = line & ~(self._cross << cell >> _NEAR * self.table.grid.cols) or line
        return next((some for alike in self._by_company if (some := far & alike)), 0)

    @cached_property
    def _cross(self) -> Mask:
        """What is near a cell of its row and column; the cell is in the third row, at the left."""
        cols, cross = self.table.grid.cols, 0
        for way in range(-_NEAR, _NEAR + 1):
            cross |= 1 << _NEAR * cols + way * cols
            cross |= 1 << _NEAR * cols + way
        return cross

    @cached_property
    def _by_company(self) -> list[Mask]:
        """White cells with no black one beside them, with one, with two, three and four."""
        g, company = self.table.grid, [self.white, 0, 0, 0, 0]
        for cell in self.black:
            beside = g.neighbour_mask[cell]
            for number in range(3, -1, -1):
                more = company[number] & beside
                company[number + 1] |= more
                company[number] ^= more
        return company


def latin(rng: Random, rows: int, cols: int, check_cancel: CancelCheck) -> list[int]:
    """Random numbers from 1 to the longer side that repeat in no row and no column.

    Row by row, each column gets a number that is not above it. That is always possible if each row
    has all numbers, so a high board is made lying; where a column finds nothing left, others make
    room for it.
    """
    if rows > cols:
        lying = latin(rng, cols, rows, check_cancel)
        return [lying[col * rows + row] for row in range(rows) for col in range(cols)]
    numbers = {1 << at: n for at, n in enumerate(_shuffled(rng, range(1, cols + 1)))}
    bits = list(numbers)
    unused = [(1 << cols) - 1] * cols  # in each column
    lines: list[list[int]] = []
    for _ in range(rows):
        check_cancel()
        left = _shuffled(rng, bits)
        line = [0] * cols
        for col in _shuffled(rng, range(cols)):
            here = unused[col]
            for bit in left:
                if bit & here:
                    left.remove(bit)
                    line[col] = bit
                    break
            else:
                left.remove(_make_room(col, unused, line, sum(left)))
        for col, bit in enumerate(line):
            unused[col] ^= bit
        lines.append([numbers[bit] for bit in line])
    return [number for line in _shuffled(rng, lines) for number in line]


def _make_room(col: int, unused: Sequence[int], line: list[int], left: int) -> int:
    """Give a column a number whose owner takes another one, and so on up to one that was left."""
    owner = {bit: other for other, bit in enumerate(line) if bit}
    asked: dict[int, int] = {}  # for each number the column that wants it
    last, waiting = 0, [col]
    for one in waiting:  # grows while it is gone through
        wanted = unused[one]
        last = wanted & left
        if last:
            last &= -last
            break
        while wanted:
            bit = wanted & -wanted
            wanted ^= bit
            if bit not in asked:
                asked[bit] = one
                waiting.append(owner[bit])
    assert last, "a row can always be completed"
    bit = last
    while bit:
        bit, line[one] = line[one], bit
        one = asked.get(bit, col)
    return last


def _shuffled(rng: Random, some: Sequence[T]) -> list[T]:
    """The same in random order, in a third of the time that `Random.shuffle` takes."""
    keys = [rng.random() for _ in some]
    return [some[at] for at in sorted(range(len(keys)), key=keys.__getitem__)]
