"""Sudoku for the tests: small boards with few open cells."""

from __future__ import annotations

from collections import Counter

from puzzles.values import assignments, filled_board, mark_holds, positions, reason_holds

from masume.families.values.position import Values

__all__ = [
    "assignments",
    "candidates",
    "mark_holds",
    "positions",
    "random_board",
    "reason_holds",
]


def candidates(puzzle):
    """Yield every filling that has each digit as often as there are rows."""
    free = [cell for cell, clue in enumerate(puzzle.clues) if clue is None]
    left = Counter({digit: puzzle.rows for digit in puzzle.numbers})
    left.subtract(clue for clue in puzzle.clues if clue is not None)

    def fill(entered):
        if len(entered) == len(free):
            yield Values(puzzle.givens.union(entered))
            return
        for digit in puzzle.numbers:
            if left[digit] > 0:
                left[digit] -= 1
                yield from fill([*entered, (free[len(entered)], digit)])
                left[digit] += 1

    return fill([])


def random_board(rng, **options):
    return filled_board("sudoku", rng, [(4, 4)], 8)
