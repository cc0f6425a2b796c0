"""Yajilin: shade some cells and draw one loop through all others; arrows count shaded cells.

.  .  .  .        ┌──────┐
.  .  1< .   →    │  ■ 1<│
.  .  .  .        └──────┘
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.arrows import ARROWS, arrow_of, parse_arrow, write_arrow
from masume.families.links import loop
from masume.families.links.loop import loop_violations
from masume.families.links.neighbours import NeighbourBoard
from masume.families.links.shaded import ShadedLines

CODES = {
    **loop.CODES,
    "on-clue": "a cell with a clue is shaded or on the loop",
    "shaded": "a shaded cell is on the loop or shares a side with another",
    "empty": "a cell is neither shaded nor passed by the loop",
    "clue": "an arrow points at more or fewer shaded cells than its number",
}


@dataclass(frozen=True)
class Yajilin(NeighbourBoard):
    """A Yajilin board: a clue is a number and an arrow, or UNKNOWN for a cell without either."""

    least: ClassVar[int] = 0

    @classmethod
    def parse_clue(cls, token: str) -> Clue | None:
        """Parse the text of one cell."""
        return parse_arrow(token)

    @classmethod
    def write_clue(cls, clue: Clue | None) -> str:
        """Write the clue of a cell."""
        return write_arrow(clue)

    def clue_name(self, cell: Cell) -> str:
        """Return a clue in words."""
        return f"the {write_arrow(self.clues[cell], ARROWS)} at {self.grid.name(cell)}"


def violations(puzzle: Yajilin, position: ShadedLines) -> list[Violation]:
    """Return every broken rule (the referee)."""
    faults = loop_violations(puzzle, position)
    lines = Counter(cell for a, b, _ in position.joined for cell in (a, b))
    for cell, clue in enumerate(puzzle.clues):
        name, is_black = puzzle.grid.name(cell), cell in position.black
        if clue is not None and (is_black or lines[cell]):
            text = f"{name} has a clue but is {'shaded' if is_black else 'on the loop'}"
            faults.append(Violation("on-clue", (cell,), text))
        elif is_black and lines[cell]:
            faults.append(Violation("shaded", (cell,), f"{name} is shaded and on the loop"))
        elif clue is None and not is_black and lines[cell] != 2:
            text = f"{name} is neither shaded nor passed by the loop"
            faults.append(Violation("empty", (cell,), text))
        beside = {cell + puzzle.cols, *([cell + 1] if (cell + 1) % puzzle.cols else ())}
        for other in sorted(beside & position.black if is_black else ()):
            text = f"{name} and {puzzle.grid.name(other)} are both shaded"
            faults.append(Violation("shaded", (cell, other), text))
        if isinstance(clue, int):
            faults += _miscounted(puzzle, position, cell, clue)
    return faults


def _miscounted(puzzle: Yajilin, position: ShadedLines, cell: Cell, clue: int) -> list[Violation]:
    row, col = divmod(cell, puzzle.cols)
    number, side = arrow_of(clue)
    count = 0
    for black in position.black:
        r, c = divmod(black, puzzle.cols)
        if side in ("left", "right"):
            count += r == row and (c < col if side == "left" else c > col)
        else:
            count += c == col and (r < row if side == "up" else r > row)
    text = f"{puzzle.clue_name(cell)} points at {pluralise(count, 'shaded cell')}"
    return [] if count == number else [Violation("clue", (cell,), text)]
