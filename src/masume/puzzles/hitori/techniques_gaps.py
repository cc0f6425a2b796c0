"""Walls and their gaps on a Hitori board: what must stay white if a cell were black, or white.

Black cells that touch by corners form walls, and the border is part of such walls. Where a wall has
but one gap left, the cell in it is white. So a supposed colour may say more than its neighbours and
equals do; `techniques_ahead` looks at these alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import (
    Deduction,
    Key,
    Proof,
    are,
    listed,
    numbered,
    paragraph,
    technique,
)
from masume.families.shading.logic import ADJACENT, DIVIDED, cut_off
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import JoinedWalls, Walls
from masume.puzzles.hitori.techniques_notes import Equals, equal_pair

_ROUNDS = 6  # how far consequences are followed
_IN_MIND = 7  # cells that would get a colour on the way: nobody keeps more in mind


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
def either_closes_the_wall(notes: Equals) -> Iterator[Deduction]:
    """One of two equals is black; with a third black cell either of them would cut the white."""
    walls = Walls(notes)
    for literal in notes.suppositions(1):
        refuted = _Supposition(notes, walls, literal).follow(1, equals=False)
        if refuted is not None and refuted.gaps:
            yield Deduction.later(refuted.literals, _proof, notes, refuted, _either)


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
def open_gap(notes: Equals) -> Iterator[Deduction]:
    """Suppose a colour and follow it up, through gaps that must stay open; the shortest first."""
    walls = Walls(notes)
    tried = [
        _Supposition(notes, walls, literal).follow(_ROUNDS, equals=True)
        for literal in notes.suppositions(1, -1)
    ]
    short = [one for one in tried if one and one.gaps and len(one.way) <= _IN_MIND]
    for one in sorted(short, key=lambda one: len(one.way)):
        yield Deduction.later(one.literals, _proof, notes, one, _steps)


class _By(Enum):
    """Why a cell would get its colour."""

    SUPPOSED = auto()
    BESIDE = auto()  # a black cell is beside it
    EQUAL = auto()  # its equal is white
    GAP = auto()  # black, it would close a wall


class _Event(NamedTuple):
    """A cell that would get a colour, and the cells that say so."""

    cell: Cell
    colour: int
    by: _By
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class _Refuted:
    """A supposition that breaks a rule: the way there, and two cells or a ring that break it."""

    way: tuple[_Event, ...]
    clash: tuple[Cell, ...]
    ring: tuple[Cell, ...]
    given: tuple[int, ...]

    @property
    def gaps(self) -> bool:
        """Whether a gap that must stay open is on the way."""
        return any(event.by is _By.GAP for event in self.way)

    @property
    def steps(self) -> list[list[_Event]]:
        """What follows, in turn; all that follows from one cell is one step."""
        groups: dict[tuple[Cell, ...], list[_Event]] = {}
        for event in self.way[1:]:
            key = (-1, event.cell) if event.by is _By.GAP else event.cells
            groups.setdefault(key, []).append(event)
        return list(groups.values())

    @property
    def black_clash(self) -> bool:
        """Whether it is two black cells that share a side."""
        return any(e.cell in self.clash and e.colour == BLACK for e in self.way)

    @property
    def literals(self) -> tuple[Literal]:
        """That the first cell has the other colour."""
        first = self.way[0]
        return (-first.cell - 1 if first.colour == BLACK else first.cell + 1,)

    @property
    def because(self) -> tuple[Key, ...]:
        """The rules and the pairs of equal numbers that it rests on."""
        keys: dict[Key, None] = {}
        for event in self.way:
            if event.by is _By.EQUAL:
                keys[equal_pair(event.cells[0], event.cell)] = None
            elif event.by is not _By.SUPPOSED:
                keys[ADJACENT] = None
            if event.by is _By.GAP:
                keys[DIVIDED] = None
        if self.ring:
            keys |= {ADJACENT: None, DIVIDED: None}
        else:
            keys[ADJACENT if self.black_clash else equal_pair(*self.clash)] = None
        return tuple(keys)


class _Supposition:
    """What follows from a colour, in rounds, up to what cannot be."""

    def __init__(self, notes: Equals, walls: Walls, literal: Literal) -> None:
        self.notes, self.walls = notes, JoinedWalls(walls)
        self.events: dict[Cell, _Event] = {}
        self.then: dict[Cell, int] = {}  # how many black cells there were when a gap was seen
        self.new: list[Cell] = []
        self.contradictions: list[_Refuted] = []
        self._colour(abs(literal) - 1, BLACK if literal > 0 else WHITE, _By.SUPPOSED)

    def follow(self, rounds: int, *, equals: bool) -> _Refuted | None:
        """The shortest contradiction of the first round that has one."""
        for number in range(rounds + 1):
            layer, self.new = self.new, []
            for cell in layer:
                if self.events[cell].colour == BLACK:
                    self._beside(cell)
                    self._join(cell)
                else:
                    self._equals(cell, blacken=equals)
            if self.contradictions or not self.new or number == rounds:
                break
        return min(self.contradictions, key=lambda one: len(one.way), default=None)

    def _colour(self, cell: Cell, colour: int, by: _By, *cells: Cell) -> None:
        self.events[cell] = _Event(cell, colour, by, cells)
        self.new.append(cell)

    def _now(self, cell: Cell) -> int:
        event = self.events.get(cell)
        return self.notes.colours[cell] if event is None else event.colour

    def _beside(self, cell: Cell) -> None:
        for other in self.notes.grid.neighbours[cell]:
            now = self._now(other)
            if now == OPEN:
                self._colour(other, WHITE, _By.BESIDE, cell)
            elif now == BLACK:
                self._refute((cell, other), ())

    def _equals(self, cell: Cell, *, blacken: bool) -> None:
        for other in self.notes.equals[cell]:
            now = self._now(other)
            if now == OPEN and blacken:
                self._colour(other, BLACK, _By.EQUAL, cell)
            elif now == WHITE:
                self._refute((cell, other), ())

    def _join(self, cell: Cell) -> None:
        """A black cell joins the walls that it touches; the gaps that are left must stay open."""
        gaps = self.walls.add(cell)
        if gaps is None:
            self._refute((), self.walls.ring(cell))
        for gap in gaps or ():
            if gap not in self.events:
                self._colour(gap, WHITE, _By.GAP)
                self.then[gap] = len(self.walls.added)

    def _refute(self, clash: tuple[Cell, ...], ring: Iterable[Cell]) -> None:
        """Collect the events that a contradiction rests on."""
        ring = tuple(ring)
        used: dict[Cell, _Event] = {}
        known: dict[Cell, None] = {}
        waiting = [*clash, *ring]
        while waiting:
            cell = waiting.pop()
            event = self.events.get(cell)
            if event is None:
                known[cell] = None
            elif cell not in used:
                if event.by is _By.GAP:
                    event = event._replace(cells=self._around(cell))
                used[cell] = event
                waiting += event.cells
        order = {cell: number for number, cell in enumerate(self.events)}
        way = tuple(used[cell] for cell in sorted(used, key=order.__getitem__))
        first = next(iter(self.events))
        if first in used:
            self.contradictions.append(_Refuted(way, clash, ring, self.notes.known(sorted(known))))

    def _around(self, gap: Cell) -> tuple[Cell, ...]:
        """The wall that a gap would close."""
        return tuple(self.walls.ring(gap, self.then[gap])[1:])


# In words


def _proof(notes: Equals, refuted: _Refuted, words: Callable[[Equals, _Refuted], str]) -> Proof:
    gaps = [(one.cell, *one.cells) for one in refuted.way if one.by is _By.GAP]
    walls = (*gaps, refuted.ring) if refuted.ring else tuple(gaps)
    chain = tuple(
        tuple(one.cell + 1 if one.colour == BLACK else -one.cell - 1 for one in events)
        for events in (refuted.way[:1], *refuted.steps)
    )
    return Proof(refuted.given, refuted.because, words(notes, refuted), walls=walls, chain=chain)


def _either(notes: Equals, refuted: _Refuted) -> str:
    name = notes.grid.name
    first, by = refuted.way[0].cell, {event.cell: event for event in refuted.way}
    pair = sorted(refuted.clash)
    gaps = [by[cell] for cell in pair if cell in by and by[cell].by is _By.GAP]
    closes = [cut_off(notes, [gap.cell, *gap.cells]) for gap in gaps]
    if len(gaps) == 1:
        (other,) = (cell for cell in pair if cell != gaps[0].cell)
        why = f"is beside {name(first)}" if other in by else "is white"
        only = f"that could only be {name(gaps[0].cell)} ({name(other)} {why})"
        then = f"{only}, and {closes[0]}"
    elif gaps[0].cells in (gaps[1].cells, gaps[1].cells[::-1]) and "wall" in closes[0]:
        then = f"{cut_off(notes, [gaps[0].cell, *gaps[0].cells], gaps[1].cell)} either way"
    else:
        then = f"either {closes[0]}, or {closes[1]}"
    return (
        f"One of {notes.numbered(pair)} is black. If {name(first)} were black too, {then}. "
        f"So {name(first)} is white."
    )


def _steps(notes: Equals, refuted: _Refuted) -> str:
    """A chain in numbered steps; what follows from one cell is one step."""
    name = notes.grid.name
    first = refuted.way[0]
    steps = [_step(notes, events) for events in refuted.steps]
    colours = ("black", "white") if first.colour == BLACK else ("white", "black")
    supposed, so = (f"{name(first.cell)} is {colour}." for colour in colours)
    return paragraph(
        [f"Suppose {supposed}", *numbered(steps), f"But {_broken(notes, refuted)}. So {so}"]
    )


def _step(notes: Equals, events: list[_Event]) -> str:
    name = notes.grid.name
    first, cells = events[0], [event.cell for event in events]
    if first.by is _By.GAP:
        gap, wall = name(first.cell), cut_off(notes, [first.cell, *first.cells])
        return f"If {gap} were black, {wall}. So {gap} is white."
    (cause,) = first.cells
    if first.by is _By.BESIDE:
        return f"{name(cause)} is black, so beside it {are(notes.names(cells), 'white')}."
    return (
        f"The {notes.puzzle.clues[cause]} at {name(cause)} is white, "
        f"so {notes.numbered(cells)} {'are' if len(cells) > 1 else 'is'} black."
    )


def _broken(notes: Equals, refuted: _Refuted) -> str:
    """What goes wrong in the end."""
    if refuted.ring:
        return cut_off(notes, refuted.ring)
    pair = sorted(refuted.clash)
    if refuted.black_clash:
        both = listed(notes.names(pair))
        return f"{both} are both black, and black cells never share a side"
    return f"{notes.numbered(pair)} are both white"
