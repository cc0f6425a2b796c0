"""Sudoku: fill in digits so that every row, column and box has each digit once.

. . 3 1        4 2 3 1
. . . .   →    3 1 4 2
. . . .        2 3 1 4
1 4 . .        1 4 2 3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import ParseError
from masume.families.noted_option import NotedOption
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

    @property
    def boxes(self) -> str:
        """The rows and columns of a box, such as 3x2."""
        return f"{self.box_rows}x{self.rows // self.box_rows}"

    def borders(self, position: Values) -> Iterable[Segment]:
        """Return the lines between the boxes."""
        size, height = self.rows, self.box_rows
        yield from (((0, y), (size, y)) for y in range(height, size, height))
        yield from (((x, 0), (x, size)) for x in range(size // height, size, size // height))

    @cached_property
    def units(self) -> list[tuple[str, int, Sequence[Cell]]]:
        """The rows, columns and boxes: the rule, a number from 1, and the cells."""
        g, height = self.grid, self.box_rows
        boxes: dict[tuple[int, int], list[Cell]] = {}
        for cell in range(g.size):
            row, col = g.at(cell)
            boxes.setdefault((row // height, col * height // self.rows), []).append(cell)
        every = {"row": g.lines[: g.rows], "column": g.lines[g.rows :], "box": boxes.values()}
        return [(rule, n, cells) for rule in every for n, cells in enumerate(every[rule], start=1)]

    @cached_property
    def peers(self) -> list[list[Cell]]:
        """For each cell the others of its row, column and box."""
        peers: list[set[Cell]] = [set() for _ in range(self.grid.size)]
        for _, _, cells in self.units:
            for cell in cells:
                peers[cell].update(cells)
        return [sorted(others - {cell}) for cell, others in enumerate(peers)]


def usual_box_rows(size: int) -> int:
    """Return the rows of boxes that are as square as possible, and not taller than wide."""
    return max(rows for rows in range(1, size + 1) if size % rows == 0 and rows * rows <= size)


def parse_boxes(puzzle: Sudoku, text: str) -> int:
    """Return the rows of a box from a text such as `2x3`."""
    height, width = map(int, text.split("x"))
    if height * width != puzzle.rows:
        raise ValueError(text)
    return height


OPTION: NotedOption[Sudoku] = NotedOption(
    "box_rows",
    "boxes",
    "the rows and columns of a box, such as 3x2; by default about square",
    parse_boxes,
    lambda puzzle: puzzle.boxes * (puzzle.box_rows != usual_box_rows(puzzle.rows)),
)


def violations(puzzle: Sudoku, position: Values) -> list[Violation]:
    """Return every broken rule (the referee)."""
    digits, faults = numbers_of_cells(puzzle, position)
    size, height = puzzle.rows, puzzle.box_rows
    places: dict[tuple[str, int, int], list[Cell]] = {}
    for cell, own in digits.items():
        row, col = divmod(cell, size)
        box = row // height * height + col // (size // height)
        for rule, number in (("row", row), ("column", col), ("box", box)):
            for digit in own:
                places.setdefault((rule, number, digit), []).append(cell)
    for (rule, number, digit), cells in sorted(places.items()):
        if len(cells) > 1:
            text = f"{rule} {number + 1} has {len(cells)} cells with {digit}"
            faults.append(Violation(rule, tuple(cells), text))
    return faults
