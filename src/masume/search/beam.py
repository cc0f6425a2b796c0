"""Beam search: breadth first with a bounded layer."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from operator import attrgetter

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import DEAD, SEEN, WIDTH, Journal, Lists, open_page
from masume.core.search.pseudocode import pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning


@algorithm(
    local=True,
    f=(0, 1),
    options={"width": Tuning("How many nodes of each layer are kept.", least=1)},
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
    ),
)
def beam(
    space: StateSpace, h: Estimate, journal: Journal | None = None, *, width: int = 20
) -> Search:
    """The `width` best nodes of each layer go on; little memory on trees, and no promise.

    A goal is seen when it is taken up: one that is not among the best of its layer is dropped
    unseen. Equal estimates are kept in the order they were generated. If no node ever had to be
    dropped the search was breadth first, and finding nothing is a proof.
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
            page = open_page(journal)
            kept: list[Node] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                if seen is not None:
                    if child in seen:
                        if page is not None:
                            page.refuse(SEEN, generated, move, child, node.g + cost)
                        continue
                    seen.add(child)
                estimate = h(child)
                if estimate != inf:
                    kept.append(Node(child, node, move, node.g + cost, estimate))
                elif page is not None:
                    page.refuse(DEAD, generated, move, child, node.g + cost, estimate)
            below += kept
            waiting = len(layer) - done + len(below)
            closed += 1
            yield Expanded(node, kept, generated, waiting, waiting + (len(seen) if seen else 0))
        below.sort(key=attrgetter("h"))
        dropped = dropped or len(below) > width
        if journal is not None:
            for node in below[width:]:
                journal.drop(WIDTH, node)
        layer, below, done = below[:width], [], 0
    return Status.STUCK if dropped else Status.EXHAUSTED


def _first(layer: list[Node], done: int, below: list[Node], most: int) -> list[Node]:
    """What is left of the layer, then those of the next one as they stand by now."""
    rest = layer[done : done + most]
    return rest + sorted(below, key=attrgetter("h"))[: most - len(rest)]
