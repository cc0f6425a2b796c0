"""Translate mouse clicks and drags on a board to gestures.

A drag is undone as a whole. Where dragging paints, a click on an open cell has the same effect as
the start of a drag and acts on button down; other clicks act on button up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle
from masume.front.desktop.board_view import Spot, path_between


@dataclass
class _Stroke:
    cell: Cell  # the current cell
    source: Cell  # the cell whose mark is copied to the next one
    button: int
    second: bool
    has_acted: bool = False
    selects: bool = False  # a click only selects its cell


class Pointer:
    """The state of the mouse on a board."""

    def __init__(self, puzzle: Puzzle) -> None:
        kind = kind_of(puzzle)
        self._paints = kind.drag == "paint"
        self._selects = kind.drag == "select"
        self._second_only = frozenset(kind.second_only(puzzle))
        self._cols = puzzle.cols
        self._stroke: _Stroke | None = None

    def cancel(self) -> None:
        """Cancel the current click or drag."""
        self._stroke = None

    def down(
        self, spot: Spot | None, button: int, *, is_open: bool, is_selected: bool = True
    ) -> Gesture | None:
        """Handle button down; return a gesture if it acts immediately."""
        self._stroke = None
        if spot is None:
            return None
        second = button == 3 or spot.cell in self._second_only
        self._stroke = _Stroke(spot.cell, spot.cell, button, second, self._paints and is_open)
        self._stroke.selects = self._selects and not is_selected
        return Gesture(spot.cell, None, second) if self._stroke.has_acted else None

    def move(self, spot: Spot | None) -> Iterator[tuple[Gesture, bool]]:
        """Yield the gestures of a drag, each with whether it is undone with the previous one."""
        stroke = self._stroke
        if stroke is None or spot is None:
            return
        for to in path_between(stroke.cell, spot.cell, self._cols):
            yield Gesture(stroke.source, to, stroke.second), stroke.has_acted
            stroke.has_acted, stroke.cell = True, to
            # Skip cells that cannot take the mark.
            if stroke.second or not self._paints or to not in self._second_only:
                stroke.source = to

    def up(self, spot: Spot | None, button: int) -> Gesture | None:
        """Handle button up; return a gesture for a click that has not acted yet."""
        stroke = self._stroke
        if stroke is None or stroke.button != button:
            return None
        self._stroke = None
        if stroke.has_acted or stroke.selects or spot is None or spot.cell != stroke.cell:
            return None
        return Gesture(stroke.cell, None, stroke.second, spot.side)
