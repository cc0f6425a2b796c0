"""Stochastic hill climbing: move to a random better neighbour, weighted by its gain.

Use it where the best neighbour often leads into the same local minimum: different seeds take
different ways, and better neighbours are more likely.
"""

from __future__ import annotations

from math import inf
from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import Journal, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, near_form
from masume.search._climb import Neighbour, record_rejected
from masume.search._local import start_node


@algorithm(
    local=True,
    f=(0, 1),
    pseudocode=pseudocode(
        """
        node ← start  #start
        while node is not a goal:
            better ← every neighbour of node with a smaller h  #take
                no better than node: not in it  #worse
            if better is empty: give up  #stuck
            draw one of better, in proportion to h(node) − h(neighbour); the first if h(node) = ∞
                not drawn: not taken  #passed
            node ← the one that was drawn  #kept
        return node  #solved
        """,
        {"node": "the only node that is held", "better": "list: neighbours to draw from"},
        Picks("draws one of the better neighbours", "local"),
    ),
)
def stochastic_hill_climbing(
    space: StateSpace, h: Estimate, rng: Random, journal: Journal | None = None
) -> Search:
    """Move to one of the better neighbours, drawn in proportion to the decrease of h.

    (Drawing in proportion to h itself, as one of the papers' programs does, prefers the worst.)
    """
    node = start_node(space, h, journal)
    neighbours: list[Neighbour] = []
    near = near_form(h)
    while not space.is_goal(node.state):
        assert node.h is not None
        page = active_journal(journal)
        of_child = h if near is None else near(node.state, node.h)
        better: list[Node] = []
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            estimate = of_child(child)
            if page is not None:
                neighbours.append((generated, move, child, node.g + cost, estimate))
            if estimate < node.h:
                better.append(Node(child, node, move, node.g + cost, estimate))
        if node.h == inf or not better:
            chosen = better[0] if better else None
        else:
            gains = [node.h - (neighbour.h or 0) for neighbour in better]
            chosen = rng.choices(better, gains)[0]
        if page is not None:
            record_rejected(page, node, neighbours, chosen)
        held = 1 + len(better)
        yield Expanded(node, [chosen] if chosen else [], generated, int(bool(better)), held)
        if chosen is None:
            return Status.STUCK
        node = chosen
    return node
