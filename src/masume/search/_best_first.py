"""The loop that uniform cost, greedy and A* share: they differ only in what comes first."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from math import inf

from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import DEAD, SEEN, STALE, Journal, Lists, first_of_heap, open_page
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning

TIES = Tuning(
    "Which of equally good nodes comes first: the one that has waited longest, or the one "
    "that came last.",
    choices=("oldest", "newest"),
)


def best_first(
    space: StateSpace,
    h: Estimate | None,
    f: Callable[[float, float], float],
    ties: str,
    journal: Journal | None = None,
) -> Search:
    """Expand the node with the least f(g, h) until a goal is taken out of the frontier.

    Ties in f go to the node that entered the frontier first (`oldest`) or last (`newest`).
    A state reached again is kept only if the new path is cheaper; the old entry goes stale in
    the frontier and is dropped when its turn comes. Dead ends (h infinite) are dropped at once.
    """
    step = {"oldest": 1, "newest": -1}[ties]
    state = space.initial()
    estimate = h(state) if h else 0
    if estimate == inf:
        return Status.EXHAUSTED
    best_g: dict[Hashable, int] | None = None if space.is_tree else {state: 0}
    ticket = 0
    frontier = [(f(0, estimate), ticket, Node(state, h=estimate if h else None))]
    # `best_g` does not distinguish closed states from waiting ones; only films want to know.
    closed: set[Hashable] | None = None if best_g is None or journal is None else set()
    if journal is not None:
        journal.first_waiting = lambda most: first_of_heap(frontier, most)
        journal.lists = lambda: Lists(len(frontier), None if closed is None else len(closed))
    while frontier:
        node = heappop(frontier)[2]
        state = node.state
        if best_g is not None and best_g[state] < node.g:
            if journal is not None:
                journal.drop(STALE, node)
            continue  # a cheaper path to this state was found since
        if space.is_goal(state):
            return node
        page = open_page(journal)
        kept: list[Node] = []
        generated = 0
        for move, child, cost in space.successors(state):
            generated += 1
            g = node.g + cost
            if best_g is not None:
                if best_g.get(child, inf) <= g:
                    if page is not None:
                        page.refuse(SEEN, generated, move, child, g)
                    continue
                best_g[child] = g
            if h is None:
                successor = Node(child, node, move, g)
                value = f(g, 0)
            else:
                estimate = h(child)
                if estimate == inf:
                    if page is not None:
                        page.refuse(DEAD, generated, move, child, g, estimate)
                    continue
                successor = Node(child, node, move, g, estimate)
                value = f(g, estimate)
            ticket += step
            heappush(frontier, (value, ticket, successor))
            kept.append(successor)
            if closed is not None:
                closed.discard(child)  # it is opened again
        if closed is not None:
            closed.add(state)
        waiting = len(frontier)
        stored = waiting if best_g is None else waiting + len(best_g)
        yield Expanded(node, kept, generated, waiting, stored)
    return Status.EXHAUSTED
