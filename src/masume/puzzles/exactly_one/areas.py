"""The rules about the board as a whole: dead-end areas, narrow places, borders of areas."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.core.puzzle.technique import Deduction, Proof, rule
from masume.core.puzzle.words import say
from masume.families.links.graph import cut_edges
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.propagate import Conclusions, Found, Propagator, explain

_MAX_AREA = 6  # cells of an area whose border is easy to survey


def pockets(board: Propagator, passable: Mask, possible: Links) -> Iterator[tuple[Mask, Mask]]:
    """Yield each connected part outside the passable cells with the cell that it is entered by.

    The door is empty if there is none. The passable cells are those on any path between the ends,
    so a part has at most one door, and a path that enters it cannot leave it again.
    """
    net = board.net
    pending = board.grid.full & ~passable & ~board.marks.empty
    links = possible & ~net.around(passable)
    while pending:
        part = net.flood_fill(links, pending & -pending)
        pending &= ~part
        yield part, net.flood_fill(possible & net.around(part), part) & passable


@rule(
    "a pocket with one door only is not on the path",
    level="medium",
    example="""
exactly_one
1 . .
1 . 2
1 . 2
. . .
""",
)
def pocket(board: Propagator) -> Conclusions | None:
    """Exclude the cells that can be entered by one cell only, or not at all."""
    if not board.has_links:
        return None
    off = board.grid.full & ~(board.cells_on_paths() | board.marks.empty)
    return Conclusions(empty=off) if off else None


@pocket.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    passable = board.cells_on_paths()
    for part, door in pockets(board, passable, board.possible) if passable else ():
        off = board.unknown(literal for cell in each(part) for literal in board.cell_off(cell))
        yield Deduction.lazy(off, _pocket, board, part, door)


def _pocket(board: Propagator, part: Mask, door: Mask) -> Proof:
    """Prove that no path can enter a part and leave it again."""
    cells = tuple(each(part))
    given, _ = board.fence(part, door, board.ends)
    if door:
        return Proof(given, (), say("pocket", part=cells, door=next(each(door))), cells)
    # A single gap would still leave no way out.
    return Proof(given[:-1], (), say("closed-pocket", part=cells), cells)


@rule(
    "the path goes through every narrow place",
    level="medium",
    example="""
