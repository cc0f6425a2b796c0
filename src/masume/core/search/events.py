"""The events that a search algorithm yields to the run that drives it.

An algorithm is a generator. It yields one `Expanded` per expansion (and `Restarted` at a restart)
and returns the goal's `Node`, or a `Status` that says why there is none. It has no side effects:
clock, counters and limits belong to `masume.core.search.run.Run`.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias


class Status(Enum):
    """The outcome of a run."""

    SOLVED = "solved"  # a goal was found
    EXHAUSTED = "exhausted"  # proved that there is no solution
    STUCK = "stuck"  # gave up without a proof
    LIMIT = "limit"  # ran out of nodes, seconds or memory, or was interrupted
    WRONG = "wrong"  # the reported result is false; set only by independent verification


class Node:
    """A state and the path to it; created for every state that a search keeps."""

    __slots__ = ("depth", "g", "h", "move", "parent", "state")

    def __init__(
        self,
        state: Hashable,
        parent: Node | None = None,
        move: object = None,
        g: int = 0,
        h: float | None = None,
    ) -> None:
        self.state = state
        self.parent = parent
        self.move = move  # the move from the parent's state; None at the root
        self.g = g  # the cost of the path
        self.h = h  # the heuristic's estimate; None if the algorithm uses none
        self.depth: int = 0 if parent is None else parent.depth + 1

    def __repr__(self) -> str:
        return f"<Node {self.move or 'root'} depth={self.depth} g={self.g} h={self.h}>"

    def path(self) -> list[Node]:
        """Return the nodes from the root to this node."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def is_on_path(self, state: Hashable) -> bool:
        """Return whether the path to this node visits a state."""
        node: Node | None = self
        while node is not None:
            if node.state == state:
                return True
            node = node.parent
        return False

    def moves(self) -> list[object]:
        """Return the moves from the root to this node."""
        return [node.move for node in self.path()[1:]]


class Expanded(NamedTuple):
    """The event that the successors of one node were produced.

    An algorithm may yield the five values as a plain tuple, which takes a tenth of the time.
    """

    node: Node
    kept: Sequence[Node]  # the successors that the search keeps
    generated: int  # successors produced, duplicates and dead ends included
    frontier: int  # nodes waiting to be expanded, stale entries included
    stored: int  # states held in memory: frontier, tables, candidates (not the paths)

    def __repr__(self) -> str:
        return f"<Expanded {self.node!r:.99} kept={len(self.kept)} frontier={self.frontier}>"


class Restarted:
    """The event that the search restarts: deeper, with a higher bound, or from another state."""

    __slots__ = ("f", "reason")

    def __init__(self, reason: str, f: tuple[float, float] | None = None) -> None:
        self.reason = reason
        self.f = f  # the factors of g and h from now on, if they change


class Improved:
    """The event that an anytime search found a better solution and goes on.

    If a limit ends the search, the run reports this solution and its bound. Only `Run` sees it.
    """

    __slots__ = ("bound", "goal")

    def __init__(self, goal: Node, bound: float) -> None:
        self.goal = goal
        self.bound = bound  # its cost is at most this factor above the minimum, if h is admissible


Event: TypeAlias = Expanded | Restarted
Expansion: TypeAlias = tuple[Node, Sequence[Node], int, int, int]
"""The values of an `Expanded`."""

Search: TypeAlias = Generator[Expansion | Restarted | Improved, None, Node | Status]
