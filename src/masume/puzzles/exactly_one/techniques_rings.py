"""Techniques about the pieces of the path: they must not form rings, nor be joined too early."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import Deduction, Proof, technique
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited


def pieces(notes: PathNotes) -> Iterator[list[Cell]]:
    """Yield the known pieces of the path, each from one end to the other."""
    on = notes.taken
    has_one, has_two, _ = notes.net.at_least(on)
    traced: set[Cell] = set()
    for cell in each(has_one & ~has_two):
        if cell not in traced:
            piece = notes.net.trace(on, cell)
            traced.update(piece)
            yield piece


def _along(notes: PathNotes, piece: list[Cell]) -> tuple[Literal, ...]:
    """Return the links of a piece of the path, each twice."""
    links = notes.net.along(piece)
    return tuple(
        link for cell in piece for _, link in notes.used_links(cell) if notes.bit(link) & links
    )


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
    """Exclude the link between the two ends of a piece."""
    net, on = notes.net, notes.taken
    has_one, has_two, _ = net.at_least(on)
    if not net.within(has_one & ~has_two) & ~on & ~notes.shut:
        return  # no two ends are side by side
    for piece in pieces(notes):
        first, last = piece[0], piece[-1]
        for other, link in notes.adjacency[first]:
            if other == last and notes.state[link] == 0 and len(piece) > 2:
                yield Deduction.lazy((-link,), _ring, notes, piece, link)


def _ring(notes: PathNotes, piece: list[Cell], link: Literal) -> Proof:
    given = tuple(dict.fromkeys(_along(notes, piece)))
    text = (
        f"{notes.link_name(link)} are the ends of a piece of the path. A link between them "
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
    """Exclude the link between the pieces of both ends while the path is not complete."""
    by_end = {piece[0]: piece for piece in pieces(notes)}
    by_end |= {piece[-1]: piece[::-1] for piece in list(by_end.values())}
    head = by_end.get(notes.start, [notes.start])
    tail = by_end.get(notes.goal, [notes.goal])
    between = [link for other, link in notes.adjacency[head[-1]] if other == tail[-1]]
    if not between or notes.state[between[0]] or head[-1] == notes.goal:
        return
    given = tuple(dict.fromkeys(_along(notes, head) + _along(notes, tail)))
    premise = f"If the path went straight from {notes.grid.name(head[-1])} to "
    premise += f"{notes.grid.name(tail[-1])}, it would be complete"
    own = {*head, *tail}
    for label, shape in notes.unvisited_shapes():
        if own.isdisjoint(shape):  # links can be known without their cells
            text = f"{premise}, and shape {label} would not be visited. So it does not."
            yield Deduction((-between[0],), given, (visited(shape),), text)
            return
    for cell in each(notes.visited):
        if cell not in own:
            text = f"{premise}, but {notes.grid.name(cell)} is on the path too. So it does not."
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
    """Exclude everything that is not on the complete path."""
    has_one, has_two, _ = notes.net.at_least(notes.taken)
    if notes.ends & (~has_one | has_two):
        return
    path = notes.net.trace(notes.taken, notes.goal)
    if path[-1] != notes.start:
        return
    links = {link for cell in path for _, link in notes.used_links(cell)}
    rest = sorted({*range(notes.grid.size)}.difference(path))
    literals = [literal for cell in rest for literal in notes.cell_off(cell)]
    literals += [-link for link in range(1, len(notes.links) + 1) if link not in links]
    if new := notes.unknown(dict.fromkeys(literals)):
        cells = notes.unknown(-notes.on(cell) for cell in rest)
        conclusion = "no other cell is on it" if cells else "it has no further links"
        text = f"The path is complete, so {conclusion}."
        yield Deduction(new, tuple(sorted(links)), (), text)
