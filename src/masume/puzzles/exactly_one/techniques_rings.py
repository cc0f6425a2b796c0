"""Rules about the pieces of the path: they must not form rings, nor be joined too early."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import Proof, rule
from masume.core.puzzle.words import say
from masume.puzzles.exactly_one.techniques_notes import Found, PathNotes, visited


def pieces(notes: PathNotes) -> Iterator[list[Cell]]:
    """Return the known pieces of the path, each from one end to the other."""
    has_one, has_two, _ = notes.net.at_least(notes.taken)
    return notes.net.pieces(notes.taken, has_one & ~has_two)


def _along(notes: PathNotes, piece: list[Cell]) -> tuple[Literal, ...]:
    """Return the links of a piece of the path, each twice."""
    links = notes.net.along(piece)
    return tuple(
        link for cell in piece for _, link in notes.used_links(cell) if notes.bit(link) & links
    )


@rule(
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
def no_ring(notes: PathNotes) -> list[Found]:
    """Exclude the link between the two ends of a piece."""
    net, on = notes.net, notes.taken
    has_one, has_two, _ = net.at_least(on)
    if not net.within(has_one & ~has_two) & ~on & ~notes.shut:
        return []  # no two ends are side by side
    found = []
    for piece in pieces(notes):
        if net.closing(piece) & ~on & ~notes.shut:
            link = next(link for other, link in notes.adjacency[piece[0]] if other == piece[-1])
            found.append(Found((-link,), _ring, (piece, link)))
    return found


def _ring(notes: PathNotes, piece: list[Cell], link: Literal) -> Proof:
    given = tuple(dict.fromkeys(_along(notes, piece)))
    return Proof(given, (), say("ring", link=notes.links[link - 1]))


@rule(
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
def not_yet_complete(notes: PathNotes) -> list[Found]:
    """Exclude the link between the pieces of both ends while the path is not complete."""
    by_end = {piece[0]: piece for piece in pieces(notes)}
    by_end |= {piece[-1]: piece[::-1] for piece in list(by_end.values())}
    head = by_end.get(notes.start, [notes.start])
    tail = by_end.get(notes.goal, [notes.goal])
    between = [link for other, link in notes.adjacency[head[-1]] if other == tail[-1]]
    if not between or notes.state[between[0]] or head[-1] == notes.goal:
        return []
    own = {*head, *tail}
    # Links can be known without their cells.
    missed = [label for label, shape in notes.unvisited_shapes() if own.isdisjoint(shape)]
    others = [cell for cell in each(notes.visited) if cell not in own]
    if not missed and not others:
        return []
    return [Found((-between[0],), _too_early, (head, tail, missed[:1], others[:1]))]


def _too_early(
    notes: PathNotes, head: list[Cell], tail: list[Cell], missed: list[str], others: list[Cell]
) -> Proof:
    """Prove that the pieces of both ends must not be joined yet."""
    given = tuple(dict.fromkeys(_along(notes, head) + _along(notes, tail)))
    if missed:
        says = say("too-early-shape", a=head[-1], b=tail[-1], label=missed[0])
        return Proof(given, (visited(notes.shapes[missed[0]]),), says)
    says = say("too-early-cell", a=head[-1], b=tail[-1], at=others[0])
    return Proof((*given, notes.on(others[0])), (), says)


@rule(
    "beside the complete path there is nothing",
    level="easy",
    example="""
exactly_one
1 . .
1 . 2
. . 2
""",
)
def complete_path(notes: PathNotes) -> list[Found]:
    """Exclude everything that is not on the complete path."""
    has_one, has_two, _ = notes.net.at_least(notes.taken)
    if notes.ends & (~has_one | has_two):
        return []
    path = notes.net.trace(notes.taken, notes.goal)
    if path[-1] != notes.start:
        return []
    links = {link for cell in path for _, link in notes.used_links(cell)}
    rest = sorted({*range(notes.grid.size)}.difference(path))
    literals = [literal for cell in rest for literal in notes.cell_off(cell)]
    literals += [-link for link in range(1, len(notes.links) + 1) if link not in links]
    new = notes.unknown(literals)
    return [Found(new, _complete, (tuple(sorted(links)), new))] if new else []


def _complete(notes: PathNotes, links: tuple[Literal, ...], new: tuple[Literal, ...]) -> Proof:
    has_cells = any(-literal > len(notes.links) for literal in new)
    return Proof(links, (), say("complete" if has_cells else "no-more-links"))
