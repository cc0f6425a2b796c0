"""Which cells of a Hitori board hold the same number, on sets of cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from masume.core.grid import Cell, Mask, each
from masume.puzzles.hitori.puzzle import Hitori


@dataclass(frozen=True)
class Twins:
    """Groups of equal numbers in one line, and each cell's partners in them."""

    groups: tuple[Mask, ...]  # two or more equal numbers in a row or column
    clusters: tuple[tuple[tuple[Mask, ...], tuple[Mask, ...]], ...]  # (row, column) groups that
    # are linked by common cells: one black cell can serve a row group and a column group at once
    partners: tuple[tuple[Cell, ...], ...]  # per cell: equal numbers in its column, then in its row
    partner_mask: tuple[Mask, ...]
    cells: tuple[Cell, ...]  # all cells that have a partner


def twins(puzzle: Hitori) -> Twins:
    """The tables of a board."""
    rows, cols = puzzle.rows, puzzle.cols
    row_groups: dict[tuple[int, int], Mask] = {}
    col_groups: dict[tuple[int, int], Mask] = {}
    for cell, clue in enumerate(puzzle.clues):
        if isinstance(clue, int):
            row, col = divmod(cell, cols)
            row_groups[row, clue] = row_groups.get((row, clue), 0) | 1 << cell
            col_groups[col, clue] = col_groups.get((col, clue), 0) | 1 << cell
    across = [group for group in row_groups.values() if group.bit_count() > 1]
    down = [group for group in col_groups.values() if group.bit_count() > 1]
    row_of = {cell: group for group in across for cell in each(group)}
    col_of = {cell: group for group in down for cell in each(group)}
    partners = tuple(
        tuple(c for group in (col_of, row_of) for c in each(group.get(cell, 0)) if c != cell)
        for cell in range(rows * cols)
    )
    return Twins(
        groups=(*across, *down),
        clusters=_clusters(across, down),
        partners=partners,
        partner_mask=tuple(
            (row_of.get(cell, 0) | col_of.get(cell, 0)) & ~(1 << cell)
            for cell in range(rows * cols)
        ),
        cells=tuple(cell for cell in range(rows * cols) if partners[cell]),
    )


def _clusters(
    across: list[Mask], down: list[Mask]
) -> tuple[tuple[tuple[Mask, ...], tuple[Mask, ...]], ...]:
    """Put groups together that share cells, directly or through others."""
    found: list[tuple[Mask, list[Mask], list[Mask]]] = []
    for is_row, groups in ((True, across), (False, down)):
        for group in groups:
            union, rows, cols = group, ([group] if is_row else []), ([] if is_row else [group])
            apart = []
            for cluster in found:
                if cluster[0] & group:
                    union, rows, cols = union | cluster[0], cluster[1] + rows, cluster[2] + cols
                else:
                    apart.append(cluster)
            found = [*apart, (union, rows, cols)]
    return tuple((tuple(rows), tuple(cols)) for _, rows, cols in found)


def is_hopeless(board: Twins, black: Mask, closed: Mask) -> bool:
    """Whether two equal numbers of a line can both no longer turn black."""
    stays_white = closed & ~black
    return any((group & stays_white).bit_count() > 1 for group in board.groups)


def least_black(board: Twins, black: Mask, closed: Mask) -> float:
    """A lower bound on the black cells still needed; infinity proves a dead end.

    A line with k equal white numbers needs k - 1 black ones. A cell helps at most one row group
    and one column group, so within a cluster the larger of the two sums is needed at least; and
    different clusters share no cell.
    """
    if is_hopeless(board, black, closed):
        return inf
    white = ~black
    needed = 0
    for across, down in board.clusters:
        rows = sum(max((group & white).bit_count() - 1, 0) for group in across)
        cols = sum(max((group & white).bit_count() - 1, 0) for group in down)
        needed += rows if rows > cols else cols
    return needed
