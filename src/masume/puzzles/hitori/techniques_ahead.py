"""Hitori techniques that assume a colour and refute it by breadth-first propagation.

Two rules propagate: neighbours of a black cell are white, and the equals of a white one in its row
and column are black. A contradiction is two black cells that share a side, two equal white numbers
in a line, or a ring of black cells, possibly closed by the border, that locks in white cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Key, Proof, technique
from masume.families.shading.logic import ADJACENT, DIVIDED, cells_of, cut_off
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import Walls, ring_through
from masume.puzzles.hitori.techniques_notes import HitoriNotes, equal_pair

_MAX_STEPS = 4  # how far people look ahead
_MAX_SIZE = 8  # how many cells they keep in mind

_TWOS = """
hitori
1 2 2
3 2 1
1 1 2
"""  # two techniques apply here


@technique(
    "a number is black if its equals, all black, would cut the white area",
    level="hard",
    example=_TWOS,
)
def equals_would_cut(notes: HitoriNotes) -> Iterator[Deduction]:
    """Refute white for a number whose equals would lock in white cells."""
    yield from _deductions(notes, refutations(notes, WHITE, 1))


@technique(
    "a cell is white if the equals of its neighbours stand side by side",
    level="hard",
    example=_TWOS,
)
def two_pairs_apart(notes: HitoriNotes) -> Iterator[Deduction]:
    """Refute black for a cell whose neighbours would blacken two cells that share a side."""
    clashing = (refuted for refuted in refutations(notes, BLACK, 2) if refuted.clash)
    yield from _deductions(notes, clashing)


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
def pairs_would_cut(notes: HitoriNotes) -> Iterator[Deduction]:
    """Refute black for a cell whose neighbours would blacken a wall."""
    yield from _deductions(notes, refutations(notes, BLACK, 2))


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
def look_ahead(notes: HitoriNotes) -> Iterator[Deduction]:
    """Refute a colour within a few steps; yield the shortest refutations first."""
    white = refutations(notes, WHITE, _MAX_STEPS)
    black = refutations(notes, BLACK, _MAX_STEPS)
    short = [refuted for refuted in white + black if refuted.size <= _MAX_SIZE]
    yield from _deductions(notes, sorted(short, key=lambda refuted: refuted.size))


def _deductions(notes: HitoriNotes, found: Iterable[Refutation]) -> Iterator[Deduction]:
    """Yield the opposite of each refuted assumption."""
    for refuted in found:
        cell = refuted.layers[0][0]
        literal = -cell - 1 if refuted.colour == BLACK else cell + 1
        yield Deduction.lazy((literal,), _proof, notes, refuted)


def _proof(notes: HitoriNotes, refuted: Refutation) -> Proof:
    sign = 1 if refuted.colour == BLACK else -1
    chain = tuple(
        tuple(sign * (-1) ** number * (cell + 1) for cell in layer)
        for number, layer in enumerate(refuted.layers)
    )
    walls = (refuted.ring,) if refuted.ring else ()
    return Proof(refuted.given, refuted.because, _text(notes, refuted), walls=walls, chain=chain)


def _text(notes: HitoriNotes, refuted: Refutation) -> str:
    """Return the argument in words."""
    name = notes.grid.name(refuted.layers[0][0])
    colours = ("black", "white") if refuted.colour == BLACK else ("white", "black")
    assumed = name if refuted.colour == BLACK else notes.name_numbers(refuted.layers[0])
    chain = [
        f"{notes.name_numbers(layer)} {'' if number else 'would be '}{colours[1 - number % 2]}"
        for number, layer in enumerate(refuted.layers[1:])
    ]
    clash = _contradiction_text(notes, refuted)
    if not chain and refuted.clash:
        return _direct_text(notes, refuted)
    conjunction = ", and" if "would" in clash else "; but"
    steps = f"{', so '.join(chain)}{conjunction} " if chain else ""
    return f"If {assumed} were {colours[0]}, {steps}{clash}. So {name} is {colours[1]}."


def _direct_text(notes: HitoriNotes, refuted: Refutation) -> str:
    """Return the text of a one-step refutation, worded like the simpler techniques."""
    cell = refuted.layers[0][0]
    (known,) = (end for end in refuted.clash if end != cell)
    name = notes.grid.name
    if refuted.ends_black:
        return f"{name(known)} is black, so beside it {name(cell)} is white."
    number = notes.puzzle.clues[cell]
    return f"The {number} at {name(known)} is white, so the {number} at {name(cell)} is black."


def _contradiction_text(notes: HitoriNotes, refuted: Refutation) -> str:
    """Return the text of the contradiction."""
    g = notes.grid
    if refuted.ring:
        return cut_off(notes, refuted.ring)
    first, second = sorted(refuted.clash)
    known = [cell for cell in refuted.clash if notes.colours[cell] != OPEN]
    if refuted.ends_black:
        if known:
            (new,) = {first, second}.difference(known)
            return f"{g.name(known[0])} beside {g.name(new)} is black already"
        both = refuted.layers[-1] == (first, second)
        return f"{'they' if both else f'{g.name(first)} and {g.name(second)}'} share a side"
    number = notes.puzzle.clues[first]
    if known:
        return f"the {number} at {g.name(known[0])} is white already"
    (row, col), (second_row, _) = g.at(first), g.at(second)
    line = f"row {row + 1}" if row == second_row else f"column {col + 1}"
    return f"{line} would have two white {number}s"


@dataclass(frozen=True)
class Refutation:
    """An assumed colour that leads to a contradiction, with the cells that the argument uses."""

    colour: int  # the assumed one
    layers: tuple[tuple[Cell, ...], ...]  # the cell, its consequences, their consequences, ...
    clash: tuple[Cell, ...]  # two cells whose colours contradict each other, or
    ring: tuple[Cell, ...]  # black cells that would lock in others
    given: tuple[Literal, ...]
    depth: dict[Cell, int]  # the layer of each cell
    cause: dict[Cell, Cell]  # and the cell that it follows from

    @property
    def ends_black(self) -> bool:
        """Whether the cells of the last layer are black; the colours of the layers alternate."""
        return (self.colour == BLACK) == (len(self.layers) % 2 == 1)

    @property
    def size(self) -> int:
        """The number of cells that a reader has to keep in mind."""
        return sum(map(len, self.layers)) + len(self.given)

    @property
    def because(self) -> tuple[Key, ...]:
        """The rules and the pairs of equal numbers that the refutation uses."""
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


def refutations(notes: HitoriNotes, colour: int, steps: int) -> list[Refutation]:
    """Return the open cells that a number of steps shows not to have a colour, easiest first."""
    key = notes.revision, colour, steps, tuple(notes.wanted)
    if notes.refutations[0] != key:  # cached, since several techniques ask for the same
        notes.check_cancel()
        walls = Walls(notes.grid, cells_of(notes.colours, BLACK))
        cells = [abs(literal) - 1 for literal in notes.suppositions(1 if colour == BLACK else -1)]
        results = [_refute(notes, walls, cell, colour, steps) for cell in cells]
        refuted = sorted((result for result in results if result), key=lambda result: result.size)
        notes.refutations = key, refuted
    return notes.refutations[1]


def _refute(
    notes: HitoriNotes, walls: Walls, cell: Cell, colour: int, steps: int
) -> Refutation | None:
    """Propagate a colour breadth-first; return the smallest first contradiction, or None."""
    colours, known = notes.colours, walls.count
    first, cause = colour, {cell: cell}
    layer, clashes, rings = [cell], [], []
    for _ in range(steps + 1):  # the colours of the layers alternate
        consequences = notes.grid.neighbours if colour == BLACK else notes.equals
        if colour == BLACK:
            for current in layer:
                if walls.gaps >> current & 1:
                    rings.append(current)
                walls.add(current)
        in_layer = set(layer)
        next_layer = []
        for current in layer:
            for other in consequences[current]:
                if other in in_layer:
                    if current < other:
                        clashes.append((current, other))
                elif other not in cause:
                    if colours[other] == OPEN:
                        cause[other] = current
                        next_layer.append(other)
                    elif colours[other] == colour:
                        clashes.append((current, other))
        if clashes or rings:
            break
        layer, colour = next_layer, WHITE if colour == BLACK else BLACK
    candidates = [_trace(notes, cause, first, clash, ()) for clash in clashes]
    for current in rings:
        candidates.append(_trace(notes, cause, first, (), ring_through(notes.grid, walls, current)))
    walls.undo(known)
    return min(candidates, key=lambda refuted: refuted.size, default=None)


def _trace(
    notes: HitoriNotes,
    cause: dict[Cell, Cell],
    colour: int,
    clash: Sequence[Cell],
    ring: Sequence[Cell],
) -> Refutation:
    """Return a contradiction with everything that it follows from; `colour` is the assumed one."""
    depth: dict[Cell, int] = {}
    for cell in (*clash, *ring):
        path = [cell] if cell in cause else []
        while path and cause[path[-1]] != path[-1]:
            path.append(cause[path[-1]])
        depth.update((ancestor, layer) for layer, ancestor in enumerate(reversed(path)))
    layers = [
        tuple(sorted(cell for cell in depth if depth[cell] == layer))
        for layer in range(max(depth.values(), default=-1) + 1)
    ]
    given = notes.known_literals(cell for cell in (*clash, *ring) if cell not in cause)
    return Refutation(colour, tuple(layers), tuple(clash), tuple(ring), given, depth, cause)
