"""A* search: see README.md."""

from masume import Expanded, Node, Status, algorithm


@algorithm(complete=True)
def my_astar(space, h):
    """Say here in one sentence how your search works."""
    root = Node(space.initial(), h=h(space.initial()))
    frontier = [root]  # a better data structure orders nodes by g + h
    while frontier:
        node = frontier.pop(0)
        if space.is_goal(node.state):
            return node
        kept = []  # the children that you add to the frontier
        yield Expanded(node, kept, len(kept), len(frontier), len(frontier))
    return Status.EXHAUSTED
