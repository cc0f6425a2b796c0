"""IDA*: iterative deepening by path cost plus estimate."""

from __future__ import annotations

from math import ceil, inf

from masume.core.search.algorithm import algorithm
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
from masume.core.search.pseudocode import pseudocode
from masume.core.search.space import Estimate, StateSpace, has_cycles


@algorithm(
    complete=True,
    optimal=True,
    minimises_cost=True,
    aliases=("ida*", "idastar"),
    pseudocode=pseudocode(
        """
        bound ← ⌈h(start)⌉  #start
        while bound < ∞:
            next_bound ← ∞, frontier ← [start]  #round
            while frontier is not empty:
                node ← pop frontier  #take
                if node is a goal: return its path  #solved
                for each child of node:
                    if child is on the path to node: skip it  #seen
                    f ← g(child) + h(child)
                    if f ≤ bound: push child onto frontier, beneath its earlier siblings  #kept
                    else leave it out, next_bound ← min(next_bound, f)  #bound dead
            bound ← ⌈next_bound⌉
        return that there is no solution  #exhausted
        """,
        {
            "frontier": "stack: last in, first out; no table of states is kept",
            "bound": "largest f that this round looks at; whole, since all costs are",
            "next_bound": "least f that this round left out",
        },
    ),
)
def ida_star(space: StateSpace, h: Estimate, journal: Journal | None = None) -> Search:
    """Search depth-first below a bound on g + h that rises each round; optimal in little memory.

    The next bound is the least f that was cut off; if nothing was, the search is exhausted. Where
    costs are integers, bounds are rounded up: otherwise an estimate such as the Euclidean distance
    would need a round for each of its many values.
    """
    state = space.initial()
    root = Node(state, h=h(state))
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
                estimate = h(child)
                if g + estimate <= bound:
                    kept.append(Node(child, node, move, g, estimate))
                    continue
                if g + estimate < next_bound:
                    next_bound = g + estimate
                if type(g) is not int:
                    whole = False
                if page is not None:
                    fate = DEAD if estimate == inf else BOUND
                    page.reject(fate, generated, move, child, g, estimate)
            frontier.extend(reversed(kept))
            waiting = len(frontier)
            yield Expanded(node, kept, generated, waiting, waiting)
        bound = _round_up(next_bound) if whole else next_bound
        if bound != inf:
            yield Restarted(f"f at most {bound:g}")
    return Status.EXHAUSTED


def _round_up(bound: float) -> float:
    """Round a bound up to an integer, keeping infinity."""
    return bound if bound == inf else ceil(bound)
