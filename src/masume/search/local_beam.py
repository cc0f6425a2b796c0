"""Local beam search: several boards, of whose neighbours the best go on.

Use it as a parallel hill climber that moves its effort to the boards that do best. They soon
resemble each other; stochastic_beam keeps them apart for longer.
"""

from __future__ import annotations

from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, Sampled
from masume.core.search.spec import Tuning
from masume.search._local import DEFAULT_ROUNDS, ROUNDS, beam_rounds, random_nodes


@algorithm(
    local=True,
    f=(0, 1),
    needs=Sampled,
    options={
        "width": Tuning("The number of boards.", least=1),
        "rounds": ROUNDS,
    },
    pseudocode=pseudocode(
        """
        boards ← width random boards  #start
        repeat rounds times:
            if one of boards is a goal: return it  #solved
            look at every neighbour of each of boards  #take
            boards ← the width different neighbours with the least h  #kept
                the others are not taken  #worse passed
        give up  #stuck
        """,
        {"boards": "list of width boards"},
        Picks("all neighbours of the round compete for {width} places", "local"),
    ),
)
def local_beam(
    space: Sampled,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    width: int = 10,
    rounds: int | None = None,
) -> Search:
    """Hold `width` boards; all their neighbours compete for the places of the next round."""

    def rank(node: Node) -> float:
        return node.h or 0

    boards, most = random_nodes(space, h, rng, width, journal), rounds or DEFAULT_ROUNDS
    return (yield from beam_rounds(space, h, boards, most, journal, rank, distinct=True))
