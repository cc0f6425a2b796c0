"""Depth-first search with an explicit stack, so there is no recursion limit.

Use it on trees of decisions, where every path ends at a bounded depth and only a contradiction
reveals that there is no solution. Memory grows with the depth only; the first solution may be poor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Search, Status
from masume.core.search.journal import (
    DEPTH,
    SEEN,
    STALE,
    Journal,
    Lists,
    active_journal,
    first_of_stack,
)
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import StateSpace
from masume.core.search.spec import Tuning
from masume.search._duplicates import DUPLICATES, needs_table


@algorithm(
    complete=True,
    aliases=("dfs",),
    options={
        "depth_limit": Tuning("The maximum depth in moves.", least=0),
        "duplicates": DUPLICATES,
    },
    pseudocode=pseudocode(
        """
        frontier ← [start], depth_of ← {}  #start
        while frontier is not empty:
            node ← pop frontier  #take
            if node is in depth_of (with a depth_limit: no deeper than now): skip it  #stale
            if node is a goal: return its path  #solved
            depth_of[node] ← its depth
            if its depth is depth_limit: skip it  #depth
            for each child of node:
                if child is in depth_of (and there is no depth_limit): skip it  #seen
                push child onto frontier, beneath its earlier siblings  #kept
        if depth_limit cut anything off: give up  #stuck
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "stack: last in, first out",
            "depth_of": "table: depth at which a state was taken up; not where the space is a tree",
        },
        Picks("last in, first out", "stack"),
    ),
)
def depth_first(
    space: StateSpace,
    journal: Journal | None = None,
    *,
    depth_limit: int | None = None,
    duplicates: str = "drop",
) -> Search:
    """Follow the first move as deep as possible, then backtrack; needs little memory on trees.

    With a depth limit it is incomplete: if a node was cut off, nothing is proved.
    """
    frontier = [Node(space.initial())]
    depth_of: dict[Hashable, int] | None = {} if needs_table(space, duplicates) else None
    drops = depth_of if depth_limit is None else None  # else a shallower path reaches further
    successors, is_goal = space.successors, space.is_goal
    cut_off = False
    entries: Counter[Hashable] = Counter()  # of each state in the frontier, counted for films only
    stale = 0
    if journal is not None:
        entries[frontier[0].state] = 1
        journal.first_waiting = lambda most: first_of_stack(frontier, most, drops)
        journal.lists = lambda: Lists(
            len(frontier) - stale, None if depth_of is None else len(depth_of)
        )
    take = frontier.pop
    while frontier:
        node = take()
        state = node.state
        if depth_of is not None:
            if journal is not None:
                entries[state] -= 1
            # Expand a state again only if it now has more depth left below it.
            before = depth_of.get(state)
            if before is not None and (depth_limit is None or before <= node.depth):
                if journal is not None:
                    stale -= drops is not None
                    journal.drop(STALE, node)
                continue
        if is_goal(state):
            return node
        if depth_of is not None:
            depth_of[state] = node.depth
            stale += 0 if drops is None else entries[state]
        if depth_limit is not None and node.depth >= depth_limit:
            cut_off = True
            if journal is not None:
                journal.drop(DEPTH, node)
            continue
        page = None if journal is None else active_journal(journal)
        kept: list[Node] = []
        dropped, g = 0, node.g
        for move, child, cost in successors(state):
            if drops and child in drops:
                dropped += 1
                if page is not None:
                    page.reject(SEEN, dropped + len(kept), move, child, g + cost)
                continue
            kept.append(Node(child, node, move, g + cost))
        frontier += kept[::-1]
        if journal is not None:
            entries.update(child.state for child in kept)
        waiting = len(frontier)
        stored = waiting if depth_of is None else waiting + len(depth_of)
        yield node, kept, dropped + len(kept), waiting, stored
    return Status.STUCK if cut_off else Status.EXHAUSTED
