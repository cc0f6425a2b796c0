"""Look-ahead techniques of Hashi: assume some bridges and propagate until a contradiction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Key, Proof, technique
from masume.errors import pluralise
from masume.families.links.graph import flood_fill
from masume.puzzles.hashi.techniques_notes import (
    CROSSING,
    DIVIDED,
    LOOP,
    Grounds,
    LinkNotes,
    at_most,
)

_WAVES = 4  # depth of propagation, in steps from island to island
_MAX_NEEDING = 1  # islands in a chain that would need bridges; more are hard to follow


@technique(
    "a bridge here, or none, must not leave another island too few (starvation)",
    level="expert",
    example="""
hashi
3 . 3 . 3 . 3
. . . . . . .
3 . 3 . . . 2
""",
)
def starvation(notes: LinkNotes) -> Iterator[Deduction]:
    """Refute an assumption about a link by islands with too few or too many bridges.

    Crossing bridges and forbidden loops are contradictions as well.
    """
    yield from _shortest_clashes(notes, cut_off=False)


@technique(
    "numbers that would need each other's bridges must not close off a part (isolation)",
    level="expert",
    example="""
hashi
3 . . 3 . 1
. . . . . .
. 1 . 2 . .
2 . . . . 3
. . . . . .
. 2 . . . 3
""",
)
def isolation(notes: LinkNotes) -> Iterator[Deduction]:
    """Refute an assumption about a link by a part of the board that would be cut off."""
    yield from _shortest_clashes(notes, cut_off=True)


def _shortest_clashes(notes: LinkNotes, *, cut_off: bool) -> Iterator[Deduction]:
    """Yield the contradictions with (or without) a part cut off, shortest first.

    Nothing is yielded if the shortest contradiction of all is of the other kind.
    """
    clashes = sorted(notes.cache_result(_chains), key=lambda clash: clash.size)
    if clashes and bool(clashes[0].part) == cut_off:
        for clash in clashes:
            if bool(clash.part) == cut_off and clash.numbers <= _MAX_NEEDING:
                yield Deduction.lazy(clash.literals(notes), clash.proof, notes)


def _chains(notes: LinkNotes) -> list[_Clash]:
    """Return the first contradiction of each assumption that leads to one."""
    clashes = []
    for link in range(len(notes.lo)):
        notes.check_cancel()
        for is_least, count in _assumptions(notes, link):
            clash = _Chain(notes, link, is_least, count).propagate(_WAVES)
            if clash is not None:
                clashes.append(clash)
    return clashes


def _assumptions(notes: LinkNotes, link: int) -> Iterator[tuple[bool, int]]:
    """Yield assumptions about a link: at least (True) or at most `count` bridges.

    Those whose refutation says most come first.
    """
    lo, room = notes.lo[link], notes.room(link)
    if lo < room:
        yield from ((True, lo + 1), (False, room - 1))
        if lo + 1 < room:
            yield from ((True, room), (False, lo))


@dataclass(frozen=True)
class _Event:
    """A change of a link's bound, with its reasons: earlier events, known literals and a rule."""

    link: int
    is_least: bool  # whether the link has at least `count` bridges, or at most
    count: int
    events: tuple[int, ...]
    given: tuple[Literal, ...]
    key: Key | None
    island: int | None = None  # the island whose clue is the reason
    full: bool = False  # whether that island would have all its bridges


@dataclass(frozen=True)
class _Clash:
    """A contradiction and the events that lead to it; the first event is the assumption."""

    events: tuple[_Event, ...]
    grounds: Grounds
    text: Callable[[], str]  # its sentence, computed on demand
    part: tuple[Cell, ...] = ()  # cells that would be cut off

    @property
    def numbers(self) -> int:
        """The number of islands that would need bridges; completed islands are easy to see."""
        return len({event.island for event in self.events[1:] if event.is_least})

    @property
    def size(self) -> tuple[int, int, int]:
        """The sort key: how difficult the chain is to follow."""
        return self.numbers, len(self.events), len(self.grounds)

    def literals(self, notes: LinkNotes) -> tuple[Literal, ...]:
        """Return the literals of the negated assumption."""
        link, count = self.events[0].link, self.events[0].count
        if self.events[0].is_least:
            return tuple(notes.at_most(link, count - 1))
        return tuple(notes.at_least(link, count + 1))

    def proof(self, notes: LinkNotes) -> Proof:
        """Return the proof by contradiction."""
        first, *rest = self.events
        link, count = first.link, first.count
        if first.is_least:
            assumption = _bridges(count)
            conclusion = at_most(count - 1)
        else:
            assumption = f"only {pluralise(count, 'bridge')}" if count else "no bridge"
            conclusion = f"there are at least {count + 1}" if count else "there is one"
        steps = "".join(f"{step}, " for step in _steps(notes, rest)) + "and " * bool(rest)
        chain = tuple(
            tuple((notes.at_least if event.is_least else notes.at_most)(event.link, event.count))
            for event in self.events
        )
        return self.grounds.prove(
            f"With {assumption} {notes.between(link)}, {steps}{self.text()}. So {conclusion}.",
            self.part,
            tuple(filter(None, chain)),
        )


