"""Looking ahead on a Hitori board: colour a cell, see what follows at once, and what then breaks.

Two things follow at once: cells beside a black one are white, and the equals of a white one in its
row and column are black. Three things can break: two black cells share a side, a number stands
twice, or black cells close a ring, together with the border perhaps, that locks in white cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Key, Proof, technique
from masume.families.shading.logic import ADJACENT, DIVIDED, cells_of, cut_off
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import ring_through
from masume.puzzles.hitori.techniques_notes import Equals, equal_pair

_Walls: TypeAlias = dict[Cell, Cell]  # black cells joined by corners and the border: union-find
_STEPS = 4  # that people look ahead
_IN_MIND = 8  # cells that they keep in mind

_TWOS = """
hitori
1 2 2
3 2 1
1 1 2
"""  # two techniques are used there


@technique(
    "a number is black if its equals, all black, would cut the white area",
    level="hard",
    example=_TWOS,
)
def equals_would_cut(notes: Equals) -> Iterator[Deduction]:
    """White, it would blacken its equals, and these would lock in white cells."""
    yield from _deduced(notes, refutations(notes, WHITE, 1))


@technique(
    "a cell is white if the equals of its neighbours stand side by side",
    level="hard",
    example=_TWOS,
)
def two_pairs_apart(notes: Equals) -> Iterator[Deduction]:
    """Black, it would make its neighbours white, and two cells that share a side black."""
    clashing = (one for one in refutations(notes, BLACK, 2) if one.clash)
    yield from _deduced(notes, clashing)


@technique(
    "a cell is white if the equals of its neighbours, black, would cut the white area",
    level="hard",
    example="""
hitori
3 2 3
1 1 3
2 4 2
""",
)
def pairs_would_cut(notes: Equals) -> Iterator[Deduction]:
    """Black, it would make its neighbours white, and so a wall of cells black."""
    yield from _deduced(notes, refutations(notes, BLACK, 2))


@technique(
    "a colour that breaks a rule in a few steps is the wrong one",
    level="expert",
    example="""
