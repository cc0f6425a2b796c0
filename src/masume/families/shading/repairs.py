"""The common faults of full shading boards: how a flip changes them, and where they are.

Black neighbours and white parts that are cut off are counted by `common_faults`; `change_of_faults`
looks only at the surroundings of the flipped cell, and floods the board where these do not decide.
"""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell, Grid, Mask, each
from masume.families.shading.position import black_pairs, white_parts


def common_faults(grid: Grid, black: Mask) -> int:
    """Return the number of black pairs, plus the number of white parts beyond the first."""
    return black_pairs(grid, black) + max(0, white_parts(grid, black) - 1)


def change_of_faults(grid: Grid, black: Mask, cell: Cell) -> int:
    """Return by how much `common_faults` changes if a cell changes its colour."""
    bit = 1 << cell
    beside = grid.neighbour_mask[cell]
    pairs = (beside & black).bit_count()
    white = grid.full & ~black & ~bit  # the other white cells
    if not white:
        return -pairs if black & bit else pairs
    parts = _parts_beside(grid, cell, beside & white, white)
    return 1 - parts - pairs if black & bit else parts - 1 + pairs


def _parts_beside(grid: Grid, cell: Cell, touching: Mask, white: Mask) -> int:
    """Return how many connected parts of the white cells touch a cell."""
    if not touching & (touching - 1):
        return int(touching > 0)
    ring = (grid.neighbour_mask[cell] | grid.diagonal_mask[cell]) & white
    if not touching & ~grid.flood(touching & -touching, ring):
        return 1
    parts = 0
    while touching:
        touching &= ~grid.flood(touching & -touching, white)
        parts += 1
    return parts


def faulty_cells(grid: Grid, black: Mask) -> Iterator[Mask]:
    """Yield for each common fault the cells of which one must change."""
    for cell in each(black):
        if pair := grid.neighbour_mask[cell] & black & -(1 << cell):
            yield pair | 1 << cell
    parts = grid.components(grid.full & ~black)
    if len(parts) > 1:
        for part in parts:
            yield grid.spread(part) & black
