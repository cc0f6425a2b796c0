"""IDA*: iterative deepening by path cost plus estimate.

Use it where A* runs out of memory, most costs are equal and few paths lead to the same state, as in
sliding puzzles: then each round expands many more nodes than the one before, and the repeated work
hardly counts. Prefer A* or recursive best-first search where f takes many values.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.search._cost_rounds import cost_rounds


@algorithm(
    complete=True,
    optimal=True,
    minimises_cost=True,
    aliases=("ida*", "idastar"),
    pseudocode=pseudocode(
        """
        bound ← ⌈h(start)⌉  #start
        while bound < ∞:
            next_bound ← ∞, frontier ← [start]  #round
            while frontier is not empty:
                node ← pop frontier  #take
                if node is a goal: return its path  #solved
                for each child of node:
                    if child is on the path to node: skip it  #seen
                    f ← g(child) + h(child)
                    if f ≤ bound: push child onto frontier, beneath its earlier siblings  #kept
                    else leave it out, next_bound ← min(next_bound, f)  #bound dead
            bound ← ⌈next_bound⌉
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "stack: last in, first out; no table of states is kept",
            "bound": "largest f that this round looks at; whole, since all costs are",
            "next_bound": "least f that this round left out",
        },
        Picks("last in, first out", "stack"),
    ),
)
def ida_star(space: StateSpace, h: Estimate, journal: Journal | None = None) -> Search:
    """Search depth-first below a bound on g + h that rises each round; optimal in little memory.

    The next bound is the least f that was cut off; if nothing was, the search is exhausted. Where
    costs are integers, bounds are rounded up: otherwise an estimate such as the Euclidean distance
    would need a round for each of its many values.
    """
    return (yield from cost_rounds(space, h, journal, "f"))
