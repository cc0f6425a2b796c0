"""Regions: some cells of a grid, and which these are depends on literals, form separate regions.

Each region has one *seed*, a cell that is known beforehand, and as many cells as the seed asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from masume.constraints.connected import groups, ways_out
from masume.constraints.holding import places
from masume.core.grid import Cell, Grid
from masume.core.model import Clause, Literal


@dataclass(frozen=True)
class Regions:
    """Each connected group of the cells whose literals hold has exactly one seed and its size.

    Seeds themselves are in; a size that is None may be any.
    """

    grid: Grid
    literals: Sequence[Literal]  # one for each cell: it is in
    seeds: Mapping[Cell, int | None]

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """What a proposal breaks."""
        inside = places(self.literals, truth)
        out = set(self.seeds).difference(inside)
        found: list[Clause] = [[self.literals[cell]] for cell in sorted(out)]
        for group in groups(self.grid, inside):
            found += self._faults(group)
        return found

    def _faults(self, group: list[Cell]) -> list[Clause]:
        """A group with no seed or too small must grow; two seeds, or too many cells, part."""
        seeds = [cell for cell in group if cell in self.seeds]
        near = self._outward(group, seeds[0] if seeds else group[0])
        if len(seeds) > 1:
            return [self._not_all(self._way(near, other)) for other in seeds[1:]]
        size = self.seeds[seeds[0]] if seeds else len(group) + 1
        if size is None or size == len(group):
            return []
        if len(group) < size:
            return [[-self.literals[next(iter(near))], *ways_out(self.grid, self.literals, group)]]
        return [self._not_all(list(near)[: size + 1])]

    def _not_all(self, cells: Sequence[Cell]) -> Clause:
        return [-self.literals[cell] for cell in cells]

    def _outward(self, group: list[Cell], first: Cell) -> dict[Cell, Cell]:
        """The cells of a group from its first one outward, each with the one it was reached by."""
        members = set(group)
        found = {first: first}
        queue = [first]
        for cell in queue:  # grows while it is gone through
            for other in self.grid.neighbours[cell]:
                if other in members and other not in found:
                    found[other] = cell
                    queue.append(other)
        return found

    @staticmethod
    def _way(reached_by: Mapping[Cell, Cell], cell: Cell) -> list[Cell]:
        """From a cell back to the first one."""
        found = [cell]
        while reached_by[cell] != cell:
            cell = reached_by[cell]
            found.append(cell)
        return found
