"""Local search: a sample that moves at random."""

from masume import Expanded, Node, algorithm


@algorithm(local=True)
def my_climber(space, h, rng):
    """Move at random, whatever h says."""
    node = Node(space.random_state(rng))
    while not space.is_goal(node.state):
        move, state, cost = rng.choice(list(space.successors(node.state)))
        child = Node(state, node, move, node.g + cost)
        yield Expanded(node, [child], 1, 1, 2)
        node = child
    return node
