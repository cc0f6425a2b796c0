"""How people look ahead in Hashi: suppose some bridges, and follow what they bring with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Key, Proof, technique
from masume.errors import counted
from masume.puzzles.hashi.techniques_notes import CROSSING, DIVIDED, LOOP, Grounds, Spans, at_most

_WAVES = 4  # how far consequences are followed, from island to island
_NUMBERS = 1  # islands that would need bridges on the way: nobody keeps more in mind


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
def starvation(notes: Spans) -> Iterator[Deduction]:
    """Barred links and full islands make others take their bridges elsewhere, until one starves.

    Seen from another side it has too many bridges, or two of them cross or close a loop.
    """
    yield from _shortest(notes, cut_off=False)


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
def isolation(notes: Spans) -> Iterator[Deduction]:
    """Without a bridge here, or with one, numbers decide over each other until a part is closed."""
    yield from _shortest(notes, cut_off=True)


def _shortest(notes: Spans, *, cut_off: bool) -> Iterator[Deduction]:
    """Short chains, if the shortest ends with something cut off, or with anything else."""
    clashes = sorted(notes.once(_chains), key=lambda one: one.size)
    if clashes and bool(clashes[0].part) == cut_off:
        for one in clashes:
            if bool(one.part) == cut_off and one.numbers <= _NUMBERS:
                yield Deduction.later(one.literals(notes), one.proof, notes)


def _chains(notes: Spans) -> list[_Clash]:
    """The suppositions that lead to a contradiction, each by the first that is found."""
    clashes = []
    for link in range(len(notes.lo)):
        notes.check_cancel()
        for wanted, count in _suppositions(notes, link):
            clash = _Chain(notes, link, wanted, count).follow(_WAVES)
            if clash is not None:
                clashes.append(clash)
    return clashes


def _suppositions(notes: Spans, link: int) -> Iterator[tuple[bool, int]]:
    """What to suppose of a link: at least (True) or at most so many bridges.

    What would say most if it were refuted comes first.
    """
    lo, room = notes.lo[link], notes.room(link)
    if lo < room:
        yield from ((True, lo + 1), (False, room - 1))
        if lo + 1 < room:
            yield from ((True, room), (False, lo))


@dataclass(frozen=True)
class _Event:
    """A link that gets other bounds, and why: earlier events, what is known, and a rule."""

    link: int
    wanted: bool  # at least so many, or at most
    count: int
    events: tuple[int, ...]
    given: tuple[Literal, ...]
    key: Key | None
    island: int | None = None  # whose number it is about
    full: bool = False  # whether that island has all its bridges


@dataclass(frozen=True)
class _Clash:
    """A contradiction and the way to it; the first event is what was supposed."""

    way: tuple[_Event, ...]
    grounds: Grounds
    text: Callable[[], str]  # in words, if someone asks
    part: tuple[Cell, ...] = ()  # what would be cut off

    @property
    def numbers(self) -> int:
        """How many islands would need bridges on the way; what has all its bridges is seen."""
        return len({event.island for event in self.way[1:] if event.wanted})

    @property
    def size(self) -> tuple[int, int, int]:
        """How much one has to keep in mind."""
        return self.numbers, len(self.way), len(self.grounds)

    def literals(self, notes: Spans) -> tuple[Literal, ...]:
        """That the opposite of the first event holds."""
        link, count = self.way[0].link, self.way[0].count
        if self.way[0].wanted:
            return tuple(notes.at_most(link, count - 1))
        return tuple(notes.at_least(link, count + 1))

    def proof(self, notes: Spans) -> Proof:
        """The way from the first event to the contradiction."""
        first, *then = self.way
        link, count = first.link, first.count
        if first.wanted:
            suppose = _some(count)
            so = at_most(count - 1)
        else:
            suppose = f"only {counted(count, 'bridge')}" if count else "no bridge"
            so = f"there are at least {count + 1}" if count else "there is one"
        way = "".join(f"{step}, " for step in _steps(notes, then)) + "and " * bool(then)
        chain = tuple(
            tuple((notes.at_least if one.wanted else notes.at_most)(one.link, one.count))
            for one in self.way
        )
        return self.grounds.prove(
            f"With {suppose} {notes.between(link)}, {way}{self.text()}. So {so}.",
            self.part,
            tuple(filter(None, chain)),
        )


class _Chain:
    """What follows from a supposition, number by number."""

    def __init__(self, notes: Spans, link: int, wanted: bool, count: int) -> None:
        self.notes = notes
        self.net = notes.net
        self.lo, self.hi = bytearray(notes.lo), bytearray(notes.hi)
        self.min_sum, self.max_sum = list(notes.min_sum), list(notes.max_sum)
        self.events: list[_Event] = []
        self.needing: list[frozenset[int]] = []  # the islands that need bridges up to each of them
        self.by: dict[tuple[int, bool], int] = {}  # the event that a bound of a link comes from
        self.waiting: list[int] = []  # islands with links that have changed
        self.served: dict[int, None] = {}  # those of them that have closed what they must
        self.closed: list[int] = []  # the links that were closed on the way
        self.clash: _Clash | None = None
        self._happen(_Event(link, wanted, count, (), (), None))

    def follow(self, waves: int) -> _Clash | None:
        """Draw consequences so many islands far; the contradiction if there is one.

        What can no longer be comes before what is needed, so that most contradictions are islands
        that could not get their number.
        """
        self._close()
        for _ in range(waves):
            wave, self.served = self.served, {}
            for island in wave:
                if self.clash:
                    return self.clash
                self._serve(island, wanted=True)
                self._close()
            if not self.served:
                break
        return self.clash

    def _close(self) -> None:
        """See which links can take no more, and whether all is still connected."""
        while self.waiting and not self.clash:
            island = self.waiting.pop()
            self.served[island] = None
            self._serve(island, wanted=False)
        if self.closed and not self.clash:
            self._check_connected()
        self.closed = []

    def _happen(self, event: _Event) -> None:
        link, count = event.link, event.count
        if not (self.lo[link] < count if event.wanted else self.hi[link] > count):
            return  # meanwhile as much is known
        number = len(self.events)
        self.events.append(event)
        self.needing.append(self._needing(event))
        was_joined = self.lo[link]
        self.by[link, event.wanted] = number
        bounds, sums = (self.lo, self.min_sum) if event.wanted else (self.hi, self.max_sum)
        for island in self.net.ends[link]:
            sums[island] += count - bounds[link]
        bounds[link] = count
        self.waiting += self.net.ends[link]
        if event.wanted and not was_joined:
            self._cross(link, number)
            if not self.net.loops and not self.clash:
                self._check_loop(link)
        elif not event.wanted and not count:
            self.closed.append(link)

    def _cross(self, link: int, number: int) -> None:
        for other in self.net.crossing[link]:
            if self.lo[other]:
                text = partial(_would_cross, self.notes, other)
                self._contradict([(link, True), (other, True)], [CROSSING], text)
            elif self.hi[other]:
                self._happen(_Event(other, False, 0, (number,), (), CROSSING))

    def _serve(self, island: int, *, wanted: bool) -> None:
        """An island gets its number, or cannot; what it needs (wanted), or cannot have."""
        here = self.net.links_at[island]
        key = DIVIDED if self.net.clues[island] is None else self.notes.key(island)
        low = self.min_sum[island]
        if low > self.net.greatest[island]:
            bounds = [(link, True) for link in here]
            text = partial(_would_have, self.notes, island, low)
            self._contradict(bounds, [key], text)
            return
        if wanted or self.max_sum[island] < self.net.least[island]:
            for link, far in self.notes.adjacency[island]:
                self._cap(link, far)  # what neighbours can give is seen before anything is said
        high = self.max_sum[island]
        less = high - self.net.least[island]
        if less < 0:
            bounds = [(link, False) for link in here]
            self._contradict(bounds, [key], partial(_could_get, self.notes, island, high))
        elif not wanted:
            if self.net.greatest[island] - low < self.notes.most:  # mostly it wants much more
                for link in here:
                    self._cap(link, island)
        else:
            self._need(island, less, key)

    def _need(self, island: int, less: int, key: Key) -> None:
        """An island that can do without no more than so many takes the others."""
        events = []
        for link in self.net.links_at[island]:
            if self.hi[link] - less > self.lo[link]:
                why = self._why(
                    (other, False) for other in self.net.links_at[island] if other != link
                )
                event = _Event(link, True, self.hi[link] - less, *why, key, island)
                if len(self._needing(event)) <= _NUMBERS:
                    events.append(event)
        for event in events:
            if not self.clash:
                self._happen(event)

    def _needing(self, event: _Event) -> frozenset[int]:
        own = [event.island] if event.wanted and event.island is not None else []
        return frozenset(own).union(*(self.needing[number] for number in event.events))

    def _cap(self, link: int, island: int) -> None:
        """A link has no more bridges than its island there still wants."""
        more = self.net.greatest[island] - self.min_sum[island]
        if more < 0 or self.lo[link] + more >= self.hi[link]:
            return
        key = DIVIDED if self.net.clues[island] is None else self.notes.key(island)
        why = self._why((other, True) for other in self.net.links_at[island] if other != link)
        # The link's own bridges do not matter: it is full only if those are known.
        full = not more and self.lo[link] == self.notes.lo[link]
        self._happen(_Event(link, False, self.lo[link] + more, *why, key, island, full))

    def _check_connected(self) -> None:
        ends = {end for link in self.closed for end in self.net.ends[link]}
        if ends <= self.notes.reached((min(ends),), self.hi, wanted=ends):
            return  # there are other ways, mostly short ones, so nothing else is cut off either
        reached = self.notes.reached((0,), self.hi)
        if len(reached) < self.net.islands:
            text = partial(_would_be_cut_off, self.notes, reached, self.events[0].link)
            bounds = [(link, False) for link in self.notes.leaving(reached)]
            self._contradict(bounds, [DIVIDED], text, self.notes.shaded(reached))

    def _check_loop(self, link: int) -> None:
        way = self.notes.way(*self.net.ends[link], self.lo, link)
        if way:
            bounds = [(link, True), *((by, True) for _, by in way)]
            self._contradict(bounds, [LOOP], _would_be_a_loop)

    def _why(
        self, bounds: Iterable[tuple[int, bool]]
    ) -> tuple[tuple[int, ...], tuple[Literal, ...]]:
        """Events and known literals that some bounds of links come from."""
        events: list[int] = []
        given: list[Literal] = []
        for link, wanted in bounds:
            number = self.by.get((link, wanted))
            if number is not None:
                events.append(number)
            else:
                given += self.notes.joined(link) if wanted else self.notes.barred(link)
        return tuple(events), tuple(given)

    def _contradict(
        self,
        bounds: list[tuple[int, bool]],
        keys: list[Key],
        text: Callable[[], str],
        part: tuple[Cell, ...] = (),
    ) -> None:
        """Collect what the contradiction of some bounds rests on."""
        events, given = self._why(bounds)
        grounds = Grounds(dict.fromkeys(given), dict.fromkeys(keys))
        used = set(events) | {0}
        for number in range(len(self.events) - 1, 0, -1):
            if number in used:
                event = self.events[number]
                used.update(event.events)
                assert event.key is not None
                grounds.add(Grounds(dict.fromkeys(event.given), {event.key: None}))
        way = tuple(self.events[number] for number in sorted(used))
        self.clash = _Clash(way, grounds, text, part)


# In words


def _would_cross(notes: Spans, link: int) -> str:
    return f"it would cross the bridge {notes.between(link)}"


def _would_have(notes: Spans, island: int, count: int) -> str:
    return f"{notes.title(island)} would have {count}"


def _could_get(notes: Spans, island: int, count: int) -> str:
    return f"{notes.title(island)} could get {f'only {count}' if count else 'none'}"


def _would_be_cut_off(notes: Spans, part: set[int], link: int) -> str:
    return f"{notes.part(part, link)} would be cut off"


def _would_be_a_loop() -> str:
    return "there would be a loop"


def _steps(notes: Spans, events: Iterable[_Event]) -> list[str]:
    """The events in words, those of an island that come together in one."""
    steps: list[str] = []
    last = None
    for event in events:
        what = (event.island, event.wanted)
        if what != last or event.island is None:
            steps.append(_say(notes, event))
        elif not event.full:
            other = notes.name(notes.far(event.link, what[0] or 0))
            steps[-1] += f" and {event.count or 'none'} to {other}"
        last = what
    return _paired(steps)


def _paired(steps: list[str]) -> list[str]:
    """Two islands that would be full one after the other are told together."""
    one, both = " would have all its bridges", " would have all their bridges"
    paired: list[str] = []
    for step in steps:
        if paired and step.endswith(one) and paired[-1].endswith(one):
            paired[-1] = f"{paired[-1].removesuffix(one)} and {step.removesuffix(one)}{both}"
        else:
            paired.append(step)
    return paired


def _say(notes: Spans, event: _Event) -> str:
    if event.island is None:
        return f"no bridge could run {notes.between(event.link)}"
    island, other = notes.title(event.island), notes.name(notes.far(event.link, event.island))
    if event.wanted:
        return f"{island} would need {event.count} to {other}"
    if event.full:
        return f"{island} would have all its bridges"
    return f"{island} could have only {event.count} to {other}"


def _some(count: int) -> str:
    return "a bridge" if count == 1 else counted(count, "bridge")
