"""Walls of black cells, which touch by corners; the border is a part of them too."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from masume.core.puzzle.grid import Cell, Grid
from masume.families.shading.logic import Colours
from masume.families.shading.model import BLACK, OPEN


def ring_through(g: Grid, black: Collection[Cell], cell: Cell) -> list[Cell]:
    """Black cells of a short ring through a cell, each a corner of the one before.

    Where the ring goes along the border, two that follow each other touch it instead.
    """
    if g.border_contacts[cell] > 1:
        return [cell]
    border = [one for one in black if one < g.size and g.border_contacts[one]]

    def touched(one: Cell) -> list[Cell]:
        if one == g.size:
            return border
        return [n for n in g.corners[one] if n in black] + [g.size] * g.border_contacts[one]

    # Breadth first from all that the cell touches, until two of these ways meet.
    way = {one: [one] for one in touched(cell)}
    for one in (queue := list(way)):  # grows while it is gone through
        for other in touched(one):
            if other == cell:
                continue
            if other not in way:
                way[other] = [*way[one], other]
                queue.append(other)
            elif way[other][0] != way[one][0]:
                return [c for c in (cell, *way[one], *reversed(way[other])) if c != g.size]
    return []


class Walls:
    """The walls of black cells as they are known, and the open cells that touch each of them."""

    def __init__(self, notes: Colours) -> None:
        g, colours = notes.grid, notes.colours
        self.grid, self.colours = g, colours
        self.of: dict[Cell, Cell] = {}  # the wall of each black cell; that of the border is g.size
        black = [cell for cell in range(g.size) if colours[cell] == BLACK]
        self._grow([cell for cell in black if g.border_contacts[cell]], g.size)
        for cell in black:
            if cell not in self.of:
                self._grow([cell], cell)
        self.near: dict[Cell, list[Cell]] = {}
        self.touched: dict[Cell, list[Cell]] = {}
        for cell in range(g.size):
            if colours[cell] == OPEN:
                here = [self.of[other] for other in g.corners[cell] if other in self.of]
                here += [g.size] * g.border_contacts[cell]
                self.touched[cell] = here
                for wall in dict.fromkeys(here):
                    self.near.setdefault(wall, []).append(cell)

    def _grow(self, cells: list[Cell], name: Cell) -> None:
        self.of.update(dict.fromkeys(cells, name))
        for cell in cells:  # grows while it is gone through
            for other in self.grid.corners[cell]:
                if self.colours[other] == BLACK and other not in self.of:
                    self.of[other] = name
                    cells.append(other)


class JoinedWalls:
    """Walls to which black cells are added one by one: what they close, and the gaps they leave."""

    def __init__(self, walls: Walls) -> None:
        self.walls, self.grid = walls, walls.grid
        self.added: list[Cell] = []
        self._above: dict[Cell, Cell] = {}  # walls that have been joined: union-find
        self._parts: dict[Cell, list[Cell]] = {}

    def add(self, cell: Cell) -> list[Cell] | None:
        """The gaps that must stay open now; None if the cell closes a ring, which it may not."""
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
        """A ring that a cell closes with the walls, or did when so many cells had been added."""
        black = {*self.walls.of, *self.added[:number], cell}
        return ring_through(self.grid, black, cell)

    def _touched(self, cell: Cell) -> Iterator[Cell]:
        """The walls that a cell touches, as they are joined by now; one may come twice."""
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
        """The open cells that a wall touches, or a cell that was added."""
        if part in self.walls.touched:
            return self.grid.corners[part]
        return self.walls.near.get(part, ())
