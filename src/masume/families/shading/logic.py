"""Notes of shading puzzles, and the techniques that follow from the two common rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from copy import copy
from typing import Generic, NamedTuple, TypeVar, cast

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Brief, Deduction, Key, Proof, is_or_are
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import Walls, ring_through

T = TypeVar("T")

_MOST_CACHED = 5000  # cells; on larger boards caching takes more memory than it is worth
_BESIDE = "{} beside {it} is white", "{} beside {it} are white"
ADJACENT: Key = ("adjacent", ())
DIVIDED: Key = ("divided", ())


class CachedValue(NamedTuple, Generic[T]):
    """A computed value, and the cells on whose colours it depends."""

    value: T
    cells_used: Callable[[], Mask]


class Colours:
    """Notes with the known colour of each cell.

    Techniques scan the whole board after each step, which changes only a few cells. Expensive
    findings are therefore cached until a cell on which they depend is coloured.
    """

    def __init__(self, puzzle: ClueBoard) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.colours = bytearray(self.grid.size)
        self.check_cancel: CancelCheck = never_cancel
        self.wanted: Collection[Literal] = ()
        self.revision = 0  # the number of calls of `learn`
        self._known: Mask = 0
        self._cache: dict[Hashable, tuple[object, Mask]] = {}  # values, and the open cells used
        self._pending: dict[str, bytearray] = {}

    def learn(self, literals: Iterable[Literal]) -> None:
        """Colour the cells of these literals."""
        self.revision += 1
        for literal in literals:
            before = self.colours[abs(literal) - 1]
            if before != (BLACK if literal > 0 else WHITE):
                self.set_colour(literal, before)

    def set_colour(self, literal: Literal, before: int) -> None:
        """Set the colour of a cell and invalidate findings; subclasses extend it.

        `before` is the old colour: assumptions may contradict what is known. White cells beside a
        new black one are pending again for every technique.
        """
        cell, colour = abs(literal) - 1, BLACK if literal > 0 else WHITE
        self.colours[cell] = colour
        if before != OPEN:
            self._cache = {}
        if self.grid.size <= _MOST_CACHED:
            self._known |= 1 << cell
        if self._pending:
            beside = self.grid.neighbours[cell] if colour == BLACK else ()
            white = [other for other in beside if self.colours[other] == WHITE]
            for board in self._pending.values():
                board[cell] = colour
                for other in white:
                    board[other] = WHITE

    def copy(self) -> Colours:
        """Return an independent copy, including the cache."""
        other = copy(self)
        other.colours, other._cache = bytearray(self.colours), dict(self._cache)
        other._pending = {name: bytearray(board) for name, board in self._pending.items()}
        return other

    def once(self, key: Hashable, find: Callable[[], CachedValue[T]]) -> T:
        """Return the cached value of `find`, computing it if it is missing or outdated."""
        cached = self._cache.get(key)
        if cached is not None and not cached[1] & self._known:
            return cast("T", cached[0])
        new = find()
        if self.grid.size <= _MOST_CACHED:
            self._cache[key] = new.value, new.cells_used() & ~self._known
        return new.value

    def pending(self, technique: str) -> bytearray:
        """Return a technique's own copy of the colours, from which it removes finished cells."""
        return self._pending.setdefault(technique, bytearray(self.colours))

    def suppositions(self, *signs: int) -> Iterator[Literal]:
        """Yield literals to assume for open cells, cell by cell: black (sign 1), white (-1).

        If some literals are wanted, yield only their negations.
        """
        about = {abs(literal) - 1 for literal in self.wanted}
        for cell in sorted(about) if about else cells_of(self.colours, OPEN):
            self.check_cancel()
            for sign in signs:
                literal = sign * (cell + 1)
                if self.colours[cell] != OPEN:
                    break
                if not about or -literal in self.wanted:
                    yield literal

    def known_literals(self, cells: Iterable[Cell]) -> tuple[Literal, ...]:
        """Return the literals of those of the cells whose colour is known."""
        signs = {BLACK: 1, WHITE: -1}
        colours = self.colours
        return tuple(signs[colours[c]] * (c + 1) for c in cells if colours[c] != OPEN)

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of some cells."""
        return [self.grid.name(cell) for cell in cells]


def cells_of(colours: bytearray, colour: int) -> Iterator[Cell]:
    """Yield the cells of a colour in row-major order, including cells coloured meanwhile."""
    cell = colours.find(colour)
    while cell >= 0:
        yield cell
        cell = colours.find(colour, cell + 1)


def black_has_white_neighbours(notes: Colours) -> Iterator[Deduction]:
    """Yield that the neighbours of each black cell are white."""
    colours, neighbours = notes.colours, notes.grid.neighbours
    left = notes.pending("black neighbours")
    for cell in cells_of(left, BLACK):
        beside = [other for other in neighbours[cell] if colours[other] == OPEN]
        if not beside:
            left[cell] = OPEN
            continue
        white = tuple(-other - 1 for other in beside)
        yield Deduction.lazy(white, _beside, notes, cell, beside).with_given(cell + 1)


def _beside(notes: Colours, cell: Cell, beside: Sequence[Cell]) -> Proof:
    name, names = notes.grid.name(cell), notes.names(beside)
    return Proof(
        (cell + 1,),
        (ADJACENT,),
        f"{name} is black, so beside it {is_or_are(names, 'white')}.",
        briefly=Brief(tuple(names), *_BESIDE, name),
    )


def last_way_out(notes: Colours) -> Iterator[Deduction]:
    """Yield the only neighbour of a white cell that is not black: it is white."""
    g, colours = notes.grid, notes.colours
    left = notes.pending("way out")
    for cell in cells_of(left, WHITE):
        around = g.neighbours[cell]
        ways = [other for other in around if colours[other] != BLACK]
        is_open = len(ways) != 1 or colours[ways[0]] == WHITE
        if is_open or len(around) == g.size - 1:  # it may well be the only white cell
            left[cell] = OPEN  # until another neighbour turns black
            continue
        yield Deduction.lazy((-ways[0] - 1,), _way_out, notes, cell, ways[0])


def _way_out(notes: Colours, cell: Cell, way: Cell) -> Proof:
    """Return the proof that a neighbour is the only way out of a white cell."""
    g = notes.grid
    walls = [other for other in g.neighbours[cell] if other != way]
    return Proof(
        (-cell - 1, *(other + 1 for other in walls)),
        (ADJACENT, DIVIDED),
        f"{g.name(way)} is the only way out for the white cell {g.name(cell)}, so it is white.",
        part=(cell,),
    )


def would_cut_the_white_area(notes: Colours) -> Iterator[Deduction]:
    """Yield cells that are white because, black, they would close a wall."""
    g, colours = notes.grid, notes.colours
    walls = Walls(g, cells_of(colours, BLACK))
    for cell in each(walls.gaps):
        if colours[cell] == OPEN and not any(colours[n] == BLACK for n in g.neighbours[cell]):
            yield Deduction.lazy((-cell - 1,), _cut, notes, cell)


def _cut(notes: Colours, cell: Cell) -> Proof:
    """Return the proof with a short wall that the cell closes."""
    ring, name = (
        ring_through(notes.grid, set(cells_of(notes.colours, BLACK)), cell),
        notes.grid.name(cell),
    )
    given = tuple(other + 1 for other in ring[1:])
    cuts = cut_off(notes, ring) if given else "it would cut the board in two"
    text = f"If {name} were black, {cuts}. So {name} is white."
    return Proof(given, (ADJACENT, DIVIDED), text, walls=(tuple(ring),))


def cut_off(notes: Colours, ring: Sequence[Cell], instead: Cell | None = None) -> str:
    """Describe how a chain of black cells, touching at corners, would cut off white cells.

    The chain is closed or runs from border to border. `instead` is an alternative to its first
    cell.
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
