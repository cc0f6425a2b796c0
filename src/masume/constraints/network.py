"""Network: the links whose literals are true connect all nodes, optionally as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from masume.constraints.literals import true_indices
from masume.core.model.model import Clause, Known, Literal


@dataclass(frozen=True)
class Network:
    """The constraint on the graph of links whose literals are true.

    With `connected` it connects all nodes; without `loops` it has no cycle.
    """

    nodes: int
    links: Sequence[tuple[int, int]]
    literals: Sequence[Literal]  # one per link
    connected: bool = True
    loops: bool = True

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return one clause per separate part, and per cycle if there must be none."""
        present = true_indices(self.literals, truth)
        joins = self._count_joins(present)
        is_connected = joins >= self.nodes - 1 or not self.connected
        if is_connected and (self.loops or joins == len(present)):
            return []  # the usual case, tested without building the parts
        return _separate(self, present)

    def early_cuts(self, held: set[Literal]) -> list[Clause]:
        """Return one clause per part that stays separate even with all links that can be true."""
        if not self.connected:
            return []
        may = [number for number, literal in enumerate(self.literals) if -literal not in held]
        if self._count_joins(may) >= self.nodes - 1:
            return []
        return _separate(replace(self, loops=True), may)

    def _count_joins(self, present: list[int]) -> int:
        return join(list(range(self.nodes)), (self.links[number] for number in present))


@dataclass(frozen=True)
class Forest(Network):
    """The constraint that the links whose literals are true form no cycle."""

    connected: bool = False
    loops: bool = False

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return clauses that forbid links between nodes that true links connect already."""
        present = [number for number, literal in enumerate(self.literals) if known[literal]]
        root = list(range(self.nodes))
        if join(root, (self.links[number] for number in present)) < len(present):
            return _separate(self, present)
        part = list(range(self.nodes))
        while part != (above := [root[node] for node in part]):
            part = above
        closing = [
            number
            for number, (a, b) in enumerate(self.links)
            if part[a] == part[b] and not (known[(lit := self.literals[number])] or known[-lit])
        ]
        return [clause for number in closing for clause in _separate(self, [*present, number])]


def _separate(network: Network, present: list[int]) -> list[Clause]:
    """Return the clauses for separate parts and cycles, from a breadth-first forest."""
    links_at: list[list[int]] = [[] for _ in range(network.nodes)]
    for number in present:
        a, b = network.links[number]
        links_at[a].append(number)
        links_at[b].append(number)
    part = [-1] * network.nodes
    by: dict[int, int] = {}  # the tree link to the parent of each node
    parts: list[list[int]] = []
    loops: list[Clause] = []
    for seed in range(network.nodes):
        if part[seed] >= 0:
            continue
        queue = [seed]
        part[seed] = len(parts)
        used: set[int] = set()
        for node in queue:
            for number in links_at[node]:
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


def join(root: list[int], links: Iterable[tuple[int, int]]) -> int:
    """Merge the ends of links in a union–find forest; return the number of merges.

    `root` maps each node to its parent, and each root to itself.
    """
    joins = 0
    for a, b in links:
        while root[a] != a:
            root[a] = a = root[root[a]]
        while root[b] != b:
            root[b] = b = root[root[b]]
        if a != b:
            root[b] = a
            joins += 1
    return joins


def _loop(network: Network, a: int, b: int, by: dict[int, int], root: int) -> list[int]:
    """Return the links of the tree path between two nodes."""

    def path_to_root(node: int) -> list[int]:
        path = []
        while node != root:
            path.append(by[node])
            x, y = network.links[by[node]]
            node = y if x == node else x
        return path

    from_a, from_b = path_to_root(a), path_to_root(b)
    while from_a and from_b and from_a[-1] == from_b[-1]:
        from_a.pop()
        from_b.pop()
    return from_a + from_b


def _ways_out(network: Network, part: list[int], parts: list[list[int]]) -> list[Clause]:
    """Return a clause for each part but the largest: one of the links leaving it is true."""
    largest = max(range(len(parts)), key=lambda number: len(parts[number]))
    leaving: list[list[Literal]] = [[] for _ in parts]
    for (a, b), literal in zip(network.links, network.literals, strict=True):
        if part[a] != part[b]:
            leaving[part[a]].append(literal)
            leaving[part[b]].append(literal)
    return [clause for number, clause in enumerate(leaving) if number != largest]
