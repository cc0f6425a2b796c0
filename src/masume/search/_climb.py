"""Steepest ascent: the loop shared by `steepest_ascent` and `random_restart`."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from random import Random
from typing import TypeAlias

from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import PASSED, WORSE, Journal, Lists, active_journal
from masume.core.search.space import Estimate, StateSpace, near_form

Neighbour: TypeAlias = tuple[int, object, Hashable, int, float]
"""(number, move, state, g, h) of a neighbour, for the journal."""


def climb(
    space: StateSpace,
    h: Estimate,
    node: Node,
    *,
    sideways: int = 0,
    rng: Random | None = None,
    journal: Journal | None = None,
    last: list[Node] | None = None,
) -> Search:
    """Move to the best neighbour while it is better than the current node.

    Up to `sideways` moves in a row may leave h unchanged, to cross a plateau. Ties between
    neighbours are broken by `rng`, or in favour of the first one without it. Return the goal, or
    STUCK at a local minimum, which is left in `last`.
    """
    if journal is not None:
        journal.lists = Lists
    near = near_form(h)
    level_steps = 0
    neighbours: list[Neighbour] = []
    while not space.is_goal(node.state):
        assert node.h is not None
        page = active_journal(journal)
        of_child = h if near is None else near(node.state, node.h)
        best: list[Node] = []
        best_h = inf
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            estimate = of_child(child)
            if page is not None:
                neighbours.append((generated, move, child, node.g + cost, estimate))
            if estimate < best_h:
                best, best_h = [], estimate
            if estimate == best_h != inf and (rng is not None or not best):
                best.append(Node(child, node, move, node.g + cost, estimate))
        level_steps = level_steps + 1 if best_h == node.h else 0
        goes_on = best_h < node.h or (best_h == node.h != inf and level_steps <= sideways)
        chosen = (rng.choice(best) if rng is not None else best[0]) if goes_on else None
        if page is not None:
            record_rejected(page, node, neighbours, chosen)
        yield Expanded(node, [chosen] if chosen else [], generated, int(goes_on), 1 + len(best))
        if chosen is None:
            if last is not None:
                last[:] = [node]
            return Status.STUCK
        node = chosen
    return node


def record_rejected(
    journal: Journal, node: Node, neighbours: list[Neighbour], chosen: Node | None
) -> None:
    """Record the neighbours that were not chosen in the journal, and clear the list."""
    for number, move, state, g, h in neighbours:
        if chosen is not None and chosen.state == state and chosen.move == move:
            continue
        is_better = node.h is not None and h < node.h
        journal.reject(PASSED if is_better else WORSE, number, move, state, g, h)
    neighbours.clear()
