"""Which cells of a Hitori board hold the same number, on sets of cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell, Mask, mask
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


def equal_numbers(puzzle: Hitori) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """The cells of each number that a row has more than once, and then of columns."""
    size, cols = len(puzzle.clues), puzzle.cols
    across = [_equal(puzzle, range(first, first + cols)) for first in range(0, size, cols)]
    down = [_equal(puzzle, range(first, size, cols)) for first in range(cols)]
    columns = sorted((same for line in down for same in line), key=lambda same: same[0])
    return [same for line in across for same in line], columns


def _equal(puzzle: Hitori, line: range) -> list[list[Cell]]:
    """The cells of each number that is there more than once."""
    by_number: dict[Clue | None, list[Cell]] = {}
    for cell, clue in zip(line, puzzle.clues[line.start : line.stop : line.step], strict=True):
        if clue in by_number:
            by_number[clue].append(cell)
        elif isinstance(clue, int):
            by_number[clue] = [cell]
    return [same for same in by_number.values() if len(same) > 1]


def twins(puzzle: Hitori) -> Twins:
    """The tables of a board."""
    across, down = equal_numbers(puzzle)
    groups = [*across, *down]
    masks = tuple(mask(group) for group in groups)
    # For each cell the numbers of its groups, the column's before the row's.
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
        partner_mask=tuple(mask(others) for others in partners),
        cells=tuple(cell for cell, own in enumerate(groups_of) if own),
    )


def _clusters(groups: list[list[Cell]], groups_of: list[list[int]]) -> list[list[int]]:
    """The numbers of groups that share cells, directly or through others."""
    clusters = []
    todo = dict.fromkeys(range(len(groups)))
    while todo:
        cluster = [todo.popitem()[0]]
        for number in cluster:  # grows while it is gone through
            for cell in groups[number]:
                for other in groups_of[cell]:
                    if other in todo:
                        del todo[other]
                        cluster.append(other)
        clusters.append(cluster)
    return clusters


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
