"""Precomputed cell sets that all Hitori boards of one size share."""

from __future__ import annotations

from typing import NamedTuple

from masume.core.puzzle.grid import Cell, Grid, Mask, by_size, grid, mask

_MOST_TABLED = 5000  # cells; on larger boards a table of masks would take too much memory


class BoardTable(NamedTuple):
    """Bit masks for the lines and corners of a board size."""

    grid: Grid
    lines: tuple[Mask, ...]  # per cell: the other cells of its row and column; () if very large
    pair_steps: tuple[int, ...]  # offsets from a cell to the next one in its row and column
    gap_steps: tuple[int, ...]  # those of lines with at least three cells
    near: Mask  # offsets of the cells one or two steps further, as bits
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
        lines=tuple(
            (across[c // cols] | down[c % cols]) & ~(1 << c)
            for c in range(g.size if g.size <= _MOST_TABLED else 0)
        ),
        pair_steps=pair_steps,
        gap_steps=gap_steps,
        near=mask((*pair_steps, *(2 * step for step in gap_steps))),
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
