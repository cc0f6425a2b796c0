"""What is known of a Hashi board during a walk, and the grounds of its facts.

The methods that explain a fact return it as `Grounds`: known literals and the keys of clues and
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar, cast

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Key, Proof
from masume.core.puzzle.words import Phrase, say
from masume.families.links.graph import Counts, flood_fill
from masume.families.links.model import LinkLevels
from masume.puzzles.hashi.connections import CROSSED, SUPPOSED, Closing
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.propagate import ASSUMED, Finding, Propagator
from masume.puzzles.hashi.puzzle import Hashi

Found = TypeVar("Found")

CROSSING: Key = ("crossing", ())
DIVIDED: Key = ("divided", ())
LOOP: Key = ("loop", ())

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
        says: Phrase,
        part: tuple[Cell, ...] = (),
        chain: tuple[tuple[Literal, ...], ...] = (),
    ) -> Proof:
        """Return the proof with these premises."""
        return Proof(tuple(self.given), tuple(self.because), says, part, chain=chain)

    def __len__(self) -> int:
        return len(self.given) + len(self.because)


Touched: TypeAlias = Callable[["LinkKnowledge", int], Sequence[int]]
"""Return the islands or links that a rule must examine again when a link's bounds change."""


def both_ends(board: LinkKnowledge, link: int) -> Sequence[int]:
    """Return the two islands that a link joins."""
    return board.ends[link]


def islands_near(board: LinkKnowledge, link: int) -> Sequence[int]:
    """Return the islands that a link joins, and their neighbours."""
    a, b = board.ends[link]
    near = [far for end in (a, b) for _, far in board.adjacency[end]]
    return [a, b, *near]


def links_near(board: LinkKnowledge, link: int) -> Sequence[int]:
    """Return the links of both islands of a link, and the links that it crosses."""
    a, b = board.ends[link]
    tables = board.tables
    return [*tables.links_at[a], *tables.links_at[b], *tables.crossing[link]]


class _Agenda(NamedTuple):
    """The islands or links that a rule must examine, and what it found at the others."""

    pending: bytearray
    touched: Touched
    found: dict[int, object]


