"""Late acceptance hill climbing (Burke and Bykov): compare with the board of some steps ago.

Use it in place of simulated annealing where no schedule is known: the length of its memory is its
only parameter, and a longer one searches more slowly and more thoroughly.
"""

from __future__ import annotations

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
    options={
        "steps": STEPS,
        "length": Tuning(
            "How many steps ago the board was with which a neighbour is compared.", least=1
        ),
    },
    pseudocode=pseudocode(
        """
        node ← start, memory ← [h(start)] · length  #start
        repeat steps times:
            if node is a goal: return it  #solved
            neighbour ← a random neighbour of node; give up if there is none  #take
            if h(neighbour) ≤ h(node), or ≤ memory[step mod length]: node ← neighbour  #kept
            else stay  #worse
            memory[step mod length] ← min(h(node), memory[step mod length])
        give up  #stuck
        """,
        {"node": "the only node that is held", "memory": "list: h of the boards of the last steps"},
        Picks(
            "draws a neighbour; takes it if it is no worse than now or {length} steps ago",
            "local",
        ),
    ),
)
def late_acceptance(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    steps: int | None = None,
    length: int = 50,
) -> Search:
    """Move to a random neighbour that is no worse than this board or one of `length` steps ago."""
    start = start_node(space, h, journal)
    memory = [start.h or 0] * length

    def accepts(number: int, now: float, then: float) -> bool:
        place = number % length
        is_accepted = then <= now or then <= memory[place]
        memory[place] = min(memory[place], then if is_accepted else now)
        return is_accepted

    most = steps or DEFAULT_STEPS
    return (yield from random_walk(space, h, rng, start, most, journal, accepts))
