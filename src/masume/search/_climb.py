"""What the steepest climbers share: look at all neighbours, keep the best."""

from __future__ import annotations

from math import inf
from random import Random

from masume.core.space import Estimate, StateSpace
from masume.core.steps import Expanded, Node, Search, Status


def climb(
    space: StateSpace, h: Estimate, node: Node, *, sideways: int = 0, rng: Random | None = None
) -> Search:
    """From `node` to the best neighbour while that is better.

    Up to `sideways` steps in a row may keep h as it is, to cross a plateau. Among equally good
    neighbours the first is taken, or any one if there is an `rng`.
    """
    level_steps = 0
    while not space.is_goal(node.state):
        assert node.h is not None
        best: list[Node] = []
        best_h = inf
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            estimate = h(child)
            if estimate < best_h:
                best, best_h = [], estimate
            if estimate == best_h != inf and (rng is not None or not best):
                best.append(Node(child, node, move, node.g + cost, estimate))
        level_steps = level_steps + 1 if best_h == node.h else 0
        goes_on = best_h < node.h or (best_h == node.h != inf and level_steps <= sideways)
        chosen = (rng.choice(best) if rng is not None else best[0]) if goes_on else None
        yield Expanded(node, [chosen] if chosen else [], generated, int(goes_on), 1 + len(best))
        if chosen is None:
            return Status.STUCK
        node = chosen
    return node
