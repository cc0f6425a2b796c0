"""Hitori techniques that refute an assumed colour by the gaps that walls must leave open.

Black cells that touch diagonally form walls, together with the border. A cell that would close a
wall is white. Propagation here uses this in addition to the rules of `techniques_ahead`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import (
    Deduction,
    Key,
    Proof,
    is_or_are,
    join_sentences,
    join_words,
    number_steps,
    technique,
)
from masume.families.shading.logic import ADJACENT, DIVIDED, cells_of, cut_off
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import Walls, ring_through
from masume.puzzles.hitori.techniques_notes import HitoriNotes, equal_pair

_MAX_ROUNDS = 6  # rounds of propagation
_MAX_EVENTS = 7  # coloured cells in an argument: people cannot keep more in mind


@technique(
    "either of two equal numbers would close a wall with this cell, so it is white",
    level="hard",
    example="""
hitori
2 1 4
1 4 3
2 3 4
4 4 1
""",
)
def either_closes_the_wall(notes: HitoriNotes) -> Iterator[Deduction]:
    """Whiten a cell that would close a wall with either of two equals, one of which is black."""
    walls = Walls(notes.grid, cells_of(notes.colours, BLACK))
    for literal in notes.suppositions(1):
        refuted = _Supposition(notes, walls, literal).refute(1, equals=False)
        if refuted is not None and refuted.uses_gap:
            yield Deduction.lazy(refuted.literals, _proof, notes, refuted, _either_text)


@technique(
    "a gap that a wall must leave open decides over other cells (chain)",
    level="expert",
    example="""
