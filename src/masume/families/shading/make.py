"""Random black cells that obey the common rules of shading puzzles."""

from __future__ import annotations

from random import Random

from masume.core.grid import Cell, Grid
from masume.core.model import CancelCheck


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


def scattered_black(rng: Random, g: Grid, check_cancel: CancelCheck) -> set[Cell]:
    """As many black cells as fit, and so that few white cells have no black one beside them.

    Where there is such a cell, some black ones near it go, it is blackened, and others fill up.
    """
    black = random_black(rng, g, g.size)
    bare = _bare(g, black)
    for _ in range(g.size):
        if not bare:
            break
        check_cancel()
        cell = rng.choice(bare)
        beside = g.neighbours[cell]
        near = {c for one in beside for c in (*g.neighbours[one], *g.corners[one])} & black
        kept = black.difference(rng.sample(sorted(near), min(len(near), rng.randint(1, 2))))
        walls = _Walls(g)
        for one in (*sorted(kept), cell):
            walls.add(one)
        open_ = _bare(g, walls.black)  # no other cell can be blackened
        rng.shuffle(open_)
        for one in open_:
            walls.add(one)
        left = _bare(g, walls.black)
        if len(left) <= len(bare):
            black, bare = walls.black, left
    return black


def _bare(g: Grid, black: set[Cell]) -> list[Cell]:
    """White cells with no black one beside them."""
    covered = black.union(*(g.neighbours[cell] for cell in black))
    return [cell for cell in range(g.size) if cell not in covered]


class _Walls:
    """Black cells in groups, by the roots of trees."""

    def __init__(self, g: Grid) -> None:
        self.grid = g
        self.black: set[Cell] = set()
        self._root = list(range(g.size + 1))  # the last is the border

    def add(self, cell: Cell) -> bool:
        """Blacken a cell if the rules allow it."""
        g, black = self.grid, self.black
        if cell in black or not black.isdisjoint(g.neighbours[cell]):
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
