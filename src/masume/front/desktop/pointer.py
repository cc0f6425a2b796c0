"""What the mouse means on a board: clicks and drags as gestures."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.gesture import Gesture
from masume.core.grid import Cell
from masume.front.desktop.board_view import Spot, way


class Pointer:
    """A click acts when the button comes up, a drag in every cell that it comes to."""

    def __init__(self) -> None:
        self._pressed: tuple[Cell, int] | None = None  # where a button went down, and which one
        self._dragged = False

    def forget(self) -> None:
        """Whatever was begun does not count."""
        self._pressed = None

    def down(self, spot: Spot | None, button: int) -> None:
        """A button went down."""
        self._pressed = None if spot is None else (spot.cell, button)
        self._dragged = False

    def moved(self, spot: Spot | None, cols: int) -> Iterator[Gesture]:
        """The cells that a drag has come to."""
        if self._pressed is None or spot is None:
            return
        cell, button = self._pressed
        for to in way(cell, spot.cell, cols):
            self._dragged = True
            yield Gesture(cell, to, button == 3)
            cell = to
            self._pressed = (cell, button)

    def up(self, spot: Spot | None, button: int) -> Gesture | None:
        """A button came up: a click, if it did so where it went down."""
        if self._pressed is None or self._pressed[1] != button:
            return None
        cell, self._pressed = self._pressed[0], None
        if self._dragged or spot is None or spot.cell != cell:
            return None
        return Gesture(cell, None, button == 3, spot.across)
