"""What a proposed solution breaks of "these hang together", as clauses that forbid it: cuts.

Connectivity would take very many clauses, and nearly all of them would never matter. So the solver
first proposes a solution without it; each cut forbids one way of falling apart, the proposed one
and all like it. A few rounds of this are enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.grid import Cell, Grid, mask
from masume.core.model import Clause, Global, Literal, Network, OnePath, Whole

_BORDER = -1


def cuts(constraint: Global, truth: Sequence[Literal]) -> list[Clause]:
    """Clauses that the proposed solution breaks; none if the constraint holds.

    `truth` lists the literal of each variable in order.
    """
    if isinstance(constraint, Whole):
        return _rings(constraint, truth) if constraint.apart else _islands(constraint, truth)
    if isinstance(constraint, Network):
        return _separate(constraint, truth)
    return _loose_rings(constraint, truth)


def _holds(literal: Literal, truth: Sequence[Literal]) -> bool:
    return (truth[abs(literal) - 1] > 0) == (literal > 0)


# Cells of a grid


def _rings(whole: Whole, truth: Sequence[Literal]) -> list[Clause]:
    """Where no two neighbours are out: rings of cells that are out, or chains between borders.

    Cells that touch by corners form groups, and the border is one more cell of such groups. The
    others hang together exactly if the groups hold no ring. Breadth first from the border finds
    the rings that close its tree, and those are short.
    """
    contacts, corners = whole.grid.border_contacts, whole.grid.corners
    taken = [literal - 1 for literal in truth[: whole.grid.size] if literal > 0]
    found: list[Clause] = [[-cell - 1] for cell in taken if contacts[cell] > 1]
    is_out = set(taken)
    parent: dict[Cell, Cell] = {cell: _BORDER for cell in taken if contacts[cell]}
    depth = {_BORDER: 0, **dict.fromkeys(parent, 1)}
    for seed in [None, *taken]:
        if seed is None:
            queue = list(parent)
        elif seed in parent:
            continue
        else:
            queue, parent[seed], depth[seed] = [seed], seed, 1
        for cell in queue:  # grows while it is gone through
            for other in corners[cell]:
                if other not in is_out or other == parent[cell]:
                    continue
                if other not in parent:
                    parent[other], depth[other] = cell, depth[cell] + 1
                    queue.append(other)
                elif parent[other] != cell and cell < other:
                    ring = _ring(cell, other, parent, depth)
                    found.append([-one - 1 for one in ring])
    return found


def _ring(a: Cell, b: Cell, parent: dict[Cell, Cell], depth: dict[Cell, int]) -> list[Cell]:
    """The ring that the link between a and b closes in the tree; the border is left out."""
    found = []
    while a != b:
        if depth[a] < depth[b]:
            a, b = b, a
        found.append(a)
        a = parent[a]
    return found if a == _BORDER else [*found, a]


def _islands(whole: Whole, truth: Sequence[Literal]) -> list[Clause]:
    """Where neighbours may both be out: each island needs a way out, or there is nothing else."""
    neighbours, size = whole.grid.neighbours, whole.grid.size
    part = [0 if literal > 0 else -1 for literal in truth[:size]]  # 0: out, −1: not yet seen
    parts: list[list[Cell]] = []
    for seed in range(size):
        if part[seed] < 0:
            queue = [seed]
            part[seed] = len(parts) + 1
            for cell in queue:  # grows while it is gone through
                for other in neighbours[cell]:
                    if part[other] < 0:
                        part[other] = part[seed]
                        queue.append(other)
            parts.append(queue)
    if len(parts) < 2:
        return []
    parts.sort(key=len)
    main = parts.pop()[0]
    found: list[Clause] = []
    for members in parts:
        around = {other for cell in members for other in neighbours[cell] if not part[other]}
        found.append([members[0] + 1, main + 1, *(-cell - 1 for cell in sorted(around))])
    return found


# Links


def _separate(network: Network, truth: Sequence[Literal]) -> list[Clause]:
    """Parts of a network that nothing joins, and its loops if it must have none."""
    there = [number for number, lit in enumerate(network.literals) if _holds(lit, truth)]
    joins = _joins(network, there)
    in_one = joins >= network.nodes - 1 or not network.connected
    if in_one and (network.loops or joins == len(there)):
        return []  # nearly always, so it is asked before anything is built
    beside: list[list[int]] = [[] for _ in range(network.nodes)]
    for number in there:
        a, b = network.links[number]
        beside[a].append(number)
        beside[b].append(number)
    part = [-1] * network.nodes
    by: dict[int, int] = {}  # the link by which the tree came to a node
    parts: list[list[int]] = []
    loops: list[Clause] = []
    for seed in range(network.nodes):
        if part[seed] >= 0:
            continue
        queue = [seed]
        part[seed] = len(parts)
        used: set[int] = set()
        for node in queue:
            for number in beside[node]:
                if number in used:
                    continue
                used.add(number)
                a, b = network.links[number]
                other = b if a == node else a
                if part[other] < 0:
                    part[other] = len(parts)
                    by[other] = number
                    queue.append(other)
                elif not network.loops:
                    loop = _loop(network, node, other, by, seed)
                    loops.append([-network.literals[n] for n in [number, *loop]])
        parts.append(queue)
    if len(parts) < 2 or not network.connected:
        return loops
    return loops + _ways_out(network, part, parts)


def _joins(network: Network, there: list[int]) -> int:
    """How many of the links join parts that were separate before."""
    root = list(range(network.nodes))
    joins = 0
    for number in there:
        a, b = network.links[number]
        while root[a] != a:
            root[a] = a = root[root[a]]
        while root[b] != b:
            root[b] = b = root[root[b]]
        if a != b:
            root[b] = a
            joins += 1
    return joins


def _loop(network: Network, a: int, b: int, by: dict[int, int], root: int) -> list[int]:
    """The links of the tree between two nodes."""

    def upward(node: int) -> list[int]:
        way = []
        while node != root:
            way.append(by[node])
            x, y = network.links[by[node]]
            node = y if x == node else x
        return way

    one, another = upward(a), upward(b)
    while one and another and one[-1] == another[-1]:
        one.pop()
        another.pop()
    return one + another


def _ways_out(network: Network, part: list[int], parts: list[list[int]]) -> list[Clause]:
    """For each part but the largest: one of the links that lead out of it must be there."""
    largest = max(range(len(parts)), key=lambda number: len(parts[number]))
    leaving: list[list[Literal]] = [[] for _ in parts]
    for (a, b), literal in zip(network.links, network.literals, strict=True):
        if part[a] != part[b]:
            leaving[part[a]].append(literal)
            leaving[part[b]].append(literal)
    return [clause for number, clause in enumerate(leaving) if number != largest]


# Paths


def _loose_rings(path: OnePath, truth: Sequence[Literal]) -> list[Clause]:
    """Rings beside the path: each of them must not close, and needs a way out."""
    beside: dict[Cell, list[int]] = {}
    for number, literal in enumerate(path.literals):
        if _holds(literal, truth):
            for cell in path.links[number]:
                beside.setdefault(cell, []).append(number)
    todo = set(beside)
    todo -= set(_trace(path, path.start, beside)[0])
    found: list[Clause] = []
    while todo:
        ring, links = _trace(path, min(todo), beside)
        todo -= set(ring)
        found.append([-path.literals[number] for number in links])
        found.append(_escape(path, ring))
    return found


def _trace(
    path: OnePath, cell: Cell, beside: dict[Cell, list[int]]
) -> tuple[list[Cell], list[int]]:
    """The cells and links that lead on from a cell, until they end or close."""
    seen: list[Cell] = [cell]
    links: list[int] = []
    while True:
        ahead = [number for number in beside.get(cell, ()) if number not in links[-1:]]
        if not ahead or (len(seen) > 2 and seen[0] in path.links[ahead[0]] and cell != seen[0]):
            if ahead:
                links.append(ahead[0])
            return seen, links
        links.append(ahead[0])
        a, b = path.links[ahead[0]]
        cell = b if a == cell else a
        seen.append(cell)


def _escape(path: OnePath, ring: list[Cell]) -> Clause:
    """If its first cell is on the path, a link leads out of the ring and what it encloses."""
    g = path.grid
    wall = mask(ring)
    outside = _reached_from_border(g, wall)
    inside = g.full & ~outside
    if inside >> path.start & 1:  # cannot be, but would make the clause wrong
        inside = wall
    leaving = [
        literal
        for (a, b), literal in zip(path.links, path.literals, strict=True)
        if (inside >> a & 1) != (inside >> b & 1)
    ]
    return [-path.on[ring[0]], *leaving]


def _reached_from_border(g: Grid, wall: int) -> int:
    """The cells outside a ring of cells."""
    edge = g.row_masks[0] | g.row_masks[-1] | g.col_masks[0] | g.col_masks[-1]
    return g.flood(edge & ~wall, g.full & ~wall)
