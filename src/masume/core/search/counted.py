"""Count what a user's search does where it cannot miscount: in the space and in the heuristic.

An algorithm reports its own expansions, and its goal node carries a cost. For user code both are
claims: the calls of `successors` and of `h` are counted here, and the moves are replayed to find
the state, the cost and the answer that they lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import cast

from masume.core.search.events import Node
from masume.core.search.space import Estimate, StateSpace, Step

_MOST_TWINS = 1000  # states that equal moves may lead to


def _no_check() -> None:
    """Check nothing: the search has no limits."""


@dataclass
class Counts:
    """The counters of one search in a space, and the check of its limits."""

    space: StateSpace
    path_is_answer: bool = False  # then a path that cannot be replayed is a wrong answer
    expanded: int = 0  # calls of `successors`
    generated: int = 0  # successors that these yielded
    evaluated: int = 0  # calls of `h`
    check: Callable[[], None] = _no_check  # called for each successor

    def counted_space(self) -> StateSpace:
        """Return a space with the same members that counts and checks the limits.

        The counters are kept in closures: nothing that the search is given refers to them.
        """
        counts, inner = self, self.space
        inner_successors = inner.successors

        class Counted:
            is_goal = staticmethod(inner.is_goal)  # tested per state: not by way of __getattr__

            def successors(self, state: Hashable) -> Iterator[Step[object, Hashable]]:
                """Yield the successors of a state."""
                counts.expanded += 1
                check = counts.check
                for step in inner_successors(state):
                    counts.generated += 1
                    check()
                    yield step

            def __getattr__(self, name: str) -> object:
                return getattr(inner, name)

        return cast("StateSpace", Counted())

    def count_estimates(self, h: Estimate | None) -> Estimate | None:
        """Return the estimate with its calls counted."""
        if h is None:
            return None
        counts, inner = self, h

        def estimate(state: Hashable) -> float:
            counts.evaluated += 1
            return inner(state)

        return estimate


@dataclass(frozen=True)
class Replayed:
    """The end of a path that was replayed: a state, the nodes on the way, and their cost."""

    goal: Node
    cost: float


def moves_of(goal: Node, most: int) -> list[object] | None:
    """Return the moves of a path; None if it is longer than `most`, as in a forged ring."""
    moves: list[object] = []
    node: Node | None = goal
    while node is not None and node.parent is not None:
        moves.append(node.move)
        if len(moves) > most:
            return None
        node = node.parent
    return moves[::-1]


def replay(
    space: StateSpace,
    moves: Sequence[object],
    text_of: Callable[[object], object] = lambda move: move,
) -> Replayed | str:
    """Follow moves from the initial state; return the cheapest way to a goal, or what fails.

    Moves are compared by `text_of`. Where equal ones lead to several states, all are followed.
    """
    nodes = [Node(space.initial())]
    for number, move in enumerate(moves, start=1):
        after: dict[Hashable, Node] = {}
        for node in nodes:
            for label, state, cost in space.successors(node.state):
                if text_of(label) == move:
                    g = node.g + cost
                    if state not in after or g < after[state].g:
                        after[state] = Node(state, node, label, g)
        if not after:
            return f"its move {number}, {move}, is not possible there"
        nodes = list(islice(after.values(), _MOST_TWINS))
    goals = [node for node in nodes if space.is_goal(node.state)]
    if not goals:
        return "its moves do not lead to a goal"
    goal = min(goals, key=lambda node: node.g)
    return Replayed(goal, goal.g)
