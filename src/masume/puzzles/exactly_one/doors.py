"""The rule about areas with two doors: if the path must visit the area, it uses both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.core.puzzle.technique import Key, Proof, rule
from masume.core.puzzle.words import say
from masume.puzzles.exactly_one.propagate import Found, Propagator, explain

Side: TypeAlias = int
"""A vertex of the flow network: 2 * cell for the entry of a cell, 2 * cell + 1 for its exit."""
Door: TypeAlias = tuple[Side, Side]  # an edge: two sides of one cell, or of two linked cells
Flow: TypeAlias = dict[Side, Side]  # for each side of a path the previous one


class _Network:
    """The flow network of two paths, one to the start and one to the goal, that share no cell."""

    def __init__(self, board: Propagator) -> None:
        self.ends = (2 * board.start, 2 * board.goal)
        self.edges: list[list[Side]] = []  # the heads of the edges from each side
        for cell in range(board.grid.size):
            inside = [] if 2 * cell in self.ends else [2 * cell + 1]
            others = board.net.next_cells(board.possible, cell)
            self.edges += [inside, [2 * other for other in others]]

    def flow(self, sources: Sequence[Side]) -> Flow | None:
        """Return two disjoint paths from some sides (Ford and Fulkerson), or None."""
        flow: Flow = {}
        for _ in self.ends:
            parents: dict[Side, Side] = {}
            end = self.search(sources, flow, parents, set(self.ends).difference(flow))
            if end is None:
                return None
            side = end
            while (parent := parents[side]) >= 0:
                if flow.get(parent) == side:
                    del flow[parent]  # the two paths swap their tails
                else:
                    flow[side] = parent
                side = parent
        return flow

    def search(
        self,
        sides: Iterable[Side],
        flow: Mapping[Side, Side],
        parents: dict[Side, Side],
        targets: Collection[Side] = (),
    ) -> Side | None:
        """Extend a breadth-first search of the residual network up to a target; return that one.

        Edges with flow are used backwards only. `parents` has all sides that were reached.
        """
        queue = [side for side in sides if side not in parents]
        parents.update(dict.fromkeys(queue, -1))
        for side in queue:  # grows during the loop
            heads = [*self.edges[side], flow[side]] if side in flow else self.edges[side]
            for head in heads:
                if head not in parents and flow.get(head) != side:
                    parents[head] = side
                    if head in targets:
                        return head
                    queue.append(head)
        return None

    def paths(self, flow: Mapping[Side, Side]) -> list[list[Side]]:
        """Return the paths of a flow to the start and to the goal."""
        paths = [[end] for end in self.ends]
        for path in paths:
            while path[-1] in flow:
                path.append(flow[path[-1]])
            path.reverse()
        return paths


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
def two_doors(board: Propagator) -> list[Found]:
    """Use both doors of an area with something to visit: a minimum cut of two cells or links."""
    if not board.has_links:
        return []
    network, found = _Network(board), list[Found]()
    for label, cells in _subjects(board):
        board.check_cancel()
        area = _find_doors(board, network, cells)
        if area is not None:
            literals = (literal for door in area[1] for literal in _door_literals(board, door))
            found.append(Found(board.unknown(literals), _by_two_doors, (*area, label, cells)))
    return found


two_doors.reasons(explain)


def _subjects(board: Propagator) -> Iterator[tuple[str, Sequence[Cell]]]:
    """Yield what the path must visit, except for its ends: one of the cells of a labelled shape.

    Or a piece of the path, which has no label here.
    """
    for label, members in board.unvisited_shapes():
        yield label, tuple(each(members & ~board.marks.empty))
    single = board.marks.visited & ~board.has[0]
    for piece in (*board.pieces(), *([cell] for cell in each(single))):
        yield "", piece


def _find_doors(
    board: Propagator, network: _Network, cells: Sequence[Cell]
) -> tuple[Mask, list[Door]] | None:
    """Return an area around some cells with its two doors, not both known to be on the path."""
    sources = [2 * cell + 1 for cell in cells]
    flow = None if board.ends & mask(cells) else network.flow(sources)
    if flow is None:
        return None
    paths, smallest = network.paths(flow), dict[Side, Side]()
    network.search(sources, flow, smallest)
    for number in range(2):
        area = dict(smallest)
        while len(doors := _doors(paths, area)) == 2:
            if not all(board.holds(_door_literals(board, door)[0]) for door in doors):
                return mask(side >> 1 for side in area if side & 1), doors
            network.search([doors[number][1]], flow, area)
    return None


def _doors(paths: Iterable[Sequence[Side]], area: Collection[Side]) -> list[Door]:
    """Return the edges by which paths leave an area; they never return."""
    exits = (next((n for n, side in enumerate(path) if side not in area), 0) for path in paths)
    return [(path[n - 1], path[n]) for path, n in zip(paths, exits, strict=True) if n]


def _door_literals(board: Propagator, door: Door) -> tuple[Literal, ...]:
    """Return the literals that a door is on the path: a cell, or a link with its cells."""
    cell, other = door[0] >> 1, door[1] >> 1
    if cell == other:
        return (board.on(cell),)
    return board.link_on(board.link_between(cell, other))


def _by_two_doors(
    board: Propagator, inside: Mask, doors: list[Door], label: str, needed: Sequence[Cell]
) -> Proof:
    """Prove that the path uses both doors of an area that it must visit."""
    door_cells = mask(a >> 1 for a, b in doors if a >> 1 == b >> 1)
    given, beyond = board.fence(inside, door_cells, board.ends)
    keys: tuple[Key, ...] = ()
    if label:
        subject, keys = say("shape", label=label), (board.visited(label),)
        known = [-board.on(c) for c in each(board.members[label] & board.marks.empty & beyond)]
    else:  # a used link of a cell also implies that the cell is on the path
        subject = say("cell", at=needed[0])
        known = [(*(link for _, link in board.used_links(needed[0])), board.on(needed[0]))[0]]
    places = [
        say("cell", at=a >> 1) if a >> 1 == b >> 1 else say("link", link=(b >> 1, a >> 1))
        for a, b in sorted(doors, key=lambda door: door[0] >> 1 != door[1] >> 1)
    ]
    says = say("two-doors", subject=subject, doors=places)
    grounds = tuple(dict.fromkeys((*given, *known)))
    return Proof(grounds, keys, says, tuple(each(inside & ~door_cells)))
