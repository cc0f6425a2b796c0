"""Breadth-first search.

Use it where solutions are short, the fewest moves are wanted and every state fits into memory. With
unequal costs use uniform cost search, with an estimate A*.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from itertools import islice

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Search, Status
from masume.core.search.journal import SEEN, Journal, Lists, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import StateSpace
from masume.search._duplicates import DUPLICATES, needs_table


@algorithm(
    complete=True,
    fewest_moves=True,
    aliases=("bfs",),
    options={"duplicates": DUPLICATES},
    pseudocode=pseudocode(
        """
        if start is a goal: return it
        frontier ← [start], seen ← {start}  #start
        while frontier is not empty:
            node ← take the first node out of frontier  #take
            for each child of node:
                if child is in seen: skip it  #seen
                add child to seen, append it to frontier  #kept
                if child is a goal: return its path  #solved
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "queue: first in, first out",
            "seen": "set of all states that were reached; not where the space is a tree",
        },
        Picks("first in, first out", "queue"),
    ),
)
def breadth_first(
    space: StateSpace, journal: Journal | None = None, *, duplicates: str = "drop"
) -> Search:
    """Search layer by layer; finds a solution with the fewest moves.

    The goal test is made when a state is generated, which saves expanding the last layer.
    """
    root = Node(space.initial())
    if space.is_goal(root.state):
        return root
    frontier = deque([root])
    successors, is_goal = space.successors, space.is_goal
    seen: set[Hashable] | None = {root.state} if needs_table(space, duplicates) else None
    if journal is not None:
        journal.first_waiting = lambda most: islice(frontier, most)
        journal.lists = lambda: Lists(
            len(frontier), None if seen is None else len(seen) - len(frontier)
        )
    take, append_all = frontier.popleft, frontier.extend
    while frontier:
        node = take()
        page = None if journal is None else active_journal(journal)
        kept: list[Node] = []
        dropped, g = 0, node.g
        goal = None
        for move, child, cost in successors(node.state):
            if seen is not None:
                if child in seen:
                    dropped += 1
                    if page is not None:
                        page.reject(SEEN, dropped + len(kept), move, child, g + cost)
                    continue
                seen.add(child)
            successor = Node(child, node, move, g + cost)
            kept.append(successor)
            if is_goal(child):
                goal = successor
                break
        append_all(kept)
        waiting = len(frontier)
        yield node, kept, dropped + len(kept), waiting, len(seen) if seen else waiting
        if goal is not None:
            return goal
    return Status.EXHAUSTED
