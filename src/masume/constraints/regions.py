"""Regions: the connected groups of some cells of a grid; which cells depends on literals.

Some cells are *seeds*. Three constraints tell how regions and seeds belong together. They are apart
so that each can be a rule by itself, and each seed's size a clue; together they say that each
region has one seed and its size.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from masume.constraints.connected import groups, ways_out
from masume.constraints.holding import places
from masume.core.model.model import Clause, Literal
from masume.core.puzzle.grid import Cell, Grid


@dataclass(frozen=True)
class _Regions(ABC):
    grid: Grid
    literals: Sequence[Literal]  # one for each cell: it is in a region
    seeds: Mapping[Cell, int | None]  # with the size of their regions; None may be any

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """What the regions of a proposal break."""
        clauses: list[Clause] = []
        for region in groups(self.grid, places(self.literals, truth)):
            clauses += self._faults(region, [cell for cell in region if cell in self.seeds])
        return clauses

    @abstractmethod
    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        """What this rule forbids of one region, which has these seeds."""

    def _goes_on(self, region: list[Cell], cell: Cell) -> Clause:
        """If that cell is in, its region is more than these."""
        return [-self.literals[cell], *ways_out(self.grid, self.literals, region)]

    def _not_all(self, cells: Sequence[Cell]) -> Clause:
        return [-self.literals[cell] for cell in cells]


class Seeded(_Regions):
    """Each region has a seed."""

    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        if not seeds:
            yield self._goes_on(region, region[0])


class OneSeed(_Regions):
    """No region has two seeds."""

    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        if len(seeds) > 1:
            reached_by = _outward(self.grid, region, seeds[0])
            for cell in seeds[1:]:
                way = [cell]
                while way[-1] != seeds[0]:
                    way.append(reached_by[way[-1]])
                yield self._not_all(way)


class Sized(_Regions):
    """The region of a seed has the seed's size, if it is in a region at all."""

    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        for seed in seeds:
            size = self.seeds[seed]
            if size is not None and len(region) < size:
                yield self._goes_on(region, seed)
            elif size is not None and len(region) > size:
                yield self._not_all(list(_outward(self.grid, region, seed))[: size + 1])


def _outward(grid: Grid, region: list[Cell], first: Cell) -> dict[Cell, Cell]:
    """The cells of a region from one of them outward, each with the one it was reached by."""
    left = set(region)
    reached_by = {first: first}
    queue = [first]
    for cell in queue:  # grows while it is gone through
        for other in grid.neighbours[cell]:
            if other in left and other not in reached_by:
                reached_by[other] = cell
                queue.append(other)
    return reached_by
