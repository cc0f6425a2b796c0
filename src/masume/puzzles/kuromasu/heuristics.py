"""Heuristics for Kuromasu. Costs are black cells in `shade` and `decide`, changes in `repair`."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from masume.core.puzzle.grid import Mask
from masume.core.search.relaxation import relaxed_cost
from masume.core.search.space import Estimate, heuristic, incremental
from masume.families.shading.repairs import change_of_faults, common_faults
from masume.puzzles.kuromasu.sight import excess
from masume.puzzles.kuromasu.spaces import KuromasuDecide, KuromasuRepair, KuromasuShade


@heuristic(KuromasuShade, KuromasuDecide, admissible=True, default=True)
def black_needed(space: KuromasuShade | KuromasuDecide) -> Estimate:
    """The least number of black cells still needed, from numbers that cannot share one."""
    return space.black_needed


def _published_ratio(space: KuromasuShade | KuromasuDecide) -> Callable[..., str]:
    """Return a function that writes h as Brunn & Ruszczyk print it, with their sign.

    Their h is 1 − (cells in sight) / (sum of the numbers).
    """
    numbers = space.numbers
    total = sum(number.total + 1 for number in numbers)

    def write(black: Mask) -> str:
        numerator = -sum(excess(number, black) for number in numbers)
        return f"{numerator}/{total}".replace("-", "−") if total else "0"

    return lambda state: write(space.black(state))


@heuristic(KuromasuShade, KuromasuDecide, published=_published_ratio)
def reachable_ratio(space: KuromasuShade | KuromasuDecide) -> Estimate:
    """Cells seen by all numbers over the sum of the numbers, minus 1 (Brunn & Ruszczyk).

    The paper uses the opposite sign, so that it rises to 0; here it falls to 0, and the states with
    a positive value there (too few cells in sight, which cannot be repaired) are dead ends.
    """
    views = space.views
    total = sum(number.total + 1 for number in space.numbers)

    def estimate(black: Mask) -> float:
        over = sum([view.excess(black) for view in views])
        return inf if over < 0 else over / total if total else 0

    return lambda state: estimate(space.black(state))


@heuristic(KuromasuShade, KuromasuDecide)
def wrong_clues(space: KuromasuShade | KuromasuDecide) -> Estimate:
    """Numbers that do not see as many cells as they ask for (Tutak & Monecki). May overestimate."""
    views = space.views

    def estimate(black: Mask) -> float:
        return sum([view.excess(black) != 0 for view in views])

    return lambda state: estimate(space.black(state))


@heuristic(KuromasuShade, KuromasuDecide, admissible=True)
def relaxation(space: KuromasuShade | KuromasuDecide) -> Estimate:
    """The least number of black cells still needed if the white cells need not be connected.

    Computed exactly, by the solver of the exact engine.
    """
    return relaxed_cost(space, space.settled)


@heuristic(KuromasuRepair, default=True)
def conflicts(space: KuromasuRepair) -> Estimate:
    """Cells seen too many or too few, plus adjacent black pairs, plus white parts cut off."""
    grid, views = space.grid, space.views
    seen_by = [[view for view in views if view.cross >> cell & 1] for cell in range(grid.size)]

    def estimate(black: Mask) -> float:
        return sum(abs(view.excess(black)) for view in views) + common_faults(grid, black)

    def near(black: Mask, value: float) -> Estimate:
        def estimate(child: Mask) -> float:
            cell = (black ^ child).bit_length() - 1
            change = change_of_faults(grid, black, cell)
            for view in seen_by[cell]:
                change += abs(view.excess(child)) - abs(view.excess(black))
            return value + change

        return estimate

    return incremental(estimate, near)
