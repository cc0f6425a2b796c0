"""Norinori: black dominoes, two black cells in each room.

a a b b        . # # .
a c c b   →    # . . #
a c c b        # . . #
a a b b        . # # .
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.kind import Violation
from masume.families.rooms import RoomBoard
from masume.families.shading.position import Shading

CODES = {
    "room": "a room has not exactly two black cells",
    "alone": "a black cell has no black neighbour",
    "three": "a black cell has several black neighbours",
}


@dataclass(frozen=True)
class Norinori(RoomBoard):
    """A Norinori board."""


def violations(puzzle: Norinori, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee)."""
    faults, name, black = [], puzzle.grid.name, position.black
    for cells in puzzle.cells_of_rooms:
        count = sum(cell in black for cell in cells)
        if count != 2:
            text = f"the room at {name(cells[0])} has {count} black cell{'s' * (count != 1)}"
            faults.append(Violation("room", tuple(cells), text))
    for cell in sorted(black):
        beside = [other for other in puzzle.grid.neighbours[cell] if other in black]
        if not beside:
            faults.append(Violation("alone", (cell,), f"{name(cell)} has no black neighbour"))
        elif len(beside) > 1:
            text = f"{name(cell)} has {len(beside)} black neighbours"
            faults.append(Violation("three", (cell, *beside), text))
    return faults
