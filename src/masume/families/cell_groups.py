"""Groups of cells for referees: they share no code with solvers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masume.core.puzzle.clue import UNKNOWN, ClueBoard
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Puzzle
from masume.errors import pluralise


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


def one_number(puzzle: ClueBoard, group: Sequence[Cell], what: str) -> list[Violation]:
    """Return why a group has not exactly one number, its size; `what` is "island", for example."""
    name, cells, faults = puzzle.grid.name, tuple(group), []
    numbers = [cell for cell in group if puzzle.clues[cell] is not None]
    if not numbers:
        text = f"the {what} at {name(group[0])} has no number"
        faults.append(Violation("no-number", cells, text))
    if len(numbers) > 1:
        places = f"{name(numbers[0])} and {name(numbers[1])}"
        faults.append(Violation("numbers", cells, f"one {what} has the numbers at {places}"))
    for cell in numbers:
        clue = puzzle.clues[cell]
        if isinstance(clue, int) and clue != len(group):
            size = pluralise(len(group), "cell")
            text = f"the {what} of the {clue} at {name(cell)} has {size}"
            faults.append(Violation("clue", cells, text))
    return faults


def too_many_cells(puzzle: ClueBoard, what: str, *, fills: bool = False) -> list[Violation]:
    """Return numbers whose sum exceeds the board, or with `fills` is not its area."""
    numbers = {cell: clue for cell, clue in enumerate(puzzle.clues) if clue is not None}
    least = sum(clue if isinstance(clue, int) else 1 for clue in numbers.values())
    is_exact = fills and UNKNOWN not in numbers.values()
    if least <= puzzle.grid.size and not (is_exact and least < puzzle.grid.size):
        return []
    text = f"the {what}s have {least} cells, the board {puzzle.grid.size}"
    return [Violation("clue", tuple(numbers), text)]


def squares(puzzle: Puzzle | Grid) -> list[tuple[Cell, Cell, Cell, Cell]]:
    """Return all squares of 2×2 cells."""
    return [
        (cell, cell + 1, cell + puzzle.cols, cell + puzzle.cols + 1)
        for cell in range(puzzle.rows * puzzle.cols - puzzle.cols)
        if (cell + 1) % puzzle.cols
    ]
