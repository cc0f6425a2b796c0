"""Constraints on regions: the connected groups of the grid cells whose literals are true.

Some cells are *seeds*. The three constraints together say that each region has exactly one seed and
the seed's size. They are separate so that each can be reported as a rule of its own, and each size
as a clue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from masume.constraints.connected import groups, ways_out
from masume.constraints.cut_cells import cut_cells, local_cuts
from masume.constraints.literals import known_mask, negate, true_indices
from masume.core.model.model import Clause, Known, Literal
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, each

_MOST_FOUND = 20_000  # results that are kept


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

    def _known_in(self, known: Known) -> list[list[Cell]]:
        """Return the regions of the cells that are known to be in."""
        return groups(self.grid, [c for c, literal in enumerate(self.literals) if known[literal]])

    def _possible(self, known: Known) -> set[Cell]:
        """Return the cells that are not known to be out."""
        return {c for c, literal in enumerate(self.literals) if not known[-literal]}

    def _masks(self, known: Known) -> tuple[Mask, Mask]:
        """Return the cells that are known to be in, and those not known to be out."""
        outs = known_mask(self._outs, known)
        return known_mask(self.literals, known), self.grid.full & ~outs

    @cached_property
    def _outs(self) -> Sequence[Literal]:
        """For each cell the literal that it is out."""
        return negate(self.literals)

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

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return that cells out of reach of seeds are out, and regions without one grow."""
        possible, clauses = self._possible(known), list[Clause]()
        for part in groups(self.grid, possible):
            if self.seeds.keys().isdisjoint(part):
                around = ways_out(self.grid, self.literals, part)
                clauses += [[-self.literals[cell], *around] for cell in part]
        for region in self._known_in(known):
            if self.seeds.keys().isdisjoint(region):
                clauses += self._only_links(region, possible, known)
        return clauses

    def _only_links(
        self, region: list[Cell], possible: set[Cell], known: Known
    ) -> Iterator[Clause]:
        """Yield that the cells which alone link a region to all seeds are in."""
        for link, rest in sides_of_root(self.grid, possible, region[0]):
            if not known[self.literals[link]] and self.seeds.keys().isdisjoint(rest):
                yield self._extends(rest, region[0])


