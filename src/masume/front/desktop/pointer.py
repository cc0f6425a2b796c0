"""What the mouse means on a board: clicks and strokes as gestures.

A stroke is one thing to undo. Where a drag paints, an open cell gets the same mark from a click and
from a stroke, so it gets it when the button goes down; all other clicks act when it comes up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle
from masume.front.desktop.board_view import Spot, way


@dataclass
class _Stroke:
    cell: Cell  # where it is
    source: Cell  # whose mark the next cell gets
    button: int
    second: bool
    begun: bool = False  # whether it has acted


class Pointer:
    """The mouse on a board."""

    def __init__(self, puzzle: Puzzle) -> None:
        kind = kind_of(puzzle)
        self._paints = kind.drag == "paint"
        self._second_only = frozenset(kind.second_only(puzzle))
        self._cols = puzzle.cols
        self._stroke: _Stroke | None = None

    def forget(self) -> None:
        """Whatever was begun does not count."""
        self._stroke = None

    def down(self, spot: Spot | None, button: int, *, is_open: bool) -> Gesture | None:
        """A button went down, on an open cell or on one with a mark."""
        self._stroke = None
        if spot is None:
            return None
        second = button == 3 or spot.cell in self._second_only
        self._stroke = _Stroke(spot.cell, spot.cell, button, second, self._paints and is_open)
        return Gesture(spot.cell, None, second) if self._stroke.begun else None

    def moved(self, spot: Spot | None) -> Iterator[tuple[Gesture, bool]]:
        """The cells that a stroke has come to, each with whether it joins what came before."""
        stroke = self._stroke
        if stroke is None or spot is None:
            return
        for to in way(stroke.cell, spot.cell, self._cols):
            yield Gesture(stroke.source, to, stroke.second), stroke.begun
            stroke.begun, stroke.cell = True, to
            # Cells that do not take the mark are passed over.
            if stroke.second or not self._paints or to not in self._second_only:
                stroke.source = to

    def up(self, spot: Spot | None, button: int) -> Gesture | None:
        """A button came up: a click, if it did so where it went down and has not acted yet."""
        stroke = self._stroke
        if stroke is None or stroke.button != button:
            return None
        self._stroke = None
        if stroke.begun or spot is None or spot.cell != stroke.cell:
            return None
        return Gesture(stroke.cell, None, stroke.second, spot.across)
