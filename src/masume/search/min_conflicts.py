"""Min-conflicts (Minton et al.): repair a faulty part as well as possible.

Use it on constraint problems with many solutions spread evenly, such as n queens, which it solves
for a million queens in seconds. It has no way out of a cycle of plateaus but its random choices:
where solutions are rare, add noise (walksat) or a memory (tabu_search).
"""

from __future__ import annotations

from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import Journal, Lists
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.search._neighbours import best_of, evaluate, focused_steps, reject_others

_DEFAULT_STEPS = 20_000  # without a limit on nodes


@algorithm(
    local=True,
    f=(0, 1),
    options={
        "steps": Tuning(
            "The largest number of steps. By default as many as the limit on nodes allows, or "
            "20,000 without a limit.",
            least=1,
            budget=True,
        ),
    },
    pseudocode=pseudocode(
        """
        node ← start  #start
        repeat steps times:
            if node is a goal: return it  #solved
            part ← a random part of the board that breaks a rule
            look at the neighbours that change part  #take
            node ← the one with the least h, drawn among equals  #kept
                the others are not taken  #worse passed
        give up  #stuck
        """,
        {
            "node": "the only node that is held",
            "part": "cells, or a variable, of a violated condition",
        },
        Picks("changes a random faulty part so that the fewest conflicts remain", "local"),
    ),
)
def min_conflicts(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    steps: int | None = None,
) -> Search:
    """Change a random faulty part so that the fewest conflicts remain, even if that is no better.

    In spaces that do not name faulty parts, every neighbour is looked at.
    """
    if journal is not None:
        journal.lists = Lists
    state = space.initial()
    node = Node(state, h=h(state))
    for _ in range(_DEFAULT_STEPS if steps is None else steps):
        if space.is_goal(node.state):
            return node
        neighbours = evaluate(focused_steps(space, node.state, rng), node, h)
        chosen = [best_of(neighbours, rng)] if neighbours else []
        reject_others(journal, node, neighbours, chosen)
        yield Expanded(node, chosen, len(neighbours), len(chosen), 1 + len(neighbours))
        if not chosen:
            return Status.STUCK
        node = chosen[0]
    return node if space.is_goal(node.state) else Status.STUCK