class OneSeed(_Regions):
    """The constraint that no region has two seeds."""

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return that a cell which would join two regions with seeds is out."""
        clauses: list[Clause] = []
        seed_of: dict[Cell, list[Cell]] = {}  # for each cell its region, if that has a seed
        for region in self._known_in(known):
            seeds = [cell for cell in region if cell in self.seeds]
            clauses += self._faults(region, seeds)
            if seeds:
                seed_of.update(dict.fromkeys(region, region))
        for cell in self._possible(known):
            near = {id(r): r for o in self.grid.neighbours[cell] if (r := seed_of.get(o))}
            if cell not in seed_of and len(near) > 1:
                joined = [cell, *(other for region in near.values() for other in region)]
                clauses += self._faults(joined, [c for c in joined if c in self.seeds])
        return clauses

    def _faults(self, region: list[Cell], seeds: list[Cell]) -> Iterator[Clause]:
        if len(seeds) > 1:
            reached_by = _predecessors(self.grid, region, seeds[0])
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
                yield self._not_all(list(_predecessors(self.grid, region, seed))[: size + 1])

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return clauses violated by the regions of the seeds."""

        def is_true(cell: Cell) -> bool:
            literal = self.literals[cell]
            return truth[abs(literal) - 1] == literal

        clauses: list[Clause] = []
        for seed in self.seeds:
            if region := self._region(seed, is_true):
                clauses += self._faults(region, [seed])
        return clauses

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return that complete regions are closed, and others keep room for their size."""
        inside, possible = self._masks(known)
        clauses: list[Clause] = []
        for seed, size in self.seeds.items():
            if size is not None and inside >> seed & 1:
                region = self.grid.flood(1 << seed, inside)
                clauses += self._growth(region, seed, size, inside, possible)
        return clauses

    def _growth(
        self, region: Mask, seed: Cell, size: int, inside: Mask, possible: Mask
    ) -> Iterable[Clause]:
        """Return that a region is closed if it is complete, or else keeps room for its size."""
        count = region.bit_count()
        if count > size:
            return self._faults(cells(region), [seed])
        if count < size:
            return self._room(seed, size, inside, possible)
        around, members = (
            self.grid.beside(region) & possible & ~region,
            self._not_all(cells(region)),
        )
        return [[-self.literals[cell], *members] for cell in each(around)]

    def _region(self, seed: Cell, is_in: Callable[[Cell], int]) -> list[Cell]:
        """Return the region of a seed in breadth-first order; no cell if the seed is out.

        Only cells near the seed are looked at: there may be many seeds, each in its own constraint.
        """
        queue = [seed] if is_in(seed) else []
        found = set(queue)
        for cell in queue:  # grows during the loop
            for other in self.grid.neighbours[cell]:
                if other not in found and is_in(other):
                    found.add(other)
                    queue.append(other)
        return queue

    def _room(self, seed: Cell, size: int, inside: Mask, possible: Mask) -> Iterator[Clause]:
        """Yield that the cells without which a region has too little room are in."""
        near = self._grown(seed, size, self.grid.size, possible)  # farther cells do not matter
        if near.bit_count() < size:
            yield self._extends(cells(near), seed)
            return
        for link in each(local_cuts(self.grid, near) & ~inside):
            rest = self._grown(seed, self.grid.size, size, near ^ 1 << link)
            if rest.bit_count() < size:
                yield self._extends(cells(rest), seed)

    def _grown(self, seed: Cell, steps: int, enough: int, within: Mask) -> Mask:
        """Return the cells that a seed reaches in some steps, or only enough of them."""
        found = 1 << seed
        for _ in range(steps):
            grown = self.grid.spread(found) & within
            if grown == found or found.bit_count() >= enough:
                break
            found = grown
        return found


class AllSized(Sized):
    """The constraint that every region has the size of its cells, which are all seeds."""

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return clauses violated by the regions of a proposal."""
        regions = groups(self.grid, true_indices(self.literals, truth))
        return [clause for region in regions for clause in self._faults(region, region[:1])]

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return how known regions go on, and that no other cells are in that have no room.

        Many suppositions about a cell exclude the same number from it, so results are kept.
        """
        masks = self._masks(known)
        if masks not in self._found:
            if len(self._found) >= _MOST_FOUND:
                self._found.clear()
            self._found[masks] = list(self._conclusions(*masks))
        return self._found[masks]

    @cached_property
    def _found(self) -> dict[tuple[Mask, Mask], list[Clause]]:
        """The results for known and possible cells."""
        return {}

    def _conclusions(self, inside: Mask, possible: Mask) -> Iterator[Clause]:
        """Yield what follows if some cells are known to be in, and only some others can be."""
        g, literals = self.grid, self.literals
        regions = {part: g.beside(part) & possible & ~inside for part in g.components(inside)}
        once = twice = 0
        for region, beside in regions.items():
            seed = (region & -region).bit_length() - 1
            yield from self._growth(region, seed, self.seeds[seed] or 0, inside, possible)
            once, twice = once | beside, twice | once & beside
        for part in g.components(possible & ~g.flood(inside, possible)):
            members = cells(part)
            if len(members) < (self.seeds[members[0]] or 0):
                around = ways_out(g, literals, members)
                yield from ([-literals[cell], *around] for cell in members)
        for cell in each(twice):
            joined = 1 << cell | sum(part for part in regions if regions[part] >> cell & 1)
            if joined.bit_count() > (self.seeds[cell] or 0):
                yield self._not_all(cells(joined))


def sides_of_root(
    grid: Grid, within: Collection[Cell], root: Cell
) -> Iterator[tuple[Cell, list[Cell]]]:
    """Yield each cell that separates others from the root, with what the root reaches without it.

    A root that separates others itself is skipped.
    """
    order: list[Cell] = []
    beyond: dict[Cell, list[tuple[int, int]]] = {}
    for cell, first, end in cut_cells(grid, within, root, order):
        beyond.setdefault(cell, []).append((first, end))
    for cell, parts in beyond.items():
        if cell != root:
            cut_off = {cell, *(other for first, end in parts for other in order[first:end])}
            yield cell, [other for other in order if other not in cut_off]


def _predecessors(grid: Grid, region: list[Cell], first: Cell) -> dict[Cell, Cell]:
    """Return a region's cells breadth-first, each with its predecessor (`first` with itself)."""
    members = set(region)
    reached_by = {first: first}
    queue = [first]
    for cell in queue:  # the queue grows during the loop
        for other in grid.neighbours[cell]:
            if other in members and other not in reached_by:
                reached_by[other] = cell
                queue.append(other)
    return reached_by
