"""Steepest-ascent hill climbing: the best of all steps."""

from __future__ import annotations

from masume.core.algorithm import algorithm
from masume.core.space import Estimate, StateSpace
from masume.core.steps import Node, Search
from masume.search._climb import climb


@algorithm(local=True)
def steepest_ascent(space: StateSpace, h: Estimate) -> Search:
    """All neighbours are looked at and the best is taken if it is better; stuck otherwise.

    Among equally good neighbours the first is taken.
    """
    state = space.initial()
    return (yield from climb(space, h, Node(state, h=h(state))))
