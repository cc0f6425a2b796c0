"""Precomputed cell sets that all Hitori boards of one size share."""

from __future__ import annotations

from typing import NamedTuple

from masume.core.puzzle.grid import Cell, Grid, Mask, by_size, grid, mask


class BoardTable(NamedTuple):
    """Bit masks for the lines and corners of a board size."""

    grid: Grid
    lines: tuple[Mask, ...]  # per cell: the other cells of its row and column
    pair_steps: tuple[int, ...]  # offsets from a cell to the next one in its row and column
    gap_steps: tuple[int, ...]  # those of lines with at least three cells
    near: Mask  # offsets of the cells one or two steps further, as bits
    not_first: Mask  # all cells outside the first column
    not_last: Mask  # all cells outside the last column
    needs_exit: Mask  # cells that cannot be the only white one
    corners: tuple[tuple[Cell, Cell, Cell, Cell], ...]  # the result of `corners_of`


@by_size
def board_table(rows: int, cols: int) -> BoardTable:
    """Return the table of a board size."""
    g = grid(rows, cols)
    across, down = g.row_masks, g.col_masks
    steps = (1, cols), (cols, rows)  # (offset, length of such a line)
    pair_steps = tuple(step for step, length in steps if length > 1)
    gap_steps = tuple(step for step, length in steps if length > 2)
    return BoardTable(
        grid=g,
        lines=tuple((across[c // cols] | down[c % cols]) & ~(1 << c) for c in range(g.size)),
        pair_steps=pair_steps,
        gap_steps=gap_steps,
        near=mask((*pair_steps, *(2 * step for step in gap_steps))),
        not_first=g.full & ~down[0],
        not_last=g.full & ~down[-1],
        needs_exit=mask(c for c in range(g.size) if len(g.neighbours[c]) != g.size - 1),
        corners=tuple(corners_of(g)),
    )


def corners_of(g: Grid) -> list[tuple[Cell, Cell, Cell, Cell]]:
    """Return (corner, neighbour, other neighbour, diagonal cell), each corner in both orders."""
    rows, cols = g.rows, g.cols
    if rows < 2 or cols < 2:
        return []
    last = (rows - 1) * cols
    corners = []
    for corner, down, right in (
        (0, cols, 1),
        (cols - 1, cols, -1),
        (last, -cols, 1),
        (last + cols - 1, -cols, -1),
    ):
        across = corner + down + right
        corners.append((corner, corner + right, corner + down, across))
        corners.append((corner, corner + down, corner + right, across))
    return corners
