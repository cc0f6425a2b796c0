"""Heuristics for Hitori. Costs are black cells in `shade` and `decide`, changes in `repair`."""

from __future__ import annotations

from collections.abc import Iterable

from masume.core.puzzle.grid import Mask
from masume.core.search.relaxation import relaxed_cost
from masume.core.search.space import Estimate, heuristic, incremental
from masume.families.shading.repairs import change_of_faults, common_faults
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


@heuristic(HitoriShade, HitoriDecide, admissible=True)
def relaxation(space: HitoriShade | HitoriDecide) -> Estimate:
    """The least number of black cells still needed if the white cells need not be connected.

    Computed exactly, by the solver of the exact engine.
    """
    return relaxed_cost(space, space.settled)


@heuristic(HitoriRepair, default=True)
def conflicts(space: HitoriRepair) -> Estimate:
    """Surplus equal numbers, plus adjacent black pairs, plus white parts that are cut off."""
    grid, groups = space.grid, space.twins.groups

    groups_of = [[group for group in groups if group >> cell & 1] for cell in range(grid.size)]

    def surplus(groups: Iterable[Mask], black: Mask) -> int:
        return sum(max((group & ~black).bit_count() - 1, 0) for group in groups)

    def near(black: Mask, value: float) -> Estimate:
        def estimate(child: Mask) -> float:
            cell = (black ^ child).bit_length() - 1
            own = groups_of[cell]
            change = surplus(own, child) - surplus(own, black)
            return value + change + change_of_faults(grid, black, cell)

        return estimate

    return incremental(lambda black: surplus(groups, black) + common_faults(grid, black), near)
