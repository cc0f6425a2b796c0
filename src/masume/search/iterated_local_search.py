"""Iterated local search: climb, kick the best board, climb again.

Use it where good boards lie close together: it keeps most of the best board that it found, while
random restarts begin again from nothing. The kick must be large enough to leave the local minimum
and small enough to stay near it.
"""

from __future__ import annotations

from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Restarted, Search, Status
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.search._climb import climb
from masume.search._local import DEFAULT_ROUNDS, draw_neighbour, start_node


@algorithm(
    local=True,
    f=(0, 1),
    options={
        "rounds": Tuning(
            "The largest number of kicks. By default as many as the limit on nodes allows, or 500 "
            "without a limit.",
            least=0,
            budget=True,  # each round expands at least one node
        ),
        "kick": Tuning(
            "How many random moves change the best board before the next climb.", least=1
        ),
        "sideways": Tuning("The maximum number of moves in a row that leave h unchanged.", least=0),
    },
    pseudocode=pseudocode(
        """
        home ← start  #start
        for each of rounds + 1 climbs:
            node ← home, changed by kick random moves (not before the first climb)  #round
            while node is not a goal:
                look at every neighbour of node  #take
                    not taken  #worse passed
                if the best is worse, or as good after sideways such steps in a row: end the climb
                node ← the best neighbour, drawn among equals  #kept
            if node is a goal: return it  #solved
            if h(node) ≤ h(home): home ← node
        give up  #stuck
        """,
        {"home": "the best local minimum so far", "node": "the only other node that is held"},
        Picks("takes the best neighbour; kicks the best board at a local minimum", "local"),
    ),
)
def iterated_local_search(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    rounds: int | None = None,
    kick: int = 4,
    sideways: int = 20,
) -> Search:
    """Climb to a local minimum, change the best one by a few random moves, and climb again.

    A new local minimum that is no worse takes the place of the best one.
    """
    home: Node | None = None
    node = start_node(space, h)
    for attempt in range(1 + (DEFAULT_ROUNDS if rounds is None else rounds)):
        if home is not None:
            yield Restarted(f"kick {attempt}")
            node = _kicked(space, h, home, kick, rng)
        last = [node]
        climbing = climb(space, h, node, sideways=sideways, rng=rng, journal=journal, last=last)
        outcome = yield from climbing
        if isinstance(outcome, Node):
            return outcome
        if home is None or (last[0].h or 0) <= (home.h or 0):
            home = last[0]
    return Status.STUCK


def _kicked(space: StateSpace, h: Estimate, node: Node, kick: int, rng: Random) -> Node:
    """Return the node after some random moves."""
    for _ in range(kick):
        node = draw_neighbour(space, h, node, rng)[0] or node
    return node
