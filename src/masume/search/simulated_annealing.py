"""Simulated annealing: accept worse neighbours with a decreasing probability.

Use it where local minima are many and shallow and there is time for a long, slowly cooled run. Its
schedule must fit the problem: tune hot and cold on other boards.
"""

from __future__ import annotations

from math import exp
from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import WORSE, Journal, Lists
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, near_form
from masume.core.search.spec import Tuning
from masume.search._neighbours import draw_step

_DEFAULT_STEPS = 20_000  # without a limit on nodes


@algorithm(
    local=True,
    f=(0, 1),
    aliases=("sa",),
    options={
        "steps": Tuning(
            "The maximum number of steps. By default as many as the limit on nodes allows, or "
            "20,000 without a limit.",
            least=1,
            budget=True,
        ),
        "hot": Tuning(
            "The initial temperature; the higher, the more often a worse board is accepted.",
            least=1e-6,
        ),
        "cold": Tuning("The final temperature.", least=1e-6),
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
        Picks("draws a neighbour; the cooler it is, the rarer a worse one is taken", "local"),
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
    """Move to a random neighbour if it is better, or with probability e^(-Δh / temperature).

    The temperature falls geometrically from `hot` to `cold` in `steps` steps.
    """
    total = _DEFAULT_STEPS if steps is None else steps
    cooling = (cold / hot) ** (1 / total)
    temperature = hot
    near = near_form(h)
    if journal is not None:
        journal.lists = Lists
    state = space.initial()
    node = Node(state, h=h(state))
    for _ in range(total):
        if space.is_goal(node.state):
            return node
        step, generated = draw_step(space, node.state, rng)
        if step is None:
            yield Expanded(node, [], generated, 0, 1)
            return Status.STUCK
        move, child, cost = step
        estimate = h(child) if near is None else near(node.state, node.h or 0)(child)
        worse_by = estimate - (node.h or 0)
        taken = worse_by <= 0 or rng.random() < exp(-worse_by / temperature)
        chosen = Node(child, node, move, node.g + cost, estimate)
        if journal is not None and not taken:
            journal.reject(WORSE, generated, move, child, chosen.g, estimate)
        yield Expanded(node, [chosen] if taken else [], generated, 1, 2)
        if taken:
            node = chosen
        temperature *= cooling
    return node if space.is_goal(node.state) else Status.STUCK
