"""Constraints on regions: the connected groups of the grid cells whose literals are true.

Some cells are *seeds*. The three constraints together say that each region has exactly one seed and
the seed's size. They are separate so that each can be reported as a rule of its own, and each size
as a clue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from masume.constraints.connected import groups, ways_out
from masume.constraints.literals import true_indices
from masume.core.model.model import Clause, Literal
from masume.core.puzzle.grid import Cell, Grid


@dataclass(frozen=True)
class _Regions(ABC):
    grid: Grid
    literals: Sequence[Literal]  # one per cell
    seeds: Mapping[Cell, int | None]  # each with the size of its region; None: any size

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return clauses violated by the regions of a proposal."""
        clauses: list[Clause] = []
        for region in groups(self.grid, true_indices(self.literals, truth)):
            clauses += self._faults(region, [cell for cell in region if cell in self.seeds])
        return clauses

    @abstractmethod
    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        """Yield the clauses that a region with these seeds violates."""

    def _extends(self, region: list[Cell], cell: Cell) -> Clause:
        """Return the clause that the region of a cell has more than these cells."""
        return [-self.literals[cell], *ways_out(self.grid, self.literals, region)]

    def _not_all(self, cells: Sequence[Cell]) -> Clause:
        return [-self.literals[cell] for cell in cells]


class Seeded(_Regions):
    """The constraint that each region has a seed."""

    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        if not seeds:
            yield self._extends(region, region[0])


class OneSeed(_Regions):
    """The constraint that no region has two seeds."""

    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        if len(seeds) > 1:
            reached_by = _outward(self.grid, region, seeds[0])
            for cell in seeds[1:]:
                path = [cell]
                while path[-1] != seeds[0]:
                    path.append(reached_by[path[-1]])
                yield self._not_all(path)


class Sized(_Regions):
    """The constraint that the region of a seed, if it is in one, has the seed's size."""

    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        for seed in seeds:
            size = self.seeds[seed]
            if size is not None and len(region) < size:
                yield self._extends(region, seed)
            elif size is not None and len(region) > size:
                yield self._not_all(list(_outward(self.grid, region, seed))[: size + 1])


def _outward(grid: Grid, region: list[Cell], first: Cell) -> dict[Cell, Cell]:
    """Return the cells of a region in breadth-first order, each with its predecessor."""
    left = set(region)
    reached_by = {first: first}
    queue = [first]
    for cell in queue:  # the queue grows during the loop
        for other in grid.neighbours[cell]:
            if other in left and other not in reached_by:
                reached_by[other] = cell
                queue.append(other)
    return reached_by
