"""Path: links of a grid, and which are there depends on literals, form one path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from masume.constraints.holding import places
from masume.core.model.model import Clause, Literal
from masume.core.puzzle.grid import Cell, Grid, mask


@dataclass(frozen=True)
class Path:
    """The links whose literals hold are one path from `start`, and nothing beside it.

    The model's clauses already see to it that each cell has the links it should have: what is left
    to forbid are rings. `on` has a literal for each cell: it is on the path. `walled_off` makes
    true clauses of what is closed already, from the literals that hold.
    """

    grid: Grid
    start: Cell
    links: Sequence[tuple[Cell, Cell]]
    link_literals: Sequence[Literal]
    on: Sequence[Literal]
    walled_off: Callable[[set[Literal]], list[Clause]] = lambda held: []

    @property
    def literals(self) -> Sequence[Literal]:
        """Those of links and of cells."""
        return [*self.link_literals, *self.on]

    def foresee(self, held: set[Literal]) -> list[Clause]:
        """What is walled off: a solver that knows links one by one takes very long to see it."""
        return self.walled_off(held)

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Rings beside the path: each of them must not close, and needs a way out."""
        beside: dict[Cell, list[int]] = {}
        for number in places(self.link_literals, truth):
            for cell in self.links[number]:
                beside.setdefault(cell, []).append(number)
        todo = set(beside)
        todo -= set(_trace(self, self.start, beside)[0])
        clauses: list[Clause] = []
        while todo:
            ring, links = _trace(self, min(todo), beside)
            todo -= set(ring)
            clauses.append([-self.link_literals[number] for number in links])
            clauses.append(_escape(self, ring))
        return clauses


def _trace(path: Path, cell: Cell, beside: dict[Cell, list[int]]) -> tuple[list[Cell], list[int]]:
    """The cells and links that lead on from a cell, until they end or close."""
    seen: list[Cell] = [cell]
    links: list[int] = []
    while True:
        ahead = [number for number in beside.get(cell, ()) if number not in links[-1:]]
        if not ahead or (len(seen) > 2 and seen[0] in path.links[ahead[0]] and cell != seen[0]):
            if ahead:
                links.append(ahead[0])
            return seen, links
        links.append(ahead[0])
        a, b = path.links[ahead[0]]
        cell = b if a == cell else a
        seen.append(cell)


def _escape(path: Path, ring: list[Cell]) -> Clause:
    """If its first cell is on the path, a link leads out of the ring and what it encloses."""
    g = path.grid
    wall = mask(ring)
    edge = g.row_masks[0] | g.row_masks[-1] | g.col_masks[0] | g.col_masks[-1]
    inside = g.full & ~g.flood(edge & ~wall, g.full & ~wall)
    if inside >> path.start & 1:  # cannot be, but would make the clause wrong
        inside = wall
    leaving = [
        literal
        for (a, b), literal in zip(path.links, path.link_literals, strict=True)
        if (inside >> a & 1) != (inside >> b & 1)
    ]
    return [-path.on[ring[0]], *leaving]
