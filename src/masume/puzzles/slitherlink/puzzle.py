"""Slitherlink: draw one loop along the sides of cells; a number counts the sides on the loop.

3 . 3        +─+ +─+
. 0 .   →    │3│ │3│
. . .        + +─+ +
             │  0  │   …
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.links import loop
from masume.families.links.loop import loop_violations
from masume.families.links.neighbours import SideBoard
from masume.families.links.position import Lines

CODES = {**loop.CODES, "clue": "a number has more or fewer sides on the loop"}


@dataclass(frozen=True)
class Slitherlink(SideBoard):
    """A Slitherlink board."""

    least: ClassVar[int] = 0


def violations(puzzle: Slitherlink, position: Lines) -> list[Violation]:
    """Return every broken rule (the referee)."""
    faults = loop_violations(puzzle, position)
    drawn = {(a, b) for a, b, _ in position.joined}
    for cell, clue in enumerate(puzzle.clues):
        row, col = divmod(cell, puzzle.cols)
        wide = puzzle.cols + 1
        corner = row * wide + col
        beyond = corner + wide
        sides = [(corner, corner + 1), (beyond, beyond + 1)]
        sides += [(corner, beyond), (corner + 1, beyond + 1)]
        count = sum(side in drawn for side in sides)
        if clue is not None and clue is not UNKNOWN and count != clue:
            sides_drawn = pluralise(count, "side")
            text = f"the {clue} at {puzzle.grid.name(cell)} has {sides_drawn} on the loop"
            faults.append(Violation("clue", (cell,), text))
    return faults


def obstacles(puzzle: Slitherlink) -> list[Violation]:
    """Return each number above 4."""
    return [
        Violation("clue", (cell,), f"the {clue} at {puzzle.grid.name(cell)} is more than 4")
        for cell, clue in enumerate(puzzle.clues)
        if isinstance(clue, int) and clue > 4
    ]
