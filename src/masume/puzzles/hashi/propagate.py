"""Constraint propagation for the Hashi generator, without explanations.

Reaches the same conclusions as the techniques up to a level, as fast as possible: the generator
tries many clues for one board. All clues belong to an actual answer, so no contradiction occurs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import compress
from operator import ne

from masume.core.puzzle.technique import LEVELS
from masume.families.links.graph import Adjacency, flood_fill
from masume.puzzles.hashi.bounds import cut_links
from masume.puzzles.hashi.network import IslandTables

MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")


class Propagator:
    """The least and the greatest number of bridges of each link that the given clues imply.

    A clue of None is not known yet; `set_clues` sets it later.
    """

    def __init__(
        self, tables: IslandTables, most: int, loops: bool, clues: Sequence[int | None]
    ) -> None:
        self.tables, self.most, self.loops = tables, most, loops
        self.clues = list(clues)
        self.lo = [0] * len(tables.ends)
        self.hi = [most] * len(tables.ends)
        # Their sums at each island: the bridges that it has, and may have at most.
        self.min_sum = [0] * len(clues)
        self.max_sum = [most * len(links) for links in tables.links_at]
        self._queued = bytearray(b"\1") * len(clues)
        self._queue = list(range(len(clues)))  # queue of islands to examine
        self._near: set[int] = set()  # islands to examine with their neighbours
        self._pairs: Collection[int] = range(len(tables.ends))  # links that may isolate their ends

    def copy(self) -> Propagator:
        """Return an independent copy."""
        other = Propagator.__new__(Propagator)
        other.tables, other.most, other.loops = self.tables, self.most, self.loops
        other.clues, other.lo, other.hi = self.clues[:], self.lo[:], self.hi[:]
        other.min_sum, other.max_sum = self.min_sum[:], self.max_sum[:]
        other._queued, other._queue = self._queued[:], self._queue[:]
        other._near, other._pairs = set(self._near), self._pairs
        return other

    def set_clues(self, clues: Mapping[int, int]) -> None:
        """Set the clues of some islands and queue them."""
        for island, clue in clues.items():
            self.clues[island] = clue
            if not self._queued[island]:
                self._queued[island] = 1
                self._queue.append(island)
        if not isinstance(self._pairs, range):  # a range means that all are still pending
            self._pairs = {link for island in clues for link in self.tables.links_at[island]}

    def open_links(self) -> list[int]:
        """Return the links whose number of bridges is not known."""
        return list(compress(range(len(self.lo)), map(ne, self.lo, self.hi)))

    def propagate(self, level: int) -> bool:
        """Draw all conclusions up to a level; return whether every link is known."""
        while True:
            self._apply_clues()
            if self.lo == self.hi:
                return True
            if level >= MEDIUM and (
                self._apply_neighbour_limits() or self._limit_equal_pairs() or self._forbid_loops()
            ):
                continue
            if level < HARD or not self._apply_connectivity():
                return False

    # Changes

    def _raise(self, link: int, count: int) -> None:
        """Raise the lower bound of a link and close the links across it."""
        more = count - self.lo[link]
        if not self.lo[link]:
            for other in self.tables.crossing[link]:
                if self.hi[other]:
                    self._lower(other, 0)
        self.lo[link] = count
        self._add(self.min_sum, link, more)

    def _lower(self, link: int, count: int) -> None:
        """Lower the upper bound of a link."""
        less = self.hi[link] - count
        self.hi[link] = count
        self._add(self.max_sum, link, -less)

    def _add(self, sums: list[int], link: int, more: int) -> None:
        """Add to the sums of both ends of a link, and queue them."""
        a, b = self.tables.ends[link]
        sums[a] += more
        sums[b] += more
        if not self._queued[a]:
            self._queued[a] = 1
            self._queue.append(a)
        if not self._queued[b]:
            self._queued[b] = 1
            self._queue.append(b)

    # Easy: the clue of an island and the bounds of its links

    def _apply_clues(self) -> None:
        """Propagate the clues of the queued islands until the queue is empty."""
        waiting, queued, adjacency, most = (
            self._queue,
            self._queued,
            self.tables.adjacency,
            self.most,
        )
        lo, hi, min_sum, max_sum, clues = self.lo, self.hi, self.min_sum, self.max_sum, self.clues
        crossing = self.tables.crossing
        for island in waiting:  # grows during the loop
            queued[island] = 0
            clue = clues[island]
            if clue is None or min_sum[island] == max_sum[island]:
                continue
            # `_lower` and `_raise` are inlined here because this loop takes most of the time.
            if min_sum[island] == clue:
                for link, neighbour in adjacency[island]:
                    less = hi[link] - lo[link]
                    if less:
                        hi[link] = lo[link]
                        max_sum[neighbour] -= less
                        if not queued[neighbour]:
                            queued[neighbour] = 1
                            waiting.append(neighbour)
                max_sum[island] = clue
                continue
            slack = max_sum[island] - clue
            if slack >= most:
                continue
            for link, neighbour in adjacency[island]:
                more = hi[link] - slack - lo[link]
                if more > 0:
                    if not lo[link]:
                        for other in crossing[link]:
                            if hi[other]:
                                self._lower(other, 0)
                    lo[link] += more
                    min_sum[island] += more
                    min_sum[neighbour] += more
                    if not queued[neighbour]:
                        queued[neighbour] = 1
                        waiting.append(neighbour)
            if slack and min_sum[island] == clue and not queued[island]:
                queued[island] = 1
                waiting.append(island)
        self._near.update(waiting)
        waiting.clear()

    # Medium: the needs of neighbours, and pairs that must not isolate themselves

    def _apply_neighbour_limits(self) -> bool:
        """Raise links by what the other neighbours of an island cannot give; whether any changed.

        This holds for all methods below: they return whether islands are queued again.
        """
        adjacency, clues, most = self.tables.adjacency, self.clues, self.most
        lo, hi, min_sum, max_sum = self.lo, self.hi, self.min_sum, self.max_sum
        islands = set(self._near)
        for island in self._near:
            islands.update([neighbour for _, neighbour in adjacency[island]])
        self._near = set()
        for island in islands:
            clue = clues[island]
            if clue is None or min_sum[island] == max_sum[island]:
                continue
            caps = []
            for link, neighbour in adjacency[island]:
                cap, need = hi[link], clues[neighbour]
                if need is not None and lo[link] + need - min_sum[neighbour] < cap:
                    cap = lo[link] + need - min_sum[neighbour]
                caps.append(cap)
            slack = sum(caps) - clue
            if slack < most:
                for (link, _), cap in zip(adjacency[island], caps, strict=True):
                    if cap - slack > lo[link]:
                        self._raise(link, cap - slack)
        return bool(self._queue)

    def _limit_equal_pairs(self) -> bool:
        """Lower links on which two islands with equal clues would spend all their bridges."""
        clues, min_sum, ends = self.clues, self.min_sum, self.tables.ends
        for link in self._pairs if len(clues) > 2 else ():
            a, b = ends[link]
            clue, least = clues[a], self.lo[link]
            if clue is None or clue != clues[b] or not min_sum[a] == min_sum[b] == least:
                continue
            if least < clue <= self.hi[link]:
                self._lower(link, clue - 1)
        self._pairs = ()
        return bool(self._queue)

    def _forbid_loops(self) -> bool:
        """Close links between islands that are connected already, on a board without loops."""
        if self.loops:
            return False
        groups = self._groups()
        for link in self.open_links():
            a, b = self.tables.ends[link]
            if not self.lo[link] and groups[a] == groups[b]:
                self._lower(link, 0)
        return bool(self._queue)

    def _groups(self) -> list[int]:
        """Return for each island the number of its group of joined islands."""
        groups, adjacency, lo = [-1] * len(self.clues), self.tables.adjacency, self.lo
        number = 0
        for first in range(len(groups)):
            if groups[first] < 0:
                groups[first] = number
                group = [first]
                for island in group:  # grows during the loop
                    for link, neighbour in adjacency[island]:
                        if lo[link] and groups[neighbour] < 0:
                            groups[neighbour] = number
                            group.append(neighbour)
                number += 1
        return groups

    # Hard: all islands are connected

    def _apply_connectivity(self) -> bool:
        """Apply the connectivity rules to the graph of groups of joined islands."""
        groups = self._groups()
        adjacency: list[list[tuple[int, int]]] = [[] for _ in range(max(groups) + 1)]
        for link, (a, b) in enumerate(self.tables.ends):
            if self.hi[link] and groups[a] != groups[b]:
                adjacency[groups[a]].append((link, groups[b]))
                adjacency[groups[b]].append((link, groups[a]))
        return len(adjacency) > 1 and (
            self._raise_cut_links(adjacency)
            or self._forbid_cuts(groups, adjacency)
            or self._raise_ways_out(groups, adjacency)
        )

    def _raise_cut_links(self, adjacency: Adjacency) -> bool:
        """Raise each link that is the only one between two parts of the board."""
        for link in cut_links(adjacency, self.hi) or ():
            self._raise(link, 1)
        return bool(self._queue)

    def _forbid_cuts(self, groups: Sequence[int], adjacency: Adjacency) -> bool:
        """Lower links whose bridges would cut the board in two."""
        ends = self.tables.ends
        for link in self.open_links():
            for count, closed in self._assumptions(link):
                missing = {groups[end] for other in closed for end in ends[other]}
                a, b = ends[link]
                if self._is_cut({groups[a], groups[b]}, closed, missing, adjacency):
                    self._lower(link, count - 1)
                    break
        return bool(self._queue)

    def _need(self, island: int) -> int:
        """Return how many bridges an island still needs; more than it can get if not known."""
        clue = self.clues[island]
        return self.max_sum[island] + 1 if clue is None else clue - self.min_sum[island]

    def _assumptions(self, link: int) -> Iterator[tuple[int, set[int]]]:
        """Yield one bridge more and as many as possible, with the links that each would close."""
        lo, hi = self.lo, self.hi
        a, b = self.tables.ends[link]
        least = lo[link]
        need_a, need_b = self._need(a), self._need(b)
        more = min(hi[link] - least, need_a, need_b)
        if more <= 0:
            return
        across = [] if least else [other for other in self.tables.crossing[link] if hi[other]]
        closed = set(across)
        if across and more > 1:
            yield least + 1, closed
        for end, need in ((a, need_a), (b, need_b)):
            if need == more:
                links = self.tables.links_at[end]
                closed.update([other for other in links if hi[other] and not lo[other]])
        closed.discard(link)
        if closed:
            yield least + more, closed

    def _is_cut(
        self, reached: set[int], closed: set[int], missing: set[int], adjacency: Adjacency
    ) -> bool:
        """Return whether some missing groups are unreachable without the closed links."""
        return not missing <= flood_fill(adjacency, reached, self.hi, closed, missing)

    def _raise_ways_out(self, groups: Sequence[int], adjacency: Adjacency) -> bool:
        """Raise a link without which an island would close a group with its other neighbours."""
        for link in self.open_links():
            for island in self.tables.ends[link]:
                if not self.lo[link] and self._would_close(link, island, groups, adjacency):
                    self._raise(link, 1)
                    return True  # the groups have changed
        return False

    def _would_close(
        self, link: int, island: int, groups: Sequence[int], adjacency: Adjacency
    ) -> bool:
        """Return whether an island without a bridge here would be in a group with no way out."""
        lo, hi = self.lo, self.hi
        joined, closed, total = {groups[island]}, {link}, 0
        for other, neighbour in self.tables.adjacency[island]:
            if other != link:
                need = self._need(neighbour)
                gives = min(hi[other] - lo[other], need)
                total += lo[other] + gives
                if gives == need:
                    closed.update(
                        [away for away in self.tables.links_at[neighbour] if away != other]
                    )
                if lo[other] + gives:
                    joined.add(groups[neighbour])
        if total != self.clues[island] or len(joined) == len(adjacency):
            return False
        for group in joined:
            for way, other in adjacency[group]:
                if hi[way] and way not in closed and other not in joined:
                    return False
        return True