hitori
4 2 5
5 1 2
2 5 5
1 5 4
5 2 1
""",
)
def open_gap(notes: HitoriNotes) -> Iterator[Deduction]:
    """Refute a colour through gaps that must stay open; yield the shortest refutations first."""
    walls = Walls(notes.grid, cells_of(notes.colours, BLACK))
    results = [
        _Supposition(notes, walls, literal).refute(_MAX_ROUNDS, equals=True)
        for literal in notes.suppositions(1, -1)
    ]
    short = [
        result
        for result in results
        if result and result.uses_gap and len(result.events) <= _MAX_EVENTS
    ]
    for refuted in sorted(short, key=lambda result: len(result.events)):
        yield Deduction.lazy(refuted.literals, _proof, notes, refuted, _chain_text)


class _Reason(Enum):
    """Why a cell would get its colour."""

    ASSUMED = auto()
    BESIDE = auto()  # it has a black neighbour
    EQUAL = auto()  # its equal is white
    GAP = auto()  # a black cell would close a wall


class _Event(NamedTuple):
    """A cell that would get a colour, and the cells that cause it."""

    cell: Cell
    colour: int
    reason: _Reason
    causes: tuple[Cell, ...]


@dataclass(frozen=True)
class _Refutation:
    """An assumed colour that leads to a contradiction: two cells that clash, or a ring."""

    events: tuple[_Event, ...]  # those that the contradiction rests on, in order
    clash: tuple[Cell, ...]
    ring: tuple[Cell, ...]
    given: tuple[int, ...]

    @property
    def uses_gap(self) -> bool:
        """Whether the argument uses a gap that must stay open."""
        return any(event.reason is _Reason.GAP for event in self.events)

    @property
    def steps(self) -> list[list[_Event]]:
        """The consequences in order, grouped into steps by the cells that cause them."""
        groups: dict[tuple[Cell, ...], list[_Event]] = {}
        for event in self.events[1:]:
            key = (-1, event.cell) if event.reason is _Reason.GAP else event.causes
            groups.setdefault(key, []).append(event)
        return list(groups.values())

    @property
    def is_black_clash(self) -> bool:
        """Whether the contradiction is two black cells that share a side."""
        return any(event.cell in self.clash and event.colour == BLACK for event in self.events)

    @property
    def literals(self) -> tuple[Literal]:
        """The opposite of the assumed colour, as a literal."""
        first = self.events[0]
        return (-first.cell - 1 if first.colour == BLACK else first.cell + 1,)

    @property
    def because(self) -> tuple[Key, ...]:
        """The rules and the pairs of equal numbers that the argument rests on."""
        keys: dict[Key, None] = {}
        for event in self.events:
            if event.reason is _Reason.EQUAL:
                keys[equal_pair(event.causes[0], event.cell)] = None
            elif event.reason is not _Reason.ASSUMED:
                keys[ADJACENT] = None
            if event.reason is _Reason.GAP:
                keys[DIVIDED] = None
        if self.ring:
            keys |= {ADJACENT: None, DIVIDED: None}
        else:
            keys[ADJACENT if self.is_black_clash else equal_pair(*self.clash)] = None
        return tuple(keys)


class _Supposition:
    """An assumed colour that is propagated round by round until a contradiction."""

    def __init__(self, notes: HitoriNotes, walls: Walls, literal: Literal) -> None:
        self.notes, self.walls = notes, walls.copy()
        self.events: dict[Cell, _Event] = {}
        self.added_before: dict[Cell, int] = {}  # per gap: black cells added when it was found
        self.frontier: list[Cell] = []
        self.contradictions: list[_Refutation] = []
        self._colour(abs(literal) - 1, BLACK if literal > 0 else WHITE, _Reason.ASSUMED)

    def refute(self, rounds: int, *, equals: bool) -> _Refutation | None:
        """Return the shortest refutation of the first round that has one, or None.

        With `equals` the equals of white cells turn black; otherwise they are only compared.
        """
        for round_number in range(rounds + 1):
            layer, self.frontier = self.frontier, []
            for cell in layer:
                if self.events[cell].colour == BLACK:
                    self._whiten_neighbours(cell)
                    self._join(cell)
                else:
                    self._check_equals(cell, blacken=equals)
            if self.contradictions or not self.frontier or round_number == rounds:
                break
        return min(self.contradictions, key=lambda found: len(found.events), default=None)

    def _colour(self, cell: Cell, colour: int, reason: _Reason, *causes: Cell) -> None:
        self.events[cell] = _Event(cell, colour, reason, causes)
        self.frontier.append(cell)

    def _colour_of(self, cell: Cell) -> int:
        event = self.events.get(cell)
        return self.notes.colours[cell] if event is None else event.colour

    def _whiten_neighbours(self, cell: Cell) -> None:
        for other in self.notes.grid.neighbours[cell]:
            colour = self._colour_of(other)
            if colour == OPEN:
                self._colour(other, WHITE, _Reason.BESIDE, cell)
            elif colour == BLACK:
                self._refute((cell, other), ())

    def _check_equals(self, cell: Cell, *, blacken: bool) -> None:
        for other in self.notes.equals[cell]:
            colour = self._colour_of(other)
            if colour == OPEN and blacken:
                self._colour(other, BLACK, _Reason.EQUAL, cell)
            elif colour == WHITE:
                self._refute((cell, other), ())

    def _join(self, cell: Cell) -> None:
        """Join a black cell to the walls it touches, and whiten the gaps that must stay open."""
        if self.walls.gaps >> cell & 1:
            self._refute((), self._closing_wall(cell, self.walls.count))
            return
        for gap in each(self.walls.add(cell)):
            if self._colour_of(gap) == OPEN:
                self._colour(gap, WHITE, _Reason.GAP)
                self.added_before[gap] = self.walls.count

    def _refute(self, clash: tuple[Cell, ...], ring: Iterable[Cell]) -> None:
        """Record a contradiction, with the events that lead to it, if the assumption is needed."""
        ring = tuple(ring)
        used: dict[Cell, _Event] = {}
        known: dict[Cell, None] = {}
        pending = [*clash, *ring]
        while pending:
            cell = pending.pop()
            event = self.events.get(cell)
            if event is None:
                known[cell] = None
            elif cell not in used:
                if event.reason is _Reason.GAP:
                    event = event._replace(
                        causes=self._closing_wall(cell, self.added_before[cell])[1:]
                    )
                used[cell] = event
                pending += event.causes
        order = {cell: number for number, cell in enumerate(self.events)}
        events = tuple(used[cell] for cell in sorted(used, key=order.__getitem__))
        first = next(iter(self.events))
        if first in used:
            self.contradictions.append(
                _Refutation(events, clash, ring, self.notes.known_literals(sorted(known)))
            )

    def _closing_wall(self, gap: Cell, count: int) -> tuple[Cell, ...]:
        """Return the wall that a cell closes with the first black cells that were added."""
        black = {*cells_of(self.notes.colours, BLACK), *self.walls.added[:count]}
        return tuple(ring_through(self.notes.grid, black, gap))


# Proofs and their texts


def _proof(
    notes: HitoriNotes, refuted: _Refutation, write: Callable[[HitoriNotes, _Refutation], str]
) -> Proof:
    """Return the proof of a refutation, with the walls that a picture shows."""
    gaps = [(gap.cell, *gap.causes) for gap in refuted.events if gap.reason is _Reason.GAP]
    walls = (*gaps, refuted.ring) if refuted.ring else tuple(gaps)
    chain = tuple(
        tuple(e.cell + 1 if e.colour == BLACK else -e.cell - 1 for e in events)
        for events in (refuted.events[:1], *refuted.steps)
    )
    return Proof(refuted.given, refuted.because, write(notes, refuted), walls=walls, chain=chain)


def _either_text(notes: HitoriNotes, refuted: _Refutation) -> str:
    """Return the text of a refutation in which either of two equals would close a wall."""
    name = notes.grid.name
    first, event_of = refuted.events[0].cell, {event.cell: event for event in refuted.events}
    pair = sorted(refuted.clash)
    gaps = [
        event_of[cell] for cell in pair if cell in event_of and event_of[cell].reason is _Reason.GAP
    ]
    closes = [cut_off(notes, [gap.cell, *gap.causes]) for gap in gaps]
    if len(gaps) == 1:
        (other,) = (cell for cell in pair if cell != gaps[0].cell)
        why = f"is beside {name(first)}" if other in event_of else "is white"
        only = f"that could only be {name(gaps[0].cell)} ({name(other)} {why})"
        result = f"{only}, and {closes[0]}"
    elif gaps[0].causes in (gaps[1].causes, gaps[1].causes[::-1]) and "wall" in closes[0]:
        result = f"{cut_off(notes, [gaps[0].cell, *gaps[0].causes], gaps[1].cell)} either way"
    else:
        result = f"either {closes[0]}, or {closes[1]}"
    return (
        f"One of {notes.name_numbers(pair)} is black. If {name(first)} were black too, {result}. "
        f"So {name(first)} is white."
    )


def _chain_text(notes: HitoriNotes, refuted: _Refutation) -> str:
    """Return a chain in numbered steps; what follows from one cell is one step."""
    name = notes.grid.name
    first = refuted.events[0]
    steps = [_step_text(notes, events) for events in refuted.steps]
    colours = ("black", "white") if first.colour == BLACK else ("white", "black")
    assumption, result = (f"{name(first.cell)} is {colour}." for colour in colours)
    return join_sentences(
        [
            f"Suppose {assumption}",
            *number_steps(steps),
            f"But {_contradiction_text(notes, refuted)}. So {result}",
        ]
    )


def _step_text(notes: HitoriNotes, events: list[_Event]) -> str:
    """Return the sentence of one step: the cells that follow from the same cause."""
    name = notes.grid.name
    first, cells = events[0], [event.cell for event in events]
    if first.reason is _Reason.GAP:
        gap, wall = name(first.cell), cut_off(notes, [first.cell, *first.causes])
        return f"If {gap} were black, {wall}. So {gap} is white."
    (cause,) = first.causes
    if first.reason is _Reason.BESIDE:
        return f"{name(cause)} is black, so beside it {is_or_are(notes.names(cells), 'white')}."
    return (
        f"The {notes.puzzle.clues[cause]} at {name(cause)} is white, "
        f"so {notes.name_numbers(cells)} {'are' if len(cells) > 1 else 'is'} black."
    )


def _contradiction_text(notes: HitoriNotes, refuted: _Refutation) -> str:
    """Return the text of the contradiction."""
    if refuted.ring:
        return cut_off(notes, refuted.ring)
    pair = sorted(refuted.clash)
    if refuted.is_black_clash:
        both = join_words(notes.names(pair))
        return f"{both} are both black, and black cells never share a side"
    return f"{notes.name_numbers(pair)} are both white"
