"""Shapes that are in the way: the path visits one cell of a shape, so none of the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Deduction, Key, Proof, technique
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited, visited_once
from masume.puzzles.exactly_one.techniques_walls import hanging


@technique(
    "the path never goes from a shape back to it",
    level="medium",
    example="""
exactly_one
. . .
1 1 1
. 1 .
""",
)
def in_and_back(notes: PathNotes) -> Iterator[Deduction]:
    """Of the ways from a cell to one shape only one can be used."""
    for cell in notes.where(_between_equals):
        ways = notes.open_ways(cell)
        groups: dict[str | int, list[int]] = {}
        for other, way in ways:
            groups.setdefault(notes.puzzle.labels[other] or other, []).append(way)
        if len(groups) == len(ways):
            continue
        if len(groups) == 1 and not notes.is_on(cell):
            yield Deduction.later(notes.cell_off(cell), _only_back, notes, cell, groups)
        single = [way for group in groups.values() if len(group) == 1 for way in group]
        if len(groups) == 2 and single and notes.is_on(cell):
            literals = notes.new(notes.link_on(single[0]))
            if literals:
                yield Deduction.later(literals, _only_other, notes, cell, groups, single[0])


def _between_equals(notes: PathNotes) -> Mask:
    """Cells with several ways, which may lead to few shapes."""
    _, two, _ = notes.net.at_least(notes.may)
    return two & notes.between & ~notes.empty & ~notes.ends


def _several(notes: PathNotes, groups: dict[str | int, list[int]]) -> tuple[str, tuple[Key, ...]]:
    """The first shape that several ways lead to, and the keys of all such shapes."""
    shapes = {str(label): notes.shapes[str(label)] for label, g in groups.items() if len(g) > 1}
    return next(iter(shapes)), tuple(visited_once(shape) for shape in shapes.values())


def _only_back(notes: PathNotes, cell: Cell, groups: dict[str | int, list[int]]) -> Proof:
    label, keys = _several(notes, groups)
    shape = f"shape {label}"
    text = (
        f"{notes.grid.name(cell)} leads only from {shape} back to {shape}, so it is not on the "
        f"path."
    )
    return Proof(notes.closed(cell), keys, text)


def _only_other(
    notes: PathNotes, cell: Cell, groups: dict[str | int, list[int]], link: int
) -> Proof:
    label, keys = _several(notes, groups)
    name = notes.grid.name(cell)
    other = notes.grid.name(next(other for other, way in notes.ways[cell] if way == link))
    text = (
        f"{name} is on the path, and all ways from there except the one to {other} lead to "
        f"shape {label}. Only one of those can be used, so the path joins {name} and {other}."
    )
    return Proof(notes.surely_on(cell) + notes.closed(cell), keys, text)


class _Lost(NamedTuple):
    """What no path could get to: its cells, why it should, and words for it."""

    cells: Mask
    known: tuple[Literal, ...]
    keys: tuple[Key, ...]
    words: str


@technique(
    "a visit must not turn the rest of the shape into a wall",
    level="hard",
    example="""
