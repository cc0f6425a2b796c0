"""ARA*: anytime repairing A* (Likhachev, Gordon and Thrun): a quick solution that improves.

Use it where A* takes too long but a deadline is known: the first solution comes as fast as from
weighted A*, each later one is closer to the minimum, and the factor by which it may exceed the
minimum is known at any time. Without a deadline A* does less work.
"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heapify, heappop, heappush
from math import inf

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Improved, Node, Restarted, Search, Status
from masume.core.search.journal import (
    BOUND,
    DEAD,
    SEEN,
    STALE,
    Journal,
    Lists,
    active_journal,
    count_ties,
    first_of_heap,
)
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning


@algorithm(
    complete=True,
    optimal=True,
    minimises_cost=True,
    bound="bound",
    aliases=("ara*",),
    f=(1, "weight"),
    options={
        "weight": Tuning("The factor of h in the first round; each round lowers it.", least=1),
        "step": Tuning("How much each round lowers the weight.", least=0.01),
        "bound": Tuning(
            "The search ends when its solution is proved to cost at most this many times the "
            "minimum; 1 asks for a cheapest one.",
            least=1,
        ),
    },
    pseudocode=pseudocode(
        """
        frontier ← {start}, best_g[start] ← 0, best ← none  #start
        repeat:
            closed ← {}, set_aside ← {}  #round
            while the least f = g + weight·h in frontier is below g(best):
                node ← take the node with the least f out of frontier  #take
                if best_g[node] < g(node): skip it  #stale
                if node is a goal: best ← node, end the round
                add node to closed
                for each child of node:
                    if best_g[child] ≤ g(child): skip it  #seen
                    best_g[child] ← g(child)
                    if h(child) = ∞: skip it  #dead
                    if g(child) + h(child) ≥ g(best): skip it  #bound
                    add child to frontier, or to set_aside if it is in closed  #kept
            without best: return that there is no solution  #exhausted
            proved ← g(best) / least g + h in frontier and set_aside
            if proved ≤ bound: return best  #solved
            weight ← max(1, min(weight, proved) − step), add set_aside to frontier
        """,
        {
            "frontier": "priority queue, least f first; among equals the newest",
            "best_g": "table: least g of each state, ∞ at first",
            "closed": "set: states expanded in this round",
            "set_aside": "list: cheaper paths to closed states, kept for the next round",
            "best": "the cheapest goal so far; its cost is ∞ at first",
            "proved": "g(best) is at most this many times the minimum",
        },
        Picks("the least f", "priority", "newest first"),
    ),
)
def ara_star(
    space: StateSpace,
    h: Estimate,
    journal: Journal | None = None,
    *,
    weight: float = 3.0,
    step: float = 0.5,
    bound: float = 1.0,
) -> Search:
    """Find a solution by weighted A*, then improve it with smaller weights; anytime.

    Rounds reuse the nodes of earlier ones. If h is admissible, every solution is reported with a
    proved factor to the minimum; the search ends when it is at most `bound`.
    """
    state = space.initial()
    estimate = h(state)
    if estimate == inf:
        return Status.EXHAUSTED
    best_g: dict[Hashable, int] = {state: 0}
    frontier = [(0.0, 0, Node(state, h=estimate))]
    best: Node | None = None
    ticket = stale = 0

    def is_open(node: Node) -> bool:
        return best_g[node.state] == node.g

    closed: set[Hashable] = set()
    if journal is not None:
        journal.first_waiting = lambda most: first_of_heap(frontier, most, is_open)
        journal.lists = lambda: Lists(len(frontier) - stale, len(closed))
    while True:
        least = inf if best is None else best.g
        closed = set()
        set_aside: list[Node] = []
        goal: Node | None = None
        while frontier and frontier[0][0] < least:
            priority, _, node = heappop(frontier)
            if best_g[node.state] < node.g:
                stale -= 1
                if journal is not None:
                    journal.drop(STALE, node)
                continue
            if space.is_goal(node.state):
                goal = node
                break
            closed.add(node.state)
            page = active_journal(journal)
            if page is not None:
                page.taken = priority, count_ties(frontier, priority, is_open)
            kept: list[Node] = []
            generated = 0
            for move, child, cost in space.successors(node.state):
                generated += 1
                g = node.g + cost
                known_g = best_g.get(child, inf)
                if known_g <= g:
                    if page is not None:
                        page.reject(SEEN, generated, move, child, g)
                    continue
                best_g[child] = g
                estimate = h(child)
                if g + estimate >= least:
                    if page is not None:
                        fate = DEAD if estimate == inf else BOUND
                        page.reject(fate, generated, move, child, g, estimate)
                    continue
                kept.append(Node(child, node, move, g, estimate))
                if child in closed:
                    set_aside.append(kept[-1])
                else:
                    stale += known_g != inf
                    ticket -= 1
                    heappush(frontier, (g + weight * estimate, ticket, kept[-1]))
            waiting = len(frontier) + len(set_aside)
            yield Expanded(node, kept, generated, waiting, len(best_g))
        best = goal or best
        if best is None:
            return Status.EXHAUSTED
        pending = [*(node for _, _, node in frontier), *set_aside]
        pending = [
            node for node in pending
            if best_g[node.state] == node.g and node.g + (node.h or 0) < best.g
        ]  # fmt: skip
        proved = _proved_factor(best.g, pending)
        if proved <= bound or not pending:
            return best
        yield Improved(best, min(proved, weight))
        weight = max(1.0, min(weight, proved) - step)
        frontier, stale = [], 0
        for number, node in enumerate(pending):
            frontier.append((node.g + weight * (node.h or 0), ticket - number, node))
        ticket -= len(pending)
        heapify(frontier)
        yield Restarted(f"cost {best.g:g}, at most {proved:.3g} times the minimum", (1, weight))


def _proved_factor(cost: float, pending: list[Node]) -> float:
    """Return the factor to the minimum that open nodes leave possible; 1 if none is cheaper."""
    lowest = min((node.g + (node.h or 0) for node in pending), default=cost)
    if lowest >= cost:
        return 1.0
    return cost / lowest if lowest else inf
