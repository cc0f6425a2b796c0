"""IDA*: iterative deepening on path cost plus estimate."""

from __future__ import annotations

from math import ceil, inf

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Restarted, Search, Status
from masume.core.search.journal import BOUND, DEAD, Journal, Lists, first_of_stack, open_page
from masume.core.search.pseudocode import pseudocode
from masume.core.search.space import Estimate, StateSpace


@algorithm(
    complete=True,
    optimal=True,
    needs_acyclic=True,
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
    """Depth first below a bound on g + h, raised round by round; A* without its memory.

    The next bound is the least f that this round cut off; without one, everything was seen. Costs
    are whole numbers, so a bound in between is raised to the next one: an estimate like the
    Euclidean distance would otherwise take a round for each of its many values.
    """
    state = space.initial()
    root = Node(state, h=h(state))
    bound = _whole(root.h or 0)
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
            page = open_page(journal)
            kept: list[Node] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                g = node.g + cost
                estimate = h(child)
                if g + estimate <= bound:
                    kept.append(Node(child, node, move, g, estimate))
                    continue
                if g + estimate < next_bound:
                    next_bound = g + estimate
                if page is not None:
                    fate = DEAD if estimate == inf else BOUND
                    page.refuse(fate, generated, move, child, g, estimate)
            frontier.extend(reversed(kept))
            waiting = len(frontier)
            yield Expanded(node, kept, generated, waiting, waiting)
        bound = _whole(next_bound)
        if bound != inf:
            yield Restarted(f"f at most {bound:g}")
    return Status.EXHAUSTED


def _whole(bound: float) -> float:
    """The least whole number that is not below the bound."""
    return bound if bound == inf else ceil(bound)
