"""The FEUP group's maze program, rebuilt: its priority queue and its "A*".

Nothing here is registered: the study names it by this file, as `./feup_program.py:NAME`.
"""

from __future__ import annotations

from heapq import heappop, heappush

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.space import Estimate, StateSpace, heuristic
from masume.puzzles.exactly_one.heuristics import euclidean
from masume.puzzles.exactly_one.spaces import MazeWalk, Walked

_FIRST = 100.0  # what the program enters the first state with


class _Waiting:
    """A heap entry; of two with equal values, each is less than the other if the columns agree."""

    __slots__ = ("col", "node", "value")

    def __init__(self, value: float, node: Node, col: int) -> None:
        self.value = value
        self.node = node
        self.col = col

    def __lt__(self, other: _Waiting) -> bool:
        if self.value != other.value:
            return self.value < other.value
        return self.col == other.col


@algorithm(complete=True)
def queue(space: MazeWalk, h: Estimate, *, add_up: bool = False) -> Search:
    """Greedy search with the program's heap, which breaks ties by an odd comparison of columns.

    With `add_up` it is what the program calls A*: a state's value is its parent's value plus 1
    plus h, so the estimates of all states on the way are added up.
    """
    any_space: StateSpace = space  # nodes do not know of which space their states are
    state = space.initial()
    cols = space.grid.cols
    frontier = [_Waiting(_FIRST, Node(state, h=h(state)), state[0] % cols)]
    while frontier:
        waiting = heappop(frontier)
        node = waiting.node
        if any_space.is_goal(node.state):
            return node
        kept: list[Node] = []
        for move, child, cost in any_space.successors(node.state):
            successor = Node(child, node, move, node.g + cost, h(child))
            value = (successor.h or 0) + (waiting.value + 1 if add_up else 0)
            heappush(frontier, _Waiting(value, successor, child[0] % cols))
            kept.append(successor)
        yield Expanded(node, kept, len(kept), len(frontier), len(frontier))
    return Status.EXHAUSTED


@heuristic(MazeWalk, admissible=True)
def whole_euclidean(space: MazeWalk) -> Estimate:
    """Return the straight-line distance to the goal, rounded down."""
    exact: Estimate = euclidean.build(space)

    def estimate(state: Walked) -> float:
        return int(exact(state))

    return estimate
