"""Binairo: fill in 0 and 1, never three equal in a row, as many of each, all lines different.

. . 1 .        0 1 1 0
. . 1 1   →    0 0 1 1
. . . .        1 1 0 0
. 0 . .        1 0 0 1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import ParseError
from masume.families.shading.position import Shading

CODES = {
    "clue": "a given digit is changed",
    "three": "three equal digits are in a row",
    "balance": "a line has not as many cells with 0 as with 1",
    "same": "two rows or two columns are equal",
}


@dataclass(frozen=True)
class Binairo(ClueBoard):
    """A Binairo board: 0, 1 or nothing in each cell."""

    least: ClassVar[int] = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if wrong := [clue for clue in self.clues if clue not in (None, 0, 1)]:
            raise ParseError(f"{wrong[0]} is not a digit of this puzzle; write 0 or 1")


def start(puzzle: Binairo) -> Shading:
    """Return the initial position: the given ones, which players cannot change."""
    return Shading(frozenset(cell for cell, clue in enumerate(puzzle.clues) if clue == 1))


def lines(puzzle: Binairo) -> list[tuple[str, list[Cell]]]:
    """Return the rows and then the columns, each with its name."""
    rows, cols = puzzle.rows, puzzle.cols
    across = [(f"row {r + 1}", list(range(r * cols, r * cols + cols))) for r in range(rows)]
    down = [(f"column {c + 1}", list(range(c, rows * cols, cols))) for c in range(cols)]
    return across + down


def violations(puzzle: Binairo, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); black cells are ones, all others zeros."""
    faults, name, ones = [], puzzle.grid.name, position.black
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None and clue != (cell in ones):
            faults.append(Violation("clue", (cell,), f"the {clue} at {name(cell)} is changed"))
    seen: dict[tuple[str, str], str] = {}
    for line, cells in lines(puzzle):
        digits = "".join("01"[cell in ones] for cell in cells)
        for first in range(len(cells) - 2):
            if len(set(digits[first : first + 3])) == 1:
                run = tuple(cells[first : first + 3])
                text = f"{name(run[0])}, {name(run[1])} and {name(run[2])} are equal"
                faults.append(Violation("three", run, text))
        if abs(digits.count("1") - digits.count("0")) > len(digits) % 2:
            text = f"{line} has {digits.count('0')} zeros and {digits.count('1')} ones"
            faults.append(Violation("balance", tuple(cells), text))
        other = seen.setdefault((line[:3], digits), line)
        if other != line:
            faults.append(Violation("same", tuple(cells), f"{other} and {line} are equal"))
    return faults
