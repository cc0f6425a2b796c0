"""The rule about areas with two doors: if the path must visit the area, it uses both."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.core.puzzle.technique import Key, Proof, rule
from masume.core.puzzle.words import Phrase, say
from masume.puzzles.exactly_one.techniques_notes import Found, PathNotes, visited
from masume.puzzles.exactly_one.techniques_rings import pieces

Side: TypeAlias = int
"""A vertex of the flow network: 2 * cell for the entry of a cell, 2 * cell + 1 for its exit."""
Door: TypeAlias = tuple[Side, Side]  # an edge: two sides of one cell, or of two linked cells


class _DisjointPaths:
    """Maximum flow of two cell-disjoint paths, one to the start and one to the goal."""

    def __init__(self, notes: PathNotes) -> None:
        self.ends = (2 * notes.start, 2 * notes.goal)
        self.edges: list[list[Side]] = []  # the heads of the edges from each side
        self.known: set[Door] = set()  # the edges that are on the path
        for cell in range(notes.grid.size):
            inside = [] if 2 * cell in self.ends else [2 * cell + 1]
            self.edges += [inside, [2 * other for other, _ in notes.possible_links(cell)]]
            if notes.is_on(cell):
                self.known.add((2 * cell, 2 * cell + 1))
                links = notes.used_links(cell)
                self.known.update((2 * cell + 1, 2 * c) for c, _ in links if notes.is_on(c))

    def pair(self, cells: Iterable[Cell]) -> list[list[Side]] | None:
        """Return disjoint paths from these cells to both ends (Ford and Fulkerson), or None."""
        sources = [2 * cell + 1 for cell in cells]
        flow: dict[Side, set[Side]] = {}
        for _ in range(2):
            targets = [end for end in self.ends if not flow.get(end)]
            parents = self._search(sources, flow, targets)
            end = next((end for end in targets if end in parents), None)
            if end is None:
                return None
            flow[end] = {-1}
            side = end
            while (parent := parents[side]) >= 0:
                if parent in flow.get(side, ()):
                    flow[side].discard(parent)  # the two paths swap their tails
                else:
                    flow.setdefault(parent, set()).add(side)
                side = parent
        return [self._path(flow, sources, number) for number in range(2)]

    def residual(self, flow: dict[Side, set[Side]]) -> dict[Side, list[Side]]:
        """Return the residual edges of the sides with flow: unused ones, and used ones reversed."""
        onward = {
            side: [head for head in self.edges[side] if head not in heads]
            for side, heads in flow.items()
        }
        for side, heads in flow.items():
            for head in heads:
                if head >= 0:
                    onward.setdefault(head, list(self.edges[head])).append(side)
        return onward

    def _search(
        self, sources: list[Side], flow: dict[Side, set[Side]], targets: Collection[Side]
    ) -> dict[Side, Side]:
        """Search the residual network breadth-first up to the first target; return the parents."""
        edges, residual = self.edges, self.residual(flow)
        parents = dict.fromkeys(sources, -1)
        queue = list(parents)
        for side in queue:  # grows during the loop
            for head in residual[side] if side in residual else edges[side]:
                if head not in parents:
                    parents[head] = side
                    if head in targets:
                        return parents
                    queue.append(head)
        return parents

    def _path(self, flow: dict[Side, set[Side]], sources: list[Side], number: int) -> list[Side]:
        """Return the path of the flow with this number."""
        starts = [(source, head) for source in sources for head in sorted(flow.get(source, ()))]
        path = list(starts[number])
        while path[-1] not in self.ends:
            path += flow[path[-1]]
        return path


class _Area:
    """The sides reachable in the residual network of two disjoint paths from a growing set."""

    def __init__(self, network: _DisjointPaths, pair: list[list[Side]]) -> None:
        self.area: set[Side] = set()
        flow: dict[Side, set[Side]] = {}
        for path in pair:
            for side, head in pairwise(path):
                flow.setdefault(side, set()).add(head)
            flow[path[-1]] = {-1}
        self._edges, self._residual = network.edges, network.residual(flow)

    def grow(self, sides: Iterable[Side]) -> None:
        """Add some sides and all that are reachable from them."""
        area, edges, residual = self.area, self._edges, self._residual
        queue = [side for side in sides if side not in area]
        area.update(queue)
        for side in queue:  # grows during the loop
            for head in residual[side] if side in residual else edges[side]:
                if head not in area:
                    area.add(head)
                    queue.append(head)

    def doors(self, pair: list[list[Side]], passed: list[int]) -> list[Door]:
        """Return the edge by which each path leaves the area; empty if one of them ends inside.

        `passed` is updated with the length of each path inside, as paths never return.
        """
        doors = []
        for number, path in enumerate(pair):
            index = passed[number]
            while index < len(path) and path[index] in self.area:
                index += 1
            if not 0 < index < len(path):
                return []
            passed[number] = index
            doors.append((path[index - 1], path[index]))
        return doors


@rule(
    "an area with two doors is entered by one and left by the other",
    level="hard",
    example="""
