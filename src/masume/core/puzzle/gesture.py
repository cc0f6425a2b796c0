"""Gesture: what a player does to a drawn board, before any puzzle has said what it means.

Front ends know cells and buttons; a puzzle's `touch` turns a gesture into moves. A long drag is a
gesture from each of its cells to the next: it may *paint* all of them, its first one too, or draw a
*path* that begins in the first. Or only its direction counts, as for a bridge: a *span*.
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.grid import Cell


@dataclass(frozen=True)
class Gesture:
    """A cell that was clicked or chosen, or a drag from it to another one.

    `second` is the other button, a long press, or the key for it. `across` says on which way the
    player pointed inside the cell, along its row or along its column, if that is known.
    """

    cell: Cell
    to: Cell | None = None
    second: bool = False
    across: bool | None = None

    @property
    def is_drag(self) -> bool:
        """Whether it leads to another cell."""
        return self.to is not None and self.to != self.cell
