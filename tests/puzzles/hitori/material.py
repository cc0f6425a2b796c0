"""Hitori test material: random boards, all answers of small ones, the meaning of reasons."""

from __future__ import annotations

from material import SIZES, TINY, clue_boards
from puzzles.shading import (
    TRUTH,
    assignments,
    legal_shadings,
    mark_holds,
    positions,
    reason_holds,
)

from masume.core.puzzle.clue import UNKNOWN
from masume.puzzles.hitori.puzzle import Hitori

__all__ = [
    "MIDDLING",
    "REASONS",
    "SMALL",
    "TRUTH",
    "assignments",
    "boards",
    "mark_holds",
    "positions",
    "random_board",
    "reason_holds",
]

SMALL = {"sizes": TINY}
MIDDLING = {"sizes": [(4, 5), (5, 4)]}
REASONS = {"duplicate", "adjacent", "divided", "mark"}


def random_board(rng, sizes=SIZES):
    rows, cols = rng.choice(sizes)
    size = rows * cols
    if rng.random() < 0.3:
        numbers = rng.choice([2, 3, 4, max(rows, cols)])
        clues = [rng.randint(1, numbers) for _ in range(size)]
    else:
        longest = max(rows, cols)
        names = rng.sample(range(1, longest + 1), longest)
        across, down = rng.sample(range(longest), longest), rng.sample(range(longest), longest)
        clues = [names[(across[r] + down[c]) % longest] for r in range(rows) for c in range(cols)]
        answers = legal_shadings(rows, cols)
        black = max((rng.choice(answers).black for _ in range(4)), key=len)
        for cell in sorted(black):
            row, col = divmod(cell, cols)
            line = [c for c in range(size) if (c // cols == row) != (c % cols == col)]
            clues[cell] = clues[rng.choice(line)] if line else 1
    share_of_unknown = rng.choice([0, 0, 0.1, 0.3])
    for cell in range(size):
        if rng.random() < share_of_unknown:
            clues[cell] = rng.choice([UNKNOWN, None, rng.randint(1, 3)])
    return Hitori(rows, cols, tuple(clues))


def boards():
    return clue_boards(Hitori)
