"""Yajilin for the tests: boards with few clues, and all loops with all ways to shade cells."""

from __future__ import annotations

from dataclasses import replace

from material import derived_board
from puzzles.loops import SIZES, assignments, loop_positions, mark_holds, reason_holds

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.families.arrows import SIDES, arrow
from masume.families.links.shaded import ShadedLines

__all__ = ["assignments", "candidates", "mark_holds", "random_board", "reason_holds"]


SMALL = {"most_variables": 10}


def random_board(rng, *, most_variables=29):
    """Return a board without clues, or with some, of which a few are random."""
    sizes = [*SIZES, (3, 3), (3, 4), (4, 3)]
    sizes = [(r, c) for r, c in sizes if 3 * r * c - r - c <= most_variables]
    puzzle = derived_board(masume.kinds()["yajilin"], rng, sizes, most_variables)
    if rng.random() < 0.2:
        return replace(puzzle, clues=(None,) * puzzle.grid.size)
    share = rng.choice([0, 0.1, 0.2, 0.3])
    some = [UNKNOWN, *(arrow(number, side) for number in (0, 1) for side in SIDES)]
    clues = (rng.choice(some) if rng.random() < share else clue for clue in puzzle.clues)
    return replace(puzzle, clues=tuple(clues))


def candidates(puzzle):
    """Return every single loop with all other cells shaded that have no clue.

    A test tries all assignments of tiny boards.
    """
    free = {cell for cell, clue in enumerate(puzzle.clues) if clue is None}
    loops = loop_positions(puzzle.rows, puzzle.cols)
    return [ShadedLines(loop.joined, black=frozenset(free - loop.cells)) for loop in loops]
