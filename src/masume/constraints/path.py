"""Path: the links of a grid whose literals are true form a single path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from masume.constraints.literals import true_indices
from masume.core.model.model import Clause, Literal
from masume.core.puzzle.grid import Cell, Grid, mask


@dataclass(frozen=True)
class Path:
    """The constraint that the links whose literals are true form one path from `start`.

    The model's clauses ensure the right number of links at each cell, so only separate cycles are
    left to exclude. `on` has for each cell the literal that it is on the path. `walled_off` takes
    the true literals and returns implied clauses about areas that are closed off.
    """

    grid: Grid
    start: Cell
    links: Sequence[tuple[Cell, Cell]]
    link_literals: Sequence[Literal]
    on: Sequence[Literal]
    walled_off: Callable[[set[Literal]], list[Clause]] = lambda held: []

    @property
    def literals(self) -> Sequence[Literal]:
        """The literals of links and cells."""
        return [*self.link_literals, *self.on]

    def early_cuts(self, held: set[Literal]) -> list[Clause]:
        """Return the clauses of `walled_off`: without them the solver takes very long."""
        return self.walled_off(held)

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return two clauses per separate cycle: it is not closed, and it has a way out."""
        links_at: dict[Cell, list[int]] = {}
        for number in true_indices(self.link_literals, truth):
            for cell in self.links[number]:
                links_at.setdefault(cell, []).append(number)
        todo = set(links_at)
        todo -= set(_trace(self, self.start, links_at)[0])
        clauses: list[Clause] = []
        while todo:
            ring, links = _trace(self, min(todo), links_at)
            todo -= set(ring)
            clauses.append([-self.link_literals[number] for number in links])
            clauses.append(_escape(self, ring))
        return clauses


def _trace(path: Path, cell: Cell, links_at: dict[Cell, list[int]]) -> tuple[list[Cell], list[int]]:
    """Return the cells and links of the path or cycle that starts at a cell."""
    seen: list[Cell] = [cell]
    links: list[int] = []
    while True:
        ahead = [number for number in links_at.get(cell, ()) if number not in links[-1:]]
        if not ahead or (len(seen) > 2 and seen[0] in path.links[ahead[0]] and cell != seen[0]):
            if ahead:
                links.append(ahead[0])
            return seen, links
        links.append(ahead[0])
        a, b = path.links[ahead[0]]
        cell = b if a == cell else a
        seen.append(cell)


def _escape(path: Path, ring: list[Cell]) -> Clause:
    """Return the clause that a link leaves a cycle's area, if its first cell is on the path."""
    g = path.grid
    wall = mask(ring)
    edge = g.row_masks[0] | g.row_masks[-1] | g.col_masks[0] | g.col_masks[-1]
    inside = g.full & ~g.flood(edge & ~wall, g.full & ~wall)
    if inside >> path.start & 1:  # impossible, but would make the clause wrong
        inside = wall
    leaving = [
        literal
        for (a, b), literal in zip(path.links, path.link_literals, strict=True)
        if (inside >> a & 1) != (inside >> b & 1)
    ]
    return [-path.on[ring[0]], *leaving]
