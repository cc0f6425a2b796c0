"""Local search: the reference solution."""

from masume import Expanded, Node, Restarted, Status, algorithm

SIDEWAYS = 20  # moves in a row that improve nothing
STARTS = 1000


@algorithm(local=True)
def my_climber(space, h, rng):
    """Steepest ascent with random ties, sideways moves and random restarts."""
    for start in range(STARTS):
        if start:
            yield Restarted(f"start {start + 1}")
        state = space.random_state(rng)
        node = Node(state, h=h(state))
        sideways = 0
        while sideways <= SIDEWAYS:
            if space.is_goal(node.state):
                return node
            steps = list(space.successors(node.state))
            least = min((h(state) for _, state, _ in steps), default=node.h + 1)
            best = [step for step in steps if h(step[1]) == least]
            if least > node.h or not best:
                yield Expanded(node, [], len(steps), 0, 1)
                break
            sideways = sideways + 1 if least == node.h else 0
            move, state, cost = rng.choice(best)
            child = Node(state, node, move, node.g + cost, least)
            yield Expanded(node, [child], len(steps), 1, 2)
            node = child
    return Status.STUCK
