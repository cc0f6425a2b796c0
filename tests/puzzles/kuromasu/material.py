"""Kuromasu test material: random boards, all answers of small ones, the meaning of reasons."""

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
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from

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
REASONS = {"clue", "adjacent", "divided", "mark"}


def random_board(rng, sizes=SIZES):
    rows, cols = rng.choice(sizes)
    size = rows * cols
    blank = Kuromasu(rows, cols, (None,) * size)
    answer = rng.choice(legal_shadings(rows, cols))
    density = rng.choice([0.15, 0.3, 0.5, 0.8])
    clues = [None] * size
    for cell in range(size):
        if cell not in answer.black and rng.random() < density:
            is_number = rng.random() < 0.85
            clues[cell] = seen_from(blank, answer, cell) if is_number else UNKNOWN
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        clues[rng.randrange(size)] = rng.choice([UNKNOWN, None, *range(1, rows + cols + 1)])
    return Kuromasu(rows, cols, tuple(clues))


def boards():
    return clue_boards(Kuromasu)
