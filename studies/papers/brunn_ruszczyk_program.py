"""Brunn and Ruszczyk's Kuromasu program, rebuilt: its walk, connection test and "A*".

Nothing here is registered: the study names it by this file, as
`./brunn_ruszczyk_program.py:NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import ClassVar, TypeAlias

from masume.core.puzzle.grid import Cell, Grid, Mask, each
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.space import Estimate, StateSpace, heuristic
from masume.families.shading.position import Mark
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import excess
from masume.puzzles.kuromasu.spaces import KuromasuShade

Layout: TypeAlias = tuple[Mask, bool]  # the black cells; whether the upper left clue was wiped out
Call: TypeAlias = tuple[Layout, Layout]  # the board before, the board now


def weak_test(grid: Grid) -> Callable[[Mask], bool]:
    """Return the program's legality test, which misses some illegal boards.

    No black cell beside another; and from no black cell a chain of diagonal steps leads back to
    it, or from one edge to another. Of several ways on it follows the first only.
    """
    full = range(grid.size)
    edge = [len(grid.neighbours[cell]) < 4 for cell in full]
    corners = [sorted(each(grid.diagonal_mask[cell])) for cell in full]

    def closes(black: Mask, start: Cell) -> bool:
        before = at = start
        for _ in full:  # a ring elsewhere would be followed for ever
            on = (cell for cell in corners[at] if black >> cell & 1 and cell != before)
            before, at = at, next(on, -1)
            if at < 0:
                return False
            if at == start or (edge[start] and edge[at]):
                return True
        return False

    def is_legal(black: Mask) -> bool:
        beside = grid.neighbour_mask
        return not any(black & beside[cell] or closes(black, cell) for cell in each(black))

    return is_legal


class _Program(KuromasuShade):
    """The base of the program's spaces."""

    own_rules: ClassVar[bool] = True  # its answers are not for the referee

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)
        self.is_legal = weak_test(self.grid)

    def _is_right(self, black: Mask) -> bool:
        return not any(excess(number, black) for number in self.numbers)


class Twice(_Program):
    """The calls of the program's recursion: each board calls its first child and its next sibling.

    The root has no sibling but looks for one all the same: it walks its children a second time.
    If there is a clue in the upper left corner, that second walk wipes it out.
    """

    name: ClassVar[str] = "twice"

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)
        self.is_tree = True  # the program keeps no table
        self._clues = self.board.fixed

    def initial(self, position: object = None) -> Call:  # type: ignore[override]
        """Return the empty board, as previous and current board."""
        return ((0, False), (0, False))

    def successors(self, state: Call) -> Iterator[tuple[Mark, Call, int]]:  # type: ignore[override]
        """Yield a board with one more cell if it is legal, then one with the last cell moved on."""
        before, now = state
        if self.is_legal(now[0]):
            below = self._placed(before, now, deeper=True)
            if below is not None and below != before:
                yield self._move(now, below), (now, below), 1
        beside = self._placed(before, now, deeper=False)
        if beside is not None and beside != before:
            grown = beside[0].bit_count() - now[0].bit_count()
            yield self._move(now, beside), (before, beside), grown

    def _move(self, now: Layout, then: Layout) -> Mark:
        changed = then[0] & ~now[0]
        return Mark((changed & -changed).bit_length() - 1, "black")

    def _placed(self, before: Layout, now: Layout, *, deeper: bool) -> Layout | None:
        """Return the board with a black cell at the next free place after the change."""
        black, wiped = now
        differs = black ^ before[0] | (wiped != before[1])
        cell = (differs & -differs).bit_length() - 1 if differs else 0
        while (self._clues >> cell & 1 and not (cell == 0 and wiped)) or black >> cell & 1:
            if cell == self.grid.size - 1:
                return None
            if not deeper:
                deeper = True
                black &= ~(1 << cell)
                wiped = wiped or (cell == 0 and self._clues & 1 == 1)
            cell += 1
        return black | 1 << cell, wiped

    def is_goal(self, state: Call) -> bool:  # type: ignore[override]
        """Whether the program takes it for a solution."""
        black = state[1][0]
        return self._is_right(black) and not black & self._clues and self.is_legal(black)

    def spent(self, state: Call) -> int:  # type: ignore[override]
        """Return the number of black cells."""
        return state[1][0].bit_count()

    def black(self, state: Call) -> Mask:  # type: ignore[override]
        """Return the black cells of a state."""
        return state[1][0]


@algorithm(complete=True, needs_acyclic=True)
def whole_tree(space: StateSpace) -> Search:
    """Depth first through the whole tree; returns the first of the cheapest goals."""
    frontier = [Node(space.initial())]
    best: Node | None = None
    while frontier:
        node = frontier.pop()
        if space.is_goal(node.state) and (best is None or node.g < best.g):
            best = node
        kept = [
            Node(s, node, move, node.g + cost) for move, s, cost in space.successors(node.state)
        ]
        frontier += reversed(kept)
        yield Expanded(node, kept, len(kept), len(frontier), len(frontier))
    return best or Status.EXHAUSTED


class AnyOrder(_Program):
    """Add one black cell in any order, without duplicate detection; includes illegal boards."""

    name: ClassVar[str] = "any_order"

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)
        self.is_tree = True  # the program keeps no table

    def successors(self, state: int) -> Iterator[tuple[Mark, int, int]]:
        """Yield each board with one more black cell."""
        for cell in self.board.free:
            if not state >> cell & 1:
                yield self._moves[cell], state | 1 << cell, 1

    def is_goal(self, state: int) -> bool:
        """Whether the program takes it for a solution."""
        return self._is_right(state) and self.is_legal(state)


@heuristic(AnyOrder)
def ratio(space: AnyOrder) -> Estimate:
    """Return visible cells over the sum of the clues, minus 1; infinite on illegal boards.

    The paper's h is this with the opposite sign.
    """
    total = sum(number.total + 1 for number in space.numbers)

    def estimate(state: int) -> float:
        over = sum(excess(number, state) for number in space.numbers)
        return inf if over < 0 or not space.is_legal(state) else over / total

    return estimate


@algorithm()
def tied_best(space: StateSpace, h: Estimate) -> Search:
    """Run the program's "A*": only the successors tied at the best h are expanded.

    There is no queue and no path cost. A board whose best successors have h = 0 is not gone into.
    The search does not end when it has found a solution, it only stops looking at that board.
    """
    state = space.initial()
    frontier = [Node(state, h=h(state))]
    goal: Node | None = None
    while frontier:
        node = frontier.pop()
        best: list[Node] = []
        least, generated = inf, 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            estimate = h(child)
            if estimate == inf:
                continue
            successor = Node(child, node, move, node.g + cost, estimate)
            if estimate == 0 and space.is_goal(child):
                goal = goal or successor
                break
            if estimate < least:
                best, least = [], estimate
            if estimate == least:
                best.append(successor)
        if least:
            frontier += reversed(best)
        yield Expanded(node, best, generated, len(frontier), len(frontier))
    return goal or Status.STUCK
