"""The search spaces of Hashi: add bridges, decide links, repair a full board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from operator import sub
from random import Random
from typing import ClassVar, TypeAlias

from masume.core.search.space import CANONICAL, PRUNE, Cancellable
from masume.core.search.spec import Tuning
from masume.families.links.graph import Counts
from masume.families.links.position import Lines, Span
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.propagate import HARD, propagator
from masume.puzzles.hashi.puzzle import Hashi

Step: TypeAlias = tuple[Span, int, int]
Bounds: TypeAlias = tuple[bytes, bytes]  # the least and the greatest number of bridges per link
BoundsStep: TypeAlias = tuple[Span, Bounds, int]

_BITS = 3  # per link in the states of Build and Repair
_DIGITS = bytes(max(0, byte - ord("0")) for byte in range(256))


class _Board(Cancellable):
    """The link graph that all three spaces use."""

    def __init__(self, puzzle: Hashi) -> None:
        self.puzzle = puzzle
        self.net = IslandNetwork(puzzle)


class _Counted(_Board):
    """A space whose states are one int: an octal digit per link, its number of bridges."""

    def __init__(self, puzzle: Hashi) -> None:
        super().__init__(puzzle)
        self._links = len(self.net.links)
        self._size = _BITS * self._links
        self._all = (1 << self._size) - 1

    def initial(self, position: Lines | None = None) -> int:
        """Return the state with a position's bridges; marks of "none" are ignored."""
        return self._state(self.net.counts(position))

    def _state(self, counts: Counts) -> int:
        return int("0" + "".join(map(str, reversed(counts))), 8)

    def counts(self, state: int) -> bytes:
        """Return the number of bridges of each link."""
        # Formatting an octal number is much faster than shifting and masking its digits.
        digits = f"{state & self._all:0{self._links}o}".encode()
        return digits.translate(_DIGITS)[: -self._links - 1 : -1]

    def is_goal(self, state: int) -> bool:
        """Return whether the bridges solve the board."""
        return self.net.is_solution(self.counts(state))

    def position(self, state: int) -> Lines:
        """Return the bridges as a position."""
        return self.net.position(self.counts(state))


class Build(_Counted):
    """Add one bridge, by pairs of islands in row-major order; skip moves that break a rule.

    A state is the number of bridges of each link. With `canonical`, bridges are added only in the
    order of the links, so that a board is reached once instead of k! times; the state then also
    holds, above the bits of the links, the first link that may get a bridge. With `prune`, states
    are skipped in which some island can no longer get its number or be connected with the others.
    """

    name: ClassVar[str] = "build"
    about_options: ClassVar[Mapping[str, Tuning]] = {"canonical": CANONICAL, "prune": PRUNE}
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: Hashi, *, canonical: bool = False, prune: bool = False) -> None:
        super().__init__(puzzle)
        self.canonical = canonical
        self.prune = prune
        self.is_tree = canonical

    def room(self, state: int, counts: Counts) -> list[int]:
        """Return how many bridges each link may take beyond its `counts`, taken alone."""
        net = self.net
        ends, crossing, most = net.ends, net.crossing, net.most
        free = net.greatest.copy()
        is_open = bytearray(b"\1") * self._links
        for link, count in enumerate(counts):
            if count:
                a, b = ends[link]
                free[a] -= count
                free[b] -= count
                for other in crossing[link]:
                    is_open[other] = 0
        if self.canonical:
            first = state >> self._size
            is_open[:first] = bytes(first)
        if not net.loops:
            groups = net.groups(counts)
            for link, (a, b) in enumerate(ends):
                if groups[a] == groups[b] and not counts[link]:
                    is_open[link] = 0
        room = [0] * self._links
        for link, (a, b) in enumerate(ends):
            if is_open[link]:
                more = min(most - counts[link], free[a], free[b])
                if more > 0:
                    room[link] = more
        return room

    def successors(self, state: int) -> Iterator[Step]:
        """Yield (span, state, 1) for each link that may get one more bridge, in their order."""
        counts = self.counts(state)
        built = state & self._all
        for link, more in enumerate(self.room(state, counts)):
            if more:
                self.check_cancel()  # all remaining children may be pruned
                child = built + (1 << _BITS * link)
                if self.canonical:
                    child |= link << self._size
                if not self.prune or self.bridges_needed(child) != inf:
                    yield self.net.spans[link][counts[link] + 1], child, 1

    def bridges_needed(self, state: int) -> float:
        """Return a lower bound on the number of missing bridges; infinity at a dead end."""
        counts = self.counts(state)
        return self.net.least_bridges(counts, self.room(state, counts))

    def spent(self, state: int) -> int:
        """Return the number of bridges."""
        return sum(self.counts(state))


