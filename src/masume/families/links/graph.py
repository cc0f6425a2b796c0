"""Searches in the graph of a board's links: flood fill and cut edges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

Adjacency: TypeAlias = Sequence[Sequence[tuple[int, int]]]  # (link, other end) pairs of each node
Counts: TypeAlias = Sequence[int]  # one number per link: its bridges, or its room for more


def flood_fill(
    adjacency: Adjacency,
    seeds: Iterable[int],
    counts: Counts,
    closed: Collection[int] = (),
    wanted: Collection[int] = (),
) -> set[int]:
    """Return the nodes reachable from some by links with nonzero counts, except closed ones.

    The search may stop as soon as all wanted nodes are found; none wanted means all.
    """
    reached = set(seeds)
    queue = list(reached)
    missing = set(wanted) - reached
    for node in queue:  # grows during the loop
        for link, neighbour in adjacency[node]:
            if neighbour not in reached and counts[link] and link not in closed:
                reached.add(neighbour)
                queue.append(neighbour)
                missing.discard(neighbour)
        if wanted and not missing:
            break
    return reached


def cut_edges(
    adjacency: Adjacency, counts: Counts, roots: Iterable[int], found: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield the bridges (cut edges) of the graph of links with nonzero counts, from some roots on.

    All nodes are appended to `found`. Each bridge comes with the index in it of the first node
    beyond; the last one then is beyond too. Iterative depth-first search with low-links (Tarjan).
    """
    discovered = [0] * len(adjacency)  # discovery time of each node, counted from 1
    low_link = discovered[:]  # the earliest node that its subtree leads back to
    for root in roots:
        if discovered[root]:
            continue
        found.append(root)
        discovered[root] = low_link[root] = len(found)
        path = [(root, -1, iter(adjacency[root]))]
        while path:
            node, entry_link, pairs = path[-1]
            for link, neighbour in pairs:
                if not counts[link] or link == entry_link:
                    continue
                if discovered[neighbour]:
                    if discovered[neighbour] < low_link[node]:
                        low_link[node] = discovered[neighbour]
                else:
                    found.append(neighbour)
                    discovered[neighbour] = low_link[neighbour] = len(found)
                    path.append((neighbour, link, iter(adjacency[neighbour])))
                    break
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low_link[parent] = min(low_link[parent], low_link[node])
                    if low_link[node] > discovered[parent]:
                        yield entry_link, discovered[node] - 1
