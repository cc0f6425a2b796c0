"""Neighbours of a board in local search: evaluated incrementally, drawn, and recorded if filmed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from random import Random

from masume.core.search.events import Node
from masume.core.search.journal import PASSED, WORSE, Journal
from masume.core.search.space import Estimate, StateSpace, Step, near_form


def evaluate(steps: Iterable[Step], node: Node, h: Estimate) -> list[Node]:
    """Return the neighbours to which the steps lead, with their h."""
    near = near_form(h)
    of_child = h if near is None else near(node.state, node.h or 0)
    g = node.g
    return [Node(child, node, move, g + cost, of_child(child)) for move, child, cost in steps]


def focused_steps(space: StateSpace, state: Hashable, rng: Random) -> list[Step]:
    """Return the moves that change one faulty part of a board; all moves if it names none."""
    focused = getattr(space, "focused_successors", None)  # a member of Focused
    steps = list(focused(state, rng)) if focused is not None else []
    return steps or list(space.successors(state))


def draw_step(space: StateSpace, state: Hashable, rng: Random) -> tuple[Step | None, int]:
    """Return a random successor, and how many had to be produced to draw it."""
    draw = getattr(space, "random_successor", None)  # a member of Sampled
    if draw is not None:
        return draw(state, rng), 1
    steps = list(space.successors(state))
    return (rng.choice(steps) if steps else None), len(steps)


def best_of(nodes: Sequence[Node], rng: Random) -> Node:
    """Return a node of the least h, drawn among equals."""
    least = min(node.h or 0 for node in nodes)
    return rng.choice([node for node in nodes if (node.h or 0) == least])


def reject_others(
    journal: Journal | None, node: Node, neighbours: Sequence[Node], chosen: Sequence[Node]
) -> None:
    """Record the neighbours that were not chosen."""
    if journal is None or not journal.on:
        return
    for number, other in enumerate(neighbours, start=1):
        if not any(other is one for one in chosen):
            is_better = (other.h or 0) < (node.h or 0)
            fate = PASSED if is_better else WORSE
            journal.reject(fate, number, other.move, other.state, other.g, other.h)
