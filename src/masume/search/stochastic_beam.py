"""Stochastic beam search: several boards, of whose neighbours random good ones go on.

Use it where local_beam loses its variety: better neighbours are only more likely to go on, as in
natural selection. The temperature sets by how much.
"""

from __future__ import annotations

from math import log
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
        "temperature": Tuning("The higher it is, the less a good board is preferred.", least=1e-6),
    },
    pseudocode=pseudocode(
        """
        boards ← width random boards  #start
        repeat rounds times:
            if one of boards is a goal: return it  #solved
            look at every neighbour of each of boards  #take
            boards ← width of them, drawn in proportion to e^(−h / temperature)  #kept
                the others are not taken  #worse passed
        give up  #stuck
        """,
        {"boards": "list of width boards"},
        Picks("{width} neighbours of the round are drawn, better ones more often", "local"),
    ),
)
def stochastic_beam(
    space: Sampled,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    width: int = 10,
    rounds: int | None = None,
    temperature: float = 0.5,
) -> Search:
    """Hold `width` boards; neighbours are drawn for the next round, the better the more likely.

    The neighbours of least rank are a weighted sample without replacement: the rank of one with
    weight e^(−h / temperature) is h / temperature less Gumbel noise, which stays finite where the
    weight would not.
    """

    def rank(node: Node) -> float:
        return log(-log(rng.random() or 1e-300) or 1e-300) + (node.h or 0) / temperature

    boards, most = random_nodes(space, h, rng, width, journal), rounds or DEFAULT_ROUNDS
    return (yield from beam_rounds(space, h, boards, most, journal, rank, distinct=False))
