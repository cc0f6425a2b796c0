"""Greedy best-first search: only what seems to be left counts."""

from __future__ import annotations

from masume.core.algorithm import algorithm
from masume.core.space import Estimate, StateSpace
from masume.core.steps import Search
from masume.search._best_first import TIES, best_first


@algorithm(complete=True, local=True, options={"ties": TIES})
def greedy(space: StateSpace, h: Estimate, *, ties: str = "oldest") -> Search:
    """Least estimate first, whatever the path has cost."""
    return (yield from best_first(space, h, lambda _, h: h, ties))
