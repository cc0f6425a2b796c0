"""Uniform cost search (Dijkstra): the cheapest path so far goes first."""

from __future__ import annotations

from masume.core.algorithm import algorithm
from masume.core.space import StateSpace
from masume.core.steps import Search
from masume.search._best_first import TIES, best_first


@algorithm(complete=True, optimal=True, aliases=("ucs", "dijkstra"), options={"ties": TIES})
def uniform_cost(space: StateSpace, *, ties: str = "oldest") -> Search:
    """Cheapest path so far first; finds a cheapest solution without any heuristic.

    Where all solutions of a board need the same number of marks, as in most shading and bridge
    puzzles, this is breadth first under another name.
    """
    return (yield from best_first(space, None, lambda g, _: g, ties))
