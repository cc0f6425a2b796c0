"""Walls of black cells that touch diagonally: a union–find structure with rollback.

Black cells are added one by one, and the last ones can be removed again. The border is a wall too.
"""

from __future__ import annotations

from masume.core.puzzle.grid import Cell, Grid
from masume.families.shading.model import BLACK, OPEN


class WallTrees:
    """The walls formed by the black cells added so far."""

    def __init__(self, g: Grid, colours: bytearray) -> None:
        self.grid, self.colours = g, colours
        self.merged: list[
            Cell
        ] = []  # former roots, in the order in which they were merged into another wall
        self._parent = list(range(g.size + 1))  # the border is the last element
        self._sizes = [1] * g.size + [g.size]

    def rollback(self, count: int) -> None:
        """Undo merges until only the given number of them is left."""
        while len(self.merged) > count:
            root = self.merged.pop()
            self._sizes[self._parent[root]] -= self._sizes[root]
            self._parent[root] = root

    def join(self, cell: Cell) -> list[Cell]:
        """Merge the walls that a black cell touches; return the open cells that would close it.

        A cell may be returned twice.
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
        # A cell that closes the merged wall touches one of its smaller parts.
        smaller_parts = self._wall(cell, root) if sizes[root] > 1 else [cell]
        for wall, contact in walls.items():
            if wall != largest:
                smaller_parts += self._wall(contact, wall)
        for wall in walls:
            child, parent = (root, wall) if sizes[root] < sizes[wall] else (wall, root)
            self._parent[child], root = parent, parent
            sizes[parent] += sizes[child]
            self.merged.append(child)
        return [
            gap
            for member in smaller_parts
            for gap in g.corners[member]
            if colours[gap] == OPEN and self._closes(gap, root)
        ]

    def _closes(self, gap: Cell, root: Cell) -> bool:
        """Return whether a cell touches a wall twice."""
        touched = [other for other in self.grid.corners[gap] if self.colours[other] == BLACK]
        touched += [self.grid.size] * self.grid.border_contacts[gap]
        return len(touched) > 1 and sum([self._root(other) == root for other in touched]) > 1

    def _root(self, cell: Cell) -> Cell:
        """Return the root of a wall, without path compression, which could not be rolled back."""
        parent = self._parent
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    def _wall(self, cell: Cell, root: Cell) -> list[Cell]:
        """Return all black cells of a wall by flood fill from one of them."""
        seen = {cell}
        wall = [cell]
        for member in wall:  # grows during iteration
            for other in self.grid.corners[member]:
                is_new = other not in seen and self.colours[other] == BLACK
                if is_new and self._root(other) == root:
                    seen.add(other)
                    wall.append(other)
        return wall
