"""Akari (Light Up): place lamps that light every free cell but not each other.

    . . 1 . .        . # 1 . .
    . . . . ?        . . # . ?
    2 . . . 0   →    2 # . . 0
    . ? . . .        # ? . # .
    . . 1 . .        . # 1 . .
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from masume.core.puzzle.clue import ClueBoard, parse_clue_from_0, read_clues
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.text.blocks import Block
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


def read(block: Block) -> Akari:
    """Read a grid of numbers, `?` for walls without a number, and `.`."""
    return Akari(*read_clues(block, parse_clue_from_0))


def seen(puzzle: Akari, cell: Cell) -> list[Cell]:
    """Return the other cells that a lamp in a cell lights."""
    found = []
    for ray in puzzle.grid.rays(cell):
        for other in ray:
            if puzzle.clues[other] is not None:
                break
            found.append(other)
    return found


def violations(puzzle: Akari, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); black cells are lamps."""
    faults = visible_violations(puzzle, position)
    for cell, clue in enumerate(puzzle.clues):
        name = puzzle.grid.name(cell)
        if clue is None and position.black.isdisjoint({cell, *seen(puzzle, cell)}):
            faults.append(Violation("dark", (cell,), f"{name} is not lit"))
        elif isinstance(clue, int):
            count = sum(other in position.black for other in puzzle.grid.neighbours[cell])
            if count < clue:
                text = f"the {clue} at {name} has {count} lamps beside it"
                faults.append(Violation("clue", (cell,), text))
    return faults


def visible_violations(puzzle: Akari, position: Shading) -> list[Violation]:
    """Return the violations that no further mark can cure."""
    faults, name = [], puzzle.grid.name
    for cell in sorted(position.black):
        if puzzle.clues[cell] is not None:
            faults.append(Violation("wall", (cell,), f"there is a lamp on the wall {name(cell)}"))
            continue
        for other in seen(puzzle, cell):
            if other > cell and other in position.black:
                text = f"the lamps at {name(cell)} and {name(other)} light each other"
                faults.append(Violation("lamps", (cell, other), text))
    for cell, clue in enumerate(puzzle.clues):
        count = sum(other in position.black for other in puzzle.grid.neighbours[cell])
        if isinstance(clue, int) and count > clue:
            text = f"the {clue} at {name(cell)} has {count} lamps beside it"
            faults.append(Violation("clue", (cell,), text))
    return faults


def obstacles(puzzle: Akari) -> list[Violation]:
    """Return the numbers that are larger than the number of free cells beside them."""
    faults = []
    for cell, clue in enumerate(puzzle.clues):
        free = sum(puzzle.clues[other] is None for other in puzzle.grid.neighbours[cell])
        if isinstance(clue, int) and clue > free:
            text = f"the {clue} at {puzzle.grid.name(cell)} has only {free} free cells beside it"
            faults.append(Violation("clue", (cell,), text))
    return faults
