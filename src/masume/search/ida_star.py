"""IDA*: iterative deepening on path cost plus estimate."""

from __future__ import annotations

from math import inf

from masume.core.algorithm import algorithm
from masume.core.space import Estimate, StateSpace
from masume.core.steps import Expanded, Node, Restarted, Search, Status


@algorithm(complete=True, optimal=True, needs_acyclic=True, minimises_cost=True)
def ida_star(space: StateSpace, h: Estimate) -> Search:
    """Depth first below a bound on g + h, raised round by round; A* without its memory.

    The next bound is the least f that this round cut off; without one, everything was seen.
    """
    state = space.initial()
    root = Node(state, h=h(state))
    bound = root.h or 0.0
    while bound != inf:
        next_bound = inf
        frontier = [root]
        while frontier:
            node = frontier.pop()
            if space.is_goal(node.state):
                return node
            kept: list[Node] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                g = node.g + cost
                estimate = h(child)
                if g + estimate <= bound:
                    kept.append(Node(child, node, move, g, estimate))
                elif g + estimate < next_bound:
                    next_bound = g + estimate
            frontier.extend(reversed(kept))
            waiting = len(frontier)
            yield Expanded(node, kept, generated, waiting, waiting)
        bound = next_bound
        if bound != inf:
            yield Restarted(f"f at most {bound:g}")
    return Status.EXHAUSTED
