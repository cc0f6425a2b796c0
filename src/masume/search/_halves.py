"""Join the two halves of a bidirectional search into one path."""

from __future__ import annotations

from masume.core.search.events import Node
from masume.core.search.space import TwoEnded


def join_halves(space: TwoEnded, near: Node, far: Node) -> Node:
    """Replay the backward half forward, and return the last node of the combined path."""
    node = near
    back = far.parent
    while back is not None:
        seam = space.seam(back.state)
        move, state, cost = min(
            (step for step in space.successors(node.state) if space.seam(step[1]) == seam),
            key=lambda step: step[2],
        )
        node = Node(state, node, move, node.g + cost)
        back = back.parent
    return node
