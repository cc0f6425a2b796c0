"""The notes of the Hashi techniques: the known bounds of each link during a walk.

Each link has at least `lo` and at most `hi` bridges. The methods that explain a fact return it as
`Grounds`: known literals and the keys of clues and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, cast

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Brief, Key, Proof, join_words
from masume.families.links.graph import Counts, flood_fill
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.puzzle import Hashi

Finding = TypeVar("Finding")

CROSSING: Key = ("crossing", ())
DIVIDED: Key = ("divided", ())
LOOP: Key = ("loop", ())

Closing: TypeAlias = tuple[int, int]
"""Why a link would be closed: (island, link) if that link would complete the island, or one of:"""
CROSSED: Closing = (-1, -1)  # a bridge would cross it
SUPPOSED: Closing = (-2, -2)  # it is closed by assumption

_MAX_NAMED = 5  # islands of a part that are all named


@dataclass
class Grounds:
    """The premises of a conclusion: known literals and keys, each once and in order."""

    given: dict[Literal, None] = field(default_factory=dict)
    because: dict[Key, None] = field(default_factory=dict)

    def add(self, other: Grounds) -> None:
        """Add all premises of another conclusion."""
        self.given.update(other.given)
        self.because.update(other.because)

    def prove(
        self,
        text: str,
        part: tuple[Cell, ...] = (),
        chain: tuple[tuple[Literal, ...], ...] = (),
        briefly: Brief | None = None,
    ) -> Proof:
        """Return the proof with these premises."""
        return Proof(tuple(self.given), tuple(self.because), text, part, briefly, chain=chain)

    def __len__(self) -> int:
        return len(self.given) + len(self.because)


def at_most(count: int) -> str:
    """Return the clause "there are at most `count`" about the bridges of a link."""
    if not count:
        return "there is none"
    return f"there {'is' if count == 1 else 'are'} at most {count}"


Touched: TypeAlias = Callable[[IslandNetwork, int], Sequence[int]]
"""Return the islands or links that a technique must examine again when a link's bounds change."""


def both_ends(net: IslandNetwork, link: int) -> Sequence[int]:
    """Return the two islands that a link joins."""
    return net.ends[link]


def islands_near(net: IslandNetwork, link: int) -> Sequence[int]:
    """Return the islands that a link joins, and their neighbours."""
    a, b = net.ends[link]
    return [a, b, *(far for _, far in net.adjacency[a]), *(far for _, far in net.adjacency[b])]


def links_near(net: IslandNetwork, link: int) -> Sequence[int]:
    """Return the links of both islands of a link, and the links that it crosses."""
    a, b = net.ends[link]
    return [*net.links_at[a], *net.links_at[b], *net.crossing[link]]


def each_pending(pending: bytearray) -> Iterator[int]:
    """Yield the set indices in order, including later ones that are set during the iteration."""
    number = pending.find(1)
    while number >= 0:
        yield number
        number = pending.find(1, number + 1)


