"""Akari (Light Up): place lamps that light every free cell but not each other.

. . 1 .        . # 1 .
. . . ?        . . # ?
2 . . .   →    2 # . .
. ? . .        # ? . #
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.shading.position import Shading

CODES = {
    "dark": "a free cell is not lit",
    "lamps": "a lamp lights another",
    "wall": "there is a lamp on a wall",
    "clue": "a number has not that many lamps beside it",
}


@dataclass(frozen=True)
class Akari(ClueBoard):
    """An Akari board: every clue is a wall, UNKNOWN one without a number."""

    least: ClassVar[int] = 0


def violations(puzzle: Akari, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); black cells are lamps."""
    faults, name, lamps = [], puzzle.grid.name, position.black
    for cell, clue in enumerate(puzzle.clues):
        lighting = [other for other in seen(puzzle, cell) if other in lamps]
        if clue is None and cell in lamps:
            for other in (lamp for lamp in lighting if lamp > cell):
                text = f"the lamps at {name(cell)} and {name(other)} light each other"
                faults.append(Violation("lamps", (cell, other), text))
        elif clue is None and not lighting:
            faults.append(Violation("dark", (cell,), f"{name(cell)} is not lit"))
        elif clue is not None and cell in lamps:
            faults.append(Violation("wall", (cell,), f"there is a lamp on the wall {name(cell)}"))
        count = sum(other in lamps for other in puzzle.grid.neighbours[cell])
        if isinstance(clue, int) and count != clue:
            text = f"the {clue} at {name(cell)} has {pluralise(count, 'lamp')} beside it"
            faults.append(Violation("clue", (cell,), text))
    return faults


def seen(puzzle: Akari, cell: Cell) -> list[Cell]:
    """Return the other cells that a lamp in a cell lights."""
    found = []
    for ray in puzzle.grid.rays(cell):
        for other in ray:
            if puzzle.clues[other] is not None:
                break
            found.append(other)
    return found