class LinkKnowledge(Propagator):
    """The propagator of a board on which only chosen conclusions are drawn."""

    def __init__(self, puzzle: Hashi) -> None:
        net = IslandNetwork(puzzle)
        super().__init__(net.tables, net.most, net.loops, net.clues)
        self.puzzle = puzzle
        self.cells = puzzle.islands
        self.wanted: Collection[Literal] = ()
        self._cache: tuple[object, object] | None = None
        self._agendas: dict[str, _Agenda] = {}
        self._explained: dict[int, tuple[object, Deduction]] = {}
        self.clear_queue()

    @property
    def known(self) -> list[Literal]:
        """The literals of all known bounds."""
        return LinkLevels(self.puzzle).bound_literals(self.lo, self.hi)

    def learn(self, literals: Iterable[Literal]) -> None:
        """Tighten the bounds of links by literals, and draw no other conclusion."""
        for literal in literals:
            link, level = divmod(abs(literal) - 1, self.most)
            self.add([(((link, literal > 0, level + (literal > 0)),),)])

    def add(self, new: Iterable[Finding]) -> None:
        """Tighten the bounds of links, and draw no other conclusion."""
        for bounds, *_ in new:
            for link, is_least, count in bounds:
                if self.lo[link] >= count if is_least else self.hi[link] <= count:
                    continue
                self.set_bound(link, is_least, count, ASSUMED)
                if self.lo[link] > self.hi[link]:
                    self.report("clue", self.ends[link][0])
                for pending, touched, _ in self._agendas.values():
                    for number in touched(self, link):
                        pending[number] = 1
        self.clear_queue()
        self._graph = None

    def conclude(self, level: int) -> None:
        """Draw all conclusions up to a level, without limits that are evident from an island."""
        board = Propagator(self.tables, self.most, self.loops, self.clues, self.check_cancel)
        board.set_bounds(self.lo, self.hi, range(len(self.clues)))
        board.propagate(level)
        bounds = [(n, True, lo) for n, lo in enumerate(board.lo) if lo > self.lo[n]]
        bounds += [
            (n, False, hi)
            for n, hi in enumerate(board.hi)
            if hi < self.hi[n] and (hi == board.lo[n] or hi < board.limit(n))
        ]
        self.add([(bounds,)])
        self.contradiction = self.contradiction or board.contradiction

    def copy(self) -> LinkKnowledge:
        """Return an independent copy."""
        other = super().copy()
        other._explained = {}
        other._agendas = {
            rule: _Agenda(bytearray(pending), touched, dict(found))
            for rule, (pending, touched, found) in self._agendas.items()
        }
        return other

    def examine(
        self,
        rule: str,
        touched: Touched,
        find: Callable[[LinkKnowledge, int], Found | None],
    ) -> list[Found]:
        """Return what a rule finds at all islands or links, in order.

        `find` is called again only for those that have been `touched` by a change since.
        """
        if rule not in self._agendas:
            number = len(self.lo) if touched is links_near else len(self.clues)
            self._agendas[rule] = _Agenda(bytearray(b"\1") * number, touched, {})
        pending, _, found = self._agendas[rule]
        number = pending.find(1)
        while number >= 0:
            pending[number] = 0
            finding = find(self, number)
            if finding is not None:
                found[number] = finding
            elif number in found:
                del found[number]
            number = pending.find(1, number + 1)
        return cast("list[Found]", [found[number] for number in sorted(found)])

    def explain(
        self, finding: Found, explain: Callable[[LinkKnowledge, Found], Deduction]
    ) -> Deduction:
        """Return the deduction of something that `examine` found, created once."""
        known = self._explained.get(id(finding))
        if known is None or known[0] is not finding:
            known = self._explained[id(finding)] = finding, explain(self, finding)
        return known[1]

    def cache_result(self, find: Callable[[LinkKnowledge], Found]) -> Found:
        """Return `find(self)`, computed once as long as no bounds change."""
        key = find, tuple(self.lo), tuple(self.hi)
        if self._cache is None or self._cache[0] != key:
            self._cache = key, find(self)
        return cast("Found", self._cache[1])

    def raised(self, island: int, caps: Mapping[int, int]) -> dict[int, int]:
        """Return the links that an island needs more bridges of, given the caps of its links."""
        self.log, graph = [], self._graph
        for link, cap in caps.items():
            if cap < self.hi[link]:
                self.set_bound(link, False, cap, ASSUMED)
        self.clear_queue()
        self.queue((island,))
        self.serve(limits=False, first=True)
        least = {change.link: change.after for change in self.log if change.is_least}
        self.undo(0)
        self.log, self._graph = None, graph
        return least

    # Links

    def way(self, link: int) -> tuple[Cell, Cell]:
        """Return the cells of the islands that a link joins."""
        a, b = self.ends[link]
        return self.cells[a], self.cells[b]

    def at_least(self, link: int, count: int) -> list[Literal]:
        """Return the new literals if a link has at least `count` bridges."""
        first = link * self.most
        return [first + n for n in range(self.lo[link] + 1, min(count, self.most) + 1)]

    def at_most(self, link: int, count: int) -> list[Literal]:
        """Return the new literals if a link has at most `count` bridges."""
        first = link * self.most
        return [-first - n for n in range(max(count, 0) + 1, self.hi[link] + 1)]

    def bound_literals(self, link: int, is_least: bool) -> tuple[Literal, ...]:
        """Return the literal of a link's lower or upper bound; nothing if it is trivial."""
        if is_least:
            return (link * self.most + self.lo[link],) if self.lo[link] else ()
        hi = self.hi[link]
        return (-link * self.most - hi - 1,) if hi < self.most else ()

    # Islands

    def other_end(self, link: int, island: int) -> int:
        """Return the island at the other end of a link."""
        a, b = self.ends[link]
        return b if island == a else a

    def cells_of(self, islands: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells of islands."""
        return tuple(self.cells[island] for island in islands)

    def describe_part(self, part: Collection[int], link: int) -> Phrase:
        """Return the islands of a part, or of its complement if that is smaller.

        Of a large part only one is named, an end of the link if possible; a picture shades all.
        """
        part = self.smaller(part)
        if len(part) <= _MAX_NAMED:
            return self.describe_group(part)
        first = next((end for end in self.ends[link] if end in part), min(part))
        return say("many-islands", first=self.cells[first], others=len(part) - 1)

    def describe_group(self, group: Collection[int]) -> Phrase:
        """Return the islands of a group, of a large one only the first; a picture shades all."""
        if len(group) <= _MAX_NAMED:
            return say("islands", cells=self.cells_of(sorted(group)))
        return say("many-islands", first=self.cells[min(group)], others=len(group) - 1)

    def smaller(self, part: Collection[int]) -> Collection[int]:
        """Return a part, or its complement if that has fewer islands."""
        return part if 2 * len(part) <= len(self.clues) else self.complement(part)

    def complement(self, part: Collection[int]) -> set[int]:
        """Return all islands outside a part."""
        return set(range(len(self.clues))).difference(part)

    def shaded_cells(self, part: Collection[int]) -> tuple[Cell, ...]:
        """Return the cells of the islands that `describe_part` names."""
        return self.cells_of(sorted(self.smaller(part)))

    def key(self, island: int) -> Key:
        """Return the key of an island's clue, or of the rule that a ? needs a bridge."""
        return ("clue", (self.cells[island],)) if self.clues[island] is not None else DIVIDED

    def why_limited(self, island: int, excluded: int | None) -> Grounds:
        """Return the clue of an island and its known bridges, those of one link excluded."""
        given = dict.fromkeys(self.bridges_at(island, excluded))
        return Grounds(given, {self.key(island): None})

    def bridges_at(self, island: int, excluded: int | None) -> list[Literal]:
        """Return the literals of the known bridges of an island, those of one link excluded."""
        links = [link for link, _ in self.adjacency[island] if link != excluded]
        return [literal for link in links for literal in self.bound_literals(link, True)]

    def why_cap(self, link: int, cap: int, island: int) -> Grounds:
        """Return the grounds of `cap`: the known bound of a link, or the clue of an island of it.

        If the clue alone limits the link, the bridges of the island do not matter.
        """
        if cap < self.hi[link] and cap == self.clues[island]:
            return Grounds(because={self.key(island): None})
        if cap < self.hi[link]:
            return self.why_limited(island, link)
        return Grounds(dict.fromkeys(self.bound_literals(link, False)))

    # Connections

    def group(self, *islands: int) -> set[int]:
        """Return the islands joined with these by bridges, themselves included."""
        return flood_fill(self.adjacency, islands, self.lo)

    def reachable(self, islands: Iterable[int], closed: Collection[int]) -> set[int]:
        """Return the islands reachable from some by open links, without the closed ones."""
        return flood_fill(self.adjacency, islands, self.hi, closed)

    def members(self, groups: Collection[int]) -> set[int]:
        """Return the islands of groups."""
        group_of = self.groups().group_of
        return {island for island, group in enumerate(group_of) if group in groups}

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
                grounds.add(Grounds(dict.fromkeys(self.bound_literals(link, False))))
        return grounds