class LinkNotes:
    """The known bounds on the number of bridges of each link."""

    def __init__(self, puzzle: Hashi) -> None:
        self.check_cancel: CancelCheck = never_cancel
        self.wanted: Collection[Literal] = ()
        self.puzzle = puzzle
        self.net = IslandNetwork(puzzle)
        self.most = puzzle.most
        self.lo = bytearray(len(self.net.links))
        self.hi = bytearray([puzzle.most]) * len(self.net.links)
        self._cache: tuple[tuple[object, bytes, bytes], object] | None = None
        self.adjacency = self.net.adjacency
        # Their sums at each island: the bridges that it has, and may have at most.
        self.min_sum = [0] * self.net.islands
        self.max_sum = [puzzle.most * len(links) for links in self.net.links_at]
        self._pending: dict[str, tuple[bytearray, Touched]] = {}

    def learn(self, literals: Iterable[Literal]) -> None:
        """Tighten the bounds of links by literals."""
        for literal in literals:
            link, level = divmod(abs(literal) - 1, self.most)
            if literal > 0:
                bounds, sums, count = self.lo, self.min_sum, max(self.lo[link], level + 1)
            else:
                bounds, sums, count = self.hi, self.max_sum, min(self.hi[link], level)
            if count == bounds[link]:
                continue
            for island in self.net.ends[link]:
                sums[island] += count - bounds[link]
            bounds[link] = count
            for pending, touched in self._pending.values():
                for number in touched(self.net, link):
                    pending[number] = 1

    def pending(self, technique: str, touched: Touched) -> bytearray:
        """Return the islands or links that a technique has still to examine, as flags by number.

        The technique clears the flag of those that yield nothing. When the bounds of a link
        change, those that it has `touched` are set again.
        """
        if technique not in self._pending:
            number = len(self.lo) if touched is links_near else self.net.islands
            self._pending[technique] = bytearray(b"\1") * number, touched
        return self._pending[technique][0]

    def copy(self) -> LinkNotes:
        """Return an independent copy."""
        other = copy(self)
        other.lo, other.hi = bytearray(self.lo), bytearray(self.hi)
        other.min_sum, other.max_sum = list(self.min_sum), list(self.max_sum)
        other._pending = {
            name: (bytearray(pending), touched)
            for name, (pending, touched) in self._pending.items()
        }
        return other

    def cache_result(self, find: Callable[[LinkNotes], Finding]) -> Finding:
        """Return `find(self)`, computed once as long as no bounds change."""
        key = find, bytes(self.lo), bytes(self.hi)
        if self._cache is None or self._cache[0] != key:
            self._cache = key, find(self)
        return cast("Finding", self._cache[1])

    # Links

    def between(self, link: int) -> str:
        """Return the phrase "from … to …" for a link."""
        a, b = self.net.ends[link]
        return f"from {self.name(a)} to {self.name(b)}"

    def at_least(self, link: int, count: int) -> list[Literal]:
        """Return the new literals if a link has at least `count` bridges."""
        first = link * self.most
        return [first + n for n in range(self.lo[link] + 1, min(count, self.most) + 1)]

    def at_most(self, link: int, count: int) -> list[Literal]:
        """Return the new literals if a link has at most `count` bridges."""
        first = link * self.most
        return [-first - n for n in range(max(count, 0) + 1, self.hi[link] + 1)]

    def lower_literals(self, link: int) -> tuple[Literal, ...]:
        """Return the literal of a link's lower bound; nothing if it is 0."""
        return (link * self.most + self.lo[link],) if self.lo[link] else ()

    def upper_literals(self, link: int) -> tuple[Literal, ...]:
        """Return the literal of a link's upper bound; nothing if it is the maximum of the board."""
        hi = self.hi[link]
        return (-link * self.most - hi - 1,) if hi < self.most else ()

    # Islands

    def other_end(self, link: int, island: int) -> int:
        """Return the island at the other end of a link."""
        a, b = self.net.ends[link]
        return b if island == a else a

    def name(self, island: int) -> str:
        """Return the name of an island's cell."""
        return self.puzzle.grid.name(self.puzzle.islands[island])

    def names(self, islands: Iterable[int]) -> list[str]:
        """Return the names of the cells of islands."""
        return [self.name(island) for island in islands]

    def describe_part(self, part: Collection[int], link: int) -> str:
        """Return the names of the islands of a part, or of its complement if that is smaller.

        For a large part only one is named, an end of the link if possible; a picture shades all.
        """
        part = self.smaller(part)
        if len(part) <= _MAX_NAMED:
            return join_words(self.names(sorted(part)))
        first = next((end for end in self.net.ends[link] if end in part), min(part))
        return f"{self.name(first)} and {len(part) - 1} other islands (shaded)"

    def smaller(self, part: Collection[int]) -> Collection[int]:
        """Return a part, or its complement if that has fewer islands."""
        return part if 2 * len(part) <= self.net.islands else self.complement(part)

    def complement(self, part: Collection[int]) -> set[int]:
        """Return all islands outside a part."""
        return set(range(self.net.islands)).difference(part)

    def shaded_cells(self, part: Collection[int]) -> tuple[Cell, ...]:
        """Return the cells of the islands that `describe_part` names."""
        return tuple(self.puzzle.islands[island] for island in sorted(self.smaller(part)))

    def title(self, island: int) -> str:
        """Return an island with its clue: "the 3 at r1c1"."""
        clue = self.net.clues[island]
        return f"the {'?' if clue is None else clue} at {self.name(island)}"

    def key(self, island: int) -> Key:
        """Return the key of an island's clue."""
        return ("clue", (self.puzzle.islands[island],))

    def need(self, island: int) -> int | None:
        """Return the number of bridges that an island still needs; None if it is a ?."""
        clue = self.net.clues[island]
        return None if clue is None else clue - self.min_sum[island]

    def why_limited(self, island: int, excluded: int | None) -> Grounds:
        """Return the clue of an island and its known bridges, those of one link excluded."""
        return Grounds(
            dict.fromkeys(self.lower_literals_at(island, excluded)), {self.key(island): None}
        )

    def lower_literals_at(self, island: int, excluded: int | None) -> list[Literal]:
        """Return the literals of the lower bounds of an island's links, one link excluded."""
        lo, most = self.lo, self.most
        links = self.net.links_at[island]
        return [link * most + lo[link] for link in links if lo[link] and link != excluded]

    def cap(self, link: int, island: int) -> int:
        """Return the upper bound of a link, given also the clue of one of its islands."""
        most = self.lo[link] + max(self.net.greatest[island] - self.min_sum[island], 0)
        return min(self.hi[link], most)

    def why_cap(self, link: int, island: int, cap: int) -> Grounds:
        """Return the grounds of `cap`: the island's clue and bridges, or the known upper bound."""
        if cap < self.hi[link] and cap == self.net.clues[island]:
            return Grounds(because={self.key(island): None})
        if cap < self.hi[link]:
            return self.why_limited(island, link)
        return Grounds(dict.fromkeys(self.upper_literals(link)))

    def room(self, link: int) -> int:
        """Return the upper bound of a link, given also the clues at both its ends."""
        hi, greatest, has = self.hi[link], self.net.greatest, self.min_sum
        if self.lo[link] == hi:
            return hi
        a, b = self.net.ends[link]
        more = min(greatest[a] - has[a], greatest[b] - has[b])
        return min(hi, self.lo[link] + max(more, 0))

    # Connections

    def group(self, *islands: int) -> set[int]:
        """Return the islands joined with these by bridges, themselves included."""
        return flood_fill(self.adjacency, islands, self.lo)

    def reachable(self, island: int, closed: Collection[int], wanted: Collection[int]) -> set[int]:
        """Return the islands reachable by links that may have bridges, without the closed links.

        The search may stop as soon as all wanted islands are found; none wanted means all.
        """
        return flood_fill(self.adjacency, (island,), self.hi, closed, wanted)

    def shortest_path(self, a: int, b: int, counts: Counts, excluded: int) -> list[tuple[int, int]]:
        """Return the shortest path from a to b over links with nonzero counts, one excluded.

        The path lists each island after the first with the link to it; empty if there is none.
        """
        parents: dict[int, tuple[int, int]] = {a: (a, excluded)}
        queue = [a]
        for island in queue:  # grows during the loop
            for link, neighbour in self.adjacency[island]:
                if counts[link] and link != excluded and neighbour not in parents:
                    parents[neighbour] = (island, link)
                    queue.append(neighbour)
        steps = []
        while b != a and b in parents:
            parent, link = parents[b]
            steps.append((b, link))
            b = parent
        return steps[::-1]

    def links_out_of(self, part: Collection[int]) -> Iterator[int]:
        """Yield the links that lead out of a part of the board, closed or not."""
        for island in sorted(part):
            for link, other in self.adjacency[island]:
                if other not in part:
                    yield link

    def why_cut_off(self, part: Collection[int], closed: Mapping[int, Closing]) -> Grounds:
        """Return why no bridge leads out of a part: its links are known or assumed to be closed."""
        links = list(self.links_out_of(part))
        used = dict.fromkeys(closed[link] for link in links if self.hi[link])
        grounds = Grounds(because={DIVIDED: None})
        for closing in used:
            if closing == CROSSED:
                grounds.because[CROSSING] = None
            elif closing != SUPPOSED:
                grounds.add(self.why_limited(*closing))
        for link in links:
            # A reason that is needed for other links may cover a barred one as well.
            if not self.hi[link] and closed.get(link) not in used:
                grounds.add(Grounds(dict.fromkeys(self.upper_literals(link))))
        return grounds