exactly_one
. . . . .
1 . 2 2 .
1 1 2 2 .
1 . 2 3 .
. 4 4 3 .
""",
)
def two_doors(notes: PathNotes) -> list[Found]:
    """Use both doors of an area with something to visit: a minimum cut of two cells or links."""
    if notes.start == notes.goal:
        return []
    network, found = _DisjointPaths(notes), list[Found]()
    for label, shape in notes.unvisited_shapes():
        notes.check_cancel()
        cells = [cell for cell in shape if not notes.is_off(cell)]
        area = _find_doors(notes, network, cells)
        if area is not None:
            about = *area, say("shape", label=label), shape, [visited(shape)]
            found.append(Found(_new_literals(notes, area[1]), _by_two_doors, about))
    for piece in _inner_pieces(notes):
        area = _find_doors(notes, network, piece)
        if area is not None:
            about = *area, say("cell", at=piece[0]), tuple(piece[:1]), []
            found.append(Found(_new_literals(notes, area[1]), _by_two_doors, about))
    return found


def _inner_pieces(notes: PathNotes) -> list[list[Cell]]:
    """Return the pieces of the path and its single cells, except for those at its ends."""
    passing = [piece for piece in pieces(notes) if not notes.ends & mask(piece)]
    single = [c for c in range(notes.grid.size) if notes.is_on(c) and not notes.used_links(c)]
    return passing + [[cell] for cell in single if not notes.ends >> cell & 1]


def _find_doors(
    notes: PathNotes, network: _DisjointPaths, cells: list[Cell]
) -> tuple[Mask, list[Door]] | None:
    """Return an area around some cells with its two doors, not both known to be on the path."""
    pair = None if notes.ends & mask(cells) else network.pair(cells)
    if pair is None:
        return None
    area = _Area(network, pair)
    area.grow(2 * cell + 1 for cell in cells)
    smallest = area.area
    for number in range(2):
        area.area = set(smallest)
        passed = [0, 0]
        while doors := area.doors(pair, passed):
            if not network.known.issuperset(doors):
                return mask(side >> 1 for side in area.area if side & 1), doors
            area.grow([doors[number][1]])
    return None


def _door_literals(notes: PathNotes, door: Door) -> tuple[Literal, ...]:
    """Return the literals that a door is on the path: a cell, or a link with its cells."""
    cell, other_cell = door[0] >> 1, door[1] >> 1
    if cell == other_cell:
        return (notes.on(cell),)
    return next(notes.link_on(link) for other, link in notes.adjacency[cell] if other == other_cell)


def _new_literals(notes: PathNotes, doors: list[Door]) -> tuple[Literal, ...]:
    """Return the new literals if both doors are on the path."""
    return notes.unknown(literal for door in doors for literal in _door_literals(notes, door))


def _by_two_doors(
    notes: PathNotes,
    inside: Mask,
    doors: list[Door],
    subject: Phrase,
    needed: tuple[Cell, ...],
    keys: list[Key],
) -> Proof:
    """Prove that the path uses both doors of an area with a subject that it must visit."""
    door_cells = mask(a >> 1 for a, b in doors if a >> 1 == b >> 1)
    given, _, beyond = notes.fence(inside, door_cells, notes.ends)
    if keys:
        known = [-notes.on(cell) for cell in needed if beyond >> cell & 1]
    else:  # a used link of a cell also implies that the cell is on the path
        known = [([link for _, link in notes.used_links(c)] or [notes.on(c)])[0] for c in needed]
    places = [
        say("cell", at=a >> 1) if a >> 1 == b >> 1 else say("link", link=(b >> 1, a >> 1))
        for a, b in sorted(doors, key=lambda door: door[0] >> 1 != door[1] >> 1)
    ]
    given = tuple(dict.fromkeys((*given, *known)))
    says = say("two-doors", subject=subject, doors=places)
    return Proof(given, tuple(keys), says, tuple(each(inside & ~door_cells)))
