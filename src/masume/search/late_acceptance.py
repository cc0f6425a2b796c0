"""Late acceptance hill climbing (Burke and Bykov): compare with the board of some steps ago.

Use it in place of simulated annealing where no schedule is known: the length of its memory is its
only parameter, and a longer one searches more slowly and more thoroughly.
"""

from __future__ import annotations

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
    options={
        "steps": Tuning(
            "The largest number of steps. By default as many as the limit on nodes allows, or "
            "20,000 without a limit.",
            least=1,
            budget=True,
        ),
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
    if journal is not None:
        journal.lists = Lists
    state = space.initial()
    node = Node(state, h=h(state))
    near = near_form(h)
    memory = [node.h or 0] * length
    for step_number in range(_DEFAULT_STEPS if steps is None else steps):
        if space.is_goal(node.state):
            return node
        step, generated = draw_step(space, node.state, rng)
        if step is None:
            yield Expanded(node, [], generated, 0, 1)
            return Status.STUCK
        move, child, cost = step
        now = node.h or 0
        estimate = h(child) if near is None else near(node.state, now)(child)
        place = step_number % length
        taken = estimate <= now or estimate <= memory[place]
        chosen = Node(child, node, move, node.g + cost, estimate)
        if journal is not None and not taken:
            journal.reject(WORSE, generated, move, child, chosen.g, estimate)
        yield Expanded(node, [chosen] if taken else [], generated, 1, 2)
        if taken:
            node = chosen
        memory[place] = min(memory[place], node.h or 0)
    return node if space.is_goal(node.state) else Status.STUCK
