"""Rules about the board as a whole: dead-end areas, articulation points, parity of borders."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.core.puzzle.technique import Proof, rule
from masume.core.puzzle.words import say
from masume.families.links.graph import cut_edges
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.techniques_notes import Found, PathNotes

_MAX_AREA = 6  # cells of an area whose border is easy to survey


# Parts that hang on the rest by a single cell


def hanging_parts(notes: PathNotes, passable: Mask, possible: Links) -> Iterator[tuple[Mask, Mask]]:
    """Yield the parts of the board outside the passable cells, each with its only door.

    No path over possible links can enter such a part and leave it again.
    """
    pending = notes.grid.full & ~passable & ~notes.empty
    links = possible & ~notes.net.around(passable)
    while pending:
        part = notes.net.flood_fill(links, pending & -pending)
        pending &= ~part
        door = notes.net.flood_fill(possible & notes.net.around(part), part) & passable
        yield part, door


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
def pocket(notes: PathNotes) -> list[Found]:
    """Exclude the cells that can be entered by one cell only, or not at all."""
    if notes.start == notes.goal:
        return []
    passable = notes.net.cells_on_paths(notes.possible, notes.start, notes.goal)
    found = []
    for part, door in hanging_parts(notes, passable, notes.possible) if passable else ():
        if not part & notes.visited:
            off = notes.unknown(literal for cell in each(part) for literal in notes.cell_off(cell))
            found.append(Found(off, _pocket, (part, door)))
    return found


def _pocket(notes: PathNotes, part: Mask, door: Mask) -> Proof:
    """Prove that no path can enter a part and leave it again."""
    cells = tuple(each(part))
    given, _, _ = notes.fence(part, door, notes.ends)
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
def must_pass(notes: PathNotes) -> list[Found]:
    """Use every articulation point and every bridge (cut edge) between start and goal."""
    start, goal = notes.start, notes.goal
    if start == goal or not notes.net.flood_fill(notes.possible, 1 << start) >> goal & 1:
        return []
    found = []
    shortest = _shortest_path(notes, notes.possible)
    steps, cells = _cuts_on_path(notes, shortest)
    for number in steps:
        a, b = shortest[number : number + 2]
        link = next(link for other, link in notes.adjacency[a] if other == b)
        if not notes.state[link]:
            found.append(Found(notes.unknown(notes.link_on(link)), _narrow, (link, 0)))
    for number in cells:
        cell = shortest[number]
        if not notes.state[notes.on(cell)]:
            found.append(Found((notes.on(cell),), _narrow, (0, 1 << cell)))
    return found


def _cuts_on_path(notes: PathNotes, path: list[Cell]) -> tuple[list[int], list[int]]:
    """Return the indices of the steps and cells of a shortest path that have no detour.

    For each cell in turn, flood the area next to it and find the farthest later cell that it leads
    to. No area is flooded twice: one that was found from an earlier cell leads no farther now.
    """
    net, possible = notes.net, notes.possible
    place = {cell: number for number, cell in enumerate(path)}
    on = seen = mask(path)
    steps, cells = [], []
    farthest = 0
    for number, cell in enumerate(path):
        if farthest <= number:
            cells.append(number)
        if not all(seen >> other & 1 for other in notes.grid.neighbours[cell]):
            bit = 1 << cell
            area = net.flood_fill(possible & ~net.around(seen & ~bit), bit) & ~bit
            seen |= area
            rejoined = each(net.expand(possible, area) & on)
            farthest = max(farthest, *(place[other] for other in rejoined)) if area else farthest
        if farthest <= number < len(path) - 1:
            steps.append(number)
    return steps, cells


def _narrow(notes: PathNotes, link: Literal, doors: Mask) -> Proof:
    """Prove that the path uses a link, or visits the only cell of `doors`."""
    net, start, goal = notes.net, notes.start, notes.goal
    without = notes.possible & ~(net.around(doors) if doors else notes.bit(link))
    inside = net.flood_fill(without, 1 << start)
    other_side = net.flood_fill(without, 1 << goal)
    sides = [
        (notes.fence(inside, doors, 1 << goal)[0], inside),
        (notes.fence(other_side, doors, 1 << start)[0], other_side),
    ]
    given, side = min(sides, key=lambda pair: len(pair[0]))
    says = say("needs-link", start=start, goal=goal, link=notes.links[link - 1])
    if doors:
        says = say("needs-cell", start=start, goal=goal, at=next(each(doors)))
    return Proof(given, (), says, tuple(each(side & ~doors)))


def _shortest_path(notes: PathNotes, links: Links) -> list[Cell]:
    """Return the cells of a shortest path from start to goal, by breadth-first search."""
    parents = {notes.start: notes.start}
    queue = [notes.start]
    for cell in queue:  # grows during the loop
        for other in notes.net.next_cells(links, cell):
            if other not in parents:
                parents[other] = cell
                queue.append(other)
    path = [notes.goal]
    while path[-1] != parents.get(path[-1], path[-1]):
        path.append(parents[path[-1]])
    return path[::-1]


# Parity of borders


def _bridges(notes: PathNotes) -> Iterator[tuple[Literal, Mask]]:
    """Yield the bridges (cut edges) of the graph of open links, with the cells on one side.

    All other links between the two sides are known.
    """
    state, size = notes.state, notes.grid.size
    undecided = [
        [(link, c) for c, link in notes.adjacency[cell] if state[link] == 0 and not notes.is_off(c)]
        if not notes.is_off(cell)
        else []
        for cell in range(size)
    ]
    found: list[Cell] = []
    all_links = b"\1" * (len(notes.links) + 1)
    for link, first in cut_edges(undecided, all_links, range(size), found):
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
def in_and_out(notes: PathNotes) -> list[Found]:
    """Decide the only open link of an area's border, as the number of used links is even.

    It is odd if the path either begins or ends inside.
    """
    g, net, found = notes.grid, notes.net, list[Found]()
    for link, part in _bridges(notes) if notes.start != notes.goal else ():
        outside_cell = next(c for c in notes.links[link - 1] if not part >> c & 1)
        inside_cell = next(c for c in notes.links[link - 1] if part >> c & 1)
        outside = net.flood_fill(net.all & ~net.around(part), 1 << outside_cell)
        inside = net.flood_fill(net.all & ~net.around(outside), 1 << inside_cell)
        sides = [inside, g.full & ~inside]
        area = min(sides, key=lambda side: (side.bit_count(), side))
        if area.bit_count() > _MAX_AREA:
            continue
        border = [
            other_link
            for cell in each(inside)
            for other, other_link in notes.adjacency[cell]
            if not inside >> other & 1
        ]
        used = [other_link for other_link in border if notes.state[other_link] > 0]
        given = list(used)
        for other_link in border:
            if other_link != link and notes.state[other_link] <= 0:
                off = next((c for c in notes.links[other_link - 1] if notes.is_off(c)), None)
                given.append(-other_link if off is None else -notes.on(off))
        is_odd = (notes.ends & area).bit_count() % 2
        is_used = bool((len(used) + is_odd) % 2)
        literals = notes.link_on(link) if is_used else (-link,)
        about = area, link, tuple(dict.fromkeys(given)), len(used), is_used
        found.append(Found(notes.unknown(literals), _in_and_out, about))
    return found


def _in_and_out(
    notes: PathNotes, area: Mask, link: Literal, given: tuple[Literal, ...], used: int, on: bool
) -> Proof:
    """Prove by parity whether the only open link of an area's border is used."""
    cells, verdict = tuple(each(area)), "used" if on else "not used"
    slots = {"area": cells, "used": used, "link": notes.links[link - 1], "verdict": verdict}
    if (notes.ends & area).bit_count() % 2:
        verb = "begins" if area >> notes.start & 1 else "ends"
        return Proof(given, (), say("odd", verb=verb, **slots), cells)
    return Proof(given, (), say("even", **slots), cells)
