"""Numberlink for the tests: small boards, often with several solutions."""

from __future__ import annotations

from material import derived_assignments, derived_board, derived_mark_holds
from puzzles.loops import reason_holds

import masume
from masume.core.puzzle.clue import UNKNOWN

__all__ = ["assignments", "mark_holds", "random_board", "reason_holds"]

SIZES = [(1, 3), (1, 5), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 3)]
assignments, mark_holds = derived_assignments, derived_mark_holds


def random_board(rng, *, most_variables=12):
    """Return a small board, sometimes with unknown numbers or without those of a line."""
    kind = masume.kinds()["numberlink"]
    puzzle = derived_board(kind, rng, SIZES, most_variables)
    share, gone = rng.choice([0, 0, 0.5]), rng.choice([None, None, 1, 2])
    clues = (UNKNOWN if clue and rng.random() < share else clue for clue in puzzle.clues)
    return kind.new(puzzle.rows, puzzle.cols, tuple(None if n == gone else n for n in clues))
