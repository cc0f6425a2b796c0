"""Beam search: breadth-first search with layers of bounded width.

Use it where the space is too large for a complete search, the estimate is good and a solution need
not be cheap. A wider beam costs more and misses less; failure proves nothing.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from operator import attrgetter

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import DEAD, SEEN, WIDTH, Journal, Lists, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning


@algorithm(
    local=True,
    f=(0, 1),
    options={"width": Tuning("The number of nodes kept in each layer.", least=1)},
    pseudocode=pseudocode(
        """
        layer ← [start], seen ← {start}  #start
        while layer is not empty:
            below ← []
            for each node of layer:  #take
                if node is a goal: return its path  #solved
                for each child of node:
                    if child is in seen: skip it  #seen
                    add child to seen
                    if h(child) = ∞: skip it  #dead
                    append child to below  #kept
            layer ← the width nodes of below with the least h; the others are dropped  #width
        if any node was dropped: give up  #stuck
        return that there is no solution  #exhausted
        """,
        {
            "layer": "list: the nodes of one depth, the best first",
            "below": "list: their children, of which width go on",
            "seen": "set of all states that were reached; not where the space is a tree",
        },
        Picks("layer by layer, least h first", "layers"),
    ),
)
def beam(
    space: StateSpace, h: Estimate, journal: Journal | None = None, *, width: int = 20
) -> Search:
    """Expand only the `width` best nodes of each layer; incomplete, in bounded memory on trees.

    The goal test is made when a node is expanded, so a goal outside the beam is missed. Ties are
    broken in favour of the node generated first. If no node was ever dropped, the search was
    breadth-first, and finding no goal proves that there is none.
    """
    state = space.initial()
    layer = [Node(state, h=h(state))]
    seen: set[Hashable] | None = None if space.is_tree else {state}
    below: list[Node] = []
    done = closed = 0
    dropped = False
    if journal is not None:
        journal.first_waiting = lambda most: _first(layer, done, below, most)
        journal.lists = lambda: Lists(
            len(layer) - done + len(below), None if seen is None else closed
        )
    while layer:
        for done, node in enumerate(layer, start=1):
            if space.is_goal(node.state):
                return node
            page = active_journal(journal)
            kept: list[Node] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                if seen is not None:
                    if child in seen:
                        if page is not None:
                            page.reject(SEEN, generated, move, child, node.g + cost)
                        continue
                    seen.add(child)
                estimate = h(child)
                if estimate != inf:
                    kept.append(Node(child, node, move, node.g + cost, estimate))
                elif page is not None:
                    page.reject(DEAD, generated, move, child, node.g + cost, estimate)
            below += kept
            waiting = len(layer) - done + len(below)
            closed += 1
            yield Expanded(node, kept, generated, waiting, len(seen) if seen else waiting)
        below.sort(key=attrgetter("h"))
        dropped = dropped or len(below) > width
        if journal is not None:
            for node in below[width:]:
                journal.drop(WIDTH, node)
        layer, below, done = below[:width], [], 0
    return Status.STUCK if dropped else Status.EXHAUSTED


def _first(layer: list[Node], done: int, below: list[Node], most: int) -> list[Node]:
    """Return the next nodes: the rest of the layer, then the best of the layer below so far."""
    rest = layer[done : done + most]
    return rest + sorted(below, key=attrgetter("h"))[: most - len(rest)]
