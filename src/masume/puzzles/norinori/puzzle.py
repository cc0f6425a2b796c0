"""Norinori: shade dominoes so that every room has two black cells.

a a b b        # . # #
a a a a   →    # . . .
a c c a        . # # .
a a a a        . . . .
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.rooms import RoomBoard
from masume.families.shading.position import Shading

CODES = {
    "room": "a room has not exactly two black cells",
    "alone": "a black cell has no black neighbour",
    "touching": "a black cell has two black neighbours or more",
    "outside": "a cell in no room is black",
}


@dataclass(frozen=True)
class Norinori(RoomBoard):
    """A Norinori board: rooms without numbers."""


def violations(puzzle: Norinori, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); cells that are not black count as white."""
    black, name, faults = position.black, puzzle.grid.name, []
    members: dict[int, list[int]] = {}
    for cell, room in enumerate(puzzle.rooms):
        members.setdefault(room, []).append(cell)
    for room, cells in members.items():
        count = len(black.intersection(cells))
        if room >= 0 and count != 2:
            text = f"the room of {name(cells[0])} has {pluralise(count, 'black cell')}"
            faults.append(Violation("room", tuple(cells), text))
    for cell in sorted(black):
        row, col = divmod(cell, puzzle.cols)
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        beside = tuple(
            r * puzzle.cols + c
            for r, c in around
            if 0 <= r < puzzle.rows and 0 <= c < puzzle.cols and r * puzzle.cols + c in black
        )
        if puzzle.rooms[cell] < 0:
            faults.append(Violation("outside", (cell,), f"{name(cell)} is black, but in no room"))
        if not beside:
            faults.append(Violation("alone", (cell,), f"{name(cell)} has no black neighbour"))
        elif len(beside) > 1:
            text = f"{name(cell)} has {pluralise(len(beside), 'black neighbour')}"
            faults.append(Violation("touching", (cell, *beside), text))
    return faults


def obstacles(puzzle: Norinori) -> list[Violation]:
    """Return the rooms of one cell."""
    return [
        Violation("room", tuple(cells), f"the room of {puzzle.grid.name(cells[0])} has one cell")
        for cells in puzzle.cells_of_rooms
        if len(cells) < 2
    ]
