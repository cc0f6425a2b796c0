"""Gesture: a click or a drag on a drawn board, not yet interpreted by a puzzle.

Front ends report cells and buttons; a puzzle's `touch` turns a gesture into moves. A long drag is
split into one gesture per pair of adjacent cells. Kinds differ in what a drag does: *paint* marks
every cell on it, *path* draws a line from its first cell, and *span* uses its direction only, as
for a bridge. On boards whose marks are on the sides of cells, a click or drag is about a *side*.
Where symbols are typed, the first click on a cell only selects it, and a drag copies (*select*).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from masume.core.puzzle.grid import Cell

Side: TypeAlias = Literal["up", "down", "left", "right"]


@dataclass(frozen=True)
class Gesture:
    """A click on a cell, or a drag from it to another cell.

    `second` means the secondary button, a long press, or the equivalent key. `side` is the side of
    the cell that the player pointed at, or in whose direction the cursor moved last; None if
    unknown. `symbol` is one that was typed or chosen for the cell; empty to clear it.
    """

    cell: Cell
    to: Cell | None = None
    second: bool = False
    side: Side | None = None
    symbol: str | None = None

    @property
    def is_drag(self) -> bool:
        """Whether the gesture ends in another cell."""
        return self.to is not None and self.to != self.cell

    @property
    def across(self) -> bool | None:
        """Whether the player pointed along the row (True) or the column (False)."""
        return None if self.side is None else self.side in ("left", "right")
