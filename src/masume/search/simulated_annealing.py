"""Simulated annealing: accept worse neighbours with a decreasing probability.

Use it where local minima are many and shallow and there is time for a long, slowly cooled run. Its
schedule must fit the problem: tune hot and cold on other boards.
"""

from __future__ import annotations

from math import exp
from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.search._local import DEFAULT_STEPS, STEPS, random_walk, start_node


@algorithm(
    local=True,
    f=(0, 1),
    aliases=("sa",),
    options={
        "steps": STEPS,
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
    """Move to a random neighbour if it is not worse, or with probability e^(-Δh / temperature).

    The temperature falls geometrically from `hot` to `cold` in `steps` steps.
    """
    total = steps or DEFAULT_STEPS
    cooling = (cold / hot) ** (1 / total)
    temperature = hot

    def accepts(number: int, now: float, then: float) -> bool:
        nonlocal temperature
        is_accepted = then <= now or rng.random() < exp((now - then) / temperature)
        temperature *= cooling
        return is_accepted

    start = start_node(space, h, journal)
    return (yield from random_walk(space, h, rng, start, total, journal, accepts))
