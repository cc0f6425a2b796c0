"""Greedy best-first search: best-first search by the estimate alone.

Use it where any solution will do, and soon: it follows the estimate alone. It is complete on finite
spaces, but its path may be much longer than necessary.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.search._best_first import TIES, best_first
from masume.search._duplicates import DUPLICATES


@algorithm(
    complete=True,
    local=True,
    f=(0, 1),
    options={"ties": TIES, "duplicates": DUPLICATES},
    pseudocode=pseudocode(
        """
        if h(start) = ∞: return that there is no solution
        frontier ← {start}, best_g[start] ← 0  #start
        while frontier is not empty:
            node ← take the node with the least h out of frontier  #take
            if best_g[node] < g(node): skip it  #stale
            if node is a goal: return its path  #solved
            for each child of node:
                if best_g[child] ≤ g(node) + cost of the move: skip it  #seen
                best_g[child] ← g(node) + cost of the move
                if h(child) = ∞: skip it  #dead
                add child to frontier  #kept
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "priority queue, least h first; among equals the oldest (ties)",
            "best_g": "table: least g of each state, ∞ at first; not where the space is a tree",
        },
        Picks("the least h", "priority", "{ties} first"),
    ),
)
def greedy(
    space: StateSpace,
    h: Estimate,
    journal: Journal | None = None,
    *,
    ties: str = "oldest",
    duplicates: str = "drop",
) -> Search:
    """Expand the node of least estimate; the path cost does not matter.

    A state is reopened when a cheaper path to it is found, as in A*; many textbooks leave it
    closed. That can make the path cheaper but does not make it optimal.
    """
    return best_first(space, h, (0, 1), ties, journal, duplicates)
