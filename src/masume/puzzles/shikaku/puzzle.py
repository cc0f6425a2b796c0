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

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
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
        faults += _part_violations(puzzle, part)
    return faults


def _part_violations(puzzle: Shikaku, part: list[Cell]) -> list[Violation]:
    """Return the violations of the shape and the numbers of a part."""
    name, cells, faults = puzzle.grid.name, tuple(part), []
    rows = {cell // puzzle.cols for cell in part}
    cols = {cell % puzzle.cols for cell in part}
    numbers = [cell for cell in part if puzzle.clues[cell] is not None]
    if len(rows) * len(cols) != len(part):
        faults.append(Violation("rectangle", cells, f"the part of {name(part[0])} is no rectangle"))
    if not numbers:
        faults.append(Violation("no-number", cells, f"the part of {name(part[0])} has no number"))
    if len(numbers) > 1:
        places = f"{name(numbers[0])} and {name(numbers[1])}"
        faults.append(Violation("numbers", cells, f"the numbers at {places} are in one part"))
    for cell in numbers:
        clue = puzzle.clues[cell]
        if clue is not UNKNOWN and clue != len(part):
            text = f"the part of the {clue} at {name(cell)} has {pluralise(len(part), 'cell')}"
            faults.append(Violation("clue", cells, text))
    return faults


def obstacles(puzzle: Shikaku) -> list[Violation]:
    """Return numbers whose sum cannot be the area of the board."""
    numbers = [clue for clue in puzzle.clues if isinstance(clue, int)]
    unknown = sum(clue is UNKNOWN for clue in puzzle.clues)
    area, least = puzzle.grid.size, sum(numbers) + unknown
    if least > area or (not unknown and least < area):
        cells = tuple(cell for cell, clue in enumerate(puzzle.clues) if clue is not None)
        text = f"the rectangles have {least} cells, the board has {area}"
        return [Violation("clue", cells, text)]
    return []
