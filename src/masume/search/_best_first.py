"""Best-first search: the loop shared by uniform cost, greedy and A*, which differ in f only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial
from heapq import heappop, heappush
from math import inf

from masume.core.search.events import Node, Search, Status
from masume.core.search.journal import (
    DEAD,
    SEEN,
    STALE,
    Journal,
    Lists,
    active_journal,
    count_ties,
    first_of_heap,
)
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.search._duplicates import needs_table

TIES = Tuning(
    "Which of several nodes with equal f is expanded first: the one generated first (oldest) or "
    "last (newest).",
    choices=("oldest", "newest"),
)


def best_first(
    space: StateSpace,
    h: Estimate | None,
    f: tuple[float, float],
    ties: str,
    journal: Journal | None = None,
    duplicates: str = "drop",
) -> Search:
    """Expand the node with the least f until a goal is removed from the frontier.

    `f` holds the factors of g and h. Ties in f are broken in favour of the node that entered the
    frontier first (`oldest`) or last (`newest`). A state reached again is kept only if the new path
    is cheaper; the old entry stays in the frontier as a stale one and is skipped when removed (lazy
    deletion). Dead ends (infinite h) are not kept.
    """
    step = {"oldest": 1, "newest": -1}[ties]
    of_g, of_h = f
    successors, is_goal = space.successors, space.is_goal
    state = space.initial()
    estimate = h(state) if h else 0
    if estimate == inf:
        return Status.EXHAUSTED
    best_g: dict[Hashable, int] | None = {state: 0} if needs_table(space, duplicates) else None
    ticket = 0
    known_g = inf
    frontier = [(of_h * estimate, ticket, Node(state, h=estimate if h else None))]
    # `best_g` does not distinguish closed states from open ones; only films show the difference.
    closed: set[Hashable] | None = None if best_g is None or journal is None else set()
    stale = 0  # entries of the frontier, counted for films only
    if journal is not None:
        is_open = partial(_is_cheapest, best_g)
        journal.first_waiting = lambda most: first_of_heap(frontier, most, is_open)
        journal.lists = lambda: Lists(
            len(frontier) - stale, None if closed is None else len(closed)
        )
    while frontier:
        value, _, node = heappop(frontier)
        state, g_of_node = node.state, node.g
        if best_g is not None and best_g[state] < g_of_node:
            if journal is not None:
                stale -= 1
                journal.drop(STALE, node)
            continue
        if is_goal(state):
            return node
        page = None if journal is None else active_journal(journal)
        if page is not None:
            page.taken = value, count_ties(frontier, value, is_open)
        kept: list[Node] = []
        generated = 0
        for move, child, cost in successors(state):
            generated += 1
            g = g_of_node + cost
            if best_g is not None:
                known_g = best_g.get(child, inf)
                if known_g <= g:
                    if page is not None:
                        page.reject(SEEN, generated, move, child, g)
                    continue
                best_g[child] = g
            if h is None:
                successor = Node(child, node, move, g)
                value = of_g * g
            else:
                estimate = h(child)
                if estimate == inf:
                    if page is not None:
                        page.reject(DEAD, generated, move, child, g, estimate)
                    continue
                successor = Node(child, node, move, g, estimate)
                value = of_g * g + of_h * estimate
            ticket += step
            heappush(frontier, (value, ticket, successor))
            kept.append(successor)
            if closed is not None:
                if child in closed:
                    closed.discard(child)  # reopened
                elif known_g != inf:
                    stale += 1
        if closed is not None:
            closed.add(state)
        waiting = len(frontier)
        stored = waiting if best_g is None else len(best_g)  # it holds the waiting ones too
        yield node, kept, generated, waiting, stored
    return Status.EXHAUSTED


def _is_cheapest(best_g: Mapping[Hashable, float] | None, node: Node) -> bool:
    """Return whether no cheaper path to the state of a node is known."""
    return best_g is None or best_g[node.state] == node.g
