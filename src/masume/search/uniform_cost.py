"""Uniform-cost search (Dijkstra's algorithm): best-first search by path cost.

Use it where moves have different costs, the cheapest solution is wanted and no estimate is known.
With equal costs breadth-first search finds the same solution with less work.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import StateSpace
from masume.search._best_first import TIES, best_first
from masume.search._duplicates import DUPLICATES


@algorithm(
    complete=True,
    optimal=True,
    aliases=("ucs", "dijkstra"),
    options={"ties": TIES, "duplicates": DUPLICATES},
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
        Picks("the least g", "priority", "{ties} first"),
    ),
)
def uniform_cost(
    space: StateSpace,
    journal: Journal | None = None,
    *,
    ties: str = "oldest",
    duplicates: str = "drop",
) -> Search:
    """Expand the node of least path cost; finds a cheapest solution without a heuristic.

    If all moves have equal costs, nodes are expanded in breadth-first order, but more of them,
    because the goal test must wait until a node is expanded. If all solutions of a board have equal
    costs, as in most shading and bridge puzzles, every search finds a cheapest one.
    """
    return best_first(space, None, (1, 0), ties, journal, duplicates)