hitori
1 2 1
4 1 3
4 1 2
3 4 1
""",
)
def look_ahead(notes: Equals) -> Iterator[Deduction]:
    """Suppose a colour and follow it up; the shortest way to a contradiction comes first."""
    every = refutations(notes, WHITE, _STEPS) + refutations(notes, BLACK, _STEPS)
    short = [one for one in every if one.size <= _IN_MIND]
    yield from _deduced(notes, sorted(short, key=lambda one: one.size))


def _deduced(notes: Equals, refuted: Iterable[Refuted]) -> Iterator[Deduction]:
    """The steps that refuted suppositions are."""
    for one in refuted:
        cell = one.layers[0][0]
        literal = -cell - 1 if one.colour == BLACK else cell + 1
        yield Deduction.later((literal,), _proof, notes, one)


def _proof(notes: Equals, refuted: Refuted) -> Proof:
    sign = 1 if refuted.colour == BLACK else -1
    chain = tuple(
        tuple(sign * (-1) ** number * (one + 1) for one in layer)
        for number, layer in enumerate(refuted.layers)
    )
    walls = (refuted.ring,) if refuted.ring else ()
    return Proof(refuted.given, refuted.because, _text(notes, refuted), walls=walls, chain=chain)


def _text(notes: Equals, refuted: Refuted) -> str:
    name = notes.grid.name(refuted.layers[0][0])
    colours = ("black", "white") if refuted.colour == BLACK else ("white", "black")
    supposed = name if refuted.colour == BLACK else notes.numbered(refuted.layers[0])
    chain = [
        f"{notes.numbered(layer)} {'' if number else 'would be '}{colours[1 - number % 2]}"
        for number, layer in enumerate(refuted.layers[1:])
    ]
    broken = _broken(notes, refuted)
    if not chain and refuted.clash:
        return _plain(notes, refuted)
    joined = ", and" if "would" in broken else "; but"
    then = f"{', so '.join(chain)}{joined} " if chain else ""
    return f"If {supposed} were {colours[0]}, {then}{broken}. So {name} is {colours[1]}."


def _plain(notes: Equals, refuted: Refuted) -> str:
    """What takes no look ahead, in the words of the techniques that see it too."""
    cell = refuted.layers[0][0]
    (known,) = (one for one in refuted.clash if one != cell)
    name = notes.grid.name
    if refuted.ends_black:
        return f"{name(known)} is black, so beside it {name(cell)} is white."
    number = notes.puzzle.clues[cell]
    return f"The {number} at {name(known)} is white, so the {number} at {name(cell)} is black."


def _broken(notes: Equals, refuted: Refuted) -> str:
    """What goes wrong in the end."""
    g = notes.grid
    if refuted.ring:
        return cut_off(notes, refuted.ring)
    one, other = sorted(refuted.clash)
    known = [cell for cell in refuted.clash if notes.colours[cell] != OPEN]
    if refuted.ends_black:
        if known:
            (new,) = {one, other}.difference(known)
            return f"{g.name(known[0])} beside {g.name(new)} is black already"
        both = refuted.layers[-1] == (one, other)
        return f"{'they' if both else f'{g.name(one)} and {g.name(other)}'} share a side"
    number = notes.puzzle.clues[one]
    if known:
        return f"the {number} at {g.name(known[0])} is white already"
    (row, col), (other_row, _) = g.at(one), g.at(other)
    line = f"row {row + 1}" if row == other_row else f"column {col + 1}"
    return f"{line} would have two white {number}s"


@dataclass(frozen=True)
class Refuted:
    """A supposition that breaks a rule."""

    colour: int  # that was supposed
    layers: tuple[tuple[Cell, ...], ...]  # the cell, what follows from it, what follows from that
    clash: tuple[Cell, ...]  # two cells whose colours do not go together, or
    ring: tuple[Cell, ...]  # black cells that would lock in others
    given: tuple[Literal, ...]
    depth: dict[Cell, int]  # of each cell its layer
    cause: dict[Cell, Cell]  # and the cell that it follows from

    @property
    def ends_black(self) -> bool:
        """Whether the last cells to follow are black; each step follows from the other colour."""
        return (self.colour == BLACK) == (len(self.layers) % 2 == 1)

    @property
    def size(self) -> int:
        """How many cells one has to keep in mind."""
        return sum(map(len, self.layers)) + len(self.given)

    @property
    def because(self) -> tuple[Key, ...]:
        """The rules that it breaks or follows from, and pairs of equal numbers."""
        keys = [
            ADJACENT
            if (self.colour == BLACK) == (number % 2 == 1)
            else equal_pair(self.cause[cell], cell)
            for cell, number in self.depth.items()
            if number
        ]
        if self.ring:
            keys += [ADJACENT, DIVIDED]
        else:
            keys.append(ADJACENT if self.ends_black else equal_pair(*self.clash))
        return tuple(dict.fromkeys(keys))


def refutations(notes: Equals, colour: int, steps: int) -> list[Refuted]:
    """Open cells that cannot have that colour, as so many steps show; the easiest come first."""
    asked = notes.lessons, colour, steps, tuple(notes.wanted)
    if notes.refuted[0] != asked:  # several techniques ask
        notes.check_cancel()
        walls: _Walls = {}
        for cell in cells_of(notes.colours, BLACK):
            _closes_ring(notes, {}, walls, cell)
        walls = {cell: _find({}, walls, cell) for cell in walls}
        cells = [abs(one) - 1 for one in notes.suppositions(1 if colour == BLACK else -1)]
        tried = [_refuted(notes, walls, cell, colour, steps) for cell in cells]
        refuted = sorted((one for one in tried if one), key=lambda one: one.size)
        notes.refuted = asked, refuted
    return notes.refuted[1]


def _refuted(notes: Equals, known: _Walls, cell: Cell, colour: int, steps: int) -> Refuted | None:
    """Breadth first from a coloured cell; of what breaks first, the smallest."""
    colours = notes.colours
    walls: _Walls = {}  # as they would be, where not as they are known
    first, cause = colour, {cell: cell}
    layer, clashes, rings = [cell], [], []
    for _ in range(steps + 1):  # a layer has one colour, and the next one has the other
        follows = notes.grid.neighbours if colour == BLACK else notes.equals
        if colour == BLACK:
            rings = [one for one in layer if _closes_ring(notes, known, walls, one)]
        here = set(layer)
        below = []
        for one in layer:
            for other in follows[one]:
                if other in here:
                    if one < other:
                        clashes.append((one, other))
                elif other not in cause:
                    if colours[other] == OPEN:
                        cause[other] = one
                        below.append(other)
                    elif colours[other] == colour:
                        clashes.append((one, other))
        if clashes or rings:
            break
        layer, colour = below, WHITE if colour == BLACK else BLACK
    if not clashes and not rings:
        return None
    ways = [_traced(notes, cause, first, clash, ()) for clash in clashes]
    black = {**known, **walls}
    for one in rings:
        ways.append(_traced(notes, cause, first, (), ring_through(notes.grid, black, one)))
    return min(ways, key=lambda way: way.size)


def _traced(
    notes: Equals, cause: dict[Cell, Cell], colour: int, clash: Sequence[Cell], ring: Sequence[Cell]
) -> Refuted:
    """What breaks, together with all that it follows from; `colour` is that of the first cell."""
    depth: dict[Cell, int] = {}
    for cell in (*clash, *ring):
        way = [cell] if cell in cause else []
        while way and cause[way[-1]] != way[-1]:
            way.append(cause[way[-1]])
        depth.update((one, number) for number, one in enumerate(reversed(way)))
    layers = [
        tuple(sorted(cell for cell in depth if depth[cell] == number))
        for number in range(max(depth.values(), default=-1) + 1)
    ]
    given = notes.known(cell for cell in (*clash, *ring) if cell not in cause)
    return Refuted(colour, tuple(layers), tuple(clash), tuple(ring), given, depth, cause)


def _find(known: _Walls, walls: _Walls, cell: Cell) -> Cell:
    while True:
        above = walls.get(cell)
        if above is None:
            above = known.get(cell, cell)
        if above == cell:
            return cell
        cell = above


def _closes_ring(notes: Equals, known: _Walls, walls: _Walls, cell: Cell) -> bool:
    """Join a black cell to the walls; whether it touches one of them twice.

    The border is a wall too; its number is the size of the board.
    """
    g = notes.grid
    walls[cell] = cell
    closes = False
    touched = [other for other in g.corners[cell] if other in walls or other in known]
    for other in touched + [g.size] * g.border_contacts[cell]:
        own, root = _find(known, walls, cell), _find(known, walls, other)
        closes = closes or own == root
        walls[own] = root
    return closes
