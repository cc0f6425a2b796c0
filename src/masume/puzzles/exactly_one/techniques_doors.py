"""Areas with two doors: what must be visited inside needs both of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

from masume.core.grid import Cell, Mask, each, mask
from masume.core.model import Literal
from masume.core.technique import Deduction, Key, Proof, listed, technique
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited
from masume.puzzles.exactly_one.techniques_rings import pieces

Side: TypeAlias = int
"""Where a way may be: 2 * cell as it comes to a cell, 2 * cell + 1 as it leaves it."""


class _Ways:
    """Two ways to the start and the goal that share no cell, from wherever one begins."""

    def __init__(self, notes: PathNotes) -> None:
        self.ends = (2 * notes.start, 2 * notes.goal)
        self.beside = [[other for other, _ in notes.open_ways(c)] for c in range(notes.grid.size)]

    def pair(self, cells: Iterable[Cell]) -> list[list[Side]] | None:
        """The two ways, if there are any (after Ford and Fulkerson)."""
        sources = [2 * cell + 1 for cell in cells]
        after: dict[Side, set[Side]] = {}
        for _ in range(2):
            wanted = [end for end in self.ends if not after.get(end)]
            above = self.spread(sources, after, self.taken(after), (), wanted)
            end = next((end for end in wanted if end in above), None)
            if end is None:
                return None
            after[end] = {-1}
            side = end
            while (before := above[side]) >= 0:
                if before in after.get(side, ()):
                    after[side].discard(before)  # the two ways swap their tails
                else:
                    after.setdefault(before, set()).add(side)
                side = before
        return [self._way(after, sources, number) for number in range(2)]

    def taken(self, after: dict[Side, set[Side]]) -> dict[Side, set[Side]]:
        """The two ways backwards."""
        before: dict[Side, set[Side]] = {}
        for side, nexts in after.items():
            for one in nexts:
                before.setdefault(one, set()).add(side)
        return before

    def spread(
        self,
        sources: Iterable[Side],
        after: dict[Side, set[Side]],
        before: dict[Side, set[Side]],
        known: Collection[Side] = (),
        wanted: Collection[Side] = (),
    ) -> dict[Side, Side]:
        """All that can be reached beside the ways, or by pushing them aside; and from where.

        What is known is not gone through again, and it is not looked any further than for one of
        the wanted.
        """
        above = dict.fromkeys(sources, -1)
        queue = list(above)
        for side in queue:
            ahead = [] if side in self.ends else [side + 1]
            if side & 1:
                ahead = [2 * other for other in self.beside[side >> 1]]
            taken = after.get(side, ())
            for other in [*(one for one in ahead if one not in taken), *before.get(side, ())]:
                if other not in above and other not in known:
                    above[other] = side
                    if other in wanted:
                        return above
                    queue.append(other)
        return above

    def _way(self, after: dict[Side, set[Side]], sources: list[Side], number: int) -> list[Side]:
        begins = [(source, one) for source in sources for one in sorted(after.get(source, ()))]
        way = list(begins[number])
        while way[-1] not in self.ends:
            way += after[way[-1]]
        return way


class _Beside:
    """An area that grows beside two ways; they are pushed aside, but never crossed."""

    def __init__(self, ways: _Ways, pair: list[list[Side]]) -> None:
        self.ways = ways
        self.area: set[Side] = set()
        self._after: dict[Side, set[Side]] = {}
        for way in pair:
            for one, other in pairwise(way):
                self._after.setdefault(one, set()).add(other)
            self._after[way[-1]] = {-1}
        self._before = ways.taken(self._after)

    def grow(self, sides: Iterable[Side]) -> None:
        """Take in some sides and all that can be reached from them."""
        # What is inside already has been followed to its end.
        new = [side for side in sides if side not in self.area]
        self.area.update(self.ways.spread(new, self._after, self._before, self.area))


@technique(
    "an area with two doors is entered by one and left by the other",
    level="hard",
    example="""
