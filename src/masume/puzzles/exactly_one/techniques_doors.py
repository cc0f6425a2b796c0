"""Areas with two doors: what must be visited inside needs both of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.core.puzzle.technique import Deduction, Key, Proof, listed, technique
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited
from masume.puzzles.exactly_one.techniques_rings import pieces

Side: TypeAlias = int
"""Where a way may be: 2 * cell as it comes to a cell, 2 * cell + 1 as it leaves it."""
Door: TypeAlias = tuple[Side, Side]  # two sides of one cell, or of two that a link joins


class _Ways:
    """Two ways to the start and the goal that share no cell, from wherever one begins."""

    def __init__(self, notes: PathNotes) -> None:
        self.ends = (2 * notes.start, 2 * notes.goal)
        self.ahead: list[list[Side]] = []  # where one comes to from each side
        self.known: set[Door] = set()  # those that are on the path
        for cell in range(notes.grid.size):
            inside = [] if 2 * cell in self.ends else [2 * cell + 1]
            self.ahead += [inside, [2 * other for other, _ in notes.open_ways(cell)]]
            if notes.is_on(cell):
                self.known.add((2 * cell, 2 * cell + 1))
                ways = notes.used(cell)
                self.known.update((2 * cell + 1, 2 * c) for c, _ in ways if notes.is_on(c))

    def pair(self, cells: Iterable[Cell]) -> list[list[Side]] | None:
        """The two ways, if there are any (after Ford and Fulkerson)."""
        sources = [2 * cell + 1 for cell in cells]
        after: dict[Side, set[Side]] = {}
        for _ in range(2):
            wanted = [end for end in self.ends if not after.get(end)]
            above = self._spread(sources, after, wanted)
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

    def beside(self, after: dict[Side, set[Side]]) -> dict[Side, list[Side]]:
        """Where one comes to from the sides of some ways: on beside them, or back along them."""
        onward = {
            side: [one for one in self.ahead[side] if one not in nexts]
            for side, nexts in after.items()
        }
        for side, nexts in after.items():
            for one in nexts:
                if one >= 0:
                    onward.setdefault(one, list(self.ahead[one])).append(side)
        return onward

    def _spread(
        self, sources: list[Side], after: dict[Side, set[Side]], wanted: Collection[Side]
    ) -> dict[Side, Side]:
        """All that can be reached beside the ways, or by pushing them aside; and from where.

        It is looked no further than for one of the wanted.
        """
        ahead, beside = self.ahead, self.beside(after)
        above = dict.fromkeys(sources, -1)
        queue = list(above)
        for side in queue:  # grows while it is gone through
            for other in beside[side] if side in beside else ahead[side]:
                if other not in above:
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
        self.area: set[Side] = set()
        after: dict[Side, set[Side]] = {}
        for way in pair:
            for one, other in pairwise(way):
                after.setdefault(one, set()).add(other)
            after[way[-1]] = {-1}
        self._ahead, self._beside = ways.ahead, ways.beside(after)

    def grow(self, sides: Iterable[Side]) -> None:
        """Take in some sides and all that can be reached from them."""
        area, ahead, beside = self.area, self._ahead, self._beside
        queue = [side for side in sides if side not in area]
        area.update(queue)
        for side in queue:  # grows while it is gone through
            for other in beside[side] if side in beside else ahead[side]:
                if other not in area:
                    area.add(other)
                    queue.append(other)

    def doors(self, pair: list[list[Side]], passed: list[int]) -> list[Door]:
        """Where each way leaves the area; none if one of them ends inside.

        How much of each has been found inside is noted, for it never comes back from outside.
        """
        doors = []
        for number, way in enumerate(pair):
            at = passed[number]
            while at < len(way) and way[at] in self.area:
                at += 1
            if not 0 < at < len(way):
                return []
            passed[number] = at
            doors.append((way[at - 1], way[at]))
        return doors


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
        area = _doors(notes, ways, cells)
        if area is not None:
            about, key = (notes, *area, f"Shape {label}", shape), visited(shape)
            yield Deduction.later(_both(notes, area[1]), _by_two_doors, *about, (key,))
    for piece in _needed(notes):
        area = _doors(notes, ways, piece)
        if area is not None:
            about = notes, *area, notes.grid.name(piece[0]), tuple(piece[:1])
            yield Deduction.later(_both(notes, area[1]), _by_two_doors, *about, ())


def _needed(notes: PathNotes) -> list[list[Cell]]:
    """Pieces of the path, and single cells on it, that neither begin nor end it."""
    passing = [piece for piece in pieces(notes) if not notes.ends & mask(piece)]
    single = [c for c in range(notes.grid.size) if notes.is_on(c) and not notes.used(c)]
    return passing + [[cell] for cell in single if not notes.ends >> cell & 1]


def _doors(notes: PathNotes, ways: _Ways, cells: list[Cell]) -> tuple[Mask, list[Door]] | None:
    """An area around some cells with two doors, of which one is not known to be on the path."""
    pair = None if notes.ends & mask(cells) else ways.pair(cells)
    if pair is None:
        return None
    beside = _Beside(ways, pair)
    beside.grow(2 * cell + 1 for cell in cells)
    near = beside.area
    for number in range(2):
        beside.area = set(near)
        passed = [0, 0]
        while doors := beside.doors(pair, passed):
            if not ways.known.issuperset(doors):
                return mask(side >> 1 for side in beside.area if side & 1), doors
            beside.grow([doors[number][1]])
    return None


def _literals(notes: PathNotes, door: Door) -> tuple[Literal, ...]:
    """That a door is on the path: a cell if both sides are of the same one, or else a link."""
    here, there = door[0] >> 1, door[1] >> 1
    if here == there:
        return (notes.on(here),)
    return next(notes.link_on(way) for other, way in notes.ways[here] if other == there)


def _both(notes: PathNotes, doors: list[Door]) -> tuple[Literal, ...]:
    """That both doors are on the path, as far as it is not known."""
    return notes.new(one for door in doors for one in _literals(notes, door))


def _by_two_doors(
    notes: PathNotes,
    inside: Mask,
    doors: list[Door],
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
