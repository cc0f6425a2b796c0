"""Network: links between nodes, and which are there depends on literals, join them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from masume.constraints.holding import places
from masume.core.model.model import Clause, Literal


@dataclass(frozen=True)
class Network:
    """The links whose literals hold connect all nodes; without loops they also form a tree."""

    nodes: int
    links: Sequence[tuple[int, int]]
    literals: Sequence[Literal]  # one for each link
    connected: bool = True
    loops: bool = True

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Parts of a network that nothing joins, and its loops if it must have none."""
        there = places(self.literals, truth)
        joins = _joins(self, there)
        in_one = joins >= self.nodes - 1 or not self.connected
        if in_one and (self.loops or joins == len(there)):
            return []  # nearly always, so it is asked before anything is built
        return _separate(self, there)

    def foresee(self, held: set[Literal]) -> list[Clause]:
        """The parts that stay separate even if all links are there that may be."""
        if not self.connected:
            return []
        may = [number for number, literal in enumerate(self.literals) if -literal not in held]
        return (
            [] if _joins(self, may) >= self.nodes - 1 else _separate(replace(self, loops=True), may)
        )


def _separate(network: Network, there: list[int]) -> list[Clause]:
    """The clauses, by a walk over all parts that shows their trees."""
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
