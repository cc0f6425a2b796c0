"""Connected groups of cells for referees: a plain flood fill that shares no code with solvers."""

from __future__ import annotations

from collections.abc import Iterable

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle


def connected_groups(puzzle: Puzzle, cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return the connected components of some cells, each sorted, in order of their first cells."""
    pending, found = set(cells), []
    for seed in sorted(pending):
        if seed not in pending:
            continue
        pending.discard(seed)
        group = [seed]
        for cell in group:  # grows during the loop
            row, col = divmod(cell, puzzle.cols)
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                other = r * puzzle.cols + c
                if 0 <= r < puzzle.rows and 0 <= c < puzzle.cols and other in pending:
                    pending.discard(other)
                    group.append(other)
        found.append(sorted(group))
    return found


def squares(puzzle: Puzzle) -> list[tuple[Cell, Cell, Cell, Cell]]:
    """Return all squares of 2×2 cells."""
    return [
        (cell, cell + 1, cell + puzzle.cols, cell + puzzle.cols + 1)
        for cell in range(puzzle.rows * puzzle.cols - puzzle.cols)
        if (cell + 1) % puzzle.cols
    ]
