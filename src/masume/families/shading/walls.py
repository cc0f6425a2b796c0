"""Walls: groups of black cells that touch at corners; the border joins those that touch it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from masume.core.puzzle.grid import Cell, Grid
from masume.families.shading.logic import Colours, wall_forest
from masume.families.shading.model import OPEN


def ring_through(g: Grid, black: Collection[Cell], cell: Cell) -> list[Cell]:
    """Return a short ring of black cells through a cell, each touching the previous at a corner.

    Along the border, two successive cells touch the border instead. Empty if there is no ring.
    """
    if g.border_contacts[cell] > 1:
        return [cell]
    border = [member for member in black if member < g.size and g.border_contacts[member]]

    def touched(node: Cell) -> list[Cell]:
        if node == g.size:
            return border
        return [n for n in g.corners[node] if n in black] + [g.size] * g.border_contacts[node]

    return find_ring(g, touched, cell)


def find_ring(g: Grid, touched: Callable[[Cell], list[Cell]], cell: Cell) -> list[Cell]:
    """Return a short ring through a cell in a graph of walls, without the border, or [].

    Breadth-first search from all nodes that the cell touches, until two branches meet.
    """
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


class Walls:
    """The walls of the known black cells, and the open cells that touch each of them."""

    def __init__(self, notes: Colours) -> None:
        g, colours = notes.grid, notes.colours
        self.grid = g
        _, self.of = wall_forest(notes)  # the wall of each black cell; g.size is the border's wall
        self.near: dict[Cell, list[Cell]] = {}
        self.touched: dict[Cell, list[Cell]] = {}
        for cell in range(g.size):
            if colours[cell] == OPEN:
                walls = [self.of[other] for other in g.corners[cell] if other in self.of]
                walls += [g.size] * g.border_contacts[cell]
                self.touched[cell] = walls
                for wall in dict.fromkeys(walls):
                    self.near.setdefault(wall, []).append(cell)


class JoinedWalls:
    """Walls to which black cells are added one by one, with the rings and gaps that result."""

    def __init__(self, walls: Walls) -> None:
        self.walls, self.grid = walls, walls.grid
        self.added: list[Cell] = []
        self._above: dict[Cell, Cell] = {}  # union–find parents of joined walls
        self._parts: dict[Cell, list[Cell]] = {}

    def add(self, cell: Cell) -> list[Cell] | None:
        """Add a black cell; return the gaps that must stay open, or None if it closes a ring."""
        touched = list(self._touched(cell))
        self.added.append(cell)
        if len(set(touched)) < len(touched):
            return None
        parts = [cell]
        for wall in touched:
            self._above[wall] = cell
            parts += self._parts.get(wall, [wall])
        self._parts[cell] = parts
        near = [self._near(part) for part in parts]
        near.remove(max(near, key=len))  # a gap lies between two parts
        return [
            gap
            for gap in dict.fromkeys(gap for some in near for gap in some)
            if gap in self.walls.touched and sum(wall == cell for wall in self._touched(gap)) > 1
        ]

    def ring(self, cell: Cell, number: int | None = None) -> list[Cell]:
        """Return a ring that a cell closes with the walls and the first `number` added cells."""
        black = {*self.walls.of, *self.added[:number], cell}
        return ring_through(self.grid, black, cell)

    def _touched(self, cell: Cell) -> Iterator[Cell]:
        """Yield the joined wall of each contact of a cell."""
        if self._parts:
            for other in self.grid.corners[cell]:
                if other in self._parts:
                    yield self._find(other)
        for wall in self.walls.touched[cell]:
            yield self._find(wall)

    def _find(self, wall: Cell) -> Cell:
        while wall in self._above:
            wall = self._above[wall]
        return wall

    def _near(self, part: Cell) -> Sequence[Cell]:
        """Return the open cells that touch a wall or an added cell."""
        if part in self.walls.touched:
            return self.grid.corners[part]
        return self.walls.near.get(part, ())
