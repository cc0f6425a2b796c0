"""Depth-first rounds below a rising bound on g + h: shared by IDA* and iterative lengthening."""

from __future__ import annotations

from math import ceil, inf

from masume.core.search.events import Expanded, Node, Restarted, Search, Status
from masume.core.search.journal import (
    BOUND,
    DEAD,
    SEEN,
    Journal,
    Lists,
    active_journal,
    first_of_stack,
)
from masume.core.search.space import Estimate, StateSpace, has_cycles


def cost_rounds(
    space: StateSpace, h: Estimate | None, journal: Journal | None, bounded: str
) -> Search:
    """Search depth-first below a bound that rises to the least value cut off in each round.

    If nothing was cut off, the search is exhausted. Where costs are integers, bounds are rounded
    up. `bounded` is the name of what is bounded, for the reports of new rounds.
    """
    state = space.initial()
    root = Node(state, h=h(state) if h else None)
    bound = root.h or 0
    if getattr(space, "integer_costs", True):
        bound = _round_up(bound)
    whole = True  # all costs so far are integers
    cyclic = has_cycles(space)
    frontier: list[Node] = []
    if journal is not None:
        journal.first_waiting = lambda most: first_of_stack(frontier, most)
        journal.lists = lambda: Lists(len(frontier))
    while bound != inf:
        next_bound = inf
        frontier = [root]
        while frontier:
            node = frontier.pop()
            if space.is_goal(node.state):
                return node
            page = active_journal(journal)
            kept: list[Node] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                g = node.g + cost
                if cyclic and node.is_on_path(child):
                    if page is not None:
                        page.reject(SEEN, generated, move, child, g)
                    continue
                estimate = h(child) if h else None
                f = g if estimate is None else g + estimate
                if f <= bound:
                    kept.append(Node(child, node, move, g, estimate))
                    continue
                if f < next_bound:
                    next_bound = f
                if type(g) is not int:
                    whole = False
                if page is not None:
                    page.reject(DEAD if f == inf else BOUND, generated, move, child, g, estimate)
            frontier.extend(reversed(kept))
            waiting = len(frontier)
            yield Expanded(node, kept, generated, waiting, waiting)
        bound = _round_up(next_bound) if whole else next_bound
        if bound != inf:
            yield Restarted(f"{bounded} at most {bound:g}")
    return Status.EXHAUSTED


def _round_up(bound: float) -> float:
    """Round a bound up to an integer, keeping infinity."""
    return bound if bound == inf else ceil(bound)
