"""A* search: the reference solution."""

from heapq import heappop, heappush
from itertools import count

from masume import Expanded, Node, Status, algorithm


@algorithm(complete=True, optimal=True)
def my_astar(space, h):
    """Expand the node of least g + h; among equals the newest."""
    start = space.initial()
    root = Node(start, h=h(start))
    tickets = count()
    frontier, best = [(root.h, 0, root)], {start: 0}
    while frontier:
        _, _, node = heappop(frontier)
        if node.g > best[node.state]:
            continue  # a cheaper path was found in the meantime
        if space.is_goal(node.state):
            return node
        kept, generated = [], 0
        for move, state, cost in space.successors(node.state):
            generated += 1
            g = node.g + cost
            if state not in best or g < best[state]:
                best[state] = g
                child = Node(state, node, move, g, h(state))
                kept.append(child)
                heappush(frontier, (g + child.h, -next(tickets), child))
        yield Expanded(node, kept, generated, len(frontier), len(best))
    return Status.EXHAUSTED
