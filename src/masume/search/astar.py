"""A* search: best-first search by path cost plus weighted estimate.

Use it where a good estimate of the remaining cost is known and memory suffices: with an admissible
one no other search that expands from the start alone needs to expand fewer nodes. With a weight
above 1 it trades the quality of the solution for speed.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.search._best_first import TIES, best_first
from masume.search._duplicates import DUPLICATES


@algorithm(
    complete=True,
    optimal=True,
    minimises_cost=True,
    bound="weight",
    f=(1, "weight"),
    aliases=("a*", "a_star"),
    options={
        "weight": Tuning(
            "The factor of h in f = g + weight·h. 0 is uniform cost search. More than 1 often "
            "expands fewer nodes; with an admissible h the solution then costs at most that many "
            "times the minimum.",
            least=0,
        ),
        "ties": TIES,
        "duplicates": DUPLICATES,
    },
    pseudocode=pseudocode(
        """
        if h(start) = ∞: return that there is no solution
        frontier ← {start}, best_g[start] ← 0  #start
        while frontier is not empty:
            node ← take the node with the least f = g + weight·h out of frontier  #take
            if best_g[node] < g(node): skip it  #stale
            if node is a goal: return its path  #solved
            for each child of node:
                g(child) ← g(node) + cost of the move
                if best_g[child] ≤ g(child): skip it  #seen
                best_g[child] ← g(child)
                if h(child) = ∞: skip it  #dead
                add child to frontier  #kept
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "priority queue, least f first; among equals the newest (ties)",
            "best_g": "table: least g of each state, ∞ at first; not where the space is a tree",
        },
        Picks("the least f", "priority", "{ties} first"),
    ),
)
def astar(
    space: StateSpace,
    h: Estimate,
    journal: Journal | None = None,
    *,
    weight: float = 1.0,
    ties: str = "newest",
    duplicates: str = "drop",
) -> Search:
    """Expand the node of least g + weight·h; optimal for an admissible h and a weight up to 1.

    Ties are broken in favour of the newest node by default, usually the deepest one of equal f.
    A state is reopened when a cheaper path to it is found, so h need not be consistent.
    """
    factor = 1 if weight == 1 else weight  # whole numbers stay whole, and exact
    return best_first(space, h, (1, factor), ties, journal, duplicates)
