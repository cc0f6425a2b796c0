"""Shikaku: divide the board into rectangles, each with one number, which is its area.

4 . 2        +─+─+─+
. . .   →    │4  │2│
. 3 .        +   + +
             │   │ │
             +─+─+─+
             │  3  │
             +─+─+─+
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.kind import Violation
from masume.families.cell_groups import one_number, too_many_cells
from masume.families.links.neighbours import DividedBoard
from masume.families.links.position import Lines

CODES = {
    "rectangle": "a part of the board is no rectangle",
    "no-number": "a part has no number",
    "numbers": "a part has more than one number",
    "clue": "a number is not the area of its rectangle",
    "loose": "a border ends inside a part",
}


@dataclass(frozen=True)
class Shikaku(DividedBoard):
    """A Shikaku board: each cell has a number, a `?` or nothing."""


def violations(puzzle: Shikaku, position: Lines) -> list[Violation]:
    """Return every broken rule (the referee); lines are the borders of rectangles."""
    drawn = {(a, b) for a, b, _ in position.joined}
    parts, name, faults = puzzle.groups(drawn), puzzle.grid.name, []
    part_of = {cell: number for number, part in enumerate(parts) for cell in part}
    for cell in range(puzzle.grid.size):
        for other in puzzle.grid.neighbours[cell]:
            is_loose = other > cell and part_of[cell] == part_of[other]
            if is_loose and puzzle.side_between(cell, other) in drawn:
                text = f"the border between {name(cell)} and {name(other)} ends inside a part"
                faults.append(Violation("loose", (cell, other), text))
    for part in parts:
        rows = {cell // puzzle.cols for cell in part}
        cols = {cell % puzzle.cols for cell in part}
        if len(rows) * len(cols) != len(part):
            text = f"the part of {name(part[0])} is no rectangle"
            faults.append(Violation("rectangle", tuple(part), text))
        faults += one_number(puzzle, part, "part")
    return faults


def obstacles(puzzle: Shikaku) -> list[Violation]:
    """Return numbers whose sum cannot be the area of the board."""
    return too_many_cells(puzzle, "rectangle", fills=True)
