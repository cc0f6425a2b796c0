"""Uninformed and informed search: see README.md."""

from masume import Expanded, Node, Status, algorithm, heuristic
from masume.problems.n_puzzle import NPuzzle
from masume.puzzles.hitori.spaces import HitoriShade


@algorithm(complete=True)
def my_breadth_first(space):
    """Breadth-first search."""
    frontier = [Node(space.initial())]
    while frontier:
        node = frontier.pop(0)
        if space.is_goal(node.state):
            return node
        kept = []  # fill this with the nodes of new states, and add them to the frontier
        yield Expanded(node, kept, len(kept), len(frontier), len(frontier))
    return Status.EXHAUSTED


@algorithm(complete=True)
def my_astar(space, h):
    """A* search."""
    yield from ()  # replace this
    return Status.EXHAUSTED


@heuristic(NPuzzle, admissible=True)
def my_manhattan(problem):
    """The Manhattan distance."""
    return lambda state: 0  # replace this


@heuristic(HitoriShade, admissible=True)
def my_hitori(space):
    """The number of cells that must turn black at least."""
    return lambda state: 0  # replace this
