"""Simulated annealing: worse steps too, ever more rarely."""

from __future__ import annotations

from collections.abc import Hashable
from math import exp
from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import WORSE, Journal, Lists
from masume.core.search.pseudocode import pseudocode
from masume.core.search.space import Estimate, StateSpace, Step
from masume.core.search.spec import Tuning

_USUAL_STEPS = 20_000  # where there is no limit to fit into


@algorithm(
    local=True,
    f=(0, 1),
    aliases=("sa",),
    options={
        "steps": Tuning(
            "How many steps it takes at most. If none are named, as many as the limit on nodes "
            "allows, and 20,000 without one.",
            least=1,
            budget=True,
        ),
        "hot": Tuning(
            "The temperature in the beginning; the hotter, the more often it takes a worse board.",
            least=1e-6,
        ),
        "cold": Tuning("The temperature in the end.", least=1e-6),
    },
    pseudocode=pseudocode(
        """
        node ← start, temperature ← hot  #start
        repeat steps times:
            if node is a goal: return it  #solved
            neighbour ← a random neighbour of node; give up if there is none  #take
            Δ ← h(neighbour) − h(node)
            if Δ ≤ 0, or else with probability e^(−Δ / temperature): node ← neighbour  #kept
            else stay  #worse
            temperature ← temperature · (cold / hot)^(1 / steps)
        return node if it is a goal, else give up  #stuck
        """,
        {"node": "the only node that is held", "temperature": "falls from hot to cold"},
    ),
)
def simulated_annealing(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    steps: int | None = None,
    hot: float = 2.0,
    cold: float = 0.1,
) -> Search:
    """A random neighbour is taken if it is better, or with probability e^(-Δh / temperature).

    The temperature falls by a constant factor from `hot` to `cold` in `steps` steps.
    """
    many = _USUAL_STEPS if steps is None else steps
    cooling = (cold / hot) ** (1 / many)
    temperature = hot
    if journal is not None:
        journal.lists = Lists
    state = space.initial()
    node = Node(state, h=h(state))
    for _ in range(many):
        if space.is_goal(node.state):
            return node
        step, generated = _any_step(space, node.state, rng)
        if step is None:
            yield Expanded(node, [], generated, 0, 1)
            return Status.STUCK
        move, child, cost = step
        estimate = h(child)
        worse_by = estimate - (node.h or 0)
        taken = worse_by <= 0 or rng.random() < exp(-worse_by / temperature)
        chosen = Node(child, node, move, node.g + cost, estimate)
        if journal is not None and not taken:
            journal.refuse(WORSE, generated, move, child, chosen.g, estimate)
        yield Expanded(node, [chosen] if taken else [], generated, 1, 2)
        if taken:
            node = chosen
        temperature *= cooling
    return node if space.is_goal(node.state) else Status.STUCK


def _any_step(space: StateSpace, state: Hashable, rng: Random) -> tuple[Step | None, int]:
    """A random successor, and how many had to be produced to draw it."""
    draw = getattr(space, "random_successor", None)  # what a Sampled space has
    if draw is not None:
        return draw(state, rng), 1
    steps = list(space.successors(state))
    return (rng.choice(steps) if steps else None), len(steps)
