"""Translate gestures into moves of shading puzzles.

A click cycles from open to black to noted white; the second button toggles between open and noted
white. A drag paints: each cell that it enters gets the colour of the previous cell.
"""

from __future__ import annotations

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.families.shading.position import Colour, Mark, Shading

_NEXT: dict[Colour, Colour] = {"open": "black", "black": "white", "white": "open"}
_NEXT_BY_SECOND: dict[Colour, Colour] = {"open": "white", "black": "white", "white": "open"}


def touch(puzzle: ClueBoard, position: Shading, gesture: Gesture) -> list[Mark]:
    """Return the moves of a gesture; none if it changes nothing."""
    colour = _colour(position, gesture.cell)
    if gesture.to is not None and gesture.is_drag:
        return [] if _colour(position, gesture.to) == colour else [Mark(gesture.to, colour)]
    cycle = _NEXT_BY_SECOND if gesture.second else _NEXT
    return [Mark(gesture.cell, cycle[colour])]


def touch_free(puzzle: ClueBoard, position: Shading, gesture: Gesture) -> list[Mark]:
    """Return the moves of a gesture on a board whose clues cannot be marked."""
    moves = touch(puzzle, position, gesture)
    return [move for move in moves if puzzle.clues[move.cell] is None]


def _colour(position: Shading, cell: Cell) -> Colour:
    return "black" if cell in position.black else "white" if cell in position.white else "open"
