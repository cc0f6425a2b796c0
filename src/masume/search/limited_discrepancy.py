"""Limited discrepancy search (Harvey and Ginsberg): follow the heuristic with few exceptions.

Use it on trees of decisions whose heuristic is usually right: one wrong choice near the root costs
depth-first search its whole subtree, but this search a single discrepancy. Without a good order of
the children it repeats work for nothing.
"""

from __future__ import annotations

from math import inf

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Restarted, Search, Status
from masume.core.search.journal import DEAD, PASSED, SEEN, Journal, Lists, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, has_cycles
from masume.core.search.spec import Tuning


@algorithm(
    complete=True,
    aliases=("lds",),
    f=(0, 1),
    options={
        "most": Tuning("The largest number of discrepancies on a path; by default any.", least=0)
    },
    pseudocode=pseudocode(
        """
        for allowed = 0, 1, 2 … (most):
            frontier ← [(start, allowed)]  #start round
            while frontier is not empty:
                node, left ← pop frontier  #take
                if node is a goal: return its path  #solved
                for each child of node, in order of h:
                    if child is on the path to node: skip it  #seen
                    if h(child) = ∞: skip it  #dead
                    the first: push (child, left) onto frontier  #kept
                    others: push (child, left − 1) beneath it; if left = 0, skip them  #passed
            if left = 0 made it skip nothing: return that there is no solution  #exhausted
        give up  #stuck
        """,
        {
            "frontier": "stack of nodes, each with the discrepancies left below it",
            "allowed": "how often a path may contradict h in this round",
        },
        Picks("last in, first out, the child of least h on top", "stack"),
    ),
)
def limited_discrepancy(
    space: StateSpace, h: Estimate, journal: Journal | None = None, *, most: int | None = None
) -> Search:
    """Search depth-first in order of h, with at most 0, 1, 2 … choices against h on a path.

    Every choice but the first is one discrepancy. No table of states is kept; a round that skips
    no child proves that there is no solution.
    """
    state = space.initial()
    root = Node(state, h=h(state))
    cyclic = has_cycles(space)
    allowed = 0
    frontier: list[tuple[Node, int]] = []
    if journal is not None:
        journal.first_waiting = lambda most: [node for node, _ in frontier[: -most - 1 : -1]]
        journal.lists = lambda: Lists(len(frontier))
    while True:
        cut_off = False
        frontier = [(root, allowed)]
        while frontier:
            node, left = frontier.pop()
            if space.is_goal(node.state):
                return node
            page = active_journal(journal)
            children: list[tuple[float, int, Node]] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                g = node.g + cost
                if cyclic and node.is_on_path(child):
                    if page is not None:
                        page.reject(SEEN, generated, move, child, g)
                    continue
                estimate = h(child)
                if estimate != inf:
                    successor = Node(child, node, move, g, estimate)
                    children.append((estimate, generated, successor))
                elif page is not None:
                    page.reject(DEAD, generated, move, child, g, estimate)
            children.sort(key=lambda entry: entry[:2])
            if not left and len(children) > 1:
                cut_off = True
                if page is not None:
                    for estimate, number, left_out in children[1:]:
                        details = (left_out.move, left_out.state, left_out.g, estimate)
                        page.reject(PASSED, number, *details)
                del children[1:]
            frontier += [(child, left - 1) for _, _, child in reversed(children[1:])]
            frontier += [(child, left) for _, _, child in children[:1]]
            # Films number the kept children in the order in which the space produced them.
            kept = [child for _, _, child in sorted(children, key=lambda entry: entry[1])]
            waiting = len(frontier)
            yield Expanded(node, kept, generated, waiting, waiting)
        if not cut_off:
            return Status.EXHAUSTED
        if most is not None and allowed >= most:
            return Status.STUCK
        allowed += 1
        yield Restarted(f"{allowed} discrepancies")
