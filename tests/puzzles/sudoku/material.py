"""Sudoku for the tests: small boards; those of 1 to 3 digits have boxes that are rows."""

from __future__ import annotations

from material import _words, derived_assignments, derived_mark_holds
from puzzles.values import filled_board, positions

from masume.families.values.position import Values

__all__ = [
    "SMALL",
    "assignments",
    "candidates",
    "mark_holds",
    "positions",
    "random_board",
    "reason_holds",
]

# With up to eight literals, and often without a solution
SMALL = {"sizes": [(1, 1), (2, 2), (2, 2), (2, 2)], "most_open": 2, "wrong": 0.7}
SIZES = [(1, 1), (2, 2), (3, 3), (3, 3), (4, 4), (4, 4), (4, 4)]
assignments, mark_holds = derived_assignments, derived_mark_holds


def random_board(rng, **options):
    most_open = rng.choice([4, 12])
    return filled_board("sudoku", rng, **{"sizes": SIZES, "most_open": most_open, **options})


def candidates(puzzle):
    """Yield every filling that repeats no digit in a row or column."""
    size, cells = puzzle.rows, [0] * puzzle.grid.size

    def fill(cell):
        if cell == len(cells):
            yield Values(frozenset(enumerate(cells)))
            return
        clue = puzzle.clues[cell]
        before = {*cells[cell - cell % size : cell], *cells[cell % size : cell : size]}
        for digit in [clue] if clue else puzzle.numbers:
            if digit not in before:
                cells[cell] = digit
                yield from fill(cell + 1)

    return fill(0)


def reason_holds(puzzle, reason, literals):
    """Return whether the literals of a reason's cells are as it says."""
    entries = map(_words(puzzle).entry, (literal for literal in literals if literal > 0))
    own = sorted(digit for cell, digit in entries if cell in reason.cells)
    if reason.rule == "clue":
        return puzzle.clues[reason.cells[0]] in own
    return len(own) == 1 if reason.rule == "cell" else own == list(puzzle.numbers)
