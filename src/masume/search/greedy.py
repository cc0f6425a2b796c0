"""Greedy best-first search: only what seems to be left counts."""

from __future__ import annotations

from masume.core.algorithm import algorithm
from masume.core.journal import Journal
from masume.core.pseudocode import pseudocode
from masume.core.space import Estimate, StateSpace
from masume.core.steps import Search
from masume.search._best_first import TIES, best_first


@algorithm(
    complete=True,
    local=True,
    f=(0, 1),
    options={"ties": TIES},
    pseudocode=pseudocode(
        """
        frontier ← {start}, best_g[start] ← 0  #start
        while frontier is not empty:
            node ← take the node with the least h out of frontier  #take
            if best_g[node] < g(node): go on with the next  #stale
            if node is a goal: return its path  #solved
            for each child of node:
                if best_g[child] ≤ g(node) + cost of the move: leave it out  #seen
                best_g[child] ← g(node) + cost of the move
                if h(child) = ∞: leave it out  #dead
                add child to frontier  #kept
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "priority queue, least h first; among equals the oldest (ties)",
            "best_g": "table: least g by which each state was reached; not kept in a tree",
        },
    ),
)
def greedy(
    space: StateSpace, h: Estimate, journal: Journal | None = None, *, ties: str = "oldest"
) -> Search:
    """Least estimate first, whatever the path has cost."""
    return (yield from best_first(space, h, lambda _, h: h, ties, journal))
