"""Random black cells that obey the common rules of shading puzzles."""

from __future__ import annotations

from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, mask


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

    Where there is such a cell, some black ones near it go, it is blackened, and others fill up;
    first of all where it is lonely, and not at least the last way out of another cell.
    """
    black = mask(random_black(rng, g, g.size))
    bare, lonely = _bare(g, black)
    for _ in range(g.size):
        if not bare:
            break
        check_cancel()
        waiting = cells(lonely or bare)
        changed = _cleared(rng, g, black, waiting[int(rng.random() * len(waiting))])
        others = _bare(g, changed)
        if _counts(others) <= _counts((bare, lonely)):
            black, (bare, lonely) = changed, others
    return set(cells(black))


def _counts(some: tuple[Mask, Mask]) -> tuple[int, int]:
    bare, lonely = some
    return lonely.bit_count(), bare.bit_count()


def _cleared(rng: Random, g: Grid, black: Mask, cell: Cell) -> Mask:
    """Without a black cell or two near this one, but with it if it fits, and filled up."""
    area: Mask = 0
    for one in g.neighbours[cell]:
        area |= g.neighbour_mask[one] | g.diagonal_mask[one]
    near = cells(area & black)
    for one in rng.sample(near, min(len(near), rng.randint(1, 2))):
        black ^= 1 << one
    open_, _ = _bare(g, black)  # no other cell can be blackened
    fill = cells(open_ & ~(1 << cell))
    rng.shuffle(fill)
    for one in (cell, *fill):
        if open_ >> one & 1 and not _closes_a_wall(g, black, one):
            black |= 1 << one
            open_ &= ~(g.neighbour_mask[one] | 1 << one)
    return black


def _bare(g: Grid, black: Mask) -> tuple[Mask, Mask]:
    """White cells with no black one beside them, and those of them that are lonely.

    That are all but the last ways out of cells that are otherwise locked in.
    """
    cols, right, left = g.cols, g.full & ~g.col_masks[0], g.full & ~g.col_masks[-1]
    white = g.full & ~black
    bare = g.full & ~g.spread(black)
    above, below = white << cols & g.full, white >> cols
    before, after = white << 1 & right, white >> 1 & left
    # An odd number of ways out, and not three.
    one_way = (above ^ below ^ before ^ after) & ~(above & below | before & after)
    one_way &= white & ~bare
    return bare, bare & ~g.spread(one_way)


def _closes_a_wall(g: Grid, black: Mask, cell: Cell) -> bool:
    """Whether a cell touches a wall twice: black cells that touch by corners, or the border."""
    near, at_border = g.diagonal_mask[cell] & black, g.border_contacts[cell]
    if near.bit_count() + at_border < 2:
        return False
    first, last = g.col_masks[0], g.col_masks[-1]
    right, left, border = ~first, ~last, g.row_masks[0] | g.row_masks[-1] | first | last
    while near and at_border < 2:
        new = near & -near
        near ^= new
        wall = new
        while new:  # it grows from one corner
            side = new << 1 & right | new >> 1 & left
            new = (side << g.cols | side >> g.cols) & black & ~wall
            wall |= new
        if wall & near:
            return True
        at_border += wall & border != 0
    return at_border > 1


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
