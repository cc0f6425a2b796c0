"""Heuristics for Nurikabe. Costs are black cells."""

from __future__ import annotations

from math import inf
from typing import Any

from masume.core.search.space import Estimate, heuristic
from nurikabe.spaces import Decide, Shade


@heuristic(Shade, Decide, admissible=True, default=True)
def sea_left(space: Shade | Decide) -> Estimate:
    """The number of missing black cells: all cells that the numbers do not use."""
    sizes = space.board.sizes.values()
    total = space.grid.size - sum(sizes)
    if 0 in sizes:  # an island with a ? may have any size
        return lambda state: 0

    def estimate(state: Any) -> float:
        missing = total - space.black(state).bit_count()
        return missing if missing >= 0 else inf

    return estimate


@heuristic(Shade, Decide)
def wrong_islands(space: Shade | Decide) -> Estimate:
    """The number of incomplete or oversized islands. May overestimate."""
    board, grid = space.board, space.grid

    def estimate(state: Any) -> float:
        black = space.black(state)
        islands = grid.components(grid.full & ~black)
        wrong = sum(not board.is_complete(island) for island in islands)
        return wrong + (not wrong and not board.is_solution(black))

    return estimate
