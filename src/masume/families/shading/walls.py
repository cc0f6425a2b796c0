"""Walls: groups of black cells that touch at corners; none may be closed.

The border joins the walls that touch it. A wall is closed if it contains a ring of cells, or runs
from border to border. No two black cells share a side, so a closed wall divides the white cells;
and white cells are divided only by closed walls. A cell that touches a wall at two corners (or at
one corner and the border) is a *gap*: black, it would close the wall.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Grid, Mask, by_size, grid, mask

_MOST_TABLED = 5000  # cells; on larger boards a table of masks would take too much memory

# What adding a black cell changed, for `Walls.undo`: the cell, the gaps before, the root of its
# wall with its touching cells and its size before, and the roots merged into it
_Merge: TypeAlias = tuple[Cell, Mask, Cell, Mask, int, list[Cell]]


class Walls:
    """The walls of black cells that are added one by one: a union–find structure with undo.

    `gaps` contains the cells that touch a wall twice. Adding such a cell closes a wall, so the
    caller tests it first; the structure stays consistent in any case.
    """

    __slots__ = ("_corners", "_parent", "_sizes", "_touching", "_trail", "gaps", "grid")

    def __init__(self, g: Grid, black: Iterable[Cell] = (), *, undoable: bool = True) -> None:
        self.grid = g
        self._corners = g.diagonal_mask if g.size <= _MOST_TABLED else None
        border, self.gaps = _border(g.rows, g.cols)
        # The border is the last element. Cells that are not black have no parent.
        self._parent = [-1] * g.size + [g.size]
        self._sizes = [0] * g.size + [g.size]
        self._touching = [0] * g.size + [border]  # per root: the cells that touch the wall
        self._trail: list[_Merge] | None = [] if undoable else None
        for cell in black:
            self.add(cell)

    def add(self, cell: Cell) -> Mask:
        """Add a black cell to the walls that it touches; return the gaps of the new wall."""
        parent, sizes, touching = self._parent, self._sizes, self._touching
        corners = self._corners[cell] if self._corners else mask(self.grid.corners[cell])
        root, size = cell, 0
        others: list[Cell] = []
        roots = self.touched(cell)
        for other in roots:
            if sizes[other] > size:
                root, size = other, sizes[other]
        reach = touching[root] if size else 0
        if self._trail is not None:
            self._trail.append((cell, self.gaps, root, reach, size, others))
        parent[cell] = root
        new, reach, size = reach & corners, reach | corners, size + 1
        for other in roots:
            if other != root and parent[other] == other:
                new |= reach & touching[other]
                reach |= touching[other]
                size += sizes[other]
                parent[other] = root
                others.append(other)
        touching[root], sizes[root] = reach, size
        if new:
            self.gaps |= new
        if self._trail is None:
            for other in others:
                touching[other] = 0  # frees the memory
        return new

    def __contains__(self, cell: object) -> bool:
        """Return whether a cell was added."""
        return isinstance(cell, int) and self._parent[cell] >= 0

    def may_add(self, cell: Cell) -> bool:
        """Return whether a black cell obeys the rules: not beside another, and closing no wall."""
        parent = self._parent
        if self.gaps >> cell & 1 or parent[cell] >= 0:
            return False
        return not any(parent[other] >= 0 for other in self.grid.neighbours[cell])

    def touched(self, cell: Cell) -> list[Cell]:
        """Return the root of the wall at each contact of a cell; duplicates show a gap."""
        parent = self._parent
        roots = []
        for other in self.grid.corners[cell]:
            if parent[other] >= 0:
                while parent[other] != other:
                    other = parent[other]
                roots.append(other)
        if self.grid.border_contacts[cell]:
            other = self.grid.size
            while parent[other] != other:
                other = parent[other]
            roots += [other] * self.grid.border_contacts[cell]
        return roots

    def touching(self, cell: Cell) -> Mask:
        """Return the cells that touch the wall of a black cell."""
        parent = self._parent
        while parent[cell] != cell:
            cell = parent[cell]
        return self._touching[cell]

    def gaps_with(self, cell: Cell) -> Mask:
        """Return the gaps of the wall that would result if `cell` were black; nothing is added."""
        reach, new = self._corner_mask(cell), 0
        for root in self.touched(cell):
            new |= reach & self._touching[root]
            reach |= self._touching[root]
        return new

    def would_close(self, cells: Mask) -> bool:
        """Return whether a wall would be closed if all of `cells` were black; nothing is added."""
        parent: dict[Cell, Cell] = {}  # over the roots and the cells
        added: Mask = 0
        while cells:
            low = cells & -cells
            cells ^= low
            cell = merged = low.bit_length() - 1
            roots = self.touched(cell)
            added_corners = self._corner_mask(cell) & added
            while added_corners:
                bit = added_corners & -added_corners
                added_corners ^= bit
                roots.append(bit.bit_length() - 1)
            for root in roots:
                while root in parent:
                    root = parent[root]
                if root == merged:
                    return True
                parent[merged] = root
                merged = root
            added |= low
        return False

    def _corner_mask(self, cell: Cell) -> Mask:
        return self._corners[cell] if self._corners else mask(self.grid.corners[cell])

    @property
    def added(self) -> list[Cell]:
        """The cells in the order in which they were added, or since they were copied."""
        assert self._trail is not None
        return [merge[0] for merge in self._trail]

    @property
    def count(self) -> int:
        """The number of cells added, for `undo`."""
        assert self._trail is not None
        return len(self._trail)

    def undo(self, count: int) -> None:
        """Remove the cells added last until `count` cells are left."""
        trail, parent = self._trail, self._parent
        assert trail is not None
        while len(trail) > count:
            cell, self.gaps, root, touching, size, others = trail.pop()
            self._touching[root], self._sizes[root] = touching, size
            for other in others:
                parent[other] = other
            parent[cell] = -1

    def copy(self) -> Walls:
        """Return an independent copy, which cannot undo the cells added so far."""
        other = Walls.__new__(Walls)
        other.grid, other.gaps, other._corners = self.grid, self.gaps, self._corners
        other._parent, other._sizes = self._parent[:], self._sizes[:]
        other._touching, other._trail = self._touching[:], []
        return other


@by_size
def _border(rows: int, cols: int) -> tuple[Mask, Mask]:
    """Return the cells that touch the border, and those that touch it twice."""
    contacts = grid(rows, cols).border_contacts
    touching = (mask(c for c, number in enumerate(contacts) if number >= n) for n in (1, 2))
    once, twice = touching
    return once, twice


def closes_wall(g: Grid, black: Mask, cell: Cell) -> bool:
    """Return whether a cell touches a wall of some black cells twice: `Walls` without a history."""
    near, at_border = g.diagonal_mask[cell] & black, g.border_contacts[cell]
    if near.bit_count() + at_border < 2:
        return False
    first, last = g.col_masks[0], g.col_masks[-1]
    right, left, border = ~first, ~last, g.row_masks[0] | g.row_masks[-1] | first | last
    while near and at_border < 2:
        new = near & -near
        near ^= new
        wall = new
        while new:  # flood fill along corners
            side = new << 1 & right | new >> 1 & left
            new = (side << g.cols | side >> g.cols) & black & ~wall
            wall |= new
        if wall & near:
            return True
        at_border += wall & border != 0
    return at_border > 1


def ring_through(g: Grid, black: Container[Cell], cell: Cell) -> list[Cell]:
    """Return a short ring that a cell closes with black cells, each touching the previous one.

    The ring starts with the cell. Where it runs along the border, two successive cells touch the
    border instead. Empty if there is no ring. Breadth-first search from everything that the cell
    touches, until two branches meet.
    """
    if g.border_contacts[cell] > 1:
        return [cell]

    def touched(node: Cell) -> list[Cell]:
        if node == g.size:  # the border, where the two branches of a ring may meet
            return []
        return [n for n in g.corners[node] if n in black] + [g.size] * g.border_contacts[node]

    queue = touched(cell)
    if len(queue) < 2:
        return []
    parent = dict.fromkeys(queue, cell)
    branch = {node: node for node in queue}
    for node in queue:  # grows during iteration
        for other in touched(node):
            if other == cell:
                continue
            if other not in branch:
                parent[other], branch[other] = node, branch[node]
                queue.append(other)
            elif branch[other] != branch[node]:
                paths = [_path_to_branch(node, parent)[::-1], _path_to_branch(other, parent)]
                return [cell, *(c for path in paths for c in path if c != g.size)]
    return []


def _path_to_branch(cell: Cell, parent: dict[Cell, Cell]) -> list[Cell]:
    """Return the path from a cell back to the start of its branch."""
    path = [cell]
    while parent[path[-1]] in parent:
        path.append(parent[path[-1]])
    return path
