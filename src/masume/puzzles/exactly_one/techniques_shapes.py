"""Rules about shapes as obstacles: the path visits one cell of a shape and no other."""

from __future__ import annotations

from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Key, Proof, rule
from masume.core.puzzle.words import Phrase, say
from masume.puzzles.exactly_one.techniques_notes import Found, PathNotes, visited, visited_once
from masume.puzzles.exactly_one.techniques_walls import hanging_parts


@rule(
    "the path never goes from a shape back to it",
    level="medium",
    example="""
exactly_one
. . .
1 1 1
. 1 .
""",
)
def in_and_back(notes: PathNotes) -> list[Found]:
    """Use only one of several links from a cell to the same shape."""
    found = []
    for cell in each(_between_same_shape(notes)):
        links = notes.possible_links(cell)
        groups: dict[str | int, list[int]] = {}
        for other, link in links:
            groups.setdefault(notes.puzzle.labels[other] or other, []).append(link)
        if len(groups) == len(links):
            continue
        if len(groups) == 1 and not notes.is_on(cell):
            found.append(Found(notes.cell_off(cell), _only_back, (cell, groups)))
        single = [link for group in groups.values() if len(group) == 1 for link in group]
        if len(groups) == 2 and single and notes.is_on(cell):
            literals = notes.unknown(notes.link_on(single[0]))
            if literals:
                found.append(Found(literals, _only_other, (cell, groups, single[0])))
    return found


def _between_same_shape(notes: PathNotes) -> Mask:
    """Return the cells with at least two links and two neighbours in the same shape."""
    _, two, _ = notes.net.at_least(notes.possible)
    return two & notes.between_same_shape & ~notes.empty & ~notes.ends


def _multiple(notes: PathNotes, groups: dict[str | int, list[int]]) -> tuple[str, tuple[Key, ...]]:
    """Return the label of the first shape with several links, and the keys of all such shapes."""
    shapes = {str(label): notes.shapes[str(label)] for label, g in groups.items() if len(g) > 1}
    return next(iter(shapes)), tuple(visited_once(shape) for shape in shapes.values())


def _only_back(notes: PathNotes, cell: Cell, groups: dict[str | int, list[int]]) -> Proof:
    label, keys = _multiple(notes, groups)
    return Proof(notes.closing_literals(cell), keys, say("only-back", at=cell, label=label))


def _only_other(
    notes: PathNotes, cell: Cell, groups: dict[str | int, list[int]], link: int
) -> Proof:
    """Prove that the only link of a cell that leads elsewhere is used."""
    label, keys = _multiple(notes, groups)
    to = next(other for other, number in notes.adjacency[cell] if number == link)
    says = say("only-other", at=cell, to=to, label=label)
    return Proof(notes.visit_literals(cell) + notes.closing_literals(cell), keys, says)


class _Lost(NamedTuple):
    """Cells that no path could reach, though it has to visit one of them."""

    cells: Mask
    known: tuple[Literal, ...]  # the literals that require the visit
    keys: tuple[Key, ...]  # the rules that require the visit
    says: Phrase  # the consequence as a clause


@rule(
    "a visit must not turn the rest of the shape into a wall",
    level="hard",
    example="""
exactly_one
1 1 .
1 2 .
. 2 .
""",
)
def shape_as_a_wall(notes: PathNotes) -> list[Found]:
    """Exclude cells whose visit turns the rest of the shape into a wall that blocks the path."""
    if notes.start == notes.goal or not _cells_avoiding(notes, notes.possible, 0):
        return []  # there is no path at all
    found = []
    for label, _ in notes.unvisited_shapes():
        members = notes.members[label]
        candidates = members & ~notes.empty
        if not candidates & (candidates - 1):
            continue  # there is no rest
        notes.check_cancel()
        avoiding = _cells_avoiding(notes, notes.possible, members)
        for cell in each(candidates & ~_harmless(notes, members, avoiding)):
            rest = members & ~(1 << cell)
            passable, lost = _lost_after_visit(notes, avoiding, rest, cell)
            if lost is not None:
                about = passable, rest, cell, label, lost
                found.append(Found(notes.cell_off(cell), _wall, about))
    return found


def _wall(
    notes: PathNotes, passable: Mask, rest: Mask, cell: Cell, label: str, lost: _Lost
) -> Proof:
    """Prove that a visit to a cell would block the path."""
    given = _blocking_literals(notes, passable, rest, lost)
    given, lost = _minimise(notes, given, rest, cell, lost)
    says = say("wall-with" if given else "wall", label=label, at=cell, loss=lost.says)
    keys = (visited_once(notes.shapes[label]), *lost.keys)
    return Proof((*given, *lost.known), keys, says, tuple(each(lost.cells)))


