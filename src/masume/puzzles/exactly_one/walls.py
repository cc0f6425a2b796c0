"""The rule about shapes as walls: the path visits one cell of a shape, and the rest blocks it."""

from __future__ import annotations

from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Key, Proof, rule
from masume.core.puzzle.words import Phrase, say
from masume.puzzles.exactly_one.areas import pockets
from masume.puzzles.exactly_one.propagate import Found, Propagator, explain


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
def shape_as_a_wall(board: Propagator) -> list[Found]:
    """Exclude cells whose visit turns the rest of the shape into a wall that blocks the path."""
    if not board.has_links or not board.cells_on_paths():
        return []  # there is no path at all
    found = []
    for label, members in board.unvisited_shapes():
        candidates = members & ~board.marks.empty
        if not candidates & (candidates - 1):
            continue  # there is no rest
        board.check_cancel()
        avoiding = board.cells_on_paths(members)
        for cell in each(candidates & ~_harmless(board, members, avoiding)):
            rest = members & ~(1 << cell)
            passable, lost = _lost_after_visit(board, avoiding, rest, cell)
            if lost is not None:
                about = passable, rest, cell, label, lost
                found.append(Found(board.cell_off(cell), _wall, about))
    return found


shape_as_a_wall.reasons(explain)


def _harmless(board: Propagator, shape: Mask, avoiding: Mask) -> Mask:
    """Return cells of a shape whose visit certainly blocks nothing, by a quick test.

    `avoiding` are the cells on paths that avoid the whole shape. If these suffice for everything
    else, they also suffice when only the rest is avoided; and a cell of the shape with two links
    to them can be visited.
    """
    if not avoiding or board.marks.visited & ~avoiding:
        return 0
    for _, members in board.unvisited_shapes():
        if not members & avoiding and members != shape:
            return 0
    links = board.possible & board.net.around(shape) & board.net.around(avoiding)
    return shape & board.net.at_least(links)[1]


def _lost_after_visit(
    board: Propagator, avoiding: Mask, rest: Mask, cell: Cell
) -> tuple[Mask, _Lost | None]:
    """Return the cells on paths that avoid the rest of a shape, and the loss, or None.

    Derived from the cells on paths that avoid the whole shape if possible: the area around the
    visited cell outside of them touches them in some cells. If in two, the cell is passable too;
    otherwise nothing new is. The paths are recomputed only if more may be passable and it matters.
    """
    net = board.net
    possible = board.possible & ~net.around(rest)
    if avoiding:
        area = net.flood_fill(possible & ~net.around(avoiding), 1 << cell)
        touched = net.expand(possible, area) & avoiding
        passable = avoiding | 1 << cell if touched & (touched - 1) else avoiding
        lost = _lost(board, passable, cell)
        if lost is None or passable == avoiding or area == 1 << cell:
            return passable, lost
    board.check_cancel()
    passable = board.cells_on_paths(rest)
    return passable, _lost(board, passable, cell)


def _lost(board: Propagator, passable: Mask, cell: Cell) -> _Lost | None:
    """Return something that a path through this cell must visit, but that is not passable."""
    if not passable:
        return _Lost(1 << board.goal, (), (), say("bar", start=board.start, goal=board.goal))
    if not passable >> cell & 1:
        return _Lost(1 << cell, (), (), say("no-way-on"))
    for other in each(board.marks.visited & ~passable):
        return _Lost(1 << other, (board.on(other),), (), say("no-way-through", at=other))
    for label, members in board.unvisited_shapes():
        if not members & (passable | 1 << cell):
            return _Lost(members, (), (board.visited(label),), say("cut-off", label=label))
    return None


def _wall(
    board: Propagator, passable: Mask, rest: Mask, cell: Cell, label: str, lost: _Lost
) -> Proof:
    """Prove that a visit to a cell would block the path."""
    given = _blocking_literals(board, passable, rest, lost)
    given, lost = _minimise(board, given, rest, cell, lost)
    says = say("wall-with" if given else "wall", label=label, at=cell, loss=lost.says)
    keys = (board.visited_once(label), *lost.keys)
    return Proof((*given, *lost.known), keys, says, tuple(each(lost.cells)))


def _blocking_literals(board: Propagator, passable: Mask, rest: Mask, lost: _Lost) -> list[Literal]:
    """Return the literals that, with the rest of the shape, keep the path from the lost cells."""
    possible = board.possible & ~board.net.around(rest)
    if not passable:
        inside = board.net.flood_fill(possible, 1 << board.start)
        return list(board.fence(inside, 0, 1 << board.goal, rest)[0])
    given: list[Literal] = []
    covered = 0
    for part, door in pockets(board, passable | rest, possible):
        if part & lost.cells:
            fence, beyond = board.fence(part, door & ~rest, board.ends, rest)
            given += fence
            covered |= board.grid.full & ~beyond & ~door
    # Cells of a lost shape outside of these parts are empty.
    given += [-board.on(c) for c in each(lost.cells & board.marks.empty & ~covered)]
    return list(dict.fromkeys(given))


def _minimise(
    board: Propagator, given: list[Literal], rest: Mask, cell: Cell, lost: _Lost
) -> tuple[list[Literal], _Lost]:
    """Drop premises that are not needed, the farthest first; return the rest and the loss.

    A wall with a gap for the path may still leave no way to the visited cell and on.
    """
    bare = board.with_links(0, 0)

    def distance(literal: Literal) -> int:
        place = board.places[-literal]
        return board.grid.distance(cell, place % board.grid.size)

    for literal in sorted(given, key=distance, reverse=True):
        fewer = [other for other in given if other != literal]
        trial = bare.copy()
        trial.learn(fewer)
        passable = trial.cells_on_paths(rest)
        if not passable or not passable >> cell & 1:
            given, lost = fewer, _lost(board, passable, cell) or lost
        elif not passable & lost.cells:
            given = fewer
    return given, lost
