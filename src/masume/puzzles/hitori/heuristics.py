"""Heuristics for Hitori. Costs are black cells in `shade` and `decide`, changes in `repair`."""

from __future__ import annotations

from masume.core.puzzle.grid import Mask
from masume.core.search.space import Estimate, heuristic
from masume.families.shading.position import black_pairs, white_parts
from masume.puzzles.hitori.spaces import HitoriDecide, HitoriRepair, HitoriShade


@heuristic(HitoriShade, HitoriDecide, admissible=True, default=True)
def black_needed(space: HitoriShade | HitoriDecide) -> Estimate:
    """The least number of black cells that the equal numbers of all lines still need."""
    return space.black_needed


@heuristic(HitoriShade, HitoriDecide)
def duplicates(space: HitoriShade | HitoriDecide) -> Estimate:
    """White cells with a white equal in their row, plus those with one in their column (Jain)."""
    groups = space.twins.groups

    def estimate(black: Mask) -> float:
        white = ~black
        counts = ((group & white).bit_count() for group in groups)
        return sum(count for count in counts if count > 1)

    return lambda state: estimate(space.black(state))


@heuristic(HitoriShade, HitoriDecide, objective=True)
def white_cells(space: HitoriShade | HitoriDecide) -> Estimate:
    """White cells on the board (Jain): an objective, since solved boards have white cells too."""
    size = space.grid.size
    return lambda state: size - space.black(state).bit_count()


@heuristic(HitoriRepair, default=True)
def conflicts(space: HitoriRepair) -> Estimate:
    """Surplus equal numbers, plus adjacent black pairs, plus white parts that are cut off."""
    grid, groups = space.grid, space.twins.groups

    def estimate(black: Mask) -> float:
        white = ~black
        equals = sum(max((group & white).bit_count() - 1, 0) for group in groups)
        return equals + black_pairs(grid, black) + max(0, white_parts(grid, black) - 1)

    return estimate
