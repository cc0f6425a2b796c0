"""The path in pieces: they must not close to rings, nor join too early."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import Deduction, Proof, technique
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited


def pieces(notes: PathNotes) -> Iterator[list[Cell]]:
    """The parts of the path that are known, each from one end to the other."""
    on = notes.taken
    has_one, has_two, _ = notes.net.at_least(on)
    seen: set[Cell] = set()
    for cell in each(has_one & ~has_two):
        if cell not in seen:
            piece = notes.net.trace(on, cell)
            seen.update(piece)
            yield piece


def _along(notes: PathNotes, piece: list[Cell]) -> tuple[Literal, ...]:
    """The links of a piece of the path."""
    links = notes.net.along(piece)
    return tuple(way for cell in piece for _, way in notes.used(cell) if notes.bit(way) & links)


@technique(
    "a link that would close a ring is not used",
    level="easy",
    example="""
exactly_one
2 2 3 .
2 3 3 .
. . . .
. . 1 1
""",
)
def no_ring(notes: PathNotes) -> Iterator[Deduction]:
    """The two ends of a piece side by side."""
    net, on = notes.net, notes.taken
    has_one, has_two, _ = net.at_least(on)
    if not net.within(has_one & ~has_two) & ~on & ~notes.shut:
        return  # no two ends are side by side
    for piece in pieces(notes):
        first, last = piece[0], piece[-1]
        for other, way in notes.ways[first]:
            if other == last and notes.state[way] == 0 and len(piece) > 2:
                yield Deduction.later((-way,), _ring, notes, piece, way)


def _ring(notes: PathNotes, piece: list[Cell], way: Literal) -> Proof:
    given = tuple(dict.fromkeys(_along(notes, piece)))
    text = (
        f"{notes.joined(way)} are the ends of a piece of the path. A link between them "
        f"would close a ring, so there is none."
    )
    return Proof(given, (), text)


@technique(
    "the path must not be complete too early",
    level="medium",
    example="""
exactly_one
1 . . . .
1 2 3 3 .
. 2 3 . .
. . . . 4
""",
)
def not_yet_complete(notes: PathNotes) -> Iterator[Deduction]:
    """The pieces of both ends side by side, and something that is on neither of them."""
    by_end = {piece[0]: piece for piece in pieces(notes)}
    by_end |= {piece[-1]: piece[::-1] for piece in list(by_end.values())}
    head = by_end.get(notes.start, [notes.start])
    tail = by_end.get(notes.goal, [notes.goal])
    between = [way for other, way in notes.ways[head[-1]] if other == tail[-1]]
    if not between or notes.state[between[0]] or head[-1] == notes.goal:
        return
    given = tuple(dict.fromkeys(_along(notes, head) + _along(notes, tail)))
    there = f"If the path went straight from {notes.grid.name(head[-1])} to "
    there += f"{notes.grid.name(tail[-1])}, it would be complete"
    own = {*head, *tail}
    for label, shape in notes.missed():
        if own.isdisjoint(shape):  # its cells may be unknown where its links are known
            text = f"{there}, and shape {label} would not be visited. So it does not."
            yield Deduction((-between[0],), given, (visited(shape),), text)
            return
    for cell in each(notes.visited):
        if cell not in own:
            text = f"{there}, but {notes.grid.name(cell)} is on the path too. So it does not."
            yield Deduction((-between[0],), (*given, notes.on(cell)), (), text)
            return


@technique(
    "beside the complete path there is nothing",
    level="easy",
    example="""
exactly_one
1 . .
1 . 2
. . 2
""",
)
def complete_path(notes: PathNotes) -> Iterator[Deduction]:
    """The path leads from one end to the other."""
    has_one, has_two, _ = notes.net.at_least(notes.taken)
    if notes.ends & (~has_one | has_two):
        return
    path = notes.net.trace(notes.taken, notes.goal)
    if path[-1] != notes.start:
        return
    links = {way for cell in path for _, way in notes.used(cell)}
    rest = sorted({*range(notes.grid.size)}.difference(path))
    literals = [one for cell in rest for one in notes.cell_off(cell)]
    literals += [-way for way in range(1, len(notes.links) + 1) if way not in links]
    if new := notes.new(dict.fromkeys(literals)):
        cells = notes.new(-notes.on(cell) for cell in rest)
        rest_of_it = "no other cell is on it" if cells else "it has no further links"
        text = f"The path is complete, so {rest_of_it}."
        yield Deduction(new, tuple(sorted(links)), (), text)
