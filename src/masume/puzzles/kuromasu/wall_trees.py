"""Walls of black cells that touch by corners, as trees: for the maker of Kuromasu boards.

Black cells come one by one, and the last of them can be taken back. The border is a wall too.
"""

from __future__ import annotations

from masume.core.puzzle.grid import Cell, Grid
from masume.families.shading.model import BLACK, OPEN


class WallTrees:
    """The walls among the cells that are black so far."""

    def __init__(self, g: Grid, colours: bytearray) -> None:
        self.grid, self.colours = g, colours
        self.joined: list[Cell] = []  # roots that have got another one above them
        self._above = list(range(g.size + 1))  # the border is the last
        self._sizes = [1] * g.size + [g.size]

    def back(self, joined: int) -> None:
        """Take walls apart until only so many roots have been joined."""
        while len(self.joined) > joined:
            root = self.joined.pop()
            self._sizes[self._above[root]] -= self._sizes[root]
            self._above[root] = root

    def join(self, cell: Cell) -> list[Cell]:
        """Join the walls that a black cell touches; the open cells that would close them.

        One may be named twice.
        """
        g, colours, border, sizes = self.grid, self.colours, self.grid.size, self._sizes
        walls = {self._root(other): other for other in g.corners[cell] if colours[other] == BLACK}
        if g.border_contacts[cell]:
            walls[self._root(border)] = border
        root = self._root(cell)
        walls.pop(root, None)
        if not walls and sizes[root] == 1:
            return []
        largest = max(walls, key=sizes.__getitem__, default=None)
        # A cell that closes a wall touches one of the smaller parts.
        near = self._wall(cell, root) if sizes[root] > 1 else [cell]
        for wall, touched in walls.items():
            if wall != largest:
                near += self._wall(touched, wall)
        for wall in walls:
            low, high = (root, wall) if sizes[root] < sizes[wall] else (wall, root)
            self._above[low], root = high, high
            sizes[high] += sizes[low]
            self.joined.append(low)
        return [
            gap
            for part in near
            for gap in g.corners[part]
            if colours[gap] == OPEN and self._closes(gap, root)
        ]

    def _closes(self, gap: Cell, root: Cell) -> bool:
        """Whether a cell touches a wall twice."""
        touched = [other for other in self.grid.corners[gap] if self.colours[other] == BLACK]
        touched += [self.grid.size] * self.grid.border_contacts[gap]
        return len(touched) > 1 and sum([self._root(other) == root for other in touched]) > 1

    def _root(self, cell: Cell) -> Cell:
        above = self._above
        while above[cell] != cell:
            cell = above[cell]
        return cell

    def _wall(self, cell: Cell, root: Cell) -> list[Cell]:
        """All black cells of a wall, from one of them."""
        seen = {cell}
        wall = [cell]
        for one in wall:  # grows while it is gone through
            for other in self.grid.corners[one]:
                is_new = other not in seen and self.colours[other] == BLACK
                if is_new and self._root(other) == root:
                    seen.add(other)
                    wall.append(other)
        return wall
