"""Paths as sets of links, where a link joins two cells that share a side.

A set of links is an int like a set of cells: bit `cell` is the link between a cell and the one
to its right, bit `size + cell` the link to the one below. Questions about all cells ("which have
two links?") then take a few operations on whole boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Grid, Mask, by_size, each, grid, mask

Links: TypeAlias = int


@by_size
def links_of(rows: int, cols: int) -> list[tuple[Cell, Cell]]:
    """Return all pairs of neighbours, the smaller cell first."""
    g = grid(rows, cols)
    return [(cell, other) for cell in range(g.size) for other in g.neighbours[cell] if other > cell]


@dataclass(frozen=True)
class Net:
    """The graph of a board's cells and links, with operations on sets of them."""

    grid: Grid

    @cached_property
    def all(self) -> Links:
        """All links of the board."""
        across = self.grid.full & ~self.grid.col_masks[-1]
        down = self.grid.full & ~self.grid.row_masks[-1]
        return across | down << self.grid.size

    def number(self, cell: Cell, other: Cell) -> int | None:
        """Return the bit of the link of two cells; None if they share no side."""
        cell, other = min(cell, other), max(cell, other)
        if other == cell + self.grid.cols:
            return self.grid.size + cell
        return cell if other == cell + 1 and other % self.grid.cols else None

    def along(self, path: Iterable[Cell]) -> Links:
        """Return the links of a path, without its jumps."""
        numbers = (self.number(cell, other) for cell, other in pairwise(path))
        return mask(number for number in numbers if number is not None)

    def sides(self, links: Links) -> tuple[Mask, Mask, Mask, Mask]:
        """Return the cells that have a link up, down, left and right."""
        across, down = links & self.grid.full, links >> self.grid.size
        return down << self.grid.cols, down, across << 1, across

    def touched(self, links: Links) -> Mask:
        """Return the cells that have a link."""
        up, down, left, right = self.sides(links)
        return up | down | left | right

    def at_least(self, links: Links) -> tuple[Mask, Mask, Mask]:
        """Return the cells that have at least one, two and three of these links."""
        up, down, left, right = self.sides(links)
        vertical, both_vertical = up | down, up & down
        horizontal, both_horizontal = left | right, left & right
        return (
            vertical | horizontal,
            both_vertical | both_horizontal | vertical & horizontal,
            both_vertical & horizontal | both_horizontal & vertical,
        )

    def around(self, members: Mask) -> Links:
        """Return all links of these cells."""
        across = members | members >> 1
        down = members | members >> self.grid.cols
        return (across | down << self.grid.size) & self.all

    def within(self, *groups: Mask) -> Links:
        """Return the links between two cells of the same group."""
        cols, size, links = self.grid.cols, self.grid.size, 0
        for members in groups:
            links |= members & members >> 1 | (members & members >> cols) << size
        return links & self.all

    def next_cells(self, links: Links, cell: Cell) -> list[Cell]:
        """Return the cells that the links of a cell lead to, in the order up, down, left, right."""
        size, cols = self.grid.size, self.grid.cols
        cells = []
        if cell >= cols and links >> size + cell - cols & 1:
            cells.append(cell - cols)
        if links >> size + cell & 1:
            cells.append(cell + cols)
        if cell and links >> cell - 1 & 1:
            cells.append(cell - 1)
        if links >> cell & 1:
            cells.append(cell + 1)
        return cells

    @lru_cache(maxsize=2)  # noqa: B019 - successive calls trace pieces of the same path
    def _digits(self, links: Links) -> tuple[str, str]:
        """Return the links to the right and those down as strings of one digit per cell.

        Looking up a character is faster than a bit of a large number.
        """
        text = f"{links:0{2 * self.grid.size}b}"[::-1]
        return text[: self.grid.size], text[self.grid.size :]

    def trace(self, links: Links, cell: Cell) -> list[Cell]:
        """Return the cells from this one on, until there is not exactly one link onward.

        No cell occurs twice: a cell that closes a ring has three links, or begins the path.
        """
        cols, (across, down) = self.grid.cols, self._digits(links)
        path, before = [cell], cell
        while True:
            onward, count = cell, 0
            if cell >= cols and down[cell - cols] == "1" and cell - cols != before:
                onward, count = cell - cols, 1
            if down[cell] == "1" and cell + cols != before:
                onward, count = cell + cols, count + 1
            if cell and across[cell - 1] == "1" and cell - 1 != before:
                onward, count = cell - 1, count + 1
            if across[cell] == "1" and cell + 1 != before:
                onward, count = cell + 1, count + 1
            if count != 1:
                return path
            before, cell = cell, onward
            path.append(cell)

    def pieces(self, links: Links, loose: Mask) -> Iterator[list[Cell]]:
        """Yield the pieces of a path from some loose ends on, each from one end to the other."""
        while loose:
            piece = self.trace(links, (loose & -loose).bit_length() - 1)
            loose &= ~(1 << piece[0] | 1 << piece[-1])
            yield piece

    def closing(self, piece: Sequence[Cell]) -> Links:
        """Return the link between the two ends of a piece as a set, empty if there is none."""
        return self.between(piece[0], piece[-1]) if len(piece) > 2 else 0

    def between(self, cell: Cell, other: Cell) -> Links:
        """Return the link of two cells as a set, empty if they share no side."""
        number = self.number(cell, other)
        return 0 if number is None else 1 << number

    def expand(self, links: Links, cells: Mask) -> Mask:
        """Return these cells and the cells that one of the links joins to them."""
        across, down = links & self.grid.full, links >> self.grid.size
        horizontal = cells | (cells & across) << 1 | cells >> 1 & across
        return horizontal | (cells & down) << self.grid.cols | cells >> self.grid.cols & down

    def flood_fill(self, links: Links, cells: Mask) -> Mask:
        """Return all cells connected with these cells by the links."""
        size, cols = self.grid.size, self.grid.cols
        across, down = links & self.grid.full, links >> size
        while True:
            grown = cells | (cells & across) << 1 | cells >> 1 & across
            grown |= (cells & down) << cols | cells >> cols & down
            if grown == cells:
                return cells
            cells = grown

    @lru_cache(maxsize=512)  # noqa: B019 - queries repeat often, and nets are small
    def cells_on_paths(self, links: Links, start: Cell, goal: Cell) -> Mask:
        """Return the cells on any simple path along these links from start to goal.

        With an additional link between start and goal, these are the cells of its biconnected
        component (Hopcroft and Tarjan). Empty if there is no path.
        """
        size, cols = self.grid.size, self.grid.cols
        across, down = self._digits(links)
        depth, low, parents = [0] * size, [0] * size, [goal] * size
        depth[goal], depth[start], low[start] = 1, 2, 2  # 0: not visited
        pending: list[list[Cell]] = [[]] * size
        pending[start] = self.next_cells(links, start)
        order = []
        cell = start
        while cell != goal:
            ahead = pending[cell]
            if not ahead:  # backtrack: the low-link of the cell is final
                parent = parents[cell]
                if low[cell] < low[parent]:
                    low[parent] = low[cell]
                cell = parent
                continue
            neighbour = ahead.pop()
            if not depth[neighbour]:
                depth[neighbour] = low[neighbour] = depth[cell] + 1
                parents[neighbour] = cell
                cell = neighbour
                order.append(cell)
                pending[cell] = ahead = []
                if cell >= cols and down[cell - cols] == "1":
                    ahead.append(cell - cols)
                if down[cell] == "1":
                    ahead.append(cell + cols)
                if cell and across[cell - 1] == "1":
                    ahead.append(cell - 1)
                if across[cell] == "1":
                    ahead.append(cell + 1)
            elif depth[neighbour] < low[cell] and (neighbour == goal or neighbour != parents[cell]):
                low[cell] = depth[neighbour]
        if low[start] == depth[start]:
            return 0
        outside, inside = b"01"
        block = bytearray([outside]) * size  # the digits of the result, least significant first
        block[start] = block[goal] = inside
        for cell in order:
            if block[parents[cell]] == inside and low[cell] < depth[parents[cell]]:
                block[cell] = inside
        return int(block[::-1], 2)

    def flips(self, path: Links, start: Cell) -> tuple[Mask, Mask]:
        """Return the squares whose flip leaves one simple path: (certain, possible).

        Squares are named by their upper left cell. One side on the path becomes the other three if
        the two far cells are free, and three become one. Two adjacent sides become the other two if
        the fourth cell is free. For two opposite sides it depends on the path, see
        `parallel_squares`.
        """
        cols = self.grid.cols
        _, left, _, top = self.sides(path)
        bottom, right = top >> cols, left >> 1
        free = self.grid.full & ~(self.touched(path) | 1 << start)
        free_ul, free_ur, free_ll, free_lr = (free >> n for n in (0, 1, cols, cols + 1))
        certain = 0
        for side, opposite, adjacent, other_adjacent, far_free in (
            (top, bottom, left, right, free_ll & free_lr),
            (bottom, top, left, right, free_ul & free_ur),
            (left, right, top, bottom, free_ur & free_lr),
            (right, left, top, bottom, free_ul & free_ll),
        ):
            certain |= (
                side
                & ~opposite
                & (~(adjacent | other_adjacent) & far_free | adjacent & other_adjacent)
            )
        for side, next_side, rest, fourth in (
            (top, left, bottom | right, free_lr),
            (top, right, bottom | left, free_ll),
            (bottom, left, top | right, free_ur),
            (bottom, right, top | left, free_ul),
        ):
            certain |= side & next_side & ~rest & fourth
        squares = self.grid.full & ~self.grid.row_masks[-1] & ~self.grid.col_masks[-1]
        possible = top & bottom & ~(left | right) | left & right & ~(top | bottom)
        return certain & squares, possible & squares

    def parallel_squares(self, path: Links, start: Cell, squares: Mask) -> Mask:
        """Return the squares whose two opposite sides the path takes in the same direction.

        Their flip reverses the piece between the two sides; a flip of the others makes a ring.
        """
        cols = self.grid.cols
        order = {cell: number for number, cell in enumerate(self.trace(path, start))}
        parallel = []
        for cell in each(squares):
            is_horizontal = path >> cell & 1
            onward, across = (1, cols) if is_horizontal else (cols, 1)
            direction = order[cell + onward] - order[cell]
            if direction == order[cell + across + onward] - order[cell + across]:
                parallel.append(cell)
        return mask(parallel)
