"""How people reason about black and white cells: the notes of shading puzzles, and the techniques
that rest on the two common rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from copy import copy
from typing import Generic, NamedTuple, TypeVar, cast

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell, Mask
from masume.core.puzzle.technique import Brief, Deduction, Key, Proof, are
from masume.families.shading.model import BLACK, OPEN, WHITE

T = TypeVar("T")

_REMEMBERED = 5000  # cells; on larger boards it would take more memory than is worth the time
_BESIDE = "{} beside {it} is white", "{} beside {it} are white"
ADJACENT: Key = ("adjacent", ())
DIVIDED: Key = ("divided", ())


class Kept(NamedTuple, Generic[T]):
    """What was found out once, and which cells have been looked at: it depends on their colours."""

    value: T
    looked: Callable[[], Mask]


class Colours:
    """The colour of each cell, as far as it is known.

    Techniques go over the whole board again after each step, which changes but a few cells. So
    what takes long to find out is remembered, until a cell is coloured that it depends on.
    """

    def __init__(self, puzzle: ClueBoard) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.colours = bytearray(self.grid.size)
        self.check_cancel: CancelCheck = never_cancel
        self.wanted: Collection[Literal] = ()
        self.lessons = 0  # how often something was learned
        self._known: Mask = 0
        self._kept: dict[Hashable, tuple[object, Mask]] = {}  # and the open cells it depends on
        self._left: dict[str, bytearray] = {}

    def learn(self, literals: Iterable[Literal]) -> None:
        """Colour the cells that the literals are about."""
        self.lessons += 1
        for literal in literals:
            before = self.colours[abs(literal) - 1]
            if before != (BLACK if literal > 0 else WHITE):
                self.coloured(literal, before)

    def coloured(self, literal: Literal, before: int) -> None:
        """Take in a new colour of a cell; that it was another one before is nonsense, but happens.

        White cells beside a black one are worth another look.
        """
        cell, colour = abs(literal) - 1, BLACK if literal > 0 else WHITE
        self.colours[cell] = colour
        if before != OPEN:
            self._kept = {}
        if self.grid.size <= _REMEMBERED:
            self._known |= 1 << cell
        if self._left:
            beside = self.grid.neighbours[cell] if colour == BLACK else ()
            white = [other for other in beside if self.colours[other] == WHITE]
            for board in self._left.values():
                board[cell] = colour
                for other in white:
                    board[other] = WHITE

    def copy(self) -> Colours:
        """The same once more; what is remembered is remembered there too."""
        other = copy(self)
        other.colours, other._kept = bytearray(self.colours), dict(self._kept)
        other._left = {name: bytearray(board) for name, board in self._left.items()}
        return other

    def once(self, key: Hashable, find: Callable[[], Kept[T]]) -> T:
        """What `find` finds out, or has found out before."""
        kept = self._kept.get(key)
        if kept is not None and not kept[1] & self._known:
            return cast("T", kept[0])
        new = find()
        if self.grid.size <= _REMEMBERED:
            self._kept[key] = new.value, new.looked() & ~self._known
        return new.value

    def left(self, technique: str) -> bytearray:
        """The colours once more, for a technique that takes out what is of no more use to it."""
        return self._left.setdefault(technique, bytearray(self.colours))

    def suppositions(self, *signs: int) -> Iterator[Literal]:
        """Colours to try on open cells, one cell after the other: black (1) and white (-1).

        Where something is wanted, only its opposite.
        """
        about = {abs(one) - 1 for one in self.wanted}
        for cell in sorted(about) if about else cells_of(self.colours, OPEN):
            self.check_cancel()
            for sign in signs:
                literal = sign * (cell + 1)
                if self.colours[cell] != OPEN:
                    break
                if not about or -literal in self.wanted:
                    yield literal

    def known(self, cells: Iterable[Cell]) -> tuple[Literal, ...]:
        """What is known of some cells, as literals."""
        signs = {BLACK: 1, WHITE: -1}
        colours = self.colours
        return tuple(signs[colours[c]] * (c + 1) for c in cells if colours[c] != OPEN)

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """The names of some cells."""
        return [self.grid.name(cell) for cell in cells]


def cells_of(colours: bytearray, colour: int) -> Iterator[Cell]:
    """The cells of that colour, in row-major order; those too that get it meanwhile."""
    cell = colours.find(colour)
    while cell >= 0:
        yield cell
        cell = colours.find(colour, cell + 1)


def black_has_white_neighbours(notes: Colours) -> Iterator[Deduction]:
    """The cells beside a black cell are white."""
    colours, neighbours = notes.colours, notes.grid.neighbours
    left = notes.left("black neighbours")
    for cell in cells_of(left, BLACK):
        beside = [other for other in neighbours[cell] if colours[other] == OPEN]
        if not beside:
            left[cell] = OPEN
            continue
        white = tuple(-other - 1 for other in beside)
        yield Deduction.later(white, _beside, notes, cell, beside).resting(cell + 1)


def _beside(notes: Colours, cell: Cell, beside: Sequence[Cell]) -> Proof:
    name, names = notes.grid.name(cell), notes.names(beside)
    return Proof(
        (cell + 1,),
        (ADJACENT,),
        f"{name} is black, so beside it {are(names, 'white')}.",
        briefly=Brief(tuple(names), *_BESIDE, name),
    )


def last_way_out(notes: Colours) -> Iterator[Deduction]:
    """A white cell whose neighbours are black but for one needs that one."""
    g, colours = notes.grid, notes.colours
    left = notes.left("way out")
    for cell in cells_of(left, WHITE):
        around = g.neighbours[cell]
        ways = [other for other in around if colours[other] != BLACK]
        is_open = len(ways) != 1 or colours[ways[0]] == WHITE
        if is_open or len(around) == g.size - 1:  # it may well be the only white cell
            left[cell] = OPEN  # until another cell beside it is black
            continue
        yield Deduction.later((-ways[0] - 1,), _way_out, notes, cell, ways[0])


def _way_out(notes: Colours, cell: Cell, way: Cell) -> Proof:
    g = notes.grid
    walls = [other for other in g.neighbours[cell] if other != way]
    return Proof(
        (-cell - 1, *(other + 1 for other in walls)),
        (ADJACENT, DIVIDED),
        f"{g.name(way)} is the only way out for the white cell {g.name(cell)}, so it is white.",
        part=(cell,),
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
    for cell in cells_of(colours, OPEN):
        touched = [other for other in corners[cell] if colours[other] == BLACK]
        if len(touched) + contacts[cell] < 2:
            continue  # a ring comes to it from two sides
        if any(colours[n] == BLACK for n in g.neighbours[cell]):
            continue
        pairs = [
            (a, b) for i, a in enumerate(touched) for b in touched[i + 1 :] if wall[a] == wall[b]
        ]
        ends = [a for a in touched if wall[a] == g.size] if contacts[cell] else []
        if pairs or ends or contacts[cell] > 1:
            yield Deduction.later((-cell - 1,), _cut, notes, cell, pairs, ends, parent)


def _cut(
    notes: Colours,
    cell: Cell,
    pairs: Sequence[tuple[Cell, Cell]],
    ends: Sequence[Cell],
    parent: dict[Cell, Cell],
) -> Proof:
    """The shortest of the rings that a cell would close: between two cells, or to the border."""
    rings = [_between(a, b, parent) for a, b in pairs]
    rings += [_to_border(end, parent) for end in ends]
    if notes.grid.border_contacts[cell] > 1:
        rings.append([])
    ring, name = min(rings, key=len), notes.grid.name(cell)
    given = tuple(other + 1 for other in ring)
    cuts = cut_off(notes, [cell, *ring]) if ring else "it would cut the board in two"
    text = f"If {name} were black, {cuts}. So {name} is white."
    return Proof(given, (ADJACENT, DIVIDED), text, walls=((cell, *ring),))


def cut_off(notes: Colours, ring: Sequence[Cell], instead: Cell | None = None) -> str:
    """How black cells, each a corner of the one before, would cut off white cells.

    They come around to the first one again, or to the border and on from elsewhere there. Another
    cell may do `instead` of the first.
    """
    g = notes.grid
    names = {cell: g.name(cell) for cell in ring}
    if instead is not None:
        names[ring[0]] = f"({g.name(ring[0])} or {g.name(instead)})"
    walls = set(ring)
    locked_in = next((c for c, near in enumerate(g.neighbours) if walls.issuperset(near)), None)
    if locked_in is not None:
        return f"{g.name(locked_in)} would be locked in"
    gaps = [n for n, cell in enumerate(ring) if ring[n - 1] not in g.corners[cell]]
    if not gaps and len(ring) > 3:
        return f"the ring {'–'.join(names.values())} would lock in white cells"
    first = gaps[0] if gaps else 0
    wall = [*ring[first:], *ring[:first]]
    wall = wall if wall[0] < wall[-1] else wall[::-1]
    return f"the wall {'–'.join(names[cell] for cell in wall)} would run from border to border"


def _walls(notes: Colours) -> tuple[dict[Cell, Cell], dict[Cell, Cell]]:
    """Black cells joined by corners as trees: each one's parent, and which tree it is in.

    Trees grow breadth first from the border, whose number is the size of the board, so that the
    ways through them are short.
    """
    g, colours = notes.grid, notes.colours
    parent: dict[Cell, Cell] = {}
    wall: dict[Cell, Cell] = {}
    black = list(cells_of(colours, BLACK))
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
