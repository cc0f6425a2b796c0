"""Beam search: breadth first with a bounded layer."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from operator import attrgetter

from masume.core.algorithm import algorithm
from masume.core.space import Estimate, StateSpace
from masume.core.spec import Tuning
from masume.core.steps import Expanded, Node, Search, Status


@algorithm(local=True, options={"width": Tuning("How many nodes of each layer are kept.", least=1)})
def beam(space: StateSpace, h: Estimate, *, width: int = 20) -> Search:
    """The `width` best nodes of each layer go on; little memory, and no promise.

    Equal estimates are kept in the order they were generated. If no node ever had to be dropped
    the search was breadth first, and finding nothing is a proof.
    """
    state = space.initial()
    layer = [Node(state, h=h(state))]
    seen: set[Hashable] | None = None if space.is_tree else {state}
    dropped = False
    while layer:
        below: list[Node] = []
        for done, node in enumerate(layer, start=1):
            if space.is_goal(node.state):
                return node
            kept: list[Node] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                if seen is not None:
                    if child in seen:
                        continue
                    seen.add(child)
                estimate = h(child)
                if estimate != inf:
                    kept.append(Node(child, node, move, node.g + cost, estimate))
            below += kept
            waiting = len(layer) - done + len(below)
            yield Expanded(node, kept, generated, waiting, waiting + (len(seen) if seen else 0))
        below.sort(key=attrgetter("h"))
        dropped = dropped or len(below) > width
        layer = below[:width]
    return Status.STUCK if dropped else Status.EXHAUSTED
