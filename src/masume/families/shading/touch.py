"""What a gesture means on a board of black and white cells.

A click goes from open to black, to surely white, and back; the second button from open to surely
white and back. A drag paints: each cell that it comes to gets the mark of the one before.
"""

from __future__ import annotations

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.families.shading.position import Colour, Mark, Shading

_NEXT: dict[Colour, Colour] = {"open": "black", "black": "white", "white": "open"}
_NEXT_BY_SECOND: dict[Colour, Colour] = {"open": "white", "black": "white", "white": "open"}


def touch(puzzle: ClueBoard, position: Shading, gesture: Gesture) -> list[Mark]:
    """The moves that a gesture stands for; none if it changes nothing."""
    here = _colour(position, gesture.cell)
    if gesture.to is not None and gesture.is_drag:
        return [] if _colour(position, gesture.to) == here else [Mark(gesture.to, here)]
    steps = _NEXT_BY_SECOND if gesture.second else _NEXT
    return [Mark(gesture.cell, steps[here])]


def _colour(position: Shading, cell: Cell) -> Colour:
    return "black" if cell in position.black else "white" if cell in position.white else "open"
