"""Sudoku: fill in digits so that every row, column and box has each digit once.

. . 3 1        4 2 3 1
. . . .   →    3 1 4 2
. . . .        2 3 1 4
1 4 . .        1 4 2 3
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from masume.core.puzzle.clue import read_clues, write_clues
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.text.blocks import Block
from masume.errors import ParseError, shorten
from masume.families.values.position import Segment, ValueBoard, Values, numbers_of_cells

CODES = {
    "cell": "a cell has no digit, or several",
    "row": "a row has a digit twice",
    "column": "a column has a digit twice",
    "box": "a box has a digit twice",
}


@dataclass(frozen=True)
class Sudoku(ValueBoard):
    """A Sudoku board; 0 rows per box stands for boxes that are as square as possible."""

    box_rows: int = 0

    thing: ClassVar[str] = "digit"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rows != self.cols:
            raise ParseError(f"a Sudoku is square, not {self.rows}×{self.cols}")
        height = self.box_rows or usual_box_rows(self.rows)
        if type(height) is not int or height < 1 or self.rows % height:
            raise ParseError(f"boxes of {height} rows do not fit {self.rows} digits")
        object.__setattr__(self, "box_rows", height)

    def borders(self, position: Values) -> Iterable[Segment]:
        """Return the lines between the boxes."""
        size, height = self.rows, self.box_rows
        yield from (((0, y), (size, y)) for y in range(height, size, height))
        yield from (((x, 0), (x, size)) for x in range(size // height, size, size // height))

    @property
    def units(self) -> list[tuple[str, int, tuple[Cell, ...]]]:
        """The rows, columns and boxes: the rule, a number from 1, and the cells."""
        return units(self.rows, self.box_rows)

    @property
    def peers(self) -> list[list[Cell]]:
        """For each cell the others of its row, column and box."""
        return _peers(self.rows, self.box_rows)


def usual_box_rows(size: int) -> int:
    """Return the rows of boxes that are as square as possible, and not taller than wide."""
    return max(rows for rows in range(1, size + 1) if size % rows == 0 and rows * rows <= size)


@lru_cache(maxsize=32)
def units(size: int, height: int) -> list[tuple[str, int, tuple[Cell, ...]]]:
    """Return the rows, columns and boxes of a board with boxes of so many rows."""
    width = size // height
    cells: dict[str, list[list[Cell]]] = {
        rule: [[] for _ in range(size)] for rule in ("row", "column", "box")
    }
    for cell in range(size * size):
        row, col = divmod(cell, size)
        cells["row"][row].append(cell)
        cells["column"][col].append(cell)
        cells["box"][row // height * height + col // width].append(cell)
    return [(rule, n, tuple(own)) for rule in cells for n, own in enumerate(cells[rule], start=1)]


@lru_cache(maxsize=32)
def _peers(size: int, height: int) -> list[list[Cell]]:
    peers: list[dict[Cell, None]] = [{} for _ in range(size * size)]
    for _, _, cells in units(size, height):
        for cell in cells:
            peers[cell].update(dict.fromkeys(other for other in cells if other != cell))
    return [sorted(others) for others in peers]


def read(block: Block) -> Sudoku:
    """Read a grid of digits, and a line such as `boxes: 2x3`."""
    rows, cols, clues = read_clues(block)
    text = block.note("boxes")
    size = re.fullmatch(r"(\d{1,3})\s*[x×]\s*(\d{1,3})", text, re.ASCII)
    if text and not (size and int(size[1]) * int(size[2]) == rows):
        fault = f"boxes: {shorten(text)} is no box of {rows} cells; write rows x columns"
        raise ParseError(fault, line=block.notes["boxes"].number)
    return Sudoku(rows, cols, clues, int(size[1]) if size else 0)


def write(puzzle: Sudoku) -> list[str]:
    """Return the lines of a board, the inverse of `read`."""
    height = puzzle.box_rows
    is_usual = height == usual_box_rows(puzzle.rows)
    options = [] if is_usual else [f"boxes: {height}x{puzzle.rows // height}"]
    return options + write_clues(puzzle)


def violations(puzzle: Sudoku, position: Values) -> list[Violation]:
    """Return every broken rule (the referee)."""
    digits, faults = numbers_of_cells(puzzle, position)
    return faults + _repeated(puzzle, digits)


def _repeated(puzzle: Sudoku, digits: dict[Cell, set[int]]) -> list[Violation]:
    """Return a violation for each digit that is twice in a row, column or box."""
    size, height = puzzle.rows, puzzle.box_rows
    width = size // height
    places: dict[tuple[str, int, int], list[Cell]] = {}
    for cell, own in digits.items():
        row, col = divmod(cell, size)
        box = row // height * height + col // width
        for rule, number in (("row", row), ("column", col), ("box", box)):
            for digit in sorted(own):
                places.setdefault((rule, number, digit), []).append(cell)
    return [
        Violation(rule, tuple(cells), f"{rule} {number + 1} has {len(cells)} cells with {digit}")
        for (rule, number, digit), cells in sorted(places.items())
        if len(cells) > 1
    ]


def obstacles(puzzle: Sudoku) -> list[Violation]:
    """Return the given digits that are twice in a row, column or box."""
    return [v for v in violations(puzzle, Values()) if v.rule != "cell"]
