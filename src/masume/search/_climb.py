"""What the steepest climbers share: look at all neighbours, keep the best."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from random import Random
from typing import TypeAlias

from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import PASSED, WORSE, Journal, Lists, open_page
from masume.core.search.space import Estimate, StateSpace

Looked: TypeAlias = tuple[int, object, Hashable, int, float]
"""(number, move, state, g, h) of a neighbour, as a journal takes it."""


def climb(
    space: StateSpace,
    h: Estimate,
    node: Node,
    *,
    sideways: int = 0,
    rng: Random | None = None,
    journal: Journal | None = None,
) -> Search:
    """From `node` to the best neighbour while that is better.

    Up to `sideways` steps in a row may keep h as it is, to cross a plateau. Among equally good
    neighbours the first is taken, or any one if there is an `rng`.
    """
    if journal is not None:
        journal.lists = Lists
    level_steps = 0
    looked: list[Looked] = []
    while not space.is_goal(node.state):
        assert node.h is not None
        page = open_page(journal)
        best: list[Node] = []
        best_h = inf
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            estimate = h(child)
            if page is not None:
                looked.append((generated, move, child, node.g + cost, estimate))
            if estimate < best_h:
                best, best_h = [], estimate
            if estimate == best_h != inf and (rng is not None or not best):
                best.append(Node(child, node, move, node.g + cost, estimate))
        level_steps = level_steps + 1 if best_h == node.h else 0
        goes_on = best_h < node.h or (best_h == node.h != inf and level_steps <= sideways)
        chosen = (rng.choice(best) if rng is not None else best[0]) if goes_on else None
        if page is not None:
            note_others(page, node, looked, chosen)
        yield Expanded(node, [chosen] if chosen else [], generated, int(goes_on), 1 + len(best))
        if chosen is None:
            return Status.STUCK
        node = chosen
    return node


def note_others(journal: Journal, node: Node, looked: list[Looked], chosen: Node | None) -> None:
    """Write down what has become of the neighbours that were not taken."""
    for number, move, state, g, h in looked:
        if chosen is not None and chosen.state == state and chosen.move == move:
            continue
        is_better = node.h is not None and h < node.h
        journal.refuse(PASSED if is_better else WORSE, number, move, state, g, h)
    looked.clear()
