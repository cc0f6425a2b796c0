"""Tutak and Monecki's Kuromasu program, rebuilt: no state is illegal, with its queues.

Nothing here is registered: the study names it by this file, as `./tutak_monecki_program.py:NAME`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from typing import ClassVar

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.space import Estimate, StateSpace
from masume.families.shading.position import Mark
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.spaces import KuromasuShade


class AnyBlack(KuromasuShade):
    """Add one black cell anywhere, even beside black cells.

    Only rows and columns from the first white cell on are looked at. So once the upper left cell
    is black nothing is added to the first column; such boards are still come to in other orders.
    """

    name: ClassVar[str] = "any_black"

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)

    def successors(self, state: int) -> Iterator[tuple[Mark, int, int]]:
        """Yield each state with one more black cell, legal or not."""
        first = (~state & state + 1).bit_length() - 1
        _, left = self.grid.at(first)
        for cell in self.board.free:
            if cell >= first and cell % self.grid.cols >= left and not state >> cell & 1:
                yield self._moves[cell], state | 1 << cell, 1


@algorithm(complete=True)
def stack(space: StateSpace) -> Search:
    """Depth first, last successor first; states are marked as seen when generated."""
    node = Node(space.initial())
    frontier = [node]
    seen: set[Hashable] = {node.state}
    while frontier:
        node = frontier.pop()
        if space.is_goal(node.state):
            return node
        kept, generated = _fresh(space, node, seen)
        frontier += kept
        yield Expanded(node, kept, generated, len(frontier), len(frontier) + len(seen))
    return Status.EXHAUSTED


class _Waiting:
    """A heap entry; of two with equal h neither is less."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def __lt__(self, other: _Waiting) -> bool:
        return (self.node.h or 0) < (other.node.h or 0)


@algorithm(complete=True)
def heap(space: StateSpace, h: Estimate) -> Search:
    """Run the program's "A*": least h first, ties in the order of its binary heap.

    Its g is the number of expansions so far, the same for all states that are compared: it
    cancels out.
    """
    state = space.initial()
    frontier = [_Waiting(Node(state, h=h(state)))]
    seen: set[Hashable] = {state}
    while frontier:
        node = heappop(frontier).node
        if space.is_goal(node.state):
            return node
        kept, generated = _fresh(space, node, seen)
        for child in kept:
            child.h = h(child.state)
            heappush(frontier, _Waiting(child))
        yield Expanded(node, kept, generated, len(frontier), len(frontier) + len(seen))
    return Status.EXHAUSTED


def _fresh(space: StateSpace, node: Node, seen: set[Hashable]) -> tuple[list[Node], int]:
    """Return the unseen successors, and the number of all successors."""
    kept: list[Node] = []
    generated = 0
    for move, child, cost in space.successors(node.state):
        generated += 1
        if child not in seen:
            seen.add(child)
            kept.append(Node(child, node, move, node.g + cost))
    return kept, generated
