"""Gesture: a click or a drag on a drawn board, not yet interpreted by a puzzle.

Front ends report cells and buttons; a puzzle's `touch` turns a gesture into moves. A long drag is
split into one gesture per pair of adjacent cells. Kinds differ in what a drag does: *paint* marks
every cell on it, *path* draws a line from its first cell, and *span* uses its direction only, as
for a bridge.
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.grid import Cell


@dataclass(frozen=True)
class Gesture:
    """A click on a cell, or a drag from it to another cell.

    `second` means the secondary button, a long press, or the equivalent key. `across` is whether
    the player pointed along the row (True) or the column (False) inside the cell; None if unknown.
    """

    cell: Cell
    to: Cell | None = None
    second: bool = False
    across: bool | None = None

    @property
    def is_drag(self) -> bool:
        """Whether the gesture ends in another cell."""
        return self.to is not None and self.to != self.cell