exactly_one
. . .
1 1 .
. 1 1
. . 1
""",
)
def must_pass(board: Propagator) -> Conclusions | None:
    """Use every articulation point and every bridge (cut edge) between start and goal."""
    path, net, known = _shortest_path(board), board.net, board.marks
    if path[0] != board.start or not board.has_links:
        return None

    def is_cut(links: Links) -> bool:
        return not net.flood_fill(board.possible & ~links, 1 << board.start) >> board.goal & 1

    bits = (1 << cell for cell in path)
    visited = sum(bit for bit in bits if not bit & known.visited and is_cut(net.around(bit)))
    steps = net.along(path) & net.within(known.visited | visited) & ~known.taken
    taken = mask(bit for bit in each(steps) if is_cut(1 << bit))
    return Conclusions(taken=taken, visited=visited) if taken or visited else None


@must_pass.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    for link in range(1, len(board.links) + 1):
        if board.bit(link) & new.taken:
            yield Deduction.lazy(board.unknown(board.link_on(link)), _narrow, board, link, 0)
    for cell in each(new.visited):
        yield Deduction.lazy((board.on(cell),), _narrow, board, 0, 1 << cell)


def _shortest_path(board: Propagator) -> list[Cell]:
    """Return the cells of a shortest path over possible links; if there is none, only the goal."""
    net, possible = board.net, board.possible
    parents = {board.start: board.start}
    queue = [board.start]
    for cell in queue:  # grows during the loop
        for other in net.next_cells(possible, cell):
            if other not in parents:
                parents[other] = cell
                queue.append(other)
    path = [board.goal]
    while path[-1] != parents.get(path[-1], path[-1]):
        path.append(parents[path[-1]])
    return path[::-1]


def _narrow(board: Propagator, link: Literal, doors: Mask) -> Proof:
    """Prove that the path uses a link, or visits the only cell of `doors`."""
    net, start, goal = board.net, board.start, board.goal
    without = board.possible & ~(net.around(doors) if doors else board.bit(link))
    sides = []
    for end, other in ((start, goal), (goal, start)):
        inside = net.flood_fill(without, 1 << end)
        sides.append((board.fence(inside, doors, 1 << other)[0], inside))
    given, side = min(sides, key=lambda pair: len(pair[0]))
    says = say("needs-link", start=start, goal=goal, link=board.links[link - 1])
    if doors:
        says = say("needs-cell", start=start, goal=goal, at=next(each(doors)))
    return Proof(given, (), says, tuple(each(side & ~doors)))


# Parity of borders


def _bridges(board: Propagator) -> Iterator[tuple[Literal, Mask]]:
    """Yield the bridges (cut edges) of the graph of open links, with the cells on one side.

    All other links between the two sides are known.
    """
    undecided: list[list[tuple[Literal, Cell]]] = [[] for _ in range(board.grid.size)]
    open_links = board.open_links
    for link, (a, b) in enumerate(board.links, start=1):
        if open_links >> board.places[link] & 1:
            undecided[a].append((link, b))
            undecided[b].append((link, a))
    found: list[Cell] = []
    all_links = b"\1" * (len(board.links) + 1)
    for link, first in cut_edges(undecided, all_links, range(board.grid.size), found):
        yield link, mask(found[first:])


@rule(
    "a path that goes in comes out again",
    level="medium",
    example="""
exactly_one
. . 1 1 .
2 2 2 . .
. 2 . 3 3
""",
)
def in_and_out(board: Propagator) -> list[Found]:
    """Decide the only open link of an area's border, as the number of used links is even.

    It is odd if the path either begins or ends inside.
    """
    net, found = board.net, list[Found]()
    taken = board.marks.taken
    for link, part in _bridges(board) if board.has_links else ():
        a, b = board.links[link - 1]
        inside_cell, outside_cell = (a, b) if part >> a & 1 else (b, a)
        outside = net.flood_fill(net.all & ~net.around(part), 1 << outside_cell)
        inside = net.flood_fill(net.all & ~net.around(outside), 1 << inside_cell)
        sides = [inside, board.grid.full & ~inside]
        area = min(sides, key=lambda side: (side.bit_count(), side))
        if area.bit_count() <= _MAX_AREA:
            used = (net.around(inside) & ~net.within(inside) & taken).bit_count()
            is_used = bool((used + (board.ends & area).bit_count()) % 2)
            literals = board.unknown(board.link_on(link)) if is_used else (-link,)
            found.append(Found(literals, _in_and_out, (area, link, used, is_used)))
    return found


in_and_out.reasons(explain)


def _in_and_out(board: Propagator, area: Mask, link: Literal, used: int, is_used: bool) -> Proof:
    """Prove by parity whether the only open link of an area's border is used."""
    border: dict[Literal, None] = {}
    for cell in each(area):
        for other, own in board.adjacency[cell]:
            if not area >> other & 1 and own != link:
                empty = [-board.on(c) for c in (cell, other) if board.marks.empty >> c & 1]
                border[own if board.holds(own) else (*empty, -own)[0]] = None
    cells, given, verdict = tuple(each(area)), tuple(border), "used" if is_used else "not used"
    slots = {"area": cells, "used": used, "link": board.links[link - 1], "verdict": verdict}
    if (board.ends & area).bit_count() % 2:
        verb = "begins" if area >> board.start & 1 else "ends"
        return Proof(given, (), say("odd", verb=verb, **slots), cells)
    return Proof(given, (), say("even", **slots), cells)
