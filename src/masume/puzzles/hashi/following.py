"""What follows from the numbers of a Hashi board, without a word about it: for its maker.

The same conclusions as the techniques up to a level draw, as fast as possible: the maker tries out
many numbers for one board. All of them are those of a real answer, so nothing ever clashes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import compress
from operator import ne
from typing import TypeAlias

from masume.core.puzzle.technique import LEVELS
from masume.puzzles.hashi.bounds import cut_links
from masume.puzzles.hashi.network import IslandTables

MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")
Ways: TypeAlias = Sequence[Sequence[tuple[int, int]]]  # of each island or group: links, and to whom


class FollowingBounds:
    """The least and the greatest number of bridges of each link, from the numbers so far.

    A number that is None says nothing yet; `tell` tells it later.
    """

    def __init__(
        self, tables: IslandTables, most: int, loops: bool, clues: Sequence[int | None]
    ) -> None:
        self.tables, self.most, self.loops = tables, most, loops
        self.clues = list(clues)
        self.lo = [0] * len(tables.ends)
        self.hi = [most] * len(tables.ends)
        # What they add up to at each island: the bridges that it has, and may have at most.
        self.has = [0] * len(clues)
        self.may = [most * len(here) for here in tables.at]
        self._queued = bytearray(b"\1") * len(clues)
        self._waiting = list(range(len(clues)))  # islands to look at
        self._near: set[int] = set()  # those whose neighbours have changed
        self._pairs: Collection[int] = range(len(tables.ends))  # links whose ends may be alone

    def copy(self) -> FollowingBounds:
        """The same once more."""
        other = FollowingBounds.__new__(FollowingBounds)
        other.tables, other.most, other.loops = self.tables, self.most, self.loops
        other.clues, other.lo, other.hi = self.clues[:], self.lo[:], self.hi[:]
        other.has, other.may = self.has[:], self.may[:]
        other._queued, other._waiting = self._queued[:], self._waiting[:]
        other._near, other._pairs = set(self._near), self._pairs
        return other

    def tell(self, clues: Mapping[int, int]) -> None:
        """Give some islands their numbers."""
        for island, clue in clues.items():
            self.clues[island] = clue
            if not self._queued[island]:
                self._queued[island] = 1
                self._waiting.append(island)
        if not isinstance(self._pairs, range):  # else all are still to be looked at
            self._pairs = {link for island in clues for link in self.tables.at[island]}

    def unknown(self) -> list[int]:
        """The links whose bridges are not known."""
        return list(compress(range(len(self.lo)), map(ne, self.lo, self.hi)))

    def follow(self, level: int) -> bool:
        """Draw all conclusions up to a level; whether all is known then."""
        while True:
            self._serve()
            if self.lo == self.hi:
                return True
            if level >= MEDIUM and (self._share() or self._part_pairs() or self._bar_loops()):
                continue
            if level < HARD or not self._connect():
                return False

    # Changes

    def _raise(self, link: int, count: int) -> None:
        """A link has at least so many bridges, and bars those across."""
        more = count - self.lo[link]
        if not self.lo[link]:
            for other in self.tables.crossing[link]:
                if self.hi[other]:
                    self._lower(other, 0)
        self.lo[link] = count
        self._add(self.has, link, more)

    def _lower(self, link: int, count: int) -> None:
        """A link has at most so many bridges."""
        less = self.hi[link] - count
        self.hi[link] = count
        self._add(self.may, link, -less)

    def _add(self, sums: list[int], link: int, more: int) -> None:
        """Both ends of a link get more, or less, and are looked at again."""
        a, b = self.tables.ends[link]
        sums[a] += more
        sums[b] += more
        if not self._queued[a]:
            self._queued[a] = 1
            self._waiting.append(a)
        if not self._queued[b]:
            self._queued[b] = 1
            self._waiting.append(b)

    # Easy: an island counts what it has, and what its links can take

    def _serve(self) -> None:
        waiting, queued, ways, most = self._waiting, self._queued, self.tables.ways, self.most
        lo, hi, has, may, clues = self.lo, self.hi, self.has, self.may, self.clues
        crossing = self.tables.crossing
        for island in waiting:  # grows while it is gone through
            queued[island] = 0
            clue = clues[island]
            if clue is None or has[island] == may[island]:
                continue
            # What `_lower` and `_raise` do is written out here: this is where most time goes.
            if has[island] == clue:
                for link, far in ways[island]:
                    less = hi[link] - lo[link]
                    if less:
                        hi[link] = lo[link]
                        may[far] -= less
                        if not queued[far]:
                            queued[far] = 1
                            waiting.append(far)
                may[island] = clue
                continue
            spare = may[island] - clue
            if spare >= most:
                continue
            for link, far in ways[island]:
                more = hi[link] - spare - lo[link]
                if more > 0:
                    if not lo[link]:
                        for other in crossing[link]:
                            if hi[other]:
                                self._lower(other, 0)
                    lo[link] += more
                    has[island] += more
                    has[far] += more
                    if not queued[far]:
                        queued[far] = 1
                        waiting.append(far)
            if spare and has[island] == clue and not queued[island]:
                queued[island] = 1
                waiting.append(island)
        self._near.update(waiting)
        waiting.clear()

    # Medium: it counts what its neighbours still want, and two islands do not keep to themselves

    def _share(self) -> bool:
        """Islands get at least what their other neighbours cannot give."""
        ways, clues, most = self.tables.ways, self.clues, self.most
        lo, hi, has, may = self.lo, self.hi, self.has, self.may
        looked = set(self._near)
        for island in self._near:
            looked.update([far for _, far in ways[island]])
        self._near = set()
        for island in looked:
            clue = clues[island]
            if clue is None or has[island] == may[island]:
                continue
            caps = []
            for link, far in ways[island]:
                cap, wanted = hi[link], clues[far]
                if wanted is not None and lo[link] + wanted - has[far] < cap:
                    cap = lo[link] + wanted - has[far]
                caps.append(cap)
            spare = sum(caps) - clue
            if spare < most:
                for (link, _), cap in zip(ways[island], caps, strict=True):
                    if cap - spare > lo[link]:
                        self._raise(link, cap - spare)
        return bool(self._waiting)

    def _part_pairs(self) -> bool:
        """Two islands of the same number must not give each other all they have."""
        clues, has, ends = self.clues, self.has, self.tables.ends
        for link in self._pairs if len(clues) > 2 else ():
            a, b = ends[link]
            clue, least = clues[a], self.lo[link]
            if clue is None or clue != clues[b] or not has[a] == has[b] == least:
                continue
            if least < clue <= self.hi[link]:
                self._lower(link, clue - 1)
        self._pairs = ()
        return bool(self._waiting)

    def _bar_loops(self) -> bool:
        """On a board without loops, no bridge between islands that are joined already."""
        if self.loops:
            return False
        groups = self._groups()
        for link in self.unknown():
            a, b = self.tables.ends[link]
            if not self.lo[link] and groups[a] == groups[b]:
                self._lower(link, 0)
        return bool(self._waiting)

    def _groups(self) -> list[int]:
        """For each island the number of the group that it is joined with."""
        groups, ways, lo = [-1] * len(self.clues), self.tables.ways, self.lo
        number = 0
        for first in range(len(groups)):
            if groups[first] < 0:
                groups[first] = number
                group = [first]
                for island in group:  # grows while it is gone through
                    for link, other in ways[island]:
                        if lo[link] and groups[other] < 0:
                            groups[other] = number
                            group.append(other)
                number += 1
        return groups

    # Hard: all islands are connected

    def _connect(self) -> bool:
        """What follows from that; islands that are joined already count as one."""
        groups = self._groups()
        ways: list[list[tuple[int, int]]] = [[] for _ in range(max(groups) + 1)]
        for link, (a, b) in enumerate(self.tables.ends):
            if self.hi[link] and groups[a] != groups[b]:
                ways[groups[a]].append((link, groups[b]))
                ways[groups[b]].append((link, groups[a]))
        return len(ways) > 1 and (
            self._join_parts(ways)
            or self._keep_whole(groups, ways)
            or self._reach_out(groups, ways)
        )

    def _join_parts(self, ways: Ways) -> bool:
        """The only link between two parts of the board has a bridge."""
        for link in cut_links(ways, self.hi) or ():
            self._raise(link, 1)
        return bool(self._waiting)

    def _keep_whole(self, groups: Sequence[int], ways: Ways) -> bool:
        """Bridges must not cut the board in two."""
        ends = self.tables.ends
        for link in self.unknown():
            for count, closed in self._suppositions(link):
                missing = {groups[end] for one in closed for end in ends[one]}
                a, b = ends[link]
                if self._is_cut({groups[a], groups[b]}, closed, missing, ways):
                    self._lower(link, count - 1)
                    break
        return bool(self._waiting)

    def _wants(self, island: int) -> int:
        """How many bridges an island still wants; many if that is not known."""
        clue = self.clues[island]
        return self.may[island] + 1 if clue is None else clue - self.has[island]

    def _suppositions(self, link: int) -> Iterator[tuple[int, set[int]]]:
        """One bridge, or as many as a link can take, and the links that this would close."""
        lo, hi = self.lo, self.hi
        a, b = self.tables.ends[link]
        least = lo[link]
        wants_a, wants_b = self._wants(a), self._wants(b)
        more = min(hi[link] - least, wants_a, wants_b)
        if more <= 0:
            return
        across = [] if least else [one for one in self.tables.crossing[link] if hi[one]]
        closed = set(across)
        if across and more > 1:
            yield least + 1, closed
        for end, wants in ((a, wants_a), (b, wants_b)):
            if wants == more:
                closed.update([one for one in self.tables.at[end] if hi[one] and not lo[one]])
        closed.discard(link)
        if closed:
            yield least + more, closed

    def _is_cut(self, seen: set[int], closed: set[int], missing: set[int], ways: Ways) -> bool:
        """Whether some groups could not be reached from these without the closed links."""
        hi = self.hi
        missing -= seen
        waiting = list(seen)
        for group in waiting:  # grows while it is gone through
            if not missing:
                return False
            for by, other in ways[group]:
                if other not in seen and hi[by] and by not in closed:
                    seen.add(other)
                    waiting.append(other)
                    missing.discard(other)
        return bool(missing)

    def _reach_out(self, groups: Sequence[int], ways: Ways) -> bool:
        """An island that would close a group with its other neighbours needs this one."""
        for link in self.unknown():
            for island in self.tables.ends[link]:
                if not self.lo[link] and self._would_close(link, island, groups, ways):
                    self._raise(link, 1)
                    return True  # the groups are others now
        return False

    def _would_close(self, link: int, island: int, groups: Sequence[int], ways: Ways) -> bool:
        """Whether an island without a bridge here would be in a group that nothing leads out of."""
        lo, hi = self.lo, self.hi
        joined, closed, given = {groups[island]}, {link}, 0
        for other, far in self.tables.ways[island]:
            if other != link:
                wants = self._wants(far)
                gives = min(hi[other] - lo[other], wants)
                given += lo[other] + gives
                if gives == wants:
                    closed.update([way for way in self.tables.at[far] if way != other])
                if lo[other] + gives:
                    joined.add(groups[far])
        if given != self.clues[island] or len(joined) == len(ways):
            return False
        for group in joined:
            for by, other in ways[group]:
                if hi[by] and by not in closed and other not in joined:
                    return False
        return True
