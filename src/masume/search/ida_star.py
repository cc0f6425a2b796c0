"""IDA*: iterative deepening on path cost plus estimate."""

from __future__ import annotations

from math import ceil, inf

from masume.core.algorithm import algorithm
from masume.core.space import Estimate, StateSpace
from masume.core.steps import Expanded, Node, Restarted, Search, Status


@algorithm(
    complete=True,
    optimal=True,
    needs_acyclic=True,
    minimises_cost=True,
    aliases=("ida*", "idastar"),
)
def ida_star(space: StateSpace, h: Estimate) -> Search:
    """Depth first below a bound on g + h, raised round by round; A* without its memory.

    The next bound is the least f that this round cut off; without one, everything was seen. Costs
    are whole numbers, so a bound in between is raised to the next one: an estimate like the
    Euclidean distance would otherwise take a round for each of its many values.
    """
    state = space.initial()
    root = Node(state, h=h(state))
    bound = _whole(root.h or 0)
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
        bound = _whole(next_bound)
        if bound != inf:
            yield Restarted(f"f at most {bound:g}")
    return Status.EXHAUSTED


def _whole(bound: float) -> float:
    """The least whole number that is not below the bound."""
    return bound if bound == inf else ceil(bound)
