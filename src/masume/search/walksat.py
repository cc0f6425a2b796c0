"""Repair with noise (WalkSAT, Selman et al.): mostly the best change, sometimes a random one.

Use it on large sets of small conditions, above all on satisfiability, where a violated condition
names the few changes worth trying. Its noise must fit: too little gets stuck, too much forgets what
was achieved.
"""

from __future__ import annotations

from random import Random

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Node, Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning
from masume.search._local import (
    DEFAULT_STEPS,
    STEPS,
    Choice,
    best_of,
    focused_neighbours,
    start_node,
    walk,
)


@algorithm(
    local=True,
    f=(0, 1),
    options={
        "steps": STEPS,
        "noise": Tuning("How often the change is drawn at random: from 0, never, to 1.", least=0),
    },
    pseudocode=pseudocode(
        """
        node ← start  #start
        repeat steps times:
            if node is a goal: return it  #solved
            part ← a random part of the board that breaks a rule
            look at the neighbours that change part  #take
            if none is better than node, with probability noise: node ← a random one  #kept
            else node ← the one with the least h, drawn among equals  #kept
                the others are not taken  #worse passed
        give up  #stuck
        """,
        {
            "node": "the only node that is held",
            "part": "cells, or a variable, of a violated condition",
        },
        Picks("changes a random faulty part in the best way, or by chance in any", "local"),
    ),
)
def walksat(
    space: StateSpace,
    h: Estimate,
    rng: Random,
    journal: Journal | None = None,
    *,
    steps: int | None = None,
    noise: float = 0.3,
) -> Search:
    """Change a random faulty part: in the best way, or with probability `noise` in any.

    A change that improves the board is taken without noise ("free" in WalkSAT).
    """

    def choose(node: Node) -> Choice:
        neighbours = focused_neighbours(space, h, node, rng)
        best = best_of(neighbours, rng)
        if best is not None and (best.h or 0) >= (node.h or 0) and noise and rng.random() < noise:
            best = rng.choice(neighbours)
        return neighbours, best

    start = start_node(space, h, journal)
    return (yield from walk(space, start, steps or DEFAULT_STEPS, journal, choose))
