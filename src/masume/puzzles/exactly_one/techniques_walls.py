"""Techniques that look at the board as a whole: pockets, narrow places, in and out."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.core.puzzle.technique import Deduction, Proof, listed, technique
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.techniques_notes import PathNotes

_SMALL = 6  # cells of an area that one can keep an eye on
_NAMED = 6  # cells that are named; of more only these are


# What hangs on the rest by a single cell


def hanging(notes: PathNotes, way: Mask, may: Links) -> Iterator[tuple[Mask, Mask]]:
    """Parts of the board that no path can enter and leave again, each with its only door."""
    left = notes.grid.full & ~way & ~notes.empty
    rest = may & ~notes.net.around(way)
    while left:
        part = notes.net.reached(rest, left & -left)
        left &= ~part
        doors = notes.net.reached(may & notes.net.around(part), part) & way
        yield part, doors


@technique(
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
def pocket(notes: PathNotes) -> Iterator[Deduction]:
    """Cells that can be entered by one cell only, or not at all."""
    if notes.start == notes.goal:
        return
    way = notes.net.on_the_way(notes.may, notes.start, notes.goal)
    if not way:
        return
    for part, door in hanging(notes, way, notes.may):
        if part & notes.visited:
            continue
        literals = notes.new(one for cell in each(part) for one in notes.cell_off(cell))
        yield Deduction.later(literals, _pocket, notes, part, door)


def _pocket(notes: PathNotes, part: Mask, door: Mask) -> Proof:
    cells = tuple(each(part))
    given, _, _ = notes.fence(part, door, notes.ends)
    names = _some(notes.names(cells))
    they = "it is" if len(cells) == 1 else "they are"
    text = f"No way leads to {names} and out again, so {they} not on the path."
    if door:
        text = (
            f"The path could get to {names} only through {notes.grid.name(next(each(door)))}, "
            f"and not out again; so {they} not on the path."
        )
    else:
        given = given[:-1]  # one gap more would not be a way back either
    return Proof(given, (), text, cells)


def _some(names: list[str]) -> str:
    """Names, if they are not too many to be read."""
    if len(names) <= _NAMED + 1:
        return listed(names)
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more (shaded)"


@technique(
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
def must_pass(notes: PathNotes) -> Iterator[Deduction]:
    """A cell or a link without which the goal could not be reached."""
    start, goal = notes.start, notes.goal
    if start == goal or not notes.net.reached(notes.may, 1 << start) >> goal & 1:
        return
    shortest = _shortest(notes, notes.may)
    steps, cells = _narrow_places(notes, shortest)
    for number in steps:
        a, b = shortest[number : number + 2]
        link = next(way for c, way in notes.ways[a] if c == b)
        if not notes.state[link]:
            yield Deduction.later(notes.new(notes.link_on(link)), _narrow, notes, link, 0)
    for number in cells:
        cell = shortest[number]
        if not notes.state[notes.on(cell)]:
            yield Deduction.later((notes.on(cell),), _narrow, notes, 0, 1 << cell)


def _narrow_places(notes: PathNotes, way: list[Cell]) -> tuple[list[int], list[int]]:
    """The steps and the cells of a shortest way that no other way leads round, by their numbers.

    From each cell in turn it is looked which later one can be reached beside the way. No part of
    the board is gone through twice: what was found from an earlier cell leads no farther now.
    """
    net, may = notes.net, notes.may
    place = {cell: number for number, cell in enumerate(way)}
    on = seen = mask(way)
    steps, cells = [], []
    farthest = 0
    for number, cell in enumerate(way):
        if farthest <= number:
            cells.append(number)
        if not all(seen >> other & 1 for other in notes.grid.neighbours[cell]):
            here = 1 << cell
            aside = net.reached(may & ~net.around(seen & ~here), here) & ~here
            seen |= aside
            back = each(net.beside(may, aside) & on)
            farthest = max(farthest, *(place[other] for other in back)) if aside else farthest
        if farthest <= number < len(way) - 1:
            steps.append(number)
    return steps, cells


def _narrow(notes: PathNotes, link: Literal, doors: Mask) -> Proof:
    """Why the path takes a link, or visits the cell that is the door."""
    g, net, start, goal = notes.grid, notes.net, notes.start, notes.goal
    without = notes.may & ~(net.around(doors) if doors else notes.bit(link))
    inside = net.reached(without, 1 << start)
    other_side = net.reached(without, 1 << goal)
    sides = [
        (notes.fence(inside, doors, 1 << goal)[0], inside),
        (notes.fence(other_side, doors, 1 << start)[0], other_side),
    ]
    given, side = min(sides, key=lambda one: len(one[0]))
    there = g.name(*each(doors)) if doors else f"the link between {notes.joined(link)}"
    text = (
        f"Every way from {g.name(start)} to {g.name(goal)} needs {there}, so the path "
        f"{'visits' if doors else 'takes'} it."
    )
    return Proof(given, (), text, tuple(each(side & ~doors)))


def _shortest(notes: PathNotes, links: Links) -> list[Cell]:
    """The cells of a shortest way from the start to the goal; all narrow places are on it."""
    above = {notes.start: notes.start}
    queue = [notes.start]
    for cell in queue:
        for other in notes.net.next_cells(links, cell):
            if other not in above:
                above[other] = cell
                queue.append(other)
    way = [notes.goal]
    while way[-1] != above.get(way[-1], way[-1]):
        way.append(above[way[-1]])
    return way[::-1]


# In and out


def _bridges(notes: PathNotes) -> Iterator[tuple[Literal, Mask]]:
    """Open links that alone hold two parts together, with the cells of one of them.

    Only open links count: between the parts, all others are settled (Tarjan's bridges).
    """
    state, ways = notes.state, notes.ways
    undecided = [
        [way for way in ways[c] if state[way[1]] == 0 and not notes.is_off(way[0])]
        if not notes.is_off(c)
        else []
        for c in range(notes.grid.size)
    ]
    depth: dict[Cell, int] = {}
    low: dict[Cell, int] = {}
    below: dict[Cell, Mask] = {}
    for root in range(notes.grid.size):
        if root in depth or not undecided[root]:
            continue
        depth[root] = low[root] = 0
        below[root] = 1 << root
        stack = [(root, 0, iter(undecided[root]))]
        while stack:
            cell, arrived, left = stack[-1]
            for other, way in left:
                if way == arrived:
                    continue
                if other in depth:
                    low[cell] = min(low[cell], depth[other])
                    continue
                depth[other] = low[other] = depth[cell] + 1
                below[other] = 1 << other
                stack.append((other, way, iter(undecided[other])))
                break
            else:
                stack.pop()
                if stack:
                    parent = stack[-1][0]
                    low[parent] = min(low[parent], low[cell])
                    below[parent] |= below[cell]
                    if low[cell] == depth[cell]:
                        yield arrived, below[cell]


@technique(
    "a path that goes in comes out again",
    level="medium",
    example="""
exactly_one
. . 1 1 .
2 2 2 . .
. 2 . 3 3
""",
)
def in_and_out(notes: PathNotes) -> Iterator[Deduction]:
    """An area with one open link: it is used or not, as the number of its links must be even.

    Where the path begins or ends inside, but not both, it is odd.
    """
    g, net = notes.grid, notes.net
    for link, part in list(_bridges(notes)):
        if notes.state[link] or notes.start == notes.goal:
            continue
        outside_cell = next(c for c in notes.links[link - 1] if not part >> c & 1)
        inside_cell = next(c for c in notes.links[link - 1] if part >> c & 1)
        outside = net.reached(net.all & ~net.around(part), 1 << outside_cell)
        inside = net.reached(net.all & ~net.around(outside), 1 << inside_cell)
        sides = [inside, g.full & ~inside]
        area = min(sides, key=lambda side: (side.bit_count(), side))
        if area.bit_count() > _SMALL:
            continue
        border = [
            (way, other)
            for cell in each(inside)
            for other, way in notes.ways[cell]
            if not inside >> other & 1
        ]
        used = [way for way, _ in border if notes.state[way] > 0]
        given = list(used)
        for way, _ in border:
            if way != link and notes.state[way] <= 0:
                a, b = notes.links[way - 1]
                off = next((c for c in (a, b) if notes.is_off(c)), None)
                given.append(-way if off is None else -notes.on(off))
        if not all(notes.state[abs(one)] * one > 0 for one in given):
            continue  # something has been learned meanwhile
        odd = (notes.ends & area).bit_count() % 2
        wanted = (len(used) + odd) % 2
        literals = notes.link_on(link) if wanted else (-link,)
        about = notes, area, link, tuple(dict.fromkeys(given)), len(used)
        yield Deduction.later(notes.new(literals), _in_and_out, *about, bool(wanted))


def _in_and_out(
    notes: PathNotes, area: Mask, link: Literal, given: tuple[Literal, ...], used: int, on: bool
) -> Proof:
    names = listed(notes.names(each(area)))
    number, why = "even", f"The path leaves {names} as often as it comes there"
    if (notes.ends & area).bit_count() % 2:
        does = "begins" if area >> notes.start & 1 else "ends"
        number, why = "odd", f"The path {does} inside {names}"
    times = {0: "never", 1: "once", 2: "twice"}.get(used, f"{used} times")
    text = (
        f"{why}, so it crosses the border of that area an {number} number of times. So far it does "
        f"so {times}, and only the link between {notes.joined(link)} is still open: it is "
        f"{'' if on else 'not '}used."
    )
    return Proof(given, (), text, tuple(each(area)))