class HashiDecide(_Board):
    """Give a link of the most constrained island one more bridge or no more, and propagate.

    A state is the least and the greatest number of bridges of each link; open links count as
    their least. The cost of a step is the growth of the least numbers.
    """

    name: ClassVar[str] = "decide"
    is_tree = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def initial(self, position: Lines | None = None) -> Bounds:
        """Return the propagated bounds of a position; closed bounds if it is contradictory."""
        least = bytes(self.net.counts(position))
        barred = position.barred if position else frozenset()
        most = self.net.most
        hi = bytes(0 if (link.a, link.b) in barred else most for link in self.net.links)
        return self._narrow(least, hi, range(self.net.islands)) or (least, least)

    def counts(self, state: Bounds) -> bytes:
        """Return the certain bridges of each link."""
        return state[0]

    def successors(self, state: Bounds) -> Iterator[BoundsStep]:
        """Yield the chosen link with one more bridge, then with no more; omit contradictions.

        Bounds are propagated. The cost is the growth of the least numbers.
        """
        lo, hi = state
        link = self._choose(lo, hi)
        if link is None:
            return
        span = self.net.spans[link]
        count = lo[link]
        with_bridge = self._narrow_link(lo, hi, link, count + 1, hi[link])
        if with_bridge is not None:
            yield span[count + 1], with_bridge, sum(with_bridge[0]) - sum(lo)
        closed = self._narrow_link(lo, hi, link, count, count)
        if closed is not None:
            move = span[count] if count else Span(span[0].a, span[0].b, None)
            yield move, closed, sum(closed[0]) - sum(lo)

    def bridges_needed(self, state: Bounds) -> float:
        """Return a lower bound on the number of missing bridges; infinity at a dead end."""
        lo, hi = state
        return self.net.least_bridges(lo, list(map(sub, hi, lo)))

    def is_goal(self, state: Bounds) -> bool:
        """Return whether the certain bridges solve the board."""
        return self.net.is_solution(state[0])

    def spent(self, state: Bounds) -> int:
        """Return the number of certain bridges."""
        return sum(state[0])

    def position(self, state: Bounds) -> Lines:
        """Return the certain bridges and, until the board is solved, the closed links."""
        lo, hi = state
        certain = self.net.position(lo)
        if self.is_goal(state):
            return certain
        closed = (link for link, most in zip(self.net.links, hi, strict=True) if not most)
        return Lines(certain.joined, frozenset((link.a, link.b) for link in closed))

    def _narrow_link(self, lo: bytes, hi: bytes, link: int, least: int, most: int) -> Bounds | None:
        """Set the bounds of a link and propagate; None on a contradiction."""
        new_lo, new_hi = bytearray(lo), bytearray(hi)
        new_lo[link], new_hi[link] = least, most
        return self._narrow(new_lo, new_hi, self.net.ends[link])

    def _narrow(self, lo: Counts, hi: Counts, changed: Iterable[int]) -> Bounds | None:
        """Propagate bounds that have changed at some islands; None on a contradiction."""
        board = propagator(self.net, self.check_cancel)
        board.set_bounds(lo, hi, changed)
        board.propagate(HARD, thorough=False)
        return None if board.clash else (bytes(board.lo), bytes(board.hi))

    def _choose(self, lo: bytes, hi: bytes) -> int | None:
        """Return an open link of the clue with the least freedom, else one between two groups."""
        net = self.net
        best: list[int] = []
        least = net.most * 4
        for links, clue in zip(net.links_at, net.clues, strict=True):
            if clue is None:
                continue
            low = high = 0
            for link in links:
                low += lo[link]
                high += hi[link]
            freedom = min(clue - low, high - clue)
            if 0 < freedom < least:
                best, least = links, freedom
        if best:
            return next(link for link in best if lo[link] < hi[link])
        groups = net.groups(lo)
        between_groups = (link for link, (a, b) in enumerate(net.ends) if groups[a] != groups[b])
        return next((link for link in between_groups if hi[link]), None)


