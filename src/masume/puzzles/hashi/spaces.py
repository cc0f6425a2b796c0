"""Three ways to search a Hashi board: add bridges, settle links, mend a full board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from operator import sub
from random import Random
from typing import ClassVar, TypeAlias

from masume.core.search.space import CANONICAL, PRUNE, Patient
from masume.core.search.spec import Tuning
from masume.puzzles.hashi.bounds import narrow
from masume.puzzles.hashi.network import Counts, IslandNetwork
from masume.puzzles.hashi.puzzle import Bridges, Hashi, Span

Step: TypeAlias = tuple[Span, int, int]
Bounds: TypeAlias = tuple[bytes, bytes]  # for each link the least and the most bridges
BoundsStep: TypeAlias = tuple[Span, Bounds, int]

_BITS = 3  # of each link in the states of Build and Repair
_DIGITS = bytes(max(0, byte - ord("0")) for byte in range(256))


class _Board(Patient):
    """The tables that all three spaces need."""

    def __init__(self, puzzle: Hashi) -> None:
        self.puzzle = puzzle
        self.net = IslandNetwork(puzzle)


class _Counted(_Board):
    """States that are the number of bridges of each link: one int, an octal digit per link."""

    def __init__(self, puzzle: Hashi) -> None:
        super().__init__(puzzle)
        self._links = len(self.net.links)
        self._size = _BITS * self._links
        self._all = (1 << self._size) - 1

    def initial(self, position: Bridges | None = None) -> int:
        """The board with the position's bridges; marks of "none" are the player's notes."""
        return self._state(self.net.counts(position))

    def _state(self, counts: Counts) -> int:
        return int("0" + "".join(map(str, reversed(counts))), 8)

    def counts(self, state: int) -> bytes:
        """The bridges of each link."""
        # Python writes an octal number much faster than we could shift and mask its digits.
        digits = f"{state & self._all:0{self._links}o}".encode()
        return digits.translate(_DIGITS)[: -self._links - 1 : -1]

    def is_goal(self, state: int) -> bool:
        """Whether the bridges solve the board."""
        return self.net.is_solution(self.counts(state))

    def position(self, state: int) -> Bridges:
        """The bridges as a player sees them."""
        return self.net.position(self.counts(state))


class Build(_Counted):
    """One bridge more, by pairs of islands in row-major order; only what breaks a rule is left out.

    A state is the number of bridges of each link. With `canonical`, bridges are added in the
    order of the links only, so that a board is reached once instead of k! times; the state then
    also tells, above the links' bits, which link may come next. With `prune`, states are left
    out in which some island can no longer be served, or can no longer be reached by the others.
    """

    name: ClassVar[str] = "build"
    about_options: ClassVar[Mapping[str, Tuning]] = {"canonical": CANONICAL, "prune": PRUNE}
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: Hashi, *, canonical: bool = False, prune: bool = False) -> None:
        super().__init__(puzzle)
        self.canonical = canonical
        self.prune = prune
        self.is_tree = canonical

    def room(self, state: int, counts: Counts) -> list[int]:
        """How many bridges each link may take beyond its `counts`, seen by itself."""
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
        """Each state with one bridge more."""
        counts = self.counts(state)
        built = state & self._all
        for link, more in enumerate(self.room(state, counts)):
            if more:
                self.check_cancel()  # all that follow may be pruned
                child = built + (1 << _BITS * link)
                if self.canonical:
                    child |= link << self._size
                if not self.prune or self.bridges_needed(child) != inf:
                    yield self.net.spans[link][counts[link] + 1], child, 1

    def bridges_needed(self, state: int) -> float:
        """A lower bound on the bridges still to come; infinity at a dead end."""
        counts = self.counts(state)
        return self.net.least_bridges(counts, self.room(state, counts))

    def spent(self, state: int) -> int:
        """The bridges."""
        return sum(self.counts(state))


class HashiDecide(_Board):
    """A link of the most constrained island gets one bridge more or no more, with all that follows.

    A state is the least and the most bridges of each link; what is still open counts as the
    least. The cost of a step is the number of bridges by which the least grow.
    """

    name: ClassVar[str] = "decide"
    is_tree = True
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def initial(self, position: Bridges | None = None) -> Bounds:
        """The bare board or a player's position, with all that follows; closed if that fails."""
        net = self.net
        least = bytes(net.counts(position))
        barred = position.barred if position else frozenset()
        lo = bytearray(least)
        hi = bytearray(0 if (link.a, link.b) in barred else net.most for link in net.links)
        return (
            (bytes(lo), bytes(hi))
            if narrow(net, lo, hi, range(net.islands), self.check_cancel)
            else (least, least)
        )

    def counts(self, state: Bounds) -> bytes:
        """The bridges that are certain, link by link."""
        return state[0]

    def successors(self, state: Bounds) -> Iterator[BoundsStep]:
        """The two sides of one decision, without those that contradict themselves."""
        lo, hi = state
        link = self._choose(lo, hi)
        if link is None:
            return
        span = self.net.spans[link]
        count = lo[link]
        more = self._settle(lo, hi, link, count + 1, hi[link])
        if more is not None:
            yield span[count + 1], more, sum(more[0]) - sum(lo)
        no_more = self._settle(lo, hi, link, count, count)
        if no_more is not None:
            move = span[count] if count else Span(span[0].a, span[0].b, None)
            yield move, no_more, sum(no_more[0]) - sum(lo)

    def bridges_needed(self, state: Bounds) -> float:
        """A lower bound on the bridges still to come; infinity at a dead end."""
        lo, hi = state
        return self.net.least_bridges(lo, list(map(sub, hi, lo)))

    def is_goal(self, state: Bounds) -> bool:
        """Whether the certain bridges solve the board."""
        return self.net.is_solution(state[0])

    def spent(self, state: Bounds) -> int:
        """The certain bridges."""
        return sum(state[0])

    def position(self, state: Bounds) -> Bridges:
        """The certain bridges; and, until the board is solved, the links that cannot have any."""
        lo, hi = state
        certain = self.net.position(lo)
        if self.is_goal(state):
            return certain
        closed = (link for link, most in zip(self.net.links, hi, strict=True) if not most)
        return Bridges(certain.joined, frozenset((link.a, link.b) for link in closed))

    def _settle(self, lo: bytes, hi: bytes, link: int, least: int, most: int) -> Bounds | None:
        new_lo, new_hi = bytearray(lo), bytearray(hi)
        new_lo[link], new_hi[link] = least, most
        if not narrow(self.net, new_lo, new_hi, self.net.ends[link], self.check_cancel):
            return None
        return bytes(new_lo), bytes(new_hi)

    def _choose(self, lo: bytes, hi: bytes) -> int | None:
        """An open link of the number with the least freedom; else one that joins two groups."""
        net = self.net
        best: list[int] = []
        least = net.most * 4
        for here, clue in zip(net.at, net.clues, strict=True):
            if clue is None:
                continue
            low = high = 0
            for link in here:
                low += lo[link]
                high += hi[link]
            freedom = min(clue - low, high - clue)
            if 0 < freedom < least:
                best, least = here, freedom
        if best:
            return next(link for link in best if lo[link] < hi[link])
        groups = net.groups(lo)
        apart = (link for link, (a, b) in enumerate(net.ends) if groups[a] != groups[b])
        return next((link for link in apart if hi[link]), None)


class HashiRepair(_Counted):
    """Full boards; a step adds or removes a bridge. For local search: any board may be a start."""

    name: ClassVar[str] = "repair"
    is_tree = False
    can_undo: ClassVar[bool] = True
    infers: ClassVar[bool] = False

    def random_state(self, rng: Random) -> int:
        """Bridges at random, as many as numbers and crossings allow."""
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
        """Each board with one bridge more or less."""
        most = self.net.most
        for link, count in enumerate(self.counts(state)):
            if count < most:
                yield self._step(state, link, count + 1)
            if count:
                yield self._step(state, link, min(count - 1, most))

    def random_successor(self, state: int, rng: Random) -> Step | None:
        """The board with some bridge more or less."""
        while self._links:
            link = rng.randrange(self._links)
            count = state >> _BITS * link & 7
            count = count + 1 if rng.random() < 0.5 else min(count - 1, self.net.most)
            if 0 <= count <= self.net.most:
                return self._step(state, link, count)
        return None

    def spent(self, state: int) -> int:
        """Nothing: changes count here, not bridges."""
        return 0


SPACES = (Build, HashiDecide, HashiRepair)  # the papers' own first
