"""Equal numbers of a Hitori board: which cells of a line hold the same number."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell, Mask, mask
from masume.puzzles.hitori.puzzle import Hitori


@dataclass(frozen=True)
class Twins:
    """Groups of equal numbers in a line, and the partners of each cell in its groups."""

    groups: tuple[Mask, ...]  # two or more equal numbers in a row or column
    # (row groups, column groups) connected by common cells: one black cell can serve a row group
    # and a column group
    clusters: tuple[tuple[tuple[Mask, ...], tuple[Mask, ...]], ...]
    partners: tuple[tuple[Cell, ...], ...]  # per cell: equal numbers in its column, then in its row
    partner_mask: tuple[Mask, ...]
    cells: tuple[Cell, ...]  # all cells that have a partner


def equal_numbers(puzzle: Hitori) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Return the groups of equal numbers in rows and those in columns.

    Each group lists its cells in order; groups of columns are sorted by their first cell.
    """
    size, cols = len(puzzle.clues), puzzle.cols
    across = [_equal_in_line(puzzle, range(first, first + cols)) for first in range(0, size, cols)]
    down = [_equal_in_line(puzzle, range(first, size, cols)) for first in range(cols)]
    columns = sorted((group for line in down for group in line), key=lambda group: group[0])
    return [group for line in across for group in line], columns


def _equal_in_line(puzzle: Hitori, line: range) -> list[list[Cell]]:
    """Return the cells of each number that a line has more than once."""
    by_number: dict[Clue | None, list[Cell]] = {}
    for cell, clue in zip(line, puzzle.clues[line.start : line.stop : line.step], strict=True):
        if clue in by_number:
            by_number[clue].append(cell)
        elif isinstance(clue, int):
            by_number[clue] = [cell]
    return [group for group in by_number.values() if len(group) > 1]


def twins(puzzle: Hitori) -> Twins:
    """Return the twins of a board."""
    across, down = equal_numbers(puzzle)
    groups = [*across, *down]
    masks = tuple(mask(group) for group in groups)
    # The group numbers of each cell, its column's before its row's.
    groups_of: list[list[int]] = [[] for _ in puzzle.clues]
    for number in reversed(range(len(groups))):
        for cell in groups[number]:
            groups_of[cell].append(number)
    partners = tuple(
        tuple(other for number in own for other in groups[number] if other != cell)
        for cell, own in enumerate(groups_of)
    )
    return Twins(
        groups=masks,
        clusters=tuple(
            (
                tuple(masks[number] for number in cluster if number < len(across)),
                tuple(masks[number] for number in cluster if number >= len(across)),
            )
            for cluster in _clusters(groups, groups_of)
        ),
        partners=partners,
        partner_mask=tuple(mask(own_partners) for own_partners in partners),
        cells=tuple(cell for cell, own in enumerate(groups_of) if own),
    )


def _clusters(groups: list[list[Cell]], groups_of: list[list[int]]) -> list[list[int]]:
    """Return the connected components of groups that share cells, as group numbers."""
    clusters = []
    unvisited = dict.fromkeys(range(len(groups)))
    while unvisited:
        cluster = [unvisited.popitem()[0]]
        for number in cluster:  # grows during iteration
            for cell in groups[number]:
                for other in groups_of[cell]:
                    if other in unvisited:
                        del unvisited[other]
                        cluster.append(other)
        clusters.append(cluster)
    return clusters


def is_hopeless(board: Twins, black: Mask, closed: Mask) -> bool:
    """Return whether two equal numbers of a line can both no longer turn black."""
    stays_white = closed & ~black
    for group in board.groups:
        fixed = group & stays_white
        if fixed & (fixed - 1):
            return True
    return False


def least_black(board: Twins, black: Mask, closed: Mask) -> float:
    """Return a lower bound on the black cells still needed; infinity proves a dead end.

    A line with k equal white numbers needs k - 1 black ones. A cell helps at most one row group
    and one column group, so a cluster needs at least the larger of the two sums, and different
    clusters share no cell.
    """
    if is_hopeless(board, black, closed):
        return inf
    white = ~black
    needed = 0
    for across, down in board.clusters:
        rows = cols = 0  # plain loops: A* evaluates every child
        for group in across:
            if (count := (group & white).bit_count()) > 1:
                rows += count - 1
        for group in down:
            if (count := (group & white).bit_count()) > 1:
                cols += count - 1
        needed += rows if rows > cols else cols
    return needed
