"""A genetic algorithm: boards are selected, combined along lines, and changed at random.

Use it where lines or blocks of a good board are good on their own, so that combining two boards
makes sense. In puzzles whose rules connect all cells it is mostly a slow random search, which is
the lesson.
"""

from __future__ import annotations

from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Restarted, Search, Status
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Crossable, Estimate, Sampled
from masume.core.search.spec import Tuning
from masume.search._local import DEFAULT_ROUNDS, ROUNDS, draw_neighbour, random_nodes


@algorithm(
    local=True,
    f=(0, 1),
    needs=Sampled,
    options={
        "population": Tuning("The number of boards.", least=2),
        "rounds": ROUNDS,
        "mutation": Tuning(
            "How often a child is changed by a random move: from 0, never, to 1.", least=0
        ),
    },
    pseudocode=pseudocode(
        """
        boards ← population random boards  #start
        repeat rounds times:
            if one of boards is a goal: return it  #solved
            next ← [the best of boards]  #round
            while next has fewer than population boards:
                a, b ← for each the better of two random boards
                child ← some lines of a, the other lines of b
                with probability mutation: change child by a random move
                append child to next  #take kept
            boards ← next
        give up  #stuck
        """,
        {"boards": "list: the present generation", "next": "list: the next one"},
        Picks("breeds a child from two good boards", "local"),
    ),
)
def genetic(
    space: Sampled,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    population: int = 30,
    rounds: int | None = None,
    mutation: float = 0.5,
) -> Search:
    """Breed boards: children take whole lines of two good parents, and some are changed at random.

    The best board of a generation goes on unchanged. In spaces whose boards cannot be combined a
    child is a copy of its better parent, changed by a move.
    """
    boards = random_nodes(space, h, rng, population, journal)
    crossover = space.crossover if isinstance(space, Crossable) else None
    for generation in range(rounds or DEFAULT_ROUNDS):
        best = min(boards, key=lambda node: node.h or 0)
        if space.is_goal(best.state):
            return best
        if generation:
            yield Restarted(f"generation {generation + 1}")
        following = [best]
        while len(following) < population:
            first, second = (_select(boards, rng) for _ in range(2))
            if (second.h or 0) < (first.h or 0):
                first, second = second, first
            child = first
            if crossover is not None:
                state = crossover(first.state, second.state, rng)
                child = Node(state, h=h(state))
            if crossover is None or rng.random() < mutation:
                child = draw_neighbour(space, h, child, rng)[0] or child
            following.append(child)
            yield Expanded(first, [child], 1, population, population + len(following))
        boards = following
    return Status.STUCK


def _select(boards: list[Node], rng: Random) -> Node:
    """Return the better of two random boards."""
    return min(rng.sample(boards, 2), key=lambda node: node.h or 0)
