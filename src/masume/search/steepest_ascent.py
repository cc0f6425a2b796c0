"""Steepest-ascent hill climbing: move to the best neighbour.

Use it to improve a board that is nearly right: each step takes the best neighbour, and the search
ends at the first local minimum.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.search._climb import climb
from masume.search._local import start_node


@algorithm(
    local=True,
    f=(0, 1),
    pseudocode=pseudocode(
        """
        node ← start  #start
        while node is not a goal:
            look at every neighbour of node  #take
                no better than node: not taken  #worse
                better, but not the best: not taken  #passed
            if there is none, or the best is no better than node: give up  #stuck
            node ← the best neighbour, the first of equals  #kept
        return node  #solved
        """,
        {"node": "the only node that is held"},
        Picks("takes the best neighbour if it is better", "local"),
    ),
)
def steepest_ascent(space: StateSpace, h: Estimate, journal: Journal | None = None) -> Search:
    """Move to the best neighbour if it is better than the current node; stuck otherwise.

    Ties are broken in favour of the first neighbour.
    """
    return (yield from climb(space, h, start_node(space, h), journal=journal))