class _Chain:
    """The propagation of one assumption, clue by clue."""

    def __init__(self, notes: LinkNotes, link: int, is_least: bool, count: int) -> None:
        self.notes = notes
        self.net = notes.net
        self.lo, self.hi = bytearray(notes.lo), bytearray(notes.hi)
        self.min_sum, self.max_sum = list(notes.min_sum), list(notes.max_sum)
        self.events: list[_Event] = []
        self.needing: list[frozenset[int]] = []  # for each event the islands that need bridges
        self.cause: dict[tuple[int, bool], int] = {}  # the event that set a bound of a link
        self.waiting: list[int] = []  # islands with links that have changed
        self.served: dict[int, None] = {}  # those of them whose upper bounds are propagated
        self.closed: list[int] = []  # links closed since the last connectivity check
        self.clash: _Clash | None = None
        self._apply(_Event(link, is_least, count, (), (), None))

    def propagate(self, waves: int) -> _Clash | None:
        """Propagate for a number of rounds; return the contradiction if there is one.

        Upper bounds are propagated before needs, so that most contradictions are islands that
        could not get their number.
        """
        self._propagate_limits()
        for _ in range(waves):
            wave, self.served = self.served, {}
            for island in wave:
                if self.clash:
                    return self.clash
                self._serve(island, needs=True)
                self._propagate_limits()
            if not self.served:
                break
        return self.clash

    def _propagate_limits(self) -> None:
        """Propagate upper bounds to a fixed point and check that all islands are connected."""
        while self.waiting and not self.clash:
            island = self.waiting.pop()
            self.served[island] = None
            self._serve(island, needs=False)
        if self.closed and not self.clash:
            self._check_connected()
        self.closed = []

    def _apply(self, event: _Event) -> None:
        """Change a bound, record the event, and check crossings and loops; ignore known bounds."""
        link, count = event.link, event.count
        if not (self.lo[link] < count if event.is_least else self.hi[link] > count):
            return
        number = len(self.events)
        self.events.append(event)
        self.needing.append(self._needing(event))
        was_joined = self.lo[link]
        self.cause[link, event.is_least] = number
        bounds, sums = (self.lo, self.min_sum) if event.is_least else (self.hi, self.max_sum)
        for island in self.net.ends[link]:
            sums[island] += count - bounds[link]
        bounds[link] = count
        self.waiting += self.net.ends[link]
        if event.is_least and not was_joined:
            self._cross(link, number)
            if not self.net.loops and not self.clash:
                self._check_loop(link)
        elif not event.is_least and not count:
            self.closed.append(link)

    def _cross(self, link: int, number: int) -> None:
        """Close the links across a bridge; report a contradiction if one has a bridge."""
        for other in self.net.crossing[link]:
            if self.lo[other]:
                text = partial(_would_cross, self.notes, other)
                self._contradict([(link, True), (other, True)], [CROSSING], text)
            elif self.hi[other]:
                self._apply(_Event(other, False, 0, (number,), (), CROSSING))

    def _serve(self, island: int, *, needs: bool) -> None:
        """Check an island's clue, then propagate its needs or its upper bounds."""
        links = self.net.links_at[island]
        key = DIVIDED if self.net.clues[island] is None else self.notes.key(island)
        low = self.min_sum[island]
        if low > self.net.greatest[island]:
            bounds = [(link, True) for link in links]
            title = self.notes.title
            self._contradict(bounds, [key], lambda: f"{title(island)} would have {low}")
            return
        if needs or self.max_sum[island] < self.net.least[island]:
            for link, neighbour in self.notes.adjacency[island]:
                self._cap(
                    link, neighbour
                )  # neighbours' limits come first, so that reasons name them
        high = self.max_sum[island]
        slack = high - self.net.least[island]
        if slack < 0:
            bounds = [(link, False) for link in links]
            self._contradict(bounds, [key], partial(_could_get, self.notes, island, high))
        elif not needs:
            if self.net.greatest[island] - low < self.notes.most:  # else no link can be limited
                for link in links:
                    self._cap(link, island)
        else:
            self._force_links(island, slack, key)

    def _force_links(self, island: int, slack: int, key: Key) -> None:
        """Force links of an island whose slack is too small."""
        events = []
        links = self.net.links_at[island]
        for link in links:
            if self.hi[link] - slack > self.lo[link]:
                why = self._why((other, False) for other in links if other != link)
                event = _Event(link, True, self.hi[link] - slack, *why, key, island)
                if len(self._needing(event)) <= _MAX_NEEDING:
                    events.append(event)
        for event in events:
            if not self.clash:
                self._apply(event)

    def _needing(self, event: _Event) -> frozenset[int]:
        """Return the islands that need bridges in the chain up to an event."""
        own = [event.island] if event.is_least and event.island is not None else []
        return frozenset(own).union(*(self.needing[number] for number in event.events))

    def _cap(self, link: int, island: int) -> None:
        """Lower a link to what one of its islands still needs."""
        more = self.net.greatest[island] - self.min_sum[island]
        if more < 0 or self.lo[link] + more >= self.hi[link]:
            return
        key = DIVIDED if self.net.clues[island] is None else self.notes.key(island)
        why = self._why((other, True) for other in self.net.links_at[island] if other != link)
        # The link's own bridges are not among the reasons, so they must be known for `full`.
        full = not more and self.lo[link] == self.notes.lo[link]
        self._apply(_Event(link, False, self.lo[link] + more, *why, key, island, full))

    def _check_connected(self) -> None:
        """Report a contradiction if the closed links cut off a part of the board."""
        ends = {end for link in self.closed for end in self.net.ends[link]}
        if ends <= flood_fill(self.notes.adjacency, (min(ends),), self.hi, wanted=ends):
            return  # usually a short detour exists, which makes the full flood fill unnecessary
        reached = flood_fill(self.notes.adjacency, (0,), self.hi)
        if len(reached) < self.net.islands:
            text = partial(_would_be_cut_off, self.notes, reached, self.events[0].link)
            bounds = [(link, False) for link in self.notes.links_out_of(reached)]
            self._contradict(bounds, [DIVIDED], text, self.notes.shaded_cells(reached))

    def _check_loop(self, link: int) -> None:
        path = self.notes.shortest_path(*self.net.ends[link], self.lo, link)
        if path:
            bounds = [(link, True), *((other, True) for _, other in path)]
            self._contradict(bounds, [LOOP], lambda: "there would be a loop")

    def _why(
        self, bounds: Iterable[tuple[int, bool]]
    ) -> tuple[tuple[int, ...], tuple[Literal, ...]]:
        """Return the events and the known literals that set some bounds of links."""
        events: list[int] = []
        given: list[Literal] = []
        for link, is_least in bounds:
            number = self.cause.get((link, is_least))
            if number is not None:
                events.append(number)
            else:
                given += (
                    self.notes.lower_literals(link) if is_least else self.notes.upper_literals(link)
                )
        return tuple(events), tuple(given)

    def _contradict(
        self,
        bounds: list[tuple[int, bool]],
        keys: list[Key],
        text: Callable[[], str],
        part: tuple[Cell, ...] = (),
    ) -> None:
        """Record the contradiction of some bounds with all events and grounds it depends on."""
        events, given = self._why(bounds)
        grounds = Grounds(dict.fromkeys(given), dict.fromkeys(keys))
        used = set(events) | {0}
        for number in range(len(self.events) - 1, 0, -1):
            if number in used:
                event = self.events[number]
                used.update(event.events)
                assert event.key is not None
                grounds.add(Grounds(dict.fromkeys(event.given), {event.key: None}))
        chain = tuple(self.events[number] for number in sorted(used))
        self.clash = _Clash(chain, grounds, text, part)