exactly_one
1 1 .
1 2 .
. 2 .
""",
)
def shape_as_a_wall(notes: PathNotes) -> Iterator[Deduction]:
    """If a cell is visited, the rest of its shape is not, and must leave a way for the path."""
    if notes.start == notes.goal or not _way_beside(notes, notes.may, 0):
        return  # there is no path at all
    for label, _ in notes.missed():
        members = notes.members[label]
        left = members & ~notes.empty
        if not left & (left - 1):
            continue  # there is no rest
        notes.check_cancel()
        beside = _way_beside(notes, notes.may, members)
        for cell in each(left & ~_harmless(notes, members, beside)):
            rest = members & ~(1 << cell)
            way, lost = _lost_beside(notes, beside, rest, cell)
            if lost is not None:
                about = notes, way, rest, cell, label, lost
                yield Deduction.later(notes.cell_off(cell), _wall, *about)


def _wall(notes: PathNotes, way: Mask, rest: Mask, cell: Cell, label: str, lost: _Lost) -> Proof:
    given = _barred(notes, way, rest, lost)
    given, lost = _thinned(notes, given, rest, cell, lost)
    closed = ", with what is closed already," if given else ""
    text = (
        f"If the path visited shape {label} at {notes.grid.name(cell)}, the rest of "
        f"the shape{closed} would {lost.words}. So {notes.grid.name(cell)} is not "
        f"on the path."
    )
    keys = (visited_once(notes.shapes[label]), *lost.keys)
    return Proof((*given, *lost.known), keys, text, tuple(each(lost.cells)))


def _harmless(notes: PathNotes, shape: Mask, beside: Mask) -> Mask:
    """Cells of a shape whose visit turns nothing into a wall, as far as is seen at one glance.

    If the path could do without all of the shape, it can do without the rest of it; and a cell
    that has two links to cells on the way beside the shape is on the way with them.
    """
    if not beside or notes.visited & ~beside:
        return 0
    for one in notes.members.values():
        if not one & (beside | notes.visited) and one != shape:
            return 0
    to_way = notes.may & notes.net.around(shape) & notes.net.around(beside)
    return shape & notes.net.at_least(to_way)[1]


def _lost_beside(
    notes: PathNotes, beside: Mask, rest: Mask, cell: Cell
) -> tuple[Mask, _Lost | None]:
    """The way beside the rest of a shape, and what is not on it, from that beside all of the shape.

    The cell, and what is not on that way but leads to the cell, touch it in some cells. If in two,
    the cell is on the way too; if not, nothing new is. Only if something more might be, and that
    matters, it takes another look at the board.
    """
    net = notes.net
    may = notes.may & ~net.around(rest)
    if beside:
        apart = net.reached(may & ~net.around(beside), 1 << cell)
        touched = net.beside(may, apart) & beside
        way = beside | 1 << cell if touched & (touched - 1) else beside
        lost = _lost(notes, way, cell)
        if lost is None or way == beside or apart == 1 << cell:
            return way, lost
    notes.check_cancel()
    way = _way_beside(notes, notes.may, rest)
    return way, _lost(notes, way, cell)


def _way_beside(notes: PathNotes, may: int, rest: Mask) -> Mask:
    """The cells that a path may still pass if it visits none of some cells."""
    return notes.net.on_the_way(may & ~notes.net.around(rest), notes.start, notes.goal)


def _lost(notes: PathNotes, way: Mask, cell: Cell) -> _Lost | None:
    """Something that is not on the way, but should be if the path visits this cell."""
    name = notes.grid.name
    if not way:
        words = f"bar every way from {name(notes.start)} to {name(notes.goal)}"
        return _Lost(1 << notes.goal, (), (), words)
    if not way >> cell & 1:
        return _Lost(1 << cell, (), (), "leave no way on from there")
    for other in each(notes.visited & ~way):
        words = f"leave no way through {name(other)}, which is on the path"
        return _Lost(1 << other, (notes.on(other),), (), words)
    for label, cells in notes.members.items():
        if not cells & (way | notes.visited | 1 << cell):
            words = f"cut off shape {label}"
            return _Lost(cells, (), (visited(notes.shapes[label]),), words)
    return None


def _barred(notes: PathNotes, way: Mask, rest: Mask, lost: _Lost) -> list[Literal]:
    """What keeps the path from something, beside the rest of the shape."""
    may = notes.may & ~notes.net.around(rest)
    if not way:
        inside = notes.net.reached(may, 1 << notes.start)
        return list(notes.fence(inside, 0, 1 << notes.goal, rest)[0])
    given: list[Literal] = []
    covered = 0
    for part, door in hanging(notes, way | rest, may):
        if part & lost.cells:
            fenced, _, beyond = notes.fence(part, door & ~rest, notes.ends, rest)
            given += fenced
            covered |= notes.grid.full & ~beyond & ~door
    # Cells of a lost shape that lie elsewhere are empty anyway.
    given += [-notes.on(c) for c in each(lost.cells & notes.empty & ~covered)]
    return list(dict.fromkeys(given))


def _thinned(
    notes: PathNotes, given: list[Literal], rest: Mask, cell: Cell, lost: _Lost
) -> tuple[list[Literal], _Lost]:
    """Leave out what is not needed, the farthest first; and what is lost then.

    A wall that lets the path slip through may still leave it no way to the visited cell and on.
    """
    first = len(notes.links) + 1

    def distance(literal: Literal) -> int:
        number = abs(literal)
        other = number - first if number >= first else notes.links[number - 1][0]
        return notes.grid.distance(cell, other)

    for one in sorted(given, key=distance, reverse=True):
        fewer = [other for other in given if other != one]
        may = notes.net.all
        for other in fewer:
            closed = -other - first
            may &= ~(notes.net.around(1 << closed) if closed >= 0 else notes.bit(-other))
        way = _way_beside(notes, may, rest)
        if not way or not way >> cell & 1:
            given, lost = fewer, _lost(notes, way, cell) or lost
        elif not way & lost.cells:
            given = fewer
    return given, lost
