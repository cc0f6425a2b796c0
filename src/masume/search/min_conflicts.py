"""Min-conflicts (Minton et al.): repair a faulty part as well as possible.

Use it on constraint problems with many solutions spread evenly, such as n queens, which it solves
for a million queens in seconds. It has no way out of a cycle of plateaus but its random choices:
where solutions are rare, add noise (walksat) or a memory (tabu_search).
"""

from __future__ import annotations

from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.search._local import (
    DEFAULT_STEPS,
    STEPS,
    Choice,
    best_of,
    focused_neighbours,
    start_node,
    walk,
)


@algorithm(
    local=True,
    f=(0, 1),
    options={"steps": STEPS},
    pseudocode=pseudocode(
        """
        node ← start  #start
        repeat steps times:
            if node is a goal: return it  #solved
            part ← a random part of the board that breaks a rule
            look at the neighbours that change part  #take
            node ← the one with the least h, drawn among equals  #kept
                the others are not taken  #worse passed
        give up  #stuck
        """,
        {
            "node": "the only node that is held",
            "part": "cells, or a variable, of a violated condition",
        },
        Picks("changes a random faulty part so that the fewest conflicts remain", "local"),
    ),
)
def min_conflicts(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    steps: int | None = None,
) -> Search:
    """Change a random faulty part so that the fewest conflicts remain, even if that is no better.

    In spaces that do not name faulty parts, every neighbour is looked at.
    """

    def choose(node: Node) -> Choice:
        neighbours = focused_neighbours(space, h, node, rng)
        return neighbours, best_of(neighbours, rng)

    start = start_node(space, h, journal)
    return (yield from walk(space, start, steps or DEFAULT_STEPS, journal, choose))
