"""Tabu search (Glover): the best neighbour that does not undo a recent change.

Use it where steepest ascent ends in deep local minima: it leaves them by the least bad change, and
its memory keeps it from falling back. Every step looks at all neighbours, so it pays off where they
are evaluated incrementally.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.search._local import DEFAULT_STEPS, STEPS, Choice, best_of, evaluate, start_node, walk


@algorithm(
    local=True,
    f=(0, 1),
    options={
        "steps": STEPS,
        "length": Tuning("For how many steps a change must not be undone.", least=1),
    },
    pseudocode=pseudocode(
        """
        node ← start, best ← h(start), tabu ← empty  #start
        repeat steps times:
            if node is a goal: return it  #solved
            look at every neighbour of node  #take
                it changes what is in tabu, and h(neighbour) ≥ best: not allowed  #worse passed
            node ← the allowed one with the least h, drawn among equals  #kept
            add what changed to tabu, forget the oldest beyond length
            best ← min(best, h(node))
        give up  #stuck
        """,
        {
            "node": "the only node that is held",
            "tabu": "queue: what the last steps changed, length of them",
        },
        Picks("takes the best neighbour that undoes none of the last {length} changes", "local"),
    ),
)
def tabu_search(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    steps: int | None = None,
    length: int = 7,
) -> Search:
    """Move to the best neighbour, better or not, unless it undoes one of the last changes.

    A change is what differs between two states: bits of a number, or places of a tuple. One that
    leads to the best board so far is always allowed (aspiration).
    """
    start = start_node(space, h, journal)
    least = start.h or 0
    tabu: deque[Hashable] = deque(maxlen=length)

    def choose(node: Node) -> Choice:
        nonlocal least
        neighbours = evaluate(space.successors(node.state), node, h)
        allowed = [
            other
            for other in neighbours
            if (other.h or 0) < least or _change(node.state, other.state) not in tabu
        ]
        best = best_of(allowed or neighbours, rng)
        if best is not None:
            tabu.append(_change(node.state, best.state))
            least = min(least, best.h or 0)
        return neighbours, best

    return (yield from walk(space, start, steps or DEFAULT_STEPS, journal, choose))


def _change(before: Hashable, after: Hashable) -> Hashable:
    """Return what differs between two states, the same for a change and its reversal."""
    if isinstance(before, int) and isinstance(after, int):
        return before ^ after
    if isinstance(before, tuple) and isinstance(after, tuple):
        pairs = enumerate(zip(before, after, strict=False))
        return tuple(place for place, (a, b) in pairs if a != b)
    return frozenset((before, after))