# Sentences


def _would_cross(notes: LinkNotes, link: int) -> str:
    return f"it would cross the bridge {notes.between(link)}"


def _could_get(notes: LinkNotes, island: int, count: int) -> str:
    return f"{notes.title(island)} could get {f'only {count}' if count else 'none'}"


def _would_be_cut_off(notes: LinkNotes, part: set[int], link: int) -> str:
    return f"{notes.describe_part(part, link)} would be cut off"


def _steps(notes: LinkNotes, events: Iterable[_Event]) -> list[str]:
    """Describe the events; consecutive events of the same island share one clause."""
    steps: list[str] = []
    last = None
    for event in events:
        subject = (event.island, event.is_least)
        if subject != last or event.island is None:
            steps.append(_describe(notes, event))
        elif not event.full:
            other = notes.name(notes.other_end(event.link, event.island))
            steps[-1] += f" and {event.count or 'none'} to {other}"
        last = subject
    return _merge_full(steps)


def _merge_full(steps: list[str]) -> list[str]:
    """Merge consecutive clauses about two islands that would have all their bridges."""
    single, both = " would have all its bridges", " would have all their bridges"
    merged: list[str] = []
    for step in steps:
        if merged and step.endswith(single) and merged[-1].endswith(single):
            first, second = merged[-1].removesuffix(single), step.removesuffix(single)
            merged[-1] = f"{first} and {second}{both}"
        else:
            merged.append(step)
    return merged


def _describe(notes: LinkNotes, event: _Event) -> str:
    """Return the clause about one event."""
    if event.island is None:
        return f"no bridge could run {notes.between(event.link)}"
    island, other = notes.title(event.island), notes.name(notes.other_end(event.link, event.island))
    if event.is_least:
        return f"{island} would need {event.count} to {other}"
    if event.full:
        return f"{island} would have all its bridges"
    return f"{island} could have only {event.count} to {other}"


def _bridges(count: int) -> str:
    return "a bridge" if count == 1 else pluralise(count, "bridge")
