"""Stochastic beam search: several boards, of whose neighbours random good ones go on.

Use it where local_beam loses its variety: better neighbours are only more likely to go on, as in
natural selection. The temperature sets by how much.
"""

from __future__ import annotations

from math import log
from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import Journal, Lists
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, Sampled
from masume.core.search.spec import Tuning
from masume.search._neighbours import evaluate, reject_others

_DEFAULT_ROUNDS = 500  # without a limit on nodes


@algorithm(
    local=True,
    f=(0, 1),
    needs=Sampled,
    options={
        "width": Tuning("The number of boards.", least=1),
        "rounds": Tuning(
            "The largest number of rounds. By default as many as the limit on nodes allows, or 500 "
            "without a limit.",
            least=1,
            budget=True,  # each round expands at least one node
        ),
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
    """Hold `width` boards; neighbours are drawn for the next round, the better the more likely."""
    if journal is not None:
        journal.lists = Lists
    starts = [space.random_state(rng) for _ in range(width)]
    boards = [Node(state, h=h(state)) for state in starts]
    for _ in range(_DEFAULT_ROUNDS if rounds is None else rounds):
        if (goal := next((node for node in boards if space.is_goal(node.state)), None)) is not None:
            return goal
        drawn: list[tuple[float, Node]] = []
        for done, node in enumerate(boards, start=1):
            neighbours = evaluate(space.successors(node.state), node, h)
            before = [other for _, other in drawn]
            drawn = _draw(drawn, neighbours, width, temperature, rng)
            fresh = [other for _, other in drawn if not any(other is one for one in before)]
            kept = [other for other in neighbours if any(other is one for one in fresh)]
            reject_others(journal, node, neighbours, kept)
            waiting = len(boards) - done + len(drawn)
            yield Expanded(node, kept, len(neighbours), waiting, waiting + len(neighbours))
        if not drawn:
            return Status.STUCK
        boards = [node for _, node in drawn]
    return Status.STUCK


def _draw(
    drawn: list[tuple[float, Node]],
    neighbours: list[Node],
    width: int,
    temperature: float,
    rng: Random,
) -> list[tuple[float, Node]]:
    """Return the nodes with the largest keys: a weighted sample without replacement.

    The key of a node with weight e^(−h / temperature) is −h / temperature plus Gumbel noise, which
    stays finite where the weight would not.
    """
    keyed = [
        (-log(-log(rng.random() or 1e-300) or 1e-300) - (node.h or 0) / temperature, node)
        for node in neighbours
    ]
    return sorted([*drawn, *keyed], key=lambda entry: entry[0], reverse=True)[:width]