def _harmless(notes: PathNotes, shape: Mask, avoiding: Mask) -> Mask:
    """Return cells of a shape whose visit certainly blocks nothing, by a quick test.

    `avoiding` are the cells on paths that avoid the whole shape. If these suffice for everything
    else, they also suffice when only the rest is avoided; and a cell of the shape with two links
    to them can be visited.
    """
    if not avoiding or notes.visited & ~avoiding:
        return 0
    for members in notes.members.values():
        if not members & (avoiding | notes.visited) and members != shape:
            return 0
    links = notes.possible & notes.net.around(shape) & notes.net.around(avoiding)
    return shape & notes.net.at_least(links)[1]


def _lost_after_visit(
    notes: PathNotes, avoiding: Mask, rest: Mask, cell: Cell
) -> tuple[Mask, _Lost | None]:
    """Return the cells on paths that avoid the rest of a shape, and the loss, or None.

    Derived from the cells on paths that avoid the whole shape if possible: the area around the
    visited cell outside of them touches them in some cells. If in two, the cell is passable too;
    otherwise nothing new is. The paths are recomputed only if more may be passable and it matters.
    """
    net = notes.net
    possible = notes.possible & ~net.around(rest)
    if avoiding:
        area = net.flood_fill(possible & ~net.around(avoiding), 1 << cell)
        touched = net.expand(possible, area) & avoiding
        passable = avoiding | 1 << cell if touched & (touched - 1) else avoiding
        lost = _lost(notes, passable, cell)
        if lost is None or passable == avoiding or area == 1 << cell:
            return passable, lost
    notes.check_cancel()
    passable = _cells_avoiding(notes, notes.possible, rest)
    return passable, _lost(notes, passable, cell)


def _cells_avoiding(notes: PathNotes, possible: int, rest: Mask) -> Mask:
    """Return the cells on paths from start to goal over possible links that avoid some cells."""
    return notes.net.cells_on_paths(possible & ~notes.net.around(rest), notes.start, notes.goal)


def _lost(notes: PathNotes, passable: Mask, cell: Cell) -> _Lost | None:
    """Return something that a path through this cell must visit, but that is not passable."""
    if not passable:
        return _Lost(1 << notes.goal, (), (), say("bar", start=notes.start, goal=notes.goal))
    if not passable >> cell & 1:
        return _Lost(1 << cell, (), (), say("no-way-on"))
    for other in each(notes.visited & ~passable):
        return _Lost(1 << other, (notes.on(other),), (), say("no-way-through", at=other))
    for label, cells in notes.members.items():
        if not cells & (passable | notes.visited | 1 << cell):
            return _Lost(cells, (), (visited(notes.shapes[label]),), say("cut-off", label=label))
    return None


def _blocking_literals(notes: PathNotes, passable: Mask, rest: Mask, lost: _Lost) -> list[Literal]:
    """Return the literals that, with the rest of the shape, keep the path from the lost cells."""
    possible = notes.possible & ~notes.net.around(rest)
    if not passable:
        inside = notes.net.flood_fill(possible, 1 << notes.start)
        return list(notes.fence(inside, 0, 1 << notes.goal, rest)[0])
    given: list[Literal] = []
    covered = 0
    for part, door in hanging_parts(notes, passable | rest, possible):
        if part & lost.cells:
            fence, _, beyond = notes.fence(part, door & ~rest, notes.ends, rest)
            given += fence
            covered |= notes.grid.full & ~beyond & ~door
    # Cells of a lost shape outside of these parts are empty.
    given += [-notes.on(c) for c in each(lost.cells & notes.empty & ~covered)]
    return list(dict.fromkeys(given))


def _minimise(
    notes: PathNotes, given: list[Literal], rest: Mask, cell: Cell, lost: _Lost
) -> tuple[list[Literal], _Lost]:
    """Drop premises that are not needed, the farthest first; return the rest and the loss.

    A wall with a gap for the path may still leave no way to the visited cell and on.
    """
    first = len(notes.links) + 1

    def distance(literal: Literal) -> int:
        number = abs(literal)
        other = number - first if number >= first else notes.links[number - 1][0]
        return notes.grid.distance(cell, other)

    for literal in sorted(given, key=distance, reverse=True):
        fewer = [other for other in given if other != literal]
        possible = notes.net.all
        for other in fewer:
            closed = -other - first
            possible &= ~(notes.net.around(1 << closed) if closed >= 0 else notes.bit(-other))
        passable = _cells_avoiding(notes, possible, rest)
        if not passable or not passable >> cell & 1:
            given, lost = fewer, _lost(notes, passable, cell) or lost
        elif not passable & lost.cells:
            given = fewer
    return given, lost
