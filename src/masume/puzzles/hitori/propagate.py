"""Hitori's propagator: the known colours, and tables of equal numbers.

Everything that draws conclusions about Hitori boards runs the rules of `rules.py` on it: the maker,
the space `decide`, the model before the engine, hints, walks and grades.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.families.shading.propagate import Marks, ShadingPropagator
from masume.puzzles.hitori.board_table import board_table
from masume.puzzles.hitori.puzzle import Hitori

MANY = 30  # equal numbers in a line; larger groups are ignored


class CloseEquals(NamedTuple):
    """The colours that equal numbers decide which are neighbours or have one cell between them."""

    threes: Marks  # of three side by side the middle one is white, the outer ones are black
    between: Mask  # white cells between two equal numbers
    others: Mask  # black equals of two that are neighbours


class Propagator(ShadingPropagator):
    """The known colours of a Hitori board."""

    def __init__(self, rows: int, cols: int, clues: Sequence[Clue | None]) -> None:
        self.table = board_table(rows, cols)
        super().__init__(self.table.grid, clues)
        self.equals = self._find_equals()
        self.close = self._find_close_equals()
        self.consequences: tuple[object, list[tuple[Cell, Mask, Mask]]] = (None, [])  # a cache
        self._used: Mask = 0  # white cells whose equals are in `_due`
        self._due: Mask = 0

    def _find_equals(self) -> Sequence[Mask]:
        """Return for each cell the equal numbers in its row and column, without large groups."""
        g, clues = self.grid, self.clues
        if not self.table.lines:
            return _LargeTable(g.rows, g.cols, clues)
        same: dict[Clue | None, Mask] = dict.fromkeys(clues, 0)
        bit = 1
        for clue in clues:
            same[clue] |= bit
            bit <<= 1
        for clue in same:
            if not isinstance(clue, int):
                same[clue] = 0
        equals = [line & same[clue] for line, clue in zip(self.table.lines, clues, strict=True)]
        if max(g.rows, g.cols) > MANY:
            for line in (*g.row_masks, *g.col_masks):
                for cells in same.values():
                    group = cells & line
                    if group.bit_count() > MANY:
                        for cell in each(group):
                            equals[cell] &= ~group
        return equals

    def _find_close_equals(self) -> CloseEquals:
        """Return what equal numbers decide that are neighbours or have one cell between them."""
        table, equals = self.table, self.equals
        pair_steps, gap_steps, near = table.pair_steps, table.gap_steps, table.near
        outer = middle = between = others = 0
        for cell, partners in enumerate(equals):
            after = partners >> cell & near
            if after:
                for step in pair_steps:
                    if after >> step & 1:
                        rest = partners & equals[cell + step]
                        others |= rest
                        if rest >> cell + 2 * step & 1:
                            outer |= 1 << cell | 1 << cell + 2 * step
                            middle |= 1 << cell + step
                for step in gap_steps:
                    if after >> 2 * step & 1:
                        between |= 1 << cell + step
        return CloseEquals((outer, middle), between, others)

    def pairs(self) -> Iterator[tuple[Cell, Cell, Mask]]:
        """Yield equal neighbours, each with the equals of both, first those in rows."""
        for step in self.table.pair_steps:
            for cell, partners in enumerate(self.equals):
                if partners >> cell + step & 1:
                    yield cell, cell + step, partners & self.equals[cell + step]

    @cached_property
    def corner_marks(self) -> tuple[Marks, Marks, Marks]:
        """The colours that the numbers of corners decide: by two pairs, by three, by one pair."""
        equals = self.equals
        pairs_black = pairs_white = three = pair = 0
        for corner, beside, other, across in self.table.corners:
            if equals[corner] >> beside & 1:
                if equals[across] >> other & 1:
                    pairs_black |= 1 << corner | 1 << across
                    pairs_white |= 1 << other
                if equals[corner] >> other & 1:
                    three |= 1 << corner
            if (equals[corner] | equals[across]) >> beside & 1:
                pair |= 1 << other
        return (pairs_black, pairs_white), (three, 0), (0, pair)

    @property
    def equals_of_white(self) -> Mask:
        """The equals of all white cells; those of each cell are added once."""
        fresh = self.white & ~self._used
        if fresh:
            self._used = self.white
            equals, due = self.equals, self._due
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                due |= equals[low.bit_length() - 1]
            self._due = due
        return self._due


class _LargeTable(Sequence[Mask]):
    """The equals of each cell of a large board, whose masks are computed when they are used."""

    def __init__(self, rows: int, cols: int, clues: Sequence[Clue | None]) -> None:
        self._groups: list[list[list[Cell]]] = [[] for _ in clues]
        lines = [range(row * cols, row * cols + cols) for row in range(rows)]
        lines += [range(col, rows * cols, cols) for col in range(cols)]
        for line in lines:
            by_number: dict[Clue | None, list[Cell]] = {}
            for cell in line:
                by_number.setdefault(clues[cell], []).append(cell)
            for clue, group in by_number.items():
                if isinstance(clue, int) and 1 < len(group) <= MANY:
                    for cell in group:
                        self._groups[cell].append(group)

    def __len__(self) -> int:
        return len(self._groups)

    def __getitem__(self, cell: Cell) -> Mask:  # type: ignore[override]
        groups = self._groups[cell]
        return mask(other for group in groups for other in group if other != cell) if groups else 0


def propagator(puzzle: Hitori) -> Propagator:
    """Return the propagator of a bare board."""
    return Propagator(puzzle.rows, puzzle.cols, puzzle.clues)
