"""Jain's Hitori program, rebuilt: its weaker third rule, and its searches with its counts.

Nothing here is registered: the study names it by this file, as `./jain_program.py:NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from random import Random
from typing import ClassVar

from masume.core.puzzle.grid import Cell, Mask
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.spaces import HitoriShade


class FourBlack(HitoriShade):
    """Add one black cell; no white cell may have only black neighbours.

    The rule of Hitori is that all white cells are connected. This one is weaker: it sees a white
    cell that is cut off, but not two of them. With `slip`, a cell of the bottom row counts as
    enclosed without a look at its left neighbour, as in the program (and in the paper's listing).
    """

    name: ClassVar[str] = "four_black"
    own_rules: ClassVar[bool] = True  # its answers are not for the referee

    def __init__(self, puzzle: Hitori, *, slip: bool = False) -> None:
        super().__init__(puzzle)
        self._may_blacken = self._keeps_rules
        around = list(self.grid.neighbour_mask)
        if slip:
            last = self.grid.size - 1
            for cell in range(last - self.grid.cols + 2, last):
                around[cell] &= ~(1 << cell - 1)
        self._around = around

    def _keeps_rules(self, black: Mask, cell: Cell) -> bool:
        """Whether one more black cell touches no other and encloses no neighbour."""
        if black & self.grid.neighbour_mask[cell]:
            return False
        black |= 1 << cell
        return all(self._around[other] & ~black for other in self.grid.neighbours[cell])

    def is_goal(self, state: int) -> bool:
        """Whether no line has equal white numbers; the other rules hold on the way."""
        white = ~state
        return all((group & white).bit_count() <= 1 for group in self.twins.groups)


@algorithm(complete=True)
def queue(space: StateSpace, h: Estimate, *, count_steps: bool = False) -> Search:
    """Least h first; duplicates are detected when taken out, so the queue holds states repeatedly.

    With `count_steps` it is what the program calls A*: f is h plus the number of states expanded
    so far, whatever path they lie on. The program expands a goal before it looks at it.
    """
    state = space.initial()
    root = Node(state, h=h(state))
    frontier: list[tuple[float, int, Node]] = []
    visited: set[Hashable] = set()
    node, ticket, expanded = root, 0, 0
    while True:
        kept: list[Node] = []
        if node is root or node.state not in visited:
            if node is not root:
                visited.add(node.state)
            expanded += 1
            for move, child, cost in space.successors(node.state):
                successor = Node(child, node, move, node.g + cost, h(child))
                kept.append(successor)
                ticket += 1
                value = (successor.h or 0) + expanded * count_steps
                heappush(frontier, (value, ticket, successor))
            yield Expanded(node, kept, len(kept), len(frontier), len(frontier) + len(visited))
        if space.is_goal(node.state):
            return node
        if not frontier:
            return Status.EXHAUSTED
        node = heappop(frontier)[2]


@algorithm(local=True)
def best_of_list(space: StateSpace, h: Estimate) -> Search:
    """Run the program's simple hill climbing: the best successor, even if it is not better."""
    return _climb(space, h, lambda _, below: min(below, key=lambda child: child.h or 0))


@algorithm(local=True, options={"prefer": Tuning(choices=("worse", "better"))})
def drawn_from_list(
    space: StateSpace, h: Estimate, rng: Random, *, prefer: str = "worse"
) -> Search:
    """Run the program's random hill climbing: draw a successor in proportion to its h.

    A large h is bad here, so this prefers the worst. `better` draws by how much a successor
    gains, as the text means it.
    """

    def drawn(node: Node, below: list[Node]) -> Node:
        weights = [child.h or 0 for child in below]
        if prefer == "better":
            weights = [(node.h or 0) - weight for weight in weights]
        return rng.choices(below, weights)[0] if any(weights) else rng.choice(below)

    return _climb(space, h, drawn)


def _climb(space: StateSpace, h: Estimate, choose: Callable[[Node, list[Node]], Node]) -> Search:
    """Move from each node to a chosen successor until a goal, or until there is none."""
    state = space.initial()
    node = Node(state, h=h(state))
    while not space.is_goal(node.state):
        below = [
            Node(child, node, move, node.g + cost, h(child))
            for move, child, cost in space.successors(node.state)
        ]
        yield Expanded(node, below, len(below), len(below), len(below) + node.depth + 1)
        if not below:
            return Status.STUCK
        node = choose(node, below)
    return node