exactly_one
. . . . .
1 . 2 2 .
1 1 2 2 .
1 . 2 3 .
. 4 4 3 .
""",
)
def two_doors(notes: PathNotes) -> Iterator[Deduction]:
    """What must be visited can be reached only by two cells or links: both are on the path."""
    if notes.start == notes.goal:
        return
    ways = _Ways(notes)
    for label, shape in notes.missed():
        notes.check_cancel()
        cells = [cell for cell in shape if not notes.is_off(cell)]
        found = _doors(notes, ways, cells)
        if found is not None:
            key, doors = visited(shape), _both(notes, found[1])
            about = notes, *found, f"Shape {label}", shape
            yield Deduction.later(doors, _by_two_doors, *about, (key,))
    for piece in _needed(notes):
        found = _doors(notes, ways, piece)
        if found is not None:
            about = notes, *found, notes.grid.name(piece[0]), tuple(piece[:1])
            yield Deduction.later(_both(notes, found[1]), _by_two_doors, *about, ())


def _needed(notes: PathNotes) -> list[list[Cell]]:
    """Pieces of the path, and single cells on it, that neither begin nor end it."""
    found = [piece for piece in pieces(notes) if not notes.ends & mask(piece)]
    single = [c for c in range(notes.grid.size) if notes.is_on(c) and not notes.used(c)]
    return found + [[cell] for cell in single if not notes.ends >> cell & 1]


def _doors(
    notes: PathNotes, ways: _Ways, cells: list[Cell]
) -> tuple[Mask, list[tuple[Side, Side]]] | None:
    """An area around some cells with two doors, of which one is not known to be on the path."""
    pair = None if notes.ends & mask(cells) else ways.pair(cells)
    if pair is None:
        return None
    beside = _Beside(ways, pair)
    beside.grow(2 * cell + 1 for cell in cells)
    near = set(beside.area)
    for number in range(2):
        beside.area = set(near)
        while True:
            doors = [_last_inside(way, beside.area) for way in pair]
            if any(door is None for door in doors):
                break
            found = [door for door in doors if door is not None]
            if any(notes.new(_literals(notes, door)) for door in found):
                return mask(side >> 1 for side in beside.area if side & 1), found
            beside.grow([found[number][1]])
    return None


def _last_inside(way: list[Side], area: set[Side]) -> tuple[Side, Side] | None:
    """Where a way leaves an area; None if it ends there."""
    for number in range(len(way) - 2, -1, -1):
        if way[number] in area:
            there = way[number + 1]
            return None if there in area else (way[number], there)
    return None


def _literals(notes: PathNotes, door: tuple[Side, Side]) -> tuple[Literal, ...]:
    """That a door is on the path: a cell if both sides are of the same one, or else a link."""
    here, there = door[0] >> 1, door[1] >> 1
    if here == there:
        return (notes.on(here),)
    return next(notes.link_on(way) for other, way in notes.ways[here] if other == there)


def _both(notes: PathNotes, doors: list[tuple[Side, Side]]) -> tuple[Literal, ...]:
    """That both doors are on the path, as far as it is not known."""
    return notes.new(one for door in doors for one in _literals(notes, door))


def _by_two_doors(
    notes: PathNotes,
    inside: Mask,
    doors: list[tuple[Side, Side]],
    what: str,
    needed: tuple[Cell, ...],
    keys: tuple[Key, ...],
) -> Proof:
    door_cells = mask(a >> 1 for a, b in doors if a >> 1 == b >> 1)
    given, _, beyond = notes.fence(inside, door_cells, notes.ends)
    if keys:
        known = [-notes.on(cell) for cell in needed if beyond >> cell & 1]
    else:  # a link of a cell tells as well that it is on the path
        known = [([way for _, way in notes.used(c)] or [notes.on(c)])[0] for c in needed]
    name = notes.grid.name
    by = [
        name(a >> 1) if a >> 1 == b >> 1 else f"the link between {name(b >> 1)} and {name(a >> 1)}"
        for a, b in sorted(doors, key=lambda door: door[0] >> 1 != door[1] >> 1)
    ]
    text = (
        f"{what} can be reached only by {listed(by)}. The path comes by one and leaves by the "
        f"other, so both are on it."
    )
    given = tuple(dict.fromkeys((*given, *known)))
    return Proof(given, keys, text, tuple(each(inside & ~door_cells)))
