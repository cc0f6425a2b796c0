"""Local beam search: several boards, of whose neighbours the best go on.

Use it as a parallel hill climber that moves its effort to the boards that do best. They soon
resemble each other; stochastic_beam keeps them apart for longer.
"""

from __future__ import annotations

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
    if journal is not None:
        journal.lists = Lists
    starts = [space.random_state(rng) for _ in range(width)]
    boards = [Node(state, h=h(state)) for state in starts]
    for _ in range(_DEFAULT_ROUNDS if rounds is None else rounds):
        if (goal := next((node for node in boards if space.is_goal(node.state)), None)) is not None:
            return goal
        best: list[Node] = []
        for done, node in enumerate(boards, start=1):
            neighbours = evaluate(space.successors(node.state), node, h)
            before = best
            best = _best(best + neighbours, width)
            kept = [other for other in best if not any(other is one for one in before)]
            kept = [other for other in neighbours if any(other is one for one in kept)]
            reject_others(journal, node, neighbours, kept)
            waiting = len(boards) - done + len(best)
            yield Expanded(node, kept, len(neighbours), waiting, waiting + len(neighbours))
        if not best:
            return Status.STUCK
        boards = best
    return Status.STUCK


def _best(nodes: list[Node], width: int) -> list[Node]:
    """Return the nodes of least h with different states; among equals the first."""
    by_state = {node.state: node for node in reversed(nodes)}
    unique = [node for node in nodes if by_state[node.state] is node]
    return sorted(unique, key=lambda node: node.h or 0)[:width]
