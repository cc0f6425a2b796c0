"""Depth-first branch and bound: improve a solution until no better one can exist.

Use it where solutions are easy to find but good ones are not, and all lie at about the same depth,
as in assignment and scheduling problems: it has a solution early, improves it, and needs little
memory on trees. Where any solution costs the same, it only adds a proof.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Improved, Node, Search, Status
from masume.core.search.journal import (
    BOUND,
    DEAD,
    SEEN,
    STALE,
    Journal,
    Lists,
    active_journal,
    first_of_stack,
)
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, has_cycles
from masume.search._duplicates import DUPLICATES, needs_table


@algorithm(
    complete=True,
    optimal=True,
    minimises_cost=True,
    aliases=("dfbnb", "bnb"),
    options={"duplicates": DUPLICATES},
    pseudocode=pseudocode(
        """
        best ← none, frontier ← [start], best_g[start] ← 0  #start
        while frontier is not empty:
            node ← pop frontier  #take
            if f(node) ≥ g(best), or best_g[node] < g(node): skip it  #bound stale
            if node is a goal: best ← node, and go on with the next
            for each child of node:
                if child is on the path to node, or best_g[child] ≤ g(child): skip it  #seen
                if h(child) = ∞: skip it  #dead
                if g(child) + h(child) ≥ g(best): skip it  #bound
                best_g[child] ← g(child), push child onto frontier, least f on top  #kept
        return best  #solved
        without best: return that there is no solution  #exhausted
        """,
        {
            "best": "the cheapest goal so far; its cost is ∞ at first",
            "frontier": "stack: last in, first out",
            "best_g": "table: least g of each state, ∞ at first; not where the space is a tree",
        },
        Picks("last in, first out, the child of least f on top", "stack"),
    ),
)
def branch_and_bound(
    space: StateSpace, h: Estimate, journal: Journal | None = None, *, duplicates: str = "drop"
) -> Search:
    """Search depth-first; prune nodes that cannot lead to a cheaper solution; optimal.

    It ends when nothing is left, which proves that the best goal is a cheapest one if h is
    admissible. If a limit ends it, the run reports the best goal.
    """
    state = space.initial()
    frontier = [Node(state, h=h(state))]
    best_g: dict[Hashable, int] | None = {state: 0} if needs_table(space, duplicates) else None
    cyclic = best_g is None and has_cycles(space)
    best: Node | None = None
    least = inf
    if journal is not None:
        journal.first_waiting = lambda most: first_of_stack(frontier, most)
        journal.lists = lambda: Lists(len(frontier))
    while frontier:
        node = frontier.pop()
        is_stale = best_g is not None and best_g[node.state] < node.g
        if is_stale or node.g + (node.h or 0) >= least:
            if journal is not None:
                journal.drop(STALE if is_stale else BOUND, node)
            continue
        if space.is_goal(node.state):
            best, least = node, node.g
            yield Improved(node, inf)
            continue
        page = active_journal(journal)
        kept: list[Node] = []
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            g = node.g + cost
            is_known = best_g is not None and best_g.get(child, inf) <= g
            if is_known or (cyclic and node.is_on_path(child)):
                if page is not None:
                    page.reject(SEEN, generated, move, child, g)
                continue
            estimate = h(child)
            if g + estimate >= least or estimate == inf:
                if page is not None:
                    fate = DEAD if estimate == inf else BOUND
                    page.reject(fate, generated, move, child, g, estimate)
                continue
            if best_g is not None:
                best_g[child] = g
            kept.append(Node(child, node, move, g, estimate))
        frontier += sorted(kept, key=lambda node: node.g + (node.h or 0))[::-1]
        waiting = len(frontier)
        yield Expanded(node, kept, generated, waiting, waiting if best_g is None else len(best_g))
    return best or Status.EXHAUSTED
