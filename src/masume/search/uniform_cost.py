"""Uniform cost search (Dijkstra): the cheapest path so far goes first."""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import pseudocode
from masume.core.search.space import StateSpace
from masume.search._best_first import TIES, best_first


@algorithm(
    complete=True,
    optimal=True,
    aliases=("ucs", "dijkstra"),
    options={"ties": TIES},
    pseudocode=pseudocode(
        """
        frontier ← {start}, best_g[start] ← 0  #start
        while frontier is not empty:
            node ← take the node with the least g out of frontier  #take
            if best_g[node] < g(node): skip it  #stale
            if node is a goal: return its path  #solved
            for each child of node:
                g(child) ← g(node) + cost of the move
                if best_g[child] ≤ g(child): skip it  #seen
                best_g[child] ← g(child), add child to frontier  #kept
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "priority queue, least g first; among equals the oldest (ties)",
            "best_g": "table: least g of each state, ∞ at first; not where the space is a tree",
        },
    ),
)
def uniform_cost(
    space: StateSpace, journal: Journal | None = None, *, ties: str = "oldest"
) -> Search:
    """Cheapest path so far first; finds a cheapest solution without any heuristic.

    Where every move costs the same, nodes are taken in the order of breadth first, but more of
    them: whether a node is a goal must not be asked before it is taken. Where all solutions of a
    board cost the same, as in most shading and bridge puzzles, any search finds a cheapest one.
    """
    return (yield from best_first(space, None, lambda g, _: g, ties, journal))
