"""What the numbers of a Kuromasu board see, on sets of cells: the fast side of the clue rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

from masume.core.puzzle.grid import Cell, Mask, mask
from masume.core.puzzle.technique import Key
from masume.puzzles.kuromasu.puzzle import Kuromasu


@dataclass(frozen=True)
class Arm:
    """One of the four directions that a number looks in."""

    cell: Cell  # where it looks from
    ray: range  # the cells in that direction, nearest first
    mask: Mask  # the same as a set
    stride: int  # cells per step: 1 along the row, cols along the column
    backward: bool  # towards smaller cells

    def free(self, blocked: Mask) -> int:
        """How many cells there are up to the first blocked one."""
        hit = blocked & self.mask
        if not hit:
            return len(self.ray)
        if self.backward:
            return (self.cell - hit.bit_length() + 1) // self.stride - 1
        return ((hit & -hit).bit_length() - 1 - self.cell) // self.stride - 1


@dataclass(frozen=True)
class Number:
    """A numbered cell, and the four directions that it looks in."""

    cell: Cell
    total: int  # what its arms add up to: the cell itself counts too
    rays: tuple[range, range, range, range]  # up, down, left, right

    @property
    def key(self) -> Key:
        """The reason's key in the model."""
        return ("clue", (self.cell,))

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """Those of the directions in which there are cells."""
        rays = (ray for ray in self.rays if ray)
        return tuple(Arm(self.cell, ray, mask(ray), abs(ray.step), ray.step < 0) for ray in rays)

    @cached_property
    def cross(self) -> Mask:
        """All cells that it could see."""
        return mask(cell for ray in self.rays for cell in ray)


def numbers(puzzle: Kuromasu) -> list[Number]:
    """The numbered cells of a board; `?` says nothing about sight."""
    rays, clues = puzzle.grid.rays, enumerate(puzzle.clues)
    return [Number(cell, clue - 1, rays(cell)) for cell, clue in clues if isinstance(clue, int)]


def excess(number: Number, black: Mask) -> int:
    """How many cells too many it sees; negative if too few."""
    if not black & number.cross:
        return sum(len(arm.ray) for arm in number.arms) - number.total
    return sum(arm.free(black) for arm in number.arms) - number.total


def least_cuts(number: Number, black: Mask, closed: Mask) -> tuple[float, Mask]:
    """The fewest black cells that would make it right, and the cells they could come from.

    Each arm is left as it is or cut short by one black cell, put on a cell that is not `closed`.
    Infinity if no choice of cuts gives the right sum.
    """
    lengths = [(arm, arm.free(black)) for arm in number.arms]
    if sum(length for _, length in lengths) < number.total:
        return inf, 0
    within = (1 << number.total + 1) - 1
    sums = [1]  # sums[k]: the totals that k cuts can give, one bit each
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


def least_black(board: list[Number], black: Mask, closed: Mask) -> float:
    """A lower bound on the black cells still needed; infinity proves a dead end.

    Numbers whose cuts would come from disjoint sets of cells cannot share a black cell, so their
    least numbers of cuts add up. Which numbers to add is chosen greedily, small sets first.
    """
    wrong: list[tuple[int, Mask, float]] = []
    for number in board:
        if excess(number, black):
            cuts, cells = least_cuts(number, black, closed)
            if cuts == inf:
                return inf
            wrong.append((cells.bit_count(), cells, cuts))
    wrong.sort()
    used, needed = 0, 0.0
    for _, cells, cuts in wrong:
        if not cells & used:
            used |= cells
            needed += cuts
    return needed


def forced(number: Number, black: Mask, white: Mask) -> tuple[Mask, Mask] | None:
    """The cells that this number alone makes black and white; None if it cannot be met."""
    arms = [(arm, arm.free(arm.mask & ~white), arm.free(black)) for arm in number.arms]
    known = sum(least for _, least, _ in arms)
    room = sum(most for _, _, most in arms)
    if not known <= number.total <= room:
        return None
    new_black = new_white = 0
    for arm, least, most in arms:
        needed = number.total - (room - most)  # all others as long as they can be
        allowed = number.total - (known - least)  # all others as short as they can be
        if needed > least:
            new_white |= mask(arm.ray[least:needed])
        elif least < most:
            # Would the next cell, if white, join this arm to more than it may see?
            joined = arm.free(arm.mask & ~(white | 1 << arm.ray[least]))
            if joined > allowed:
                new_black |= 1 << arm.ray[least]
    return new_black, new_white


def first_open(number: Number, black: Mask, white: Mask) -> Cell | None:
    """The first cell of its arms whose colour is not settled, nearest first."""
    for arm in number.arms:
        known = arm.free(arm.mask & ~white)
        if known < arm.free(black):
            return arm.ray[known]
    return None
