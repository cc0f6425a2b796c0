"""Simple hill climbing: move to the first better neighbour.

Use it as the cheapest local search: it takes the first neighbour that is better and stops at the
first local minimum. Combine it with restarts, or use it to see why others escape.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import WORSE, Journal, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, near_form
from masume.search._local import start_node


@algorithm(
    local=True,
    f=(0, 1),
    pseudocode=pseudocode(
        """
        node ← start  #start
        while node is not a goal:
            for each neighbour of node, until one is taken:  #take
                if h(neighbour) ≥ h(node): skip it  #worse
                else node ← neighbour; the others are not looked at  #kept
            if none was taken: give up  #stuck
        return node  #solved
        """,
        {"node": "the only node that is held"},
        Picks("takes the first better neighbour", "local"),
    ),
)
def hill_climbing(space: StateSpace, h: Estimate, journal: Journal | None = None) -> Search:
    """Move to the first neighbour with a smaller h; stuck if there is none."""
    near = near_form(h)
    node = start_node(space, h, journal)
    while not space.is_goal(node.state):
        assert node.h is not None
        page = active_journal(journal)
        of_child = h if near is None else near(node.state, node.h)
        better = None
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            estimate = of_child(child)
            if estimate < node.h:
                better = Node(child, node, move, node.g + cost, estimate)
                break
            if page is not None:
                page.reject(WORSE, generated, move, child, node.g + cost, estimate)
        yield Expanded(node, [better] if better else [], generated, int(better is not None), 2)
        if better is None:
            return Status.STUCK
        node = better
    return node
