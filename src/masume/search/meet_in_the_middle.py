"""MM: bidirectional heuristic search that meets in the middle (Holte et al.).

Use it where start and goal are both known, solutions are long, and A* would expand a large part of
the space: no node is expanded further from its end than half of the solution's cost. With a strong
estimate A* is usually ahead.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from heapq import heappop, heappush
from math import inf

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import (
    BOUND,
    DEAD,
    SEEN,
    STALE,
    Journal,
    Lists,
    active_journal,
    count_ties,
    first_of_heap,
)
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, TwoEnded
from masume.search._halves import join_halves


class _Side:
    """One of the two searches: its space, its estimate, its open nodes and what it reached."""

    def __init__(self, space: StateSpace, h: Estimate, seam: TwoEnded) -> None:
        self.space, self.h, self._seam = space, h, seam
        state = space.initial()
        root = Node(state, h=h(state))
        self.best_g: dict[Hashable, int] = {state: 0}
        self.by_seam: dict[Hashable, list[Node]] = {seam.seam(state): [root]}
        self.frontier = [] if root.h == inf else [(root.h or 0, 0, root)]
        self.ticket = 0
        self.closed: set[Hashable] = set()

    def least(self, journal: Journal | None) -> float:
        """Return the least priority of an open node, after dropping stale ones."""
        while self.frontier:
            node = self.frontier[0][2]
            if self.is_open(node):
                return self.frontier[0][0]
            heappop(self.frontier)
            if journal is not None:
                journal.drop(STALE, node)
        return inf

    def is_open(self, node: Node) -> bool:
        """Return whether no cheaper path to the state of a node is known."""
        return self.best_g[node.state] == node.g

    def add(self, node: Node) -> None:
        """Enter a node that was reached more cheaply than before."""
        self.best_g[node.state] = node.g
        self.closed.discard(node.state)
        self.by_seam.setdefault(self._seam.seam(node.state), []).append(node)
        self.ticket -= 1
        priority = max(node.g + (node.h or 0), 2 * node.g)
        heappush(self.frontier, (priority, self.ticket, node))


@algorithm(
    complete=True,
    optimal=True,
    minimises_cost=True,
    needs=TwoEnded,
    aliases=("mm",),
    pseudocode=pseudocode(
        """
        best ← none, forward ← {start}, backward ← {goal}, both with g = 0  #start
        while neither forward nor backward is empty:
            side ← the one with the smaller least priority max(g + h, 2·g)
            if that priority ≥ cost of best: return best  #solved
            if best_g[node] < g(node): skip it  #stale
            node ← take the node of least priority out of side  #take
            for each child of node, one step further from that end:
                if best_g[child] ≤ g(child) on this side: skip it  #seen
                if h(child) = ∞: skip it  #dead
                if g(child) + h(child) ≥ cost of best: skip it  #bound
                best_g[child] ← g(child), add child to side  #kept
                if a node of the other side fits: best ← the cheapest such pair, if it is cheaper
        return best  #solved
        without best: return that there is no solution  #exhausted
        """,
        {
            "best": "the cheapest pair of halves so far; its cost is ∞ at first",
            "forward": "priority queue of nodes reached from the start",
            "backward": "priority queue of nodes reached from the goal",
            "best_g": "two tables: least g of each state from either end, ∞ at first",
        },
        Picks("the least priority of both sides", "", "newest first", "max(g + h, 2·g)"),
    ),
)
def meet_in_the_middle(
    space: TwoEnded, h: Estimate, h_back: Estimate, journal: Journal | None = None
) -> Search:
    """Search from both ends by max(g + h, 2·g), so that the halves meet in the middle; optimal.

    `h` estimates the cost to the goal, `h_back` the cost back to the start; both must be
    admissible. The search ends when no open node can be part of a cheaper solution.
    """
    sides = _Side(space, h, space), _Side(space.reverse(), h_back, space)
    best: tuple[Node, Node] | None = None
    cost: float = inf
    for near in sides[0].by_seam[space.seam(space.initial())]:
        best, cost = _cheaper_pair(space, near, sides[1], best, cost, forward=True)
    while True:
        priorities = [side.least(journal) for side in sides]
        forward = priorities[0] <= priorities[1]
        if inf in priorities or min(priorities) >= cost:
            break
        side, other = sides if forward else sides[::-1]
        priority, _, node = heappop(side.frontier)
        side.closed.add(node.state)
        page = active_journal(journal)
        if journal is not None:
            journal.first_waiting = partial(first_of_heap, side.frontier, is_open=side.is_open)
            journal.lists = partial(_list_sizes, sides)
        if page is not None:
            page.taken = priority, count_ties(side.frontier, priority, side.is_open)
        kept: list[Node] = []
        generated = 0
        for move, child, step_cost in side.space.successors(node.state):
            generated += 1
            g = node.g + step_cost
            if side.best_g.get(child, inf) <= g:
                if page is not None:
                    page.reject(SEEN, generated, move, child, g)
                continue
            estimate = side.h(child)
            if g + estimate >= cost or estimate == inf:
                if page is not None:
                    fate = DEAD if estimate == inf else BOUND
                    page.reject(fate, generated, move, child, g, estimate)
                continue
            kept.append(Node(child, node, move, g, estimate))
            side.add(kept[-1])
            best, cost = _cheaper_pair(space, kept[-1], other, best, cost, forward=forward)
        waiting = sum(len(side.frontier) for side in sides)
        stored = sum(len(side.best_g) for side in sides)
        yield Expanded(node, kept, generated, waiting, stored)
    return Status.EXHAUSTED if best is None else join_halves(space, *best)


def _list_sizes(sides: Sequence[_Side]) -> Lists:
    """Return the sizes of both open lists together, and of both closed lists."""
    closed = sum(len(side.closed) for side in sides)
    return Lists(sum(len(side.best_g) for side in sides) - closed, closed)


def _cheaper_pair(
    space: TwoEnded,
    node: Node,
    other: _Side,
    best: tuple[Node, Node] | None,
    cost: float,
    *,
    forward: bool,
) -> tuple[tuple[Node, Node] | None, float]:
    """Return the cheapest pair of this node with one of the other side, if it beats the best."""
    for mate in other.by_seam.get(space.seam(node.state), ()):
        near, far = (node, mate) if forward else (mate, node)
        if node.g + mate.g < cost and space.joins(near.state, far.state):
            best, cost = (near, far), node.g + mate.g
    return best, cost
