"""A rectangular grid of cells, and sets of cells as bit masks.

A `Cell` is a row-major index, a `Mask` a set of cells with one bit each. Both are ints, so a
search can hash, copy and compare millions of them. `Grid` holds the lookup tables, each computed
on first use.

>>> g = grid(2, 3)
>>> g.neighbours[0]
(3, 1)
>>> cells(g.neighbour_mask[4])
[1, 3, 5]
>>> g.is_connected(mask([0, 1, 5]))
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias, TypeVar

Cell: TypeAlias = int
Mask: TypeAlias = int
Table = TypeVar("Table")

_MOST_BITS = 1000  # of a set whose bits are cleared one by one
_MOST_CACHED = 5000  # cells; caching tables of larger boards costs more memory than it saves time


def mask(cells: Iterable[Cell]) -> Mask:
    """Return the set of these cells.

    Bits are set in a byte array; setting them in an int would copy a large board for each cell.
    """
    chosen = list(cells)
    if not chosen:
        return 0
    bits = bytearray(max(chosen) // 8 + 1)
    for cell in chosen:
        bits[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(bits, "little")


def cells(members: Mask) -> list[Cell]:
    """Return the cells of a set, in row-major order."""
    return list(each(members))


def each(members: Mask) -> Iterator[Cell]:
    """Yield the cells of a set, in row-major order."""
    if members.bit_length() <= _MOST_BITS:
        while members:
            low = members & -members
            yield low.bit_length() - 1
            members ^= low
        return
    # In 64-bit chunks: clearing bits of one huge int would copy it for each cell.
    data = members.to_bytes((members.bit_length() + 7) // 8, "little")
    for offset in range(0, len(data), 8):
        chunk = int.from_bytes(data[offset : offset + 8], "little")
        while chunk:
            low = chunk & -chunk
            yield offset * 8 + low.bit_length() - 1
            chunk ^= low


def by_size(make: Callable[[int, int], Table]) -> Callable[[int, int], Table]:
    """Cache a function of (rows, cols), except for very large boards."""
    cached = lru_cache(maxsize=32)(make)

    def table(rows: int, cols: int) -> Table:
        return cached(rows, cols) if rows * cols <= _MOST_CACHED else make(rows, cols)

    return table


@lru_cache(maxsize=32)
def grid(rows: int, cols: int) -> Grid:
    """Return the shared grid of this size, so that its tables are computed once per process."""
    return Grid(rows, cols)


@dataclass(frozen=True)
class Grid:
    """The geometry of a board with `rows` × `cols` cells."""

    rows: int
    cols: int

    @cached_property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def cell(self, row: int, col: int) -> Cell:
        """Return the cell in a row and column, both counted from 0."""
        return row * self.cols + col

    def at(self, cell: Cell) -> tuple[int, int]:
        """Return (row, column) of a cell, both counted from 0."""
        return divmod(cell, self.cols)

    def name(self, cell: Cell) -> str:
        """Return the name of a cell for people; `r1c1` is the upper left cell."""
        row, col = divmod(cell, self.cols)
        return f"r{row + 1}c{col + 1}"

    def distance(self, cell: Cell, other: Cell) -> int:
        """Return the Manhattan distance between two cells."""
        row, col = divmod(cell, self.cols)
        to_row, to_col = divmod(other, self.cols)
        return abs(row - to_row) + abs(col - to_col)

    @cached_property
    def full(self) -> Mask:
        """The set of all cells."""
        return (1 << self.size) - 1

    @cached_property
    def row_masks(self) -> tuple[Mask, ...]:
        """Each row as a set."""
        row = (1 << self.cols) - 1
        return tuple(row << r * self.cols for r in range(self.rows))

    @cached_property
    def col_masks(self) -> tuple[Mask, ...]:
        """Each column as a set."""
        return tuple(mask(range(c, self.size, self.cols)) for c in range(self.cols))

    @cached_property
    def lines(self) -> tuple[range, ...]:
        """The cells of each row, then those of each column."""
        rows = [range(first, first + self.cols) for first in range(0, self.size, self.cols)]
        return (*rows, *(range(first, self.size, self.cols) for first in range(self.cols)))

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell the cells that share a side with it: up, down, left, right."""
        last, cols = self.size - self.cols, self.cols
        return tuple(
            (
                *((cell - cols,) if cell >= cols else ()),
                *((cell + cols,) if cell < last else ()),
                *((cell - 1,) if cell % cols else ()),
                *((cell + 1,) if (cell + 1) % cols else ()),
            )
            for cell in range(self.size)
        )

    @cached_property
    def neighbour_mask(self) -> tuple[Mask, ...]:
        """`neighbours` as sets."""
        return tuple(mask(cells) for cells in self.neighbours)

    @cached_property
    def corners(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell its diagonal neighbours."""
        rows, cols = self.rows, self.cols
        return tuple(
            tuple(
                r * cols + c
                for r in (row - 1, row + 1)
                for c in (col - 1, col + 1)
                if 0 <= r < rows and 0 <= c < cols
            )
            for row in range(rows)
            for col in range(cols)
        )

    @cached_property
    def diagonal_mask(self) -> tuple[Mask, ...]:
        """`corners` as sets."""
        return tuple(mask(cells) for cells in self.corners)

    @cached_property
    def border_contacts(self) -> tuple[int, ...]:
        """For each cell the number of separate places where it touches the border."""
        if self.rows == 1 or self.cols == 1:  # a strip: its inner cells touch both long sides
            return tuple(1 if cell in (0, self.size - 1) else 2 for cell in range(self.size))
        return tuple(
            int(row in (0, self.rows - 1) or col in (0, self.cols - 1))
            for row, col in map(self.at, range(self.size))
        )

    def rays(self, cell: Cell) -> tuple[range, range, range, range]:
        """Return the cells above, below, left and right of a cell, each nearest first."""
        start = cell - cell % self.cols
        return (
            range(cell - self.cols, -1, -self.cols),
            range(cell + self.cols, self.size, self.cols),
            range(cell - 1, start - 1, -1),
            range(cell + 1, start + self.cols),
        )

    @cached_property
    def _not_first_col(self) -> Mask:
        return self.full & ~self.col_masks[0]

    @cached_property
    def _not_last_col(self) -> Mask:
        return self.full & ~self.col_masks[-1]

    def to_left(self, members: Mask) -> Mask:
        """Return the cells whose right neighbour is in a set."""
        return (members >> 1) & self._not_last_col

    def to_right(self, members: Mask) -> Mask:
        """Return the cells whose left neighbour is in a set."""
        return (members << 1) & self._not_first_col

    def spread(self, members: Mask) -> Mask:
        """Return a set extended by all neighbours of its cells."""
        return (
            members
            | members << self.cols
            | members >> self.cols
            | (members << 1) & self._not_first_col
            | (members >> 1) & self._not_last_col
        ) & self.full

    def beside(self, members: Mask) -> Mask:
        """Return the cells that share a side with a cell of a set."""
        return (
            members << self.cols
            | members >> self.cols
            | (members << 1) & self._not_first_col
            | (members >> 1) & self._not_last_col
        ) & self.full

    def diagonal(self, members: Mask) -> Mask:
        """Return the cells that touch a cell of a set at a corner."""
        sides = (members << 1) & self._not_first_col | (members >> 1) & self._not_last_col
        return (sides << self.cols | sides >> self.cols) & self.full

    @cached_property
    def border(self) -> Mask:
        """The cells that touch the border."""
        return mask(c for c, contacts in enumerate(self.border_contacts) if contacts)

    def with_few_neighbours(self, members: Mask) -> tuple[Mask, Mask]:
        """Return the cells with no neighbour in a set, and those with exactly one."""
        up, down = members << self.cols & self.full, members >> self.cols
        left, right = (members << 1) & self._not_first_col, (members >> 1) & self._not_last_col
        two = up & down | left & right
        # An odd number, but not three.
        one = (up ^ down ^ left ^ right) & ~two
        return self.full & ~(up | down | left | right), one

    @cached_property
    def hubs(self) -> Mask:
        """The cells that are neighbours of all others; only tiny boards have any."""
        return mask(c for c in range(self.size) if len(self.neighbours[c]) == self.size - 1)

    def flood(self, seed: Mask, within: Mask) -> Mask:
        """Flood fill: return all cells of `within` reachable from `seed` inside `within`."""
        cols, right, left = self.cols, self._not_first_col, self._not_last_col
        reached = seed & within
        while True:
            grown = (
                reached
                | reached << cols
                | reached >> cols
                | (reached << 1) & right
                | (reached >> 1) & left
            ) & within
            if grown == reached:
                return reached
            reached = grown

    def is_connected(self, members: Mask) -> bool:
        """Return whether the cells of a set are connected by sides; True for the empty set."""
        return self.flood(members & -members, members) == members

    def components(self, members: Mask) -> list[Mask]:
        """Return the connected components of a set, in row-major order of their first cells."""
        parts = []
        while members:
            part = self.flood(members & -members, members)
            parts.append(part)
            members ^= part
        return parts
