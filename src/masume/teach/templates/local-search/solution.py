"""Local search: see README.md."""

from masume import Expanded, Node, Status, algorithm


@algorithm(local=True)
def my_climber(space, h, rng):
    """Say here in one sentence how your search works."""
    state = space.random_state(rng)
    node = Node(state, h=h(state))
    if space.is_goal(node.state):
        return node
    yield Expanded(node, [], 0, 0, 1)
    return Status.STUCK
