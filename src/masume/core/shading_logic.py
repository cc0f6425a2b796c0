"""How people reason about black and white cells: the notes of shading puzzles, and the techniques
that rest on the two common rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from masume.core.clue import ClueBoard
from masume.core.grid import Cell
from masume.core.model import Literal, Pulse, no_pulse
from masume.core.shading_model import BLACK, OPEN, WHITE
from masume.core.technique import Deduction, Key, are, listed

ADJACENT: Key = ("adjacent", ())
DIVIDED: Key = ("divided", ())


class Colours:
    """The colour of each cell, as far as it is known."""

    def __init__(self, puzzle: ClueBoard) -> None:
        self.puzzle: Any = puzzle
        self.grid = puzzle.grid
        self.colours = bytearray(self.grid.size)
        self.pulse: Pulse = no_pulse

    def learn(self, literals: Iterable[Literal]) -> None:
        """Colour the cells that the literals are about."""
        for literal in literals:
            self.colours[abs(literal) - 1] = BLACK if literal > 0 else WHITE

    def known(self, cells: Iterable[Cell]) -> tuple[Literal, ...]:
        """What is known of some cells, as literals."""
        signs = {BLACK: 1, WHITE: -1}
        colours = self.colours
        return tuple(signs[colours[c]] * (c + 1) for c in cells if colours[c] != OPEN)

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """The names of some cells."""
        return [self.grid.name(cell) for cell in cells]


def black_has_white_neighbours(notes: Colours) -> Iterator[Deduction]:
    """The cells beside a black cell are white."""
    colours, neighbours = notes.colours, notes.grid.neighbours
    for cell in range(notes.grid.size):
        if colours[cell] == BLACK:
            beside = [other for other in neighbours[cell] if colours[other] == OPEN]
            if beside:
                yield Deduction(
                    tuple(-other - 1 for other in beside),
                    (cell + 1,),
                    (ADJACENT,),
                    f"{notes.grid.name(cell)} is black, so beside it "
                    f"{are(notes.names(beside), 'white')}.",
                )


def last_way_out(notes: Colours) -> Iterator[Deduction]:
    """A white cell whose neighbours are black but for one needs that one."""
    g, colours = notes.grid, notes.colours
    for cell in range(g.size):
        around = g.neighbours[cell]
        ways = [other for other in around if colours[other] != BLACK]
        if colours[cell] != WHITE or len(ways) != 1 or colours[ways[0]] != OPEN:
            continue
        if len(around) == g.size - 1:
            continue  # it may well be the only white cell
        walls = [other for other in around if other != ways[0]]
        yield Deduction(
            (-ways[0] - 1,),
            (-cell - 1, *(other + 1 for other in walls)),
            (ADJACENT, DIVIDED),
            f"The white cell {g.name(cell)} can leave only by {g.name(ways[0])}, "
            f"which is therefore white.",
        )


def would_cut_the_white_area(notes: Colours) -> Iterator[Deduction]:
    """A cell that, black, would close a wall through the white area is white.

    Black cells that touch by corners form walls, and the border is part of such walls. A cell
    that touches one wall twice would close a ring, and no white cell may be locked in: at least
    one is inside, for no two black cells share a side.
    """
    g, colours = notes.grid, notes.colours
    contacts, corners = g.border_contacts, g.corners
    parent, wall = _walls(notes)
    for cell in range(g.size):
        if colours[cell] != OPEN or any(colours[n] == BLACK for n in g.neighbours[cell]):
            continue
        touched = [other for other in corners[cell] if colours[other] == BLACK]
        pairs = [
            (a, b) for i, a in enumerate(touched) for b in touched[i + 1 :] if wall[a] == wall[b]
        ]
        rings = [_between(a, b, parent) for a, b in pairs]
        if contacts[cell]:
            rings += [_to_border(a, parent) for a in touched if wall[a] == g.size]
        if contacts[cell] > 1:
            rings.append([])
        if not rings:
            continue
        ring = min(rings, key=len)
        yield Deduction(
            (-cell - 1,),
            tuple(other + 1 for other in ring),
            (ADJACENT, DIVIDED),
            _cut_text(notes, cell, ring),
        )


def _cut_text(notes: Colours, cell: Cell, ring: list[Cell]) -> str:
    name = notes.grid.name(cell)
    if not ring:
        return f"If {name} were black, it would cut the board in two; so it is white."
    return f"If {name} were black, {cut_off(notes, [cell, *ring])}. So {name} is white."


def cut_off(notes: Colours, ring: Sequence[Cell]) -> str:
    """How black cells, each a corner of the one before, would cut off white cells.

    They come around to the first one again, or to the border and on from elsewhere there.
    """
    g = notes.grid
    locked_in = [cell for cell in range(g.size) if set(ring).issuperset(g.neighbours[cell])]
    if locked_in:
        return f"{g.name(locked_in[0])} would be locked in"
    gaps = [n for n, cell in enumerate(ring) if ring[n - 1] not in g.corners[cell]]
    if not gaps and len(ring) > 3:
        return f"{listed(notes.names(ring))} would be a ring around white cells"
    first = gaps[0] if gaps else 0
    wall = [*ring[first:], *ring[:first]]
    wall = wall if wall[0] < wall[-1] else wall[::-1]
    return f"{listed(notes.names(wall))} would be a wall from border to border"


def _walls(notes: Colours) -> tuple[dict[Cell, Cell], dict[Cell, Cell]]:
    """Black cells joined by corners as trees: each one's parent, and which tree it is in.

    Trees grow breadth first from the border, whose number is the size of the board, so that the
    ways through them are short.
    """
    g, colours = notes.grid, notes.colours
    parent: dict[Cell, Cell] = {}
    wall: dict[Cell, Cell] = {}
    black = [cell for cell in range(g.size) if colours[cell] == BLACK]
    for seed in [None, *black]:
        if seed is None:
            queue = [cell for cell in black if g.border_contacts[cell]]
            parent.update(dict.fromkeys(queue, g.size))
            wall.update(dict.fromkeys(queue, g.size))
        elif seed in wall:
            continue
        else:
            queue, parent[seed], wall[seed] = [seed], seed, seed
        for cell in queue:  # grows while it is gone through
            for other in g.corners[cell]:
                if colours[other] == BLACK and other not in wall:
                    parent[other], wall[other] = cell, wall[cell]
                    queue.append(other)
    return parent, wall


def _to_border(cell: Cell, parent: dict[Cell, Cell]) -> list[Cell]:
    """A cell and its way up its tree, as far as that goes."""
    way = [cell]
    while parent.get(way[-1], way[-1]) in parent and parent[way[-1]] != way[-1]:
        way.append(parent[way[-1]])
    return way


def _between(a: Cell, b: Cell, parent: dict[Cell, Cell]) -> list[Cell]:
    """The way through the tree from one cell to another; over the border if that is its root."""
    one, other = _to_border(a, parent), _to_border(b, parent)
    while len(one) > 1 and len(other) > 1 and one[-2:] == other[-2:]:
        one.pop()
        other.pop()
    if one[-1] == other[-1]:
        other.pop()
    return one + other[::-1]
