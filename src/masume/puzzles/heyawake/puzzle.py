"""Heyawake: shade cells in rooms so that the white cells stay connected.

a2 b  b  c0        # . . .
a  b  b  d0   →    . . # .
a  e0 e  d         # . . .
e  e  e  d         . . . .
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.rooms import RoomBoard
from masume.families.shading.position import (
    Shading,
    adjacent_violations,
    divided_violations,
)

CODES = {
    "adjacent": "two black cells share a side",
    "divided": "the white cells are not connected",
    "clue": "a room has more or fewer black cells than its number",
    "line": "a straight line of white cells crosses two borders of rooms",
}


@dataclass(frozen=True)
class Heyawake(RoomBoard):
    """A Heyawake board: rooms, some with a number."""


def violations(puzzle: Heyawake, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); cells that are not black count as white."""
    black, name = position.black, puzzle.grid.name
    faults = adjacent_violations(puzzle, position) + divided_violations(puzzle, position)
    for cell, number in enumerate(puzzle.numbers):
        if number is None:
            continue
        room = [c for c, other in enumerate(puzzle.rooms) if other == puzzle.rooms[cell]]
        count = len(black.intersection(room))
        if count != number:
            text = f"the room of the {number} at {name(cell)} has {pluralise(count, 'black cell')}"
            faults.append(Violation("clue", tuple(room), text))
    for row in range(puzzle.rows):
        faults += _line_violations(puzzle, position, row * puzzle.cols, 1, puzzle.cols)
    for col in range(puzzle.cols):
        faults += _line_violations(puzzle, position, col, puzzle.cols, puzzle.rows)
    return faults


def _line_violations(
    puzzle: Heyawake, position: Shading, first: int, step: int, count: int
) -> list[Violation]:
    """Return a violation for each white stretch of a row or column that crosses two borders."""
    faults: list[Violation] = []
    stretch: list[int] = []
    for cell in (*range(first, first + step * count, step), None):
        if cell is not None and cell not in position.black:
            stretch.append(cell)
            continue
        rooms = [puzzle.rooms[white] for white in stretch]
        borders = sum(rooms[n] != rooms[n - 1] for n in range(1, len(rooms)))
        if borders > 1:
            ends = f"{puzzle.grid.name(stretch[0])} to {puzzle.grid.name(stretch[-1])}"
            text = f"the white cells from {ends} cross {borders} borders"
            faults.append(Violation("line", tuple(stretch), text))
        stretch = []
    return faults


def obstacles(puzzle: Heyawake) -> list[Violation]:
    """Return numbers that are larger than their rooms."""
    return [
        Violation("clue", (cell,), f"the {number} at {puzzle.grid.name(cell)} exceeds its room")
        for cell, number in enumerate(puzzle.numbers)
        if number is not None and number > len(puzzle.cells_of_rooms[puzzle.rooms[cell]])
    ]
