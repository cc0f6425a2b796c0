"""Iterative deepening: depth first in rounds, each a step deeper."""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Restarted, Search, Status
from masume.core.search.journal import DEPTH, Journal, Lists, first_of_stack, open_page
from masume.core.search.pseudocode import pseudocode
from masume.core.search.space import StateSpace


@algorithm(
    complete=True,
    fewest_moves=True,
    needs_acyclic=True,
    aliases=("ids", "iddfs"),
    pseudocode=pseudocode(
        """
        if start is a goal: return it
        for limit = 1, 2, 3 …:  #round
            frontier ← [start]  #start
            while frontier is not empty:
                node ← pop frontier  #take
                for each child of node:
                    if child is at depth limit:
                        if child is a goal: return its path  #solved
                        leave it out until the next round  #depth
                    else push it onto frontier, beneath its earlier siblings  #kept
            if no child was left out: return that there is no solution  #exhausted
        """,
        {"frontier": "stack: last in, first out; no table of states is kept"},
    ),
)
def iterative_deepening(space: StateSpace, journal: Journal | None = None) -> Search:
    """Depth first to depth 1, 2, 3 …; the memory of depth first, the result of breadth first.

    No table of states is kept, which is the point of it. The goal test comes when a state is
    generated, so the last layer is looked at but never expanded. A round in which no node was
    cut off by the limit has seen everything: the search ends there, on unsolvable boards too.
    """
    root = Node(space.initial())
    if space.is_goal(root.state):
        return root
    frontier: list[Node] = []
    if journal is not None:
        journal.first_waiting = lambda most: first_of_stack(frontier, most)
        journal.lists = lambda: Lists(len(frontier))
    limit = 0
    cut_off = True
    while cut_off:
        limit += 1
        if limit > 1:
            yield Restarted(f"depth {limit}")
        cut_off = False
        frontier = [root]
        while frontier:
            node = frontier.pop()
            is_last = node.depth + 1 == limit
            page = open_page(journal)
            kept: list[Node] = []
            generated = 0
            goal = None
            for move, child, cost in space.successors(node.state):
                generated += 1
                # A goal above the last layer would have ended an earlier round.
                if is_last:
                    cut_off = True
                    if space.is_goal(child):
                        goal = Node(child, node, move, node.g + cost)
                        break
                    if page is not None:
                        page.refuse(DEPTH, generated, move, child, node.g + cost)
                else:
                    kept.append(Node(child, node, move, node.g + cost))
            frontier.extend(reversed(kept))
            waiting = len(frontier)
            yield Expanded(node, kept, generated, waiting, waiting)
            if goal is not None:
                return goal
    return Status.EXHAUSTED
