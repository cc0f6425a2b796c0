"""Iterative lengthening search: iterative deepening by path cost.

Use it in place of uniform cost search where memory is short and costs take few different values. It
mainly teaches why costs matter: with fractional costs every round may add a single node.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import StateSpace
from masume.search._cost_rounds import cost_rounds


@algorithm(
    complete=True,
    optimal=True,
    aliases=("ils",),
    f=(1, 0),
    pseudocode=pseudocode(
        """
        bound ← 0  #start
        while bound < ∞:
            next_bound ← ∞, frontier ← [start]  #round
            while frontier is not empty:
                node ← pop frontier  #take
                if node is a goal: return its path  #solved
                for each child of node:
                    if child is on the path to node: skip it  #seen
                    if g(child) ≤ bound: push child onto frontier, beneath its siblings  #kept
                    else leave it out, next_bound ← min(next_bound, g(child))  #bound
            bound ← next_bound
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "stack: last in, first out; no table of states is kept",
            "bound": "largest path cost that this round looks at",
            "next_bound": "least path cost that this round left out",
        },
        Picks("last in, first out", "stack"),
    ),
)
def iterative_lengthening(space: StateSpace, journal: Journal | None = None) -> Search:
    """Search depth-first below a bound on the path cost that rises each round; optimal.

    The next bound is the least cost that was cut off; if nothing was, the search is exhausted.
    """
    return (yield from cost_rounds(space, None, journal, "cost"))
