"""Articulation points of a part of the grid: the cells that hold it together."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from masume.core.puzzle.grid import Cell, Grid


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
