"""The cells that numbers of a Kuromasu board see: the clue rule on bit masks, for searches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

from masume.core.puzzle.grid import Cell, Mask, mask
from masume.puzzles.kuromasu.puzzle import Kuromasu

_MOST_REMEMBERED = 20_000  # views of each number


@dataclass(frozen=True)
class Arm:
    """One of the four directions in which a number looks."""

    cell: Cell  # the number's cell
    ray: range  # the cells in that direction, nearest first
    mask: Mask  # the same cells as a set
    stride: int  # cells per step: 1 along the row, cols along the column
    backward: bool  # whether the cells get smaller

    def free_length(self, blocked: Mask) -> int:
        """Return the number of cells before the first blocked one."""
        hit = blocked & self.mask
        if not hit:
            return len(self.ray)
        if self.backward:
            return (self.cell - hit.bit_length() + 1) // self.stride - 1
        return ((hit & -hit).bit_length() - 1 - self.cell) // self.stride - 1


@dataclass(frozen=True)
class Number:
    """A numbered cell with its four directions."""

    cell: Cell
    total: int  # the sum of its arms, one less than the clue, which counts the cell itself
    rays: tuple[range, range, range, range]  # up, down, left, right

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """The directions in which there are cells."""
        rays = (ray for ray in self.rays if ray)
        return tuple(Arm(self.cell, ray, mask(ray), abs(ray.step), ray.step < 0) for ray in rays)

    @cached_property
    def cross(self) -> Mask:
        """All cells of its row and column except its own."""
        return mask(cell for ray in self.rays for cell in ray)


def numbers(puzzle: Kuromasu) -> list[Number]:
    """Return the numbers of a board; a `?` has none."""
    rays, clues = puzzle.grid.rays, enumerate(puzzle.clues)
    return [Number(cell, clue - 1, rays(cell)) for cell, clue in clues if isinstance(clue, int)]


def excess(number: Number, black: Mask) -> int:
    """Return how many cells too many a number sees; negative if too few."""
    if not black & number.cross:
        return sum(len(arm.ray) for arm in number.arms) - number.total
    return sum(arm.free_length(black) for arm in number.arms) - number.total


def least_cuts(number: Number, black: Mask, closed: Mask) -> tuple[float, Mask]:
    """Return the fewest black cells that satisfy a number, and the cells they could come from.

    Each arm stays as it is or is cut short by one black cell on a cell that is not `closed`. The
    number is infinity if no choice of cuts gives the right sum.
    """
    lengths = [(arm, arm.free_length(black)) for arm in number.arms]
    if sum(length for _, length in lengths) < number.total:
        return inf, 0
    within = (1 << number.total + 1) - 1
    sums = [1]  # sums[k]: the set of totals that k cuts can give, as bits
    reach = 0
    for arm, length in lengths:
        seen = arm.ray[:length]
        reach |= mask(seen)
        cuts = [at for at, cell in enumerate(seen) if not closed >> cell & 1]
        longer = [total << length & within for total in sums] + [0]
        for k, totals in enumerate(sums):
            for cut in cuts:
                longer[k + 1] |= totals << cut & within
        sums = longer
    for k, totals in enumerate(sums):
        if totals >> number.total & 1:
            return k, reach & ~closed
    return inf, 0


class View:
    """What a number sees, remembered by the cells of its row and column.

    A move changes few of these cells, so most numbers are looked up and not computed again.
    """

    def __init__(self, number: Number) -> None:
        self.number = number
        self.cross = number.cross
        self._excess: dict[Mask, int] = {}
        self._cuts: dict[tuple[Mask, Mask], tuple[int, Mask, float]] = {}

    def excess(self, black: Mask) -> int:
        """Return how many cells too many the number sees; negative if too few."""
        black &= self.cross
        known = self._excess.get(black)
        if known is None:
            if len(self._excess) >= _MOST_REMEMBERED:
                self._excess.clear()
            known = self._excess[black] = excess(self.number, black)
        return known

    def cuts(self, black: Mask, closed: Mask) -> tuple[int, Mask, float]:
        """Return the result of `least_cuts`, after the number of cells they could come from."""
        key = black & self.cross, closed & self.cross
        known = self._cuts.get(key)
        if known is None:
            if len(self._cuts) >= _MOST_REMEMBERED:
                self._cuts.clear()
            cuts, cells = least_cuts(self.number, *key)
            known = self._cuts[key] = cells.bit_count(), cells, cuts
        return known


def least_black(board: list[View], black: Mask, closed: Mask) -> float:
    """Return a lower bound on the black cells still needed; infinity proves a dead end.

    Numbers whose cuts would come from disjoint sets of cells cannot share a black cell, so their
    least numbers of cuts add up. The numbers are chosen greedily, smallest sets first.
    """
    wrong: list[tuple[int, Mask, float]] = []
    for view in board:
        if view.excess(black):
            found = view.cuts(black, closed)
            if found[2] == inf:
                return inf
            wrong.append(found)
    wrong.sort()
    used, needed = 0, 0.0
    for _, cells, cuts in wrong:
        if not cells & used:
            used |= cells
            needed += cuts
    return needed


def first_open(number: Number, black: Mask, white: Mask) -> Cell | None:
    """Return the nearest undecided cell of the first arm that has one; None if all are decided."""
    for arm in number.arms:
        known = arm.free_length(arm.mask & ~white)
        if known < arm.free_length(black):
            return arm.ray[known]
    return None