class HashiRepair(_Counted):
    """Add or remove one bridge of a full board. For local search: any board may be a start."""

    name: ClassVar[str] = "repair"
    is_tree = False
    repairs: ClassVar[bool] = True
    infers: ClassVar[bool] = False

    def random_state(self, rng: Random) -> int:
        """Return a state with random bridges, within what clues and crossings allow."""
        net = self.net
        counts = [0] * self._links
        free = net.greatest.copy()
        for link in rng.sample(range(self._links), self._links):
            a, b = net.ends[link]
            room = min(net.most, free[a], free[b])
            if not any(counts[other] for other in net.crossing[link]):
                counts[link] = rng.randint(0, room)
                free[a] -= counts[link]
                free[b] -= counts[link]
        return self._state(counts)

    def _step(self, state: int, link: int, count: int) -> Step:
        change = count - (state >> _BITS * link & 7)
        return self.net.spans[link][count], state + (change << _BITS * link), 1

    def successors(self, state: int) -> Iterator[Step]:
        """Yield (span, state, 1) for each link with one bridge more, then with one less."""
        most = self.net.most
        for link, count in enumerate(self.counts(state)):
            if count < most:
                yield self._step(state, link, count + 1)
            if count:
                yield self._step(state, link, min(count - 1, most))

    def changed_link(self, state: int, child: int) -> int:
        """Return the link in which a state and its successor differ."""
        return ((state ^ child).bit_length() - 1) // _BITS

    def counts_of_link(self, state: int, link: int) -> int:
        """Return the number of bridges of a link."""
        return state >> _BITS * link & 7

    def focused_successors(self, state: int, rng: Random) -> list[Step]:
        """Return the changes of the links of one faulty island, crossing or group."""
        net, counts = self.net, self.counts(state)
        faults = [
            links
            for links, clue, degree in zip(
                net.links_at, net.clues, net.degrees(counts), strict=True
            )
            if clue is not None and clue != degree
        ]
        faults += [
            [link, *crossed]
            for link, crossed in enumerate(net.crossing)
            if counts[link] and any(counts[other] for other in crossed)
        ]
        roots = net.groups(counts)
        if separate := [n for n, (a, b) in enumerate(net.ends) if roots[a] != roots[b]]:
            faults.append(separate)
        chosen = set(rng.choice(faults)) if faults else set()
        return [
            step for step in self.successors(state) if self.changed_link(state, step[1]) in chosen
        ]

    def crossover(self, first: int, second: int, rng: Random) -> int:
        """Return a board with the links of one parent up to a random one; they go row by row."""
        low = (1 << _BITS * rng.randint(0, self._links)) - 1
        return first & low | second & ~low

    def random_successor(self, state: int, rng: Random) -> Step | None:
        """Return the board with one random bridge more or less; None if there are no links."""
        while self._links:
            link = rng.randrange(self._links)
            count = state >> _BITS * link & 7
            count = count + 1 if rng.random() < 0.5 else min(count - 1, self.net.most)
            if 0 <= count <= self.net.most:
                return self._step(state, link, count)
        return None

    def spent(self, state: int) -> int:
        """Return 0: this space counts changes, not bridges."""
        return 0


SPACES = (Build, HashiDecide, HashiRepair)  # the space of the papers first
