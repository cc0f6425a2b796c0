"""Shikaku for the tests: reasons are about the part of the board around a cell."""

from __future__ import annotations

from functools import lru_cache

from material import _words, derived_assignments, derived_board, derived_mark_holds

import masume
from masume.core.puzzle.clue import UNKNOWN

__all__ = ["assignments", "mark_holds", "random_board", "reason_holds"]

SIZES = [(1, 3), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (4, 2)]
assignments, mark_holds = derived_assignments, derived_mark_holds
SEVERAL = 4  # answers of some boards


def random_board(rng, **options):
    """Return a small board, often with unknown numbers, so that it has several solutions."""
    kind = masume.kinds()["shikaku"]
    puzzle, share = derived_board(kind, rng, SIZES), rng.choice([0, 0, 0.5, 1])
    clues = (clue and (UNKNOWN if rng.random() < share else clue) for clue in puzzle.clues)
    return kind.new(puzzle.rows, puzzle.cols, tuple(clues))


@lru_cache(maxsize=5000)
def _judged(puzzle, literals):
    position = _words(puzzle).answer(literals)
    faults = masume.kind_of(puzzle).violations(puzzle, position)
    return puzzle.groups({(a, b) for a, b, _ in position.joined}), faults


def reason_holds(puzzle, reason, literals):
    """Return whether the part of a cell is a rectangle with the right number and no more."""
    groups, faults = _judged(puzzle, literals)
    cell = reason.cells[0]
    (part,) = [group for group in groups if cell in group]
    return not any(set(part).intersection(fault.cells) for fault in faults)
