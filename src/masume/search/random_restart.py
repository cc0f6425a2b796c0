"""Hill climbing with random restarts.

Use it as the first local search to try: it needs no tuning, and each start is another chance. Where
good boards lie close together, a search that stays near the best one is ahead.
"""

from __future__ import annotations

from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Restarted, Search, Status
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, Sampled
from masume.core.search.spec import Tuning
from masume.search._climb import climb

_DEFAULT_RESTARTS = 500  # without a limit on nodes


@algorithm(
    local=True,
    f=(0, 1),
    needs=Sampled,
    options={
        "restarts": Tuning(
            "The maximum number of restarts. By default as many as the limit on nodes allows, or "
            "500 without a limit.",
            least=0,
            budget=True,  # each start expands at least one node
        ),
        "sideways": Tuning("The maximum number of moves in a row that leave h unchanged.", least=0),
    },
    pseudocode=pseudocode(
        """
        for each of restarts + 1 attempts:
            node ← a random board  #start round
            while node is not a goal:
                look at every neighbour of node  #take
                    no better than node: not taken, unless it is the best and as good  #worse
                    better, but not drawn: not taken  #passed
                if there is none, the best is worse, or as good after sideways such steps in a row:
                    next attempt
                node ← one of the best neighbours, drawn at random  #kept
            return node  #solved
        give up  #stuck
        """,
        {"node": "the only node that is held"},
        Picks("takes the best neighbour, up to {sideways} times in a row without a gain", "local"),
    ),
)
def random_restart(
    space: Sampled,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    restarts: int | None = None,
    sideways: int = 20,
) -> Search:
    """Repeat steepest ascent from random boards, with random ties and sideways moves."""
    for attempt in range(1 + (_DEFAULT_RESTARTS if restarts is None else restarts)):
        if attempt:
            yield Restarted(f"start {attempt + 1}")
        state = space.random_state(rng)
        root = Node(state, h=h(state))
        outcome = yield from climb(space, h, root, sideways=sideways, rng=rng, journal=journal)
        if isinstance(outcome, Node):
            return outcome
    return Status.STUCK
