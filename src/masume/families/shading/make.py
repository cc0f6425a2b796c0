"""Random black cells that obey the common rules of shading puzzles."""

from __future__ import annotations

from random import Random

from masume.core.grid import Cell, Grid


def random_black(rng: Random, g: Grid, wanted: int, *, symmetric: bool = False) -> set[Cell]:
    """As many black cells as wanted, or as fit: none share a side, and they cut nothing off.

    Black cells that touch by corners, and the border, form walls; a cell that touches one wall
    twice would cut the white cells in two. With `symmetric` the pattern is the same upside down.
    """
    order = list(range(g.size))
    rng.shuffle(order)
    walls = _Walls(g)
    for cell in order:
        if len(walls.black) >= wanted:
            break
        other = g.size - 1 - cell
        if symmetric and other != cell:
            walls.add_both(cell, other)
        else:
            walls.add(cell)
    return walls.black


class _Walls:
    """Black cells in groups, by the roots of trees."""

    def __init__(self, g: Grid) -> None:
        self.grid = g
        self.black: set[Cell] = set()
        self._root = list(range(g.size + 1))  # the last is the border

    def add(self, cell: Cell) -> bool:
        """Blacken a cell if the rules allow it."""
        g, black = self.grid, self.black
        if cell in black or any(other in black for other in g.neighbours[cell]):
            return False
        touched = [self._find(other) for other in g.corners[cell] if other in black]
        touched += [self._find(g.size)] * g.border_contacts[cell]
        if len(set(touched)) < len(touched):
            return False
        black.add(cell)
        for root in touched:
            self._root[root] = cell
        return True

    def add_both(self, cell: Cell, other: Cell) -> bool:
        """Blacken two cells, or neither."""
        before = self._root[:]
        if self.add(cell):
            if self.add(other):
                return True
            self.black.discard(cell)
            self._root = before
        return False

    def _find(self, cell: Cell) -> Cell:
        root = self._root
        while root[cell] != cell:
            root[cell] = cell = root[root[cell]]
        return cell
