"""Iterative deepening: depth-first search in rounds of increasing depth.

Use it where breadth-first search runs out of memory and the depth of the solution is unknown. Where
many paths lead to one state it repeats work that a table would save.
"""

from __future__ import annotations

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Restarted, Search, Status
from masume.core.search.journal import DEPTH, SEEN, Journal, Lists, active_journal, first_of_stack
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import StateSpace, has_cycles


@algorithm(
    complete=True,
    fewest_moves=True,
    aliases=("ids", "iddfs"),
    pseudocode=pseudocode(
        """
        if start is a goal: return it
        for limit = 1, 2, 3 …:  #round
            frontier ← [start]  #start
            while frontier is not empty:
                node ← pop frontier  #take
                for each child of node:
                    if child is on the path to node: skip it  #seen
                    if child is at depth limit:
                        if child is a goal: return its path  #solved
                        leave it out until the next round  #depth
                    else push it onto frontier, beneath its earlier siblings  #kept
            if no child was left out: return that there is no solution  #exhausted
        """,
        {"frontier": "stack: last in, first out; no table of states is kept"},
        Picks("last in, first out", "stack"),
    ),
)
def iterative_deepening(space: StateSpace, journal: Journal | None = None) -> Search:
    """Search depth-first to depth 1, 2, 3 …; finds the fewest moves in little memory.

    No table of states is kept. The goal test is made when a state is generated, so the last layer
    is never expanded. If a round cuts off no node, the whole space was searched, so the search ends
    on unsolvable boards too.
    """
    root = Node(space.initial())
    if space.is_goal(root.state):
        return root
    frontier: list[Node] = []
    if journal is not None:
        journal.first_waiting = lambda most: first_of_stack(frontier, most)
        journal.lists = lambda: Lists(len(frontier))
    cyclic = has_cycles(space)
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
            page = active_journal(journal)
            kept: list[Node] = []
            generated = 0
            goal = None
            for move, child, cost in space.successors(node.state):
                generated += 1
                if cyclic and node.is_on_path(child):
                    if page is not None:
                        page.reject(SEEN, generated, move, child, node.g + cost)
                    continue
                # Test the last layer only: earlier rounds have tested the layers above.
                if is_last:
                    cut_off = True
                    if space.is_goal(child):
                        goal = Node(child, node, move, node.g + cost)
                        break
                    if page is not None:
                        page.reject(DEPTH, generated, move, child, node.g + cost)
                else:
                    kept.append(Node(child, node, move, node.g + cost))
            frontier.extend(reversed(kept))
            waiting = len(frontier)
            yield Expanded(node, kept, generated, waiting, waiting)
            if goal is not None:
                return goal
    return Status.EXHAUSTED
