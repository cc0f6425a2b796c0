"""The propagator of Hashi: the least and the greatest number of bridges of each link.

Everything that draws conclusions uses it: the maker, `decide`, the model, walks and look-ahead.
`propagate` draws all conclusions up to a level, as fast as possible:

- easy: the clue of an island and the bounds of its links
- medium: a link takes no more than its islands still need; a pair that would be alone; loops
- hard: all islands are connected (`connections.py`)

A contradiction is recorded. On request every change is logged with its cause, so that it can be
explained and undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import ne
from typing import NamedTuple, TypeAlias, TypeVar, cast

from masume.core.model.model import CancelCheck, never_cancel
from masume.puzzles.hashi.connections import (
    GroupGraph,
    board_cuts,
    check_solved,
    closed_loops,
    closing_combinations,
    group_cuts,
    group_graph,
    only_links,
    pair_cuts,
)
from masume.puzzles.hashi.network import IslandNetwork, IslandTables

EASY, MEDIUM, HARD = range(3)  # the first of LEVELS; importing these here would take too long
_ANY = 1 << 30  # the need of a ?: more than all links could give
ASSUMED = -1  # the cause of an assumption; others are islands, or links across: see `crossing`

Bound: TypeAlias = tuple[int, bool]  # a link, and whether its lower or its upper bound is meant
Finding: TypeAlias = tuple[Sequence[tuple[int, bool, int]], *tuple[object, ...]]
"""The bounds that follow, each with its count; the rest says why."""
Board = TypeVar("Board", bound="Propagator")


class Change(NamedTuple):
    """A change of a bound, in the order of the log."""

    link: int
    is_least: bool
    before: int
    after: int
    cause: int


class Clash(NamedTuple):
    """A contradiction: the code of the violated rule, and its island or links."""

    rule: str  # "clue", "crossing", "loop", "divided"
    place: int = 0  # an island, or the link that closes a loop or crosses another one
    other: int = 0  # the link that it crosses


def crossing(link: int) -> int:
    """Return the cause of a change: a bridge on this link. This function is its own inverse."""
    return -2 - link


class Propagator:
    """The least and the greatest number of bridges of each link that the given clues imply.

    A clue of None is a `?`, or not known yet; `set_clues` sets it later.
    """

    def __init__(
        self,
        tables: IslandTables,
        most: int,
        loops: bool,
        clues: Sequence[int | None],
        check_cancel: CancelCheck = never_cancel,
    ) -> None:
        self.tables, self.most, self.loops = tables, most, loops
        self.check_cancel = check_cancel
        self.adjacency, self.ends = tables.adjacency, tables.ends
        self.clues = list(clues)
        # The least and the greatest number of bridges of each island.
        self.least = self.greatest = cast("list[int]", self.clues)
        self.max_sum = [most * len(links) for links in tables.links_at]
        if None in self.clues:
            some = min(1, len(clues) - 1)
            self.least = [some if clue is None else clue for clue in clues]
            each = zip(clues, self.max_sum, strict=True)
            self.greatest = [most if clue is None else clue for clue, most in each]
        self.lo = [0] * len(tables.ends)
        self.hi = [most] * len(tables.ends)
        # Their sums at each island: the bridges that it has, and may have at most.
        self.min_sum = [0] * len(clues)
        self.contradiction: Clash | None = None
        self.log: list[Change] | None = None
        self._queued = bytearray(b"\1") * len(clues)
        self._queue = list(range(len(clues)))  # islands to examine
        self._has_limits = False  # whether upper bounds include what islands need
        self._graph: GroupGraph | None = None

    def copy(self: Board) -> Board:
        """Return an independent copy."""
        other = self.__class__.__new__(self.__class__)
        vars(other).update(vars(self))
        other.clues = self.clues[:]
        other.least = other.greatest = cast("list[int]", other.clues)
        if self.least is not self.clues:
            other.least, other.greatest = self.least[:], self.greatest[:]
        other.lo, other.hi = self.lo[:], self.hi[:]
        other.min_sum, other.max_sum = self.min_sum[:], self.max_sum[:]
        other._queued, other._queue = self._queued[:], self._queue[:]
        return other

    def set_clues(self, clues: Mapping[int, int]) -> None:
        """Set the clues of some islands and queue them."""
        for island, clue in clues.items():
            self.clues[island] = self.least[island] = self.greatest[island] = clue
        self.queue(clues)

    def set_bounds(self, lo: Sequence[int], hi: Sequence[int], changed: Iterable[int]) -> None:
        """Set the bounds of all links, of which only those at some islands are new conclusions."""
        self.lo, self.hi = list(lo), list(hi)
        for sums, bounds in ((self.min_sum, lo), (self.max_sum, hi)):
            sums[:] = [0] * len(sums)
            for (a, b), count in zip(self.ends, bounds, strict=True):
                sums[a] += count
                sums[b] += count
        self._queued, self._queue = bytearray(len(self.clues)), []
        self._has_limits = True
        self.queue(changed)
        for link in compress(range(len(lo)), lo):
            if lo[link] > hi[link]:
                self.report("clue", self.ends[link][0])
            self.close_across(link)

    def queue(self, islands: Iterable[int]) -> None:
        """Queue islands, to examine them later."""
        for island in islands:
            if not self._queued[island]:
                self._queued[island] = 1
                self._queue.append(island)

    def clear_queue(self) -> None:
        """Empty the queue."""
        for island in self._queue:
            self._queued[island] = 0
        self._queue.clear()

    def open_links(self) -> list[int]:
        """Return the links whose number of bridges is not known."""
        return list(compress(range(len(self.lo)), map(ne, self.lo, self.hi)))

    def propagate(self, level: int, *, thorough: bool = True) -> bool:
        """Draw all conclusions up to a level; return whether every link is known.

        Unless `thorough`, rules are left out that search the whole board for each link.
        """
        if level >= MEDIUM and not self._has_limits:
            self._has_limits = True
            self.queue(range(len(self.clues)))
        searches = _SEARCHES[level] if thorough else _QUICK
        while True:
            self.check_cancel()
            self.serve(limits=level >= MEDIUM)
            if not self.contradiction and self.lo == self.hi:
                if level >= HARD:
                    check_solved(self)
                return not self.contradiction
            for search in searches:
                new = () if self.contradiction else search(self)
                if self.contradiction:
                    return False
                if new:
                    self.add(new)
                    break
            else:
                return False

    def add(self, new: Iterable[Finding]) -> None:
        """Add conclusions: the lower or upper bounds of links."""
        for bounds, *_ in new:
            for link, is_least, count in bounds:
                if is_least and self.lo[link] < count:
                    self.raise_link(link, count, ASSUMED)
                elif not is_least and self.hi[link] > count:
                    self.lower_link(link, count, ASSUMED)

    @staticmethod
    def split(new: Iterable[Finding]) -> Iterator[tuple[Finding]]:
        """Yield findings one by one."""
        return ((finding,) for finding in new)

    @property
    def clash(self) -> bool:
        """Whether the conclusions contradict each other."""
        return self.contradiction is not None

    def report(self, rule: str, place: int = 0, other: int = 0) -> None:
        """Record a contradiction, unless there is one already."""
        self.contradiction = self.contradiction or Clash(rule, place, other)

    # What islands need and links can take

    def need(self, island: int) -> int:
        """Return the number of bridges that an island still needs; for a ? more than it can get."""
        return _ANY if self.clues[island] is None else self.least[island] - self.min_sum[island]

    def needs(self) -> list[int]:
        """Return the result of `need` for each island."""
        each = zip(self.clues, self.least, self.min_sum, strict=True)
        return [_ANY if clue is None else least - has for clue, least, has in each]

    def cap(self, link: int, island: int) -> int:
        """Return the upper bound of a link, given also the clue of one of its islands."""
        more = self.greatest[island] - self.min_sum[island]
        return min(self.hi[link], self.lo[link] + max(more, 0))

    def room(self, link: int) -> int:
        """Return the upper bound of a link, given also the clues at both its ends."""
        return min(self.hi[link], self.limit(link))

    def limit(self, link: int) -> int:
        """Return the upper bound of a link that the clues at both its ends imply."""
        a, b = self.ends[link]
        has = self.min_sum
        more = min(self.greatest[a] - has[a], self.greatest[b] - has[b])
        return self.lo[link] + max(more, 0)

    # Changes

    def raise_link(self, link: int, count: int, cause: int) -> None:
        """Raise the lower bound of a link, and close the links across a first bridge."""
        first = not self.lo[link]
        self.set_bound(link, True, count, cause)
        if first:
            self.close_across(link)

    def lower_link(self, link: int, count: int, cause: int) -> None:
        """Lower the upper bound of a link."""
        self.set_bound(link, False, count, cause)

    def close_across(self, link: int) -> None:
        """Close the links that a bridge on this link crosses."""
        for other in self.tables.crossing[link]:
            if self.lo[other]:
                self.report("crossing", link, other)
            elif self.hi[other]:
                self.set_bound(other, False, 0, crossing(link))

    def set_bound(self, link: int, is_least: bool, count: int, cause: int) -> None:
        """Set a bound, add the change to the sums of both ends, and queue them."""
        bounds, sums = (self.lo, self.min_sum) if is_least else (self.hi, self.max_sum)
        if self.log is not None:
            self.log.append(Change(link, is_least, bounds[link], count, cause))
        more = count - bounds[link]
        bounds[link] = count
        for island in self.ends[link]:
            sums[island] += more
            if not self._queued[island]:
                self._queued[island] = 1
                self._queue.append(island)

    def undo(self, length: int) -> None:
        """Undo all logged changes but the first `length`, and empty the queue."""
        assert self.log is not None
        for link, is_least, before, after, _ in reversed(self.log[length:]):
            bounds, sums = (self.lo, self.min_sum) if is_least else (self.hi, self.max_sum)
            bounds[link] = before
            for island in self.ends[link]:
                sums[island] += before - after
        del self.log[length:]
        self.clear_queue()
        self.contradiction = self._graph = None

    def serve(self, *, limits: bool, needs: bool = True, first: bool = False) -> None:
        """Propagate the clues of the queued islands to a fixpoint or a contradiction.

        With `limits`, links take no more than their islands still need; without, only the links of
        islands that need nothing are closed. Without `needs`, no link is raised. With `first`, only
        the clue of the first island is applied, and the queue is emptied.
        """
        waiting = self._queue
        if not waiting:
            return
        self._graph = None
        queued, adjacency, most = self._queued, self.adjacency, self.most
        lo, hi, min_sum, max_sum = self.lo, self.hi, self.min_sum, self.max_sum
        least, greatest, log = self.least, self.greatest, self.log
        across = self.tables.crossing
        for island in waiting:  # grows during the loop
            queued[island] = 0
            low, high = min_sum[island], max_sum[island]
            if low == high and least[island] <= low <= greatest[island]:
                continue
            more = greatest[island] - low  # by how much its links may grow in total
            slack = high - least[island]  # by how much they may shrink
            if more < 0 or slack < 0:
                self.report("clue", island)
                break
            # `lower_link` and `raise_link` are inlined here: this loop takes most of the time.
            if more < most and (limits or not more):  # else no link is limited
                for link, neighbour in adjacency[island]:
                    less = hi[link] - lo[link] - more
                    if less > 0:
                        if log is not None:
                            log.append(Change(link, False, hi[link], lo[link] + more, island))
                        hi[link] -= less
                        high -= less
                        max_sum[neighbour] -= less
                        if not queued[neighbour]:
                            queued[neighbour] = 1
                            waiting.append(neighbour)
                max_sum[island] = high
                slack = high - least[island]
            if slack >= most or not needs or low == high:
                if first:
                    break
                continue
            for link, neighbour in adjacency[island]:
                rise = hi[link] - slack - lo[link]
                if rise > 0:
                    if log is not None:
                        log.append(Change(link, True, lo[link], hi[link] - slack, island))
                    if not lo[link]:
                        for other in across[link]:
                            if hi[other]:
                                self.close_across(link)
                                break
                    lo[link] += rise
                    min_sum[island] += rise
                    min_sum[neighbour] += rise
                    if not queued[neighbour]:
                        queued[neighbour] = 1
                        waiting.append(neighbour)
            if slack and min_sum[island] > low and not queued[island]:
                queued[island] = 1
                waiting.append(island)
            if self.contradiction or first:
                break
        for island in waiting if self.contradiction or first else ():
            queued[island] = 0
        waiting.clear()

    # Searches of the board

    def groups(self) -> GroupGraph:
        """Return the graph of groups of joined islands, cached until something changes."""
        if self._graph is None:
            self._graph = group_graph(self.adjacency, self.ends, self.lo, self.hi)
        return self._graph


def propagator(net: IslandNetwork, check_cancel: CancelCheck = never_cancel) -> Propagator:
    """Return the propagator of a board."""
    return Propagator(net.tables, net.most, net.loops, net.clues, check_cancel)


_MEDIUM = (pair_cuts, closed_loops)
_QUICK = (closed_loops, group_cuts, only_links)
_SEARCHES: tuple[tuple[Callable[[Propagator], Sequence[Finding]], ...], ...] = (
    (),
    _MEDIUM,
    (*_MEDIUM, *_QUICK[1:], closing_combinations, board_cuts),
)
