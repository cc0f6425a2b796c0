"""Estimates for Nurikabe. Costs are black cells."""

from __future__ import annotations

from math import inf
from typing import Any

from masume.core.search.space import Estimate, heuristic
from nurikabe.spaces import Decide, Shade


@heuristic(Shade, Decide, admissible=True, default=True)
def sea_left(space: Shade | Decide) -> Estimate:
    """The cells of the sea that are not black yet: what the numbers leave over."""
    sizes = space.board.sizes.values()
    wanted = space.grid.size - sum(sizes)
    if 0 in sizes:  # a ? may be of any size, and then nothing is known
        return lambda state: 0

    def estimate(state: Any) -> float:
        left = wanted - space.black(state).bit_count()
        return left if left >= 0 else inf

    return estimate


@heuristic(Shade, Decide)
def wrong_islands(space: Shade | Decide) -> Estimate:
    """How many islands of what is not black are none yet. May overestimate."""
    board, grid = space.board, space.grid

    def estimate(state: Any) -> float:
        black = space.black(state)
        islands = grid.components(grid.full & ~black)
        wrong = sum(not board.is_right(island) for island in islands)
        return wrong + (not wrong and not board.is_solution(black))

    return estimate
