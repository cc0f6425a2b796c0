"""Paths as sets of links, where a link joins two cells that share a side.

A set of links is an int like a set of cells: bit `cell` is the link between a cell and the one
to its right, bit `size + cell` the link to the one below. Questions about all cells at once
("which have two links?") are then a handful of operations on whole boards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Grid, Mask, by_size, each, grid, mask

Links: TypeAlias = int


@by_size
def links_of(rows: int, cols: int) -> list[tuple[Cell, Cell]]:
    """All pairs of neighbours, the smaller cell first."""
    g = grid(rows, cols)
    return [(cell, other) for cell in range(g.size) for other in g.neighbours[cell] if other > cell]


@dataclass(frozen=True)
class Net:
    """The links of a board."""

    grid: Grid

    @cached_property
    def all(self) -> Links:
        """Every link that there is: none leads off the board."""
        across = self.grid.full & ~self.grid.col_masks[-1]
        down = self.grid.full & ~self.grid.row_masks[-1]
        return across | down << self.grid.size

    def number(self, cell: Cell, other: Cell) -> int | None:
        """The bit of the link of two cells; None if they share no side."""
        cell, other = min(cell, other), max(cell, other)
        if other == cell + self.grid.cols:
            return self.grid.size + cell
        return cell if other == cell + 1 and other % self.grid.cols else None

    def along(self, path: Iterable[Cell]) -> Links:
        """The links of a path; where it jumps there is none."""
        numbers = (self.number(cell, other) for cell, other in pairwise(path))
        return mask(number for number in numbers if number is not None)

    def sides(self, links: Links) -> tuple[Mask, Mask, Mask, Mask]:
        """The cells that have a link up, down, left and right."""
        across, down = links & self.grid.full, links >> self.grid.size
        return down << self.grid.cols, down, across << 1, across

    def touched(self, links: Links) -> Mask:
        """The cells that have a link."""
        up, down, left, right = self.sides(links)
        return up | down | left | right

    def at_least(self, links: Links) -> tuple[Mask, Mask, Mask]:
        """The cells that have at least one, two and three of these links."""
        up, down, left, right = self.sides(links)
        upright, both_upright = up | down, up & down
        level, both_level = left | right, left & right
        return (
            upright | level,
            both_upright | both_level | upright & level,
            both_upright & level | both_level & upright,
        )

    def around(self, members: Mask) -> Links:
        """All links of these cells."""
        across = members | members >> 1
        down = members | members >> self.grid.cols
        return (across | down << self.grid.size) & self.all

    def within(self, *groups: Mask) -> Links:
        """The links between two cells of one of these groups."""
        cols, size, links = self.grid.cols, self.grid.size, 0
        for members in groups:
            links |= members & members >> 1 | (members & members >> cols) << size
        return links & self.all

    def next_cells(self, links: Links, cell: Cell) -> list[Cell]:
        """Where the links of a cell lead, in the order up, down, left, right."""
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

    @lru_cache(maxsize=2)  # noqa: B019 - one piece of a path is traced after the other
    def _digits(self, links: Links) -> tuple[str, str]:
        """The links to the right and those down, a character for each cell.

        One character is looked up faster than one bit of a number.
        """
        text = f"{links:0{2 * self.grid.size}b}"[::-1]
        return text[: self.grid.size], text[self.grid.size :]

    def trace(self, links: Links, cell: Cell) -> list[Cell]:
        """The cells from this one as far as single links lead; no cell comes twice."""
        cols, (across, down) = self.grid.cols, self._digits(links)
        path, before = [cell], cell
        while True:
            onward, ways = cell, 0
            if cell >= cols and down[cell - cols] == "1" and cell - cols != before:
                onward, ways = cell - cols, 1
            if down[cell] == "1" and cell + cols != before:
                onward, ways = cell + cols, ways + 1
            if cell and across[cell - 1] == "1" and cell - 1 != before:
                onward, ways = cell - 1, ways + 1
            if across[cell] == "1" and cell + 1 != before:
                onward, ways = cell + 1, ways + 1
            if ways != 1:  # a cell that came before had three ways, or is where a ring began
                return path
            before, cell = cell, onward
            path.append(cell)

    def beside(self, links: Links, cells: Mask) -> Mask:
        """Some cells, and those that one of these links joins to them."""
        across, down = links & self.grid.full, links >> self.grid.size
        level = cells | (cells & across) << 1 | cells >> 1 & across
        return level | (cells & down) << self.grid.cols | cells >> self.grid.cols & down

    def reached(self, links: Links, cells: Mask) -> Mask:
        """All cells that these links lead to."""
        size, cols = self.grid.size, self.grid.cols
        across, down = links & self.grid.full, links >> size
        while True:
            grown = cells | (cells & across) << 1 | cells >> 1 & across
            grown |= (cells & down) << cols | cells >> cols & down
            if grown == cells:
                return cells
            cells = grown

    @lru_cache(maxsize=512)  # noqa: B019 - the same is asked again and again, and nets are small
    def on_the_way(self, links: Links, start: Cell, goal: Cell) -> Mask:
        """The cells by which some simple path along these links leads from start to goal.

        With one more link between the two ends, these are the cells of its biconnected block
        (Hopcroft and Tarjan): from each of them two ways lead out that never meet. None without
        any path.
        """
        size, cols = self.grid.size, self.grid.cols
        across, down = self._digits(links)
        depth, low, above = [0] * size, [0] * size, [goal] * size
        depth[goal], depth[start], low[start] = 1, 2, 2  # 0: not yet seen
        ways: list[list[Cell]] = [[]] * size
        ways[start] = self.next_cells(links, start)
        order = []
        cell = start
        while cell != goal:
            ahead = ways[cell]
            if not ahead:  # back up: the cell's own way is known now
                parent = above[cell]
                if low[cell] < low[parent]:
                    low[parent] = low[cell]
                cell = parent
                continue
            other = ahead.pop()
            if not depth[other]:
                depth[other] = low[other] = depth[cell] + 1
                above[other] = cell
                cell = other
                order.append(cell)
                ways[cell] = ahead = []
                if cell >= cols and down[cell - cols] == "1":
                    ahead.append(cell - cols)
                if down[cell] == "1":
                    ahead.append(cell + cols)
                if cell and across[cell - 1] == "1":
                    ahead.append(cell - 1)
                if across[cell] == "1":
                    ahead.append(cell + 1)
            elif depth[other] < low[cell] and (other == goal or other != above[cell]):
                low[cell] = depth[other]
        if low[start] == depth[start]:
            return 0
        outside, inside = b"01"
        block = bytearray([outside]) * size  # the digits of the result, the last one first
        block[start] = block[goal] = inside
        for cell in order:
            if block[above[cell]] == inside and low[cell] < depth[above[cell]]:
                block[cell] = inside
        return int(block[::-1], 2)

    def flips(self, path: Links, start: Cell) -> tuple[Mask, Mask]:
        """The squares, by their upper left cells, whose flip leaves one simple path: sure, perhaps.

        One side on the path becomes the other three if the two far cells are free, and three
        become one. Two that meet become the other two if the fourth cell is free. Two opposite
        ones may become the other two: that depends on the path, see `same_way`.
        """
        cols = self.grid.cols
        _, left, _, top = self.sides(path)
        bottom, right = top >> cols, left >> 1
        free = self.grid.full & ~(self.touched(path) | 1 << start)
        free_ul, free_ur, free_ll, free_lr = (free >> n for n in (0, 1, cols, cols + 1))
        sure = 0
        for side, opposite, one, another, far_free in (
            (top, bottom, left, right, free_ll & free_lr),
            (bottom, top, left, right, free_ul & free_ur),
            (left, right, top, bottom, free_ur & free_lr),
            (right, left, top, bottom, free_ul & free_ll),
        ):
            sure |= side & ~opposite & (~(one | another) & far_free | one & another)
        for side, next_side, others, fourth in (
            (top, left, bottom | right, free_lr),
            (top, right, bottom | left, free_ll),
            (bottom, left, top | right, free_ur),
            (bottom, right, top | left, free_ul),
        ):
            sure |= side & next_side & ~others & fourth
        squares = self.grid.full & ~self.grid.row_masks[-1] & ~self.grid.col_masks[-1]
        perhaps = top & bottom & ~(left | right) | left & right & ~(top | bottom)
        return sure & squares, perhaps & squares

    def same_way(self, path: Links, start: Cell, squares: Mask) -> Mask:
        """Those of the squares whose two opposite sides the path takes in the same direction.

        Their flip turns the piece between the two sides round; of others it makes a ring.
        """
        cols = self.grid.cols
        order = {cell: number for number, cell in enumerate(self.trace(path, start))}
        turning = []
        for cell in each(squares):
            is_level = path >> cell & 1
            onward, across = (1, cols) if is_level else (cols, 1)
            here = order[cell + onward] - order[cell]
            if here == order[cell + across + onward] - order[cell + across]:
                turning.append(cell)
        return mask(turning)
