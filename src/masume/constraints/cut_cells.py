"""Articulation points of a part of the grid: the cells that hold it together."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from masume.core.puzzle.grid import Cell, Grid, Mask, each


def is_cut(grid: Grid, within: Mask, inside: Mask) -> bool:
    """Return whether `within` is not connected, or a cell not in `inside` separates cells in it.

    Only cells whose neighbours are not connected around the cell come into question.
    """
    if grid.flood(inside & -inside, within) != within:
        return True
    cuts = local_cuts(grid, within) & ~inside
    return any(_separates(grid, within ^ 1 << cell, cell, inside) for cell in each(cuts))


def _separates(grid: Grid, rest: Mask, cell: Cell, inside: Mask) -> bool:
    """Return whether the rest of a set without a cell is divided so that both sides have cells."""
    around = grid.neighbour_mask[cell] & rest
    part = around & -around
    while around & ~part:
        grown = grid.spread(part) & rest
        if grown == part:  # what the cell separates from others
            if inside & part:
                return bool(inside & ~part)
            around &= ~part
            grown = around & -around
        part = grown
    return False


def local_cuts(grid: Grid, within: Mask) -> Mask:
    """Return the cells of a set whose neighbours in it are not connected around the cell."""
    up, down = within << grid.cols & grid.full, within >> grid.cols
    right, left = grid.to_left(within), grid.to_right(within)
    corners = (
        up & right & grid.to_left(up),
        right & down & grid.to_left(down),
        down & left & grid.to_right(down),
        left & up & grid.to_right(up),
    )
    a, b, c, d = corners
    cuts = up & down & ~(a & b | c & d) | left & right & ~(b & c | d & a)
    cuts |= up & right & ~(a | b & c & d) | right & down & ~(b | c & d & a)
    cuts |= down & left & ~(c | d & a & b) | left & up & ~(d | a & b & c)
    return cuts & within


def cut_cells(
    grid: Grid, within: Collection[Cell], root: Cell, order: list[Cell]
) -> Iterator[tuple[Cell, int, int]]:
    """Yield (cell, first, end) for each cell that separates others from the root.

    All cells of `within` that the root reaches are appended to `order`, in depth-first order; those
    that the cell separates from the root are `order[first:end]`. A cell that separates several
    parts is yielded once for each. Iterative depth-first search with low-links (Tarjan).
    """
    found = {root: 0}
    low = [0]
    order.append(root)
    path = [(root, iter(grid.neighbours[root]))]
    while path:
        cell, neighbours = path[-1]
        number = found[cell]
        for other in neighbours:
            if other not in within:
                continue
            seen = found.get(other)
            if seen is None:
                found[other] = len(order)
                low.append(len(order))
                order.append(other)
                path.append((other, iter(grid.neighbours[other])))
                break
            low[number] = min(low[number], seen)
        else:
            path.pop()
            if path:
                parent = path[-1][0]
                above = found[parent]
                if low[number] >= above:
                    yield parent, number, len(order)
                low[above] = min(low[above], low[number])
