"""The islands and links of a Hashi board by number, and what their bridges add up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from math import inf
from operator import gt
from typing import NamedTuple, TypeAlias

from masume.core.puzzle.grid import Cell
from masume.errors import NotApplicable
from masume.puzzles.hashi.puzzle import Bridges, Hashi, Span, facing

Counts: TypeAlias = Sequence[int]  # one number for each link: its bridges, or room for more
_WIDEST = 7  # more than any board allows, and what three bits can hold


class IslandNetwork:
    """The tables that all spaces need; islands and links are numbered in row-major order.

    A `?` is an island that wants at least one bridge, unless it is the only island.
    """

    def __init__(self, puzzle: Hashi) -> None:
        cells = puzzle.islands
        self.puzzle = puzzle
        self.most = puzzle.most
        self.loops = puzzle.loops
        self.links = puzzle.links
        self.islands = len(cells)
        tables = island_tables(puzzle.cols, tuple(cells))
        self.ends, self.crossing = tables.ends, tables.crossing
        self.at, self.ways = tables.at, tables.ways
        clues = [puzzle.clues[cell] for cell in cells]
        self.clues = [clue if isinstance(clue, int) else None for clue in clues]
        self.least = [min(1, len(cells) - 1) if clue is None else clue for clue in self.clues]
        self.greatest = [
            puzzle.most * len(here) if clue is None else clue
            for clue, here in zip(self.clues, self.at, strict=True)
        ]

    @cached_property
    def spans(self) -> list[list[Span]]:
        """For each link its moves by their number of bridges, made once."""
        most = self.puzzle.most
        return [[Span(link.a, link.b, n) for n in range(most + 1)] for link in self.links]

    def counts(self, position: Bridges | None) -> list[int]:
        """The bridges of a position, link by link."""
        counts = [0] * len(self.links)
        if position is None or not position.joined:
            return counts
        number_of = {(a, b): number for number, (a, b, _) in enumerate(self.links)}
        for a, b, count in position.joined:
            number = number_of.get((a, b))
            if number is None or count < 1:
                raise self.no_link(a, b)
            counts[number] = min(counts[number] + count, _WIDEST)
        return counts

    def no_link(self, a: Cell, b: Cell) -> NotApplicable:
        """What to raise over a pair of cells between which there are never bridges."""
        names = f"{self.puzzle.grid.name(a)} to {self.puzzle.grid.name(b)}"
        return NotApplicable(f"no bridge can run from {names} on this board")

    def position(self, counts: Counts) -> Bridges:
        """The inverse of `counts`."""
        built = compress(zip(self.links, counts, strict=True), counts)
        return Bridges(frozenset((link.a, link.b, count) for link, count in built))

    def join(self, parts: list[int], chosen: Iterable[int]) -> int:
        """Unite the islands of the chosen links; how many times two parts became one.

        Each island points to one of its part, the last of them to itself.
        """
        joins = 0
        for a, b in compress(self.ends, chosen):
            while a != parts[a]:
                parts[a] = parts[parts[a]]
                a = parts[a]
            while b != parts[b]:
                parts[b] = parts[parts[b]]
                b = parts[b]
            if a != b:
                parts[b] = a
                joins += 1
        return joins

    def groups(self, counts: Counts) -> list[int]:
        """For each island the group that it is connected with, named after one of its islands."""
        parts = list(range(self.islands))
        self.join(parts, counts)
        for island in range(self.islands):
            top = island
            while top != parts[top]:
                top = parts[top]
            parts[island] = top
        return parts

    def degrees(self, counts: Counts) -> list[int]:
        """How many bridges each island has."""
        degrees = [0] * self.islands
        for (a, b), count in compress(zip(self.ends, counts, strict=True), counts):
            degrees[a] += count
            degrees[b] += count
        return degrees

    def is_solution(self, counts: Counts) -> bool:
        """Whether all rules hold."""
        for here, least, greatest in zip(self.at, self.least, self.greatest, strict=True):
            degree = 0
            for number in here:
                degree += counts[number]
            if not least <= degree <= greatest:
                return False
        if max(counts, default=0) > self.most or self.crossings(counts):
            return False
        joins = self.join(list(range(self.islands)), counts)
        built = len(counts) - counts.count(0)
        return joins >= self.islands - 1 and (self.loops or joins == built)

    def crossings(self, counts: Counts) -> int:
        """How many pairs of joined links cross."""
        pairs = 0
        for others in compress(self.crossing, counts):
            for other in others:
                if counts[other]:
                    pairs += 1
        return pairs // 2

    def least_bridges(self, counts: Counts, room: Counts) -> float:
        """A lower bound on the bridges still to come; infinity proves a dead end.

        `room` says how many each link may take at most. A bridge serves the wants of both its
        islands or of one; how many can serve both is limited by the links between islands that
        want something. And each bridge makes two groups one at best.
        """
        wants = [
            least - degree if least > degree else 0
            for least, degree in zip(self.least, self.degrees(counts), strict=True)
        ]
        offers = [0] * self.islands
        shared = [0] * self.islands
        for (a, b), more in compress(zip(self.ends, room, strict=True), room):
            offers[a] += more
            offers[b] += more
            if wants[a] and wants[b]:
                shared[a] += more
                shared[b] += more
        parts = list(range(self.islands))
        groups = self.islands - self.join(parts, counts)
        if groups - self.join(parts, room) > 1 or any(map(gt, wants, offers)):
            return inf
        wanted = sum(wants)
        needed = wanted - sum(map(min, wants, shared)) // 2
        if None in self.clues:
            return max(needed, groups - 1)
        # Without a ? the numbers say how many bridges there will be.
        return inf if wanted % 2 or needed < groups - 1 else needed


class IslandTables(NamedTuple):
    """What the places of the islands say, whatever their numbers are."""

    ends: Sequence[tuple[int, int]]  # of each link
    crossing: list[list[int]]  # for each link those that it would cross
    at: list[list[int]]  # the links of each island,
    ways: list[list[tuple[int, int]]]  # and with the islands at their other ends


@lru_cache(maxsize=16)  # makers of boards change the numbers of the same islands many times
def island_tables(cols: int, cells: tuple[Cell, ...]) -> IslandTables:
    """The tables of a board with so many columns and these islands."""
    ends = facing(cols, cells)
    ways: list[list[tuple[int, int]]] = [[] for _ in cells]
    for number, (a, b) in enumerate(ends):
        ways[a].append((number, b))
        ways[b].append((number, a))
    at = [[link for link, _ in here] for here in ways]
    return IslandTables(ends, _crossing(cols, cells, ends), at, ways)


def _crossing(cols: int, cells: Sequence[Cell], ends: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For each link those that it would cross."""
    crossing: list[list[int]] = [[] for _ in ends]
    down = [-1] * cols  # in each column the link that runs down from the last island
    island = -1
    for number, (a, b) in enumerate(ends):
        while island < a:  # those in between have no island below them, or have been seen
            island += 1
            down[cells[island] % cols] = -1
        col, far = cells[a] % cols, cells[b] % cols
        if col == far:
            down[col] = number
        for other in down[col + 1 : far]:
            if other >= 0:
                crossing[number].append(other)
                crossing[other].append(number)
    return crossing
