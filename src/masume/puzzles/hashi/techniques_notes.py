"""What is known of a Hashi board while a person solves it: the notes of the techniques.

Each link has at least `lo` and at most `hi` bridges. Everything that a technique rests on can be
asked for here as `Grounds`: known literals, and the keys of clues.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, cast

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Brief, Key, Proof, listed
from masume.puzzles.hashi.network import Counts, IslandNetwork
from masume.puzzles.hashi.puzzle import Hashi

Finding = TypeVar("Finding")

CROSSING: Key = ("crossing", ())
DIVIDED: Key = ("divided", ())
LOOP: Key = ("loop", ())

Closing: TypeAlias = tuple[int, int]
"""Why a link would be closed: an island would have all its bridges with those of a certain link;"""
CROSSED: Closing = (-1, -1)  # or a bridge would cross it,
SUPPOSED: Closing = (-2, -2)  # or it is only supposed

_NAMED = 5  # islands of a part that are named one by one


@dataclass
class Grounds:
    """What something rests on: known literals and keys, each once and in order."""

    given: dict[Literal, None] = field(default_factory=dict)
    because: dict[Key, None] = field(default_factory=dict)

    def add(self, other: Grounds) -> None:
        """Rest on all that the other rests on, too."""
        self.given.update(other.given)
        self.because.update(other.because)

    def prove(
        self,
        text: str,
        part: tuple[Cell, ...] = (),
        chain: tuple[tuple[Literal, ...], ...] = (),
        briefly: Brief | None = None,
    ) -> Proof:
        """The proof that rests on these grounds."""
        return Proof(tuple(self.given), tuple(self.because), text, part, briefly, chain=chain)

    def __len__(self) -> int:
        return len(self.given) + len(self.because)


def at_most(count: int) -> str:
    """So many bridges of a link that was spoken of, and no more."""
    if not count:
        return "there is none"
    return f"there {'is' if count == 1 else 'are'} at most {count}"


Touched: TypeAlias = Callable[[IslandNetwork, int], Sequence[int]]
"""The islands or links of which something else may follow if a link gets other bounds."""


def both_ends(net: IslandNetwork, link: int) -> Sequence[int]:
    """The two islands that a link joins."""
    return net.ends[link]


def islands_near(net: IslandNetwork, link: int) -> Sequence[int]:
    """The islands that a link joins, and their neighbours."""
    a, b = net.ends[link]
    return [a, b, *(far for _, far in net.adjacency[a]), *(far for _, far in net.adjacency[b])]


def links_near(net: IslandNetwork, link: int) -> Sequence[int]:
    """The links of both islands, and those that it crosses."""
    a, b = net.ends[link]
    return [*net.links_at[a], *net.links_at[b], *net.crossing[link]]


def looked_at(left: bytearray) -> Iterator[int]:
    """Where there is still to look, those too that come back meanwhile, further on."""
    number = left.find(1)
    while number >= 0:
        yield number
        number = left.find(1, number + 1)


class Spans:
    """The least and the greatest number of bridges of each link, as far as they are known."""

    def __init__(self, puzzle: Hashi) -> None:
        self.check_cancel: CancelCheck = never_cancel
        self.wanted: Collection[Literal] = ()
        self.puzzle = puzzle
        self.net = IslandNetwork(puzzle)
        self.most = puzzle.most
        self.lo = bytearray(len(self.net.links))
        self.hi = bytearray([puzzle.most]) * len(self.net.links)
        self._kept: tuple[tuple[object, bytes, bytes], object] | None = None
        self.adjacency = self.net.adjacency
        # What they add up to at each island: the bridges that it has, and may have at most.
        self.min_sum = [0] * self.net.islands
        self.max_sum = [puzzle.most * len(here) for here in self.net.links_at]
        self._left: dict[str, tuple[bytearray, Touched]] = {}

    def learn(self, literals: Iterable[Literal]) -> None:
        """Move the bounds of the links that the literals are about."""
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
            for left, touched in self._left.values():
                for number in touched(self.net, link):
                    left[number] = 1

    def left(self, technique: str, touched: Touched) -> bytearray:
        """Where a technique has still to look: islands or links, by number.

        It takes out (0) what says nothing as things are. What a link that gets other bounds has
        `touched` comes back.
        """
        if technique not in self._left:
            number = len(self.lo) if touched is links_near else self.net.islands
            self._left[technique] = bytearray(b"\1") * number, touched
        return self._left[technique][0]

    def copy(self) -> Spans:
        """The same once more."""
        other = copy(self)
        other.lo, other.hi = bytearray(self.lo), bytearray(self.hi)
        other.min_sum, other.max_sum = list(self.min_sum), list(self.max_sum)
        other._left = {name: (bytearray(one), by) for name, (one, by) in self._left.items()}
        return other

    def once(self, find: Callable[[Spans], Finding]) -> Finding:
        """What is found on the board as it stands; several techniques may ask for it."""
        key = find, bytes(self.lo), bytes(self.hi)
        if self._kept is None or self._kept[0] != key:
            self._kept = key, find(self)
        return cast("Finding", self._kept[1])

    # Links

    def between(self, link: int) -> str:
        """Where a link is."""
        a, b = self.net.ends[link]
        return f"from {self.name(a)} to {self.name(b)}"

    def at_least(self, link: int, count: int) -> list[Literal]:
        """What is new about a link if it has so many bridges."""
        first = link * self.most
        return [first + n for n in range(self.lo[link] + 1, min(count, self.most) + 1)]

    def at_most(self, link: int, count: int) -> list[Literal]:
        """What is new about a link if it has no more bridges than that."""
        first = link * self.most
        return [-first - n for n in range(max(count, 0) + 1, self.hi[link] + 1)]

    def joined(self, link: int) -> tuple[Literal, ...]:
        """The literal that a link has the bridges it has; none if it has none."""
        return (link * self.most + self.lo[link],) if self.lo[link] else ()

    def barred(self, link: int) -> tuple[Literal, ...]:
        """The literal that a link has no more bridges than it may have; none if it may have all."""
        hi = self.hi[link]
        return (-link * self.most - hi - 1,) if hi < self.most else ()

    # Islands

    def far(self, link: int, island: int) -> int:
        """The island at the other end."""
        a, b = self.net.ends[link]
        return b if island == a else a

    def name(self, island: int) -> str:
        """Where an island is."""
        return self.puzzle.grid.name(self.puzzle.islands[island])

    def names(self, islands: Iterable[int]) -> list[str]:
        """Where some islands are."""
        return [self.name(island) for island in islands]

    def part(self, part: Collection[int], link: int) -> str:
        """The islands of a part of the board, or of the rest if that is smaller.

        Of many only one is named, an end of the link if possible; a picture shades the others.
        """
        part = self.smaller(part)
        if len(part) <= _NAMED:
            return listed(self.names(sorted(part)))
        first = next((end for end in self.net.ends[link] if end in part), min(part))
        return f"{self.name(first)} and {len(part) - 1} other islands (shaded)"

    def smaller(self, part: Collection[int]) -> Collection[int]:
        """A part, or the rest of the board if that has fewer islands."""
        return part if 2 * len(part) <= self.net.islands else self.but(part)

    def but(self, part: Collection[int]) -> set[int]:
        """All other islands."""
        return set(range(self.net.islands)).difference(part)

    def shaded(self, part: Collection[int]) -> tuple[Cell, ...]:
        """The cells of the islands of a part, or of the rest, for a picture."""
        return tuple(self.puzzle.islands[island] for island in sorted(self.smaller(part)))

    def title(self, island: int) -> str:
        """An island with its number: "the 3 at r1c1"."""
        clue = self.net.clues[island]
        return f"the {'?' if clue is None else clue} at {self.name(island)}"

    def key(self, island: int) -> Key:
        """The key of an island's number."""
        return ("clue", (self.puzzle.islands[island],))

    def wants(self, island: int) -> int | None:
        """The bridges that an island still wants; None if it is a ?."""
        clue = self.net.clues[island]
        return None if clue is None else clue - self.min_sum[island]

    def full(self, island: int, but: int | None) -> Grounds:
        """Why an island has none to spare if all the bridges it still wants are on one link."""
        return Grounds(dict.fromkeys(self.joined_at(island, but)), {self.key(island): None})

    def joined_at(self, island: int, but: int | None) -> list[Literal]:
        """The literals that the links of an island, one left out, have the bridges they have."""
        lo, most = self.lo, self.most
        here = self.net.links_at[island]
        return [link * most + lo[link] for link in here if lo[link] and link != but]

    def cap(self, link: int, island: int) -> int:
        """The most bridges of a link, the number of its island there considered."""
        most = self.lo[link] + max(self.net.greatest[island] - self.min_sum[island], 0)
        return min(self.hi[link], most)

    def why_cap(self, link: int, island: int, cap: int) -> Grounds:
        """Why a link has no more bridges than that: because of its island there, or as is known."""
        if cap < self.hi[link] and cap == self.net.clues[island]:
            return Grounds(because={self.key(island): None})
        if cap < self.hi[link]:
            return self.full(island, link)
        return Grounds(dict.fromkeys(self.barred(link)))

    def room(self, link: int) -> int:
        """The most bridges of a link, the numbers at both its ends considered."""
        hi, greatest, has = self.hi[link], self.net.greatest, self.min_sum
        if self.lo[link] == hi:
            return hi
        a, b = self.net.ends[link]
        more = min(greatest[a] - has[a], greatest[b] - has[b])
        return min(hi, self.lo[link] + max(more, 0))

    # Connections

    def group(self, *islands: int) -> set[int]:
        """The islands that these are joined with by bridges, themselves included."""
        return self.reached(islands, self.lo)

    def within_reach(
        self, island: int, closed: Collection[int], wanted: Collection[int]
    ) -> set[int]:
        """The islands that one could be joined with, if these links had no bridge.

        It may stop when all that are wanted are found; none wanted means all.
        """
        return self.reached((island,), self.hi, closed, wanted)

    def reached(
        self,
        seeds: Iterable[int],
        counts: Counts,
        closed: Collection[int] = (),
        wanted: Collection[int] = (),
    ) -> set[int]:
        """The same for any numbers of bridges."""
        seen = set(seeds)
        waiting = list(seen)
        missing = set(wanted) - seen
        for island in waiting:  # grows while it is gone through
            for link, other in self.adjacency[island]:
                if other not in seen and counts[link] and link not in closed:
                    seen.add(other)
                    waiting.append(other)
                    missing.discard(other)
            if wanted and not missing:
                break
        return seen

    def way(self, a: int, b: int, counts: Counts, but: int) -> list[tuple[int, int]]:
        """The shortest way from a to b over bridges, one link left out.

        It is told by the islands after the first, each with the link to it; empty if there is none.
        """
        came: dict[int, tuple[int, int]] = {a: (a, but)}
        waiting = [a]
        for island in waiting:  # grows while it is gone through
            for link, other in self.adjacency[island]:
                if counts[link] and link != but and other not in came:
                    came[other] = (island, link)
                    waiting.append(other)
        steps = []
        while b != a and b in came:
            before, link = came[b]
            steps.append((b, link))
            b = before
        return steps[::-1]

    def leaving(self, part: Collection[int]) -> Iterator[int]:
        """The links that lead out of a part of the board, barred or not."""
        for island in sorted(part):
            for link, other in self.adjacency[island]:
                if other not in part:
                    yield link

    def why_cut_off(self, part: Collection[int], closed: Mapping[int, Closing]) -> Grounds:
        """Why no bridge leads out of a part: its links are barred, or closed for other reasons."""
        links = list(self.leaving(part))
        used = dict.fromkeys(closed[link] for link in links if self.hi[link])
        grounds = Grounds(because={DIVIDED: None})
        for closing in used:
            if closing == CROSSED:
                grounds.because[CROSSING] = None
            elif closing != SUPPOSED:
                grounds.add(self.full(*closing))
        for link in links:
            # What closes other links anyway may close a barred one, too.
            if not self.hi[link] and closed.get(link) not in used:
                grounds.add(Grounds(dict.fromkeys(self.barred(link))))
        return grounds
