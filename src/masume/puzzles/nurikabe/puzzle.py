"""Nurikabe: white islands of the sizes of their numbers, in one connected black sea.

2 . .        2 . #
. . .   →    # # #
1 . 1        1 # 1
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.kind import Violation
from masume.families.cell_groups import connected_groups, one_number, squares, too_many_cells
from masume.families.shading.position import Shading

CODES = {
    "black-number": "a number is black",
    "no-number": "an island has no number",
    "numbers": "an island has more than one number",
    "clue": "an island has more or fewer cells than its number",
    "sea": "the black cells are not connected",
    "pool": "a square of 2×2 cells is all black",
}


@dataclass(frozen=True)
class Nurikabe(ClueBoard):
    """A Nurikabe board: each cell has a number, a `?` or nothing."""


def violations(puzzle: Nurikabe, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); cells that are not black count as white."""
    black, name = position.black, puzzle.grid.name
    faults = []
    for cell in sorted(black):
        if puzzle.clues[cell] is not None:
            text = f"the number at {name(cell)} is black"
            faults.append(Violation("black-number", (cell,), text))
    white = set(range(puzzle.rows * puzzle.cols)) - black
    for island in connected_groups(puzzle, white):
        faults += one_number(puzzle, island, "island")
    first, *others = connected_groups(puzzle, black) or [[]]
    for part in others:
        text = f"{name(part[0])} is cut off from {name(first[0])}"
        faults.append(Violation("sea", tuple(part), text))
    for pool in squares(puzzle):
        if black.issuperset(pool):
            text = f"the square from {name(pool[0])} to {name(pool[3])} is black"
            faults.append(Violation("pool", pool, text))
    return faults


def obstacles(puzzle: Nurikabe) -> list[Violation]:
    """Return numbers that share a side, and numbers whose sum exceeds the board."""
    faults, name = [], puzzle.grid.name
    numbers = [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]
    for cell in numbers:
        for other in puzzle.grid.neighbours[cell]:
            if other > cell and puzzle.clues[other] is not None:
                text = f"the numbers at {name(cell)} and {name(other)} share a side"
                faults.append(Violation("numbers", (cell, other), text))
    return faults + too_many_cells(puzzle, "island")
