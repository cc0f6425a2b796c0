"""Recursive best-first search (Korf): A* in linear memory.

Use it where A* runs out of memory and f takes many different values, so that IDA* would need a
round for each. It expands nodes again when it returns to a subtree that it left; without a table it
also pays for every further path to the same state.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import (
    BOUND,
    DEAD,
    SEEN,
    Journal,
    Lists,
    active_journal,
    count_ties,
    first_of_heap,
)
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, has_cycles


@algorithm(
    complete=True,
    optimal=True,
    minimises_cost=True,
    aliases=("rbfs",),
    pseudocode=pseudocode(
        """
        levels ← [{start}], F(start) ← h(start), limit ← ∞  #start
        while levels is not empty:
            best ← the node of the last level with the least F
            if F(best) = ∞ or F(best) > limit of the level:
                drop the level, F(its parent) ← F(best), go on with the level before it  #bound
                if there is none: return that there is no solution  #exhausted
            alternative ← the second least F of the level
            node ← best  #take
            if node is a goal: return its path  #solved
            for each child of node:
                if child is on the path to node: skip it  #seen
                if h(child) = ∞: skip it  #dead
                F(child) ← max(g(child) + h(child), F(node)), add child to a new level  #kept
            limit of the new level ← min(limit, alternative)
        """,
        {
            "levels": "stack of priority queues: the siblings of each node on the current path",
            "F": "least f known below a node: at first its own, later what was backed up to it",
            "limit": "the best F that waits elsewhere on the path",
        },
        Picks("the least F of its level", "", "oldest first", "F"),
    ),
)
def recursive_best_first(space: StateSpace, h: Estimate, journal: Journal | None = None) -> Search:
    """Follow the least f, but keep only the current path and its siblings; optimal.

    When a better alternative waits on the path, the subtree is dropped and the least f in it is
    noted at its root, so that the search knows when to return. No table of states is kept.
    """
    state = space.initial()
    root = Node(state, h=h(state))
    levels: list[list[tuple[float, int, Node]]] = [[(root.h or 0, 0, root)]]
    limits, path = [inf], [root]  # path[n] is the parent of levels[n]; path[0] is not used
    cyclic = has_cycles(space)
    ticket, waiting = 0, 1
    if journal is not None:
        journal.first_waiting = lambda most: first_of_heap(levels[-1], most) if levels else []
        journal.lists = lambda: Lists(waiting)
    while True:
        level = levels[-1]
        if not level or level[0][0] == inf or level[0][0] > limits[-1]:
            levels.pop()
            limits.pop()
            parent = path.pop()
            waiting -= len(level)
            if journal is not None:
                for _, _, node in level:
                    journal.drop(BOUND, node)
            if not levels:
                return Status.EXHAUSTED
            ticket += 1
            heappush(levels[-1], (level[0][0] if level else inf, ticket, parent))
            waiting += 1
            continue
        backed_up, _, node = heappop(level)
        waiting -= 1
        if space.is_goal(node.state):
            return node
        page = active_journal(journal)
        if page is not None:
            page.taken = backed_up, count_ties(level, backed_up, lambda node: True)
        kept: list[Node] = []
        below: list[tuple[float, int, Node]] = []
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            g = node.g + cost
            if cyclic and node.is_on_path(child):
                if page is not None:
                    page.reject(SEEN, generated, move, child, g)
                continue
            estimate = h(child)
            if estimate == inf:
                if page is not None:
                    page.reject(DEAD, generated, move, child, g, estimate)
                continue
            kept.append(Node(child, node, move, g, estimate))
            ticket += 1
            heappush(below, (max(g + estimate, backed_up), ticket, kept[-1]))
        levels.append(below)
        limits.append(min(limits[-1], level[0][0] if level else inf))
        path.append(node)
        waiting += len(kept)
        yield Expanded(node, kept, generated, waiting, waiting + len(path) - 1)
