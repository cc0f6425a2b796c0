"""What all Hitori boards of a size have in common, as sets of cells."""

from __future__ import annotations

from typing import NamedTuple

from masume.core.puzzle.grid import Cell, Grid, Mask, by_size, grid, mask


class BoardTable(NamedTuple):
    """Lines, neighbours in lines, the border and the corners of a board."""

    grid: Grid
    lines: tuple[Mask, ...]  # for each cell the others of its row and column
    pairs: tuple[int, ...]  # how far on the next cell of a line is,
    gaps: tuple[int, ...]  # and the same for lines that have one more after it
    near: Mask  # the cells that such a step, or two, lead to from the first cell
    not_first: Mask  # all cells but those of the first column,
    not_last: Mask  # or of the last one
    needs_way: Mask  # cells that cannot be the only white one
    border: Mask  # cells that touch the border,
    strip: Mask  # and those that do so twice: the inner ones of a single line
    corners: tuple[tuple[Cell, Cell, Cell, Cell], ...]  # as `corners_of` tells them


@by_size
def board_table(rows: int, cols: int) -> BoardTable:
    """The table of a size."""
    g = grid(rows, cols)
    across, down, contacts = g.row_masks, g.col_masks, g.border_contacts
    steps = (1, cols), (cols, rows)  # and how long such a line is
    pairs = tuple(step for step, length in steps if length > 1)
    gaps = tuple(step for step, length in steps if length > 2)
    return BoardTable(
        grid=g,
        lines=tuple((across[c // cols] | down[c % cols]) & ~(1 << c) for c in range(g.size)),
        pairs=pairs,
        gaps=gaps,
        near=mask((*pairs, *(2 * step for step in gaps))),
        not_first=g.full & ~down[0],
        not_last=g.full & ~down[-1],
        needs_way=mask(c for c in range(g.size) if len(g.neighbours[c]) != g.size - 1),
        border=mask(c for c in range(g.size) if contacts[c]),
        strip=mask(c for c in range(g.size) if contacts[c] > 1),
        corners=tuple(corners_of(g)),
    )


def corners_of(g: Grid) -> list[tuple[Cell, Cell, Cell, Cell]]:
    """(corner, cell beside it, the other cell beside it, the cell across), each corner twice."""
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
