"""Breadth-first search."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from masume.core.algorithm import algorithm
from masume.core.space import StateSpace
from masume.core.steps import Expanded, Node, Search, Status


@algorithm(complete=True, aliases=("bfs",))
def breadth_first(space: StateSpace) -> Search:
    """Layer by layer; finds a solution with the fewest moves.

    The goal test comes when a state is generated: that saves the whole last layer.
    """
    root = Node(space.initial())
    if space.is_goal(root.state):
        return root
    frontier = deque([root])
    successors, is_goal = space.successors, space.is_goal
    seen: set[Hashable] | None = None if space.is_tree else {root.state}
    while frontier:
        node = frontier.popleft()
        kept: list[Node] = []
        generated = 0
        goal = None
        for move, child, cost in successors(node.state):
            generated += 1
            if seen is not None:
                if child in seen:
                    continue
                seen.add(child)
            successor = Node(child, node, move, node.g + cost)
            kept.append(successor)
            if is_goal(child):
                goal = successor
                break
        frontier.extend(kept)
        waiting = len(frontier)
        yield Expanded(node, kept, generated, waiting, waiting + (len(seen) if seen else 0))
        if goal is not None:
            return goal
    return Status.EXHAUSTED
