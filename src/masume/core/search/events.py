"""The events that a search algorithm yields to whoever drives it.

An algorithm is a generator. It yields one `Expanded` per expansion (and `Restarted` at a restart)
and returns the goal's `Node`, or a `Status` that says why there is none. It prints nothing, reads
no clock, counts nothing and knows no limit: `masume.core.search.run.Run` does all that.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from enum import Enum
from typing import TypeAlias


class Status(Enum):
    """How a run ended."""

    SOLVED = "solved"  # a goal was found
    EXHAUSTED = "exhausted"  # proved: there is no solution
    STUCK = "stuck"  # gave up; nothing is proved
    LIMIT = "limit"  # ran out of nodes, seconds or memory, or was interrupted
    WRONG = "wrong"  # what it said is not so; only those who check a result say this of it


class Node:
    """A state and how it was reached; one is made for every state that is kept."""

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
        self.move = move  # what was done to the parent's state; None at the root
        self.g = g  # cost of the path so far
        self.h = h  # the heuristic's estimate, None where the algorithm asks for none
        self.depth: int = 0 if parent is None else parent.depth + 1

    def __repr__(self) -> str:
        return f"<Node {self.move or 'root'} depth={self.depth} g={self.g} h={self.h}>"

    def path(self) -> list[Node]:
        """The nodes from the root to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def moves(self) -> list[object]:
        """The moves from the root to this node."""
        return [node.move for node in self.path()[1:]]


class Expanded:
    """One node's successors were produced."""

    __slots__ = ("frontier", "generated", "kept", "node", "stored")

    def __init__(
        self, node: Node, kept: Sequence[Node], generated: int, frontier: int, stored: int
    ) -> None:
        self.node = node
        self.kept = kept  # those of its successors that the search goes on with
        self.generated = generated  # all that were produced, duplicates and dead ends included
        self.frontier = frontier  # nodes waiting to be expanded, stale entries included
        self.stored = stored  # states held: frontier, tables, candidates (not the paths behind)


class Restarted:
    """The search begins anew: a deeper round, a higher bound, another random start."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


Event: TypeAlias = Expanded | Restarted
Search: TypeAlias = Generator[Event, None, Node | Status]
