"""The link graph of a Hashi board: numbered islands and links, groups, degrees and lower bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from math import inf
from operator import gt
from typing import NamedTuple

from masume.constraints.network import join
from masume.core.puzzle.grid import Cell
from masume.families.links.graph import Counts
from masume.families.links.position import Lines, Span, counts_of, lines_of
from masume.puzzles.hashi.puzzle import Hashi, facing


class IslandNetwork:
    """The graph of a board's islands and links, both numbered in row-major order.

    A `?` is an island that needs at least one bridge, unless it is the only island.
    """

    def __init__(self, puzzle: Hashi) -> None:
        cells = puzzle.islands
        self.puzzle = puzzle
        self.most = puzzle.most
        self.loops = puzzle.loops
        self.links = puzzle.links
        self.islands = len(cells)
        self.tables = tables = island_tables(puzzle.cols, tuple(cells))
        self.ends, self.crossing = tables.ends, tables.crossing
        self.links_at, self.adjacency = tables.links_at, tables.adjacency
        clues = [puzzle.clues[cell] for cell in cells]
        self.clues = [clue if isinstance(clue, int) else None for clue in clues]

    @cached_property
    def least(self) -> list[int]:
        """The least number of bridges of each island."""
        some = min(1, self.islands - 1)
        return [some if clue is None else clue for clue in self.clues]

    @cached_property
    def greatest(self) -> list[int]:
        """The greatest number of bridges of each island."""
        each = zip(self.clues, self.links_at, strict=True)
        return [self.most * len(links) if clue is None else clue for clue, links in each]

    @cached_property
    def spans(self) -> list[list[Span]]:
        """For each link its moves, indexed by their number of bridges."""
        most = self.puzzle.most
        return [[Span(link.a, link.b, n) for n in range(most + 1)] for link in self.links]

    def counts(self, position: Lines | None) -> list[int]:
        """Return the number of bridges of each link; raise `NotApplicable` for an unknown link."""
        return counts_of(self.puzzle, position)

    def position(self, counts: Counts) -> Lines:
        """Return the position with these bridges, the inverse of `counts`."""
        return lines_of(self.puzzle, counts)

    def join(self, parts: list[int], chosen: Iterable[int]) -> int:
        """Merge the ends of the chosen links in a union–find forest; return the number of merges.

        `parts` maps each island to its parent, and each root to itself.
        """
        return join(parts, compress(self.ends, chosen))

    def groups(self, counts: Counts) -> list[int]:
        """Return for each island the root of its group of connected islands."""
        parts = list(range(self.islands))
        self.join(parts, counts)
        for island in range(self.islands):
            top = island
            while top != parts[top]:
                top = parts[top]
            parts[island] = top
        return parts

    def degrees(self, counts: Counts) -> list[int]:
        """Return the number of bridges at each island."""
        degrees = [0] * self.islands
        for (a, b), count in compress(zip(self.ends, counts, strict=True), counts):
            degrees[a] += count
            degrees[b] += count
        return degrees

    def is_solution(self, counts: Counts) -> bool:
        """Return whether these bridges satisfy all rules."""
        for links, least, greatest in zip(self.links_at, self.least, self.greatest, strict=True):
            degree = 0
            for number in links:
                degree += counts[number]
            if not least <= degree <= greatest:
                return False
        if max(counts, default=0) > self.most or self.crossings(counts):
            return False
        joins = self.join(list(range(self.islands)), counts)
        built = len(counts) - counts.count(0)
        return joins >= self.islands - 1 and (self.loops or joins == built)

    def crossings(self, counts: Counts) -> int:
        """Return the number of pairs of links with bridges that cross."""
        pairs = 0
        for crossed in compress(self.crossing, counts):
            for other in crossed:
                if counts[other]:
                    pairs += 1
        return pairs // 2

    def least_bridges(self, counts: Counts, room: Counts) -> float:
        """Return a lower bound on the number of missing bridges; infinity proves a dead end.

        `room` is the number of bridges that each link may still take. A bridge serves the need of
        one or both of its islands; the links between islands in need limit how many can serve
        both. And a bridge reduces the number of groups by one at most.
        """
        needs = [
            least - degree if least > degree else 0
            for least, degree in zip(self.least, self.degrees(counts), strict=True)
        ]
        capacity = [0] * self.islands
        shared = [0] * self.islands
        for (a, b), more in compress(zip(self.ends, room, strict=True), room):
            capacity[a] += more
            capacity[b] += more
            if needs[a] and needs[b]:
                shared[a] += more
                shared[b] += more
        parts = list(range(self.islands))
        groups = self.islands - self.join(parts, counts)
        if groups - self.join(parts, room) > 1 or any(map(gt, needs, capacity)):
            return inf
        total_need = sum(needs)
        needed = total_need - sum(map(min, needs, shared)) // 2
        if None in self.clues:
            return max(needed, groups - 1)
        # Without a ? the clues determine the number of bridges.
        return inf if total_need % 2 or needed < groups - 1 else needed


class IslandTables(NamedTuple):
    """The parts of an `IslandNetwork` that do not depend on the clues."""

    ends: Sequence[tuple[int, int]]  # the two islands of each link
    crossing: list[list[int]]  # for each link the links that it would cross
    links_at: list[list[int]]  # the links of each island
    adjacency: list[list[tuple[int, int]]]  # (link, neighbour) pairs of each island


@lru_cache(maxsize=16)  # a generator changes the clues of the same islands many times
def island_tables(cols: int, cells: tuple[Cell, ...]) -> IslandTables:
    """Return the tables of a board with `cols` columns and islands in these cells."""
    ends = facing(cols, cells)
    adjacency: list[list[tuple[int, int]]] = [[] for _ in cells]
    for number, (a, b) in enumerate(ends):
        adjacency[a].append((number, b))
        adjacency[b].append((number, a))
    links_at = [[link for link, _ in pairs] for pairs in adjacency]
    return IslandTables(ends, _crossing(cols, cells, ends), links_at, adjacency)


def _crossing(cols: int, cells: Sequence[Cell], ends: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return for each link the links that it would cross."""
    crossing: list[list[int]] = [[] for _ in ends]
    down = [-1] * cols  # for each column the link that runs down from the last island
    island = -1
    for number, (a, b) in enumerate(ends):
        while island < a:  # islands in between have no island below, or are done
            island += 1
            down[cells[island] % cols] = -1
        col, far_col = cells[a] % cols, cells[b] % cols
        if col == far_col:
            down[col] = number
        for other in down[col + 1 : far_col]:
            if other >= 0:
                crossing[number].append(other)
                crossing[other].append(number)
    return crossing
