"""Binairo (Takuzu): as many cells with 0 as with 1 in each line, and never three in a row.

. 1 . 0        0 1 1 0
. . 0 .   →    1 0 0 1
. 0 . .        0 0 1 1
1 1 . .        1 1 0 0
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import ClassVar

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import ParseError
from masume.families.noted_option import NotedOption
from masume.families.values.position import ValueBoard, Values, numbers_of_cells

CODES = {
    "cell": "a cell has no number, or several",
    "count": "a row or column has more cells with one number than with the other",
    "three": "three equal numbers are next to each other",
    "rows": "two rows are equal",
    "columns": "two columns are equal",
}


@dataclass(frozen=True)
class Binairo(ValueBoard):
    """A Binairo board; `distinct` says whether rows, and columns, must differ."""

    distinct: bool = True

    least: ClassVar[int] = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rows % 2 or self.cols % 2:
            raise ParseError(f"rows and columns must be even numbers, not {self.rows}×{self.cols}")

    @property
    def numbers(self) -> range:
        """0 and 1."""
        return range(2)

    @property
    def lines(self) -> dict[str, list[range]]:
        """The cells of each row and of each column."""
        size, cols = self.rows * self.cols, self.cols
        return {
            "row": [range(first, first + cols) for first in range(0, size, cols)],
            "column": [range(first, size, cols) for first in range(cols)],
        }


OPTION: NotedOption[Binairo] = NotedOption(
    "distinct",
    "distinct",
    "yes or no: whether rows, and columns, must differ from each other",
    lambda puzzle, text: {"yes": True, "no": False}[text],
    lambda puzzle: "" if puzzle.distinct else "no",
)


def violations(puzzle: Binairo, position: Values) -> list[Violation]:
    """Return every broken rule (the referee)."""
    entered, faults = numbers_of_cells(puzzle, position)
    for kind, lines in puzzle.lines.items():
        for number, line in enumerate(lines, start=1):
            faults += _line_violations(puzzle, f"{kind} {number}", line, entered)
        if puzzle.distinct:
            faults += _equal_lines(kind, lines, entered)
    return faults


def _line_violations(
    puzzle: Binairo, line: str, cells: range, entered: dict[Cell, set[int]]
) -> Iterable[Violation]:
    """Yield the violations of a row or column by itself."""
    for number in puzzle.numbers:
        own = [cell for cell in cells if number in entered[cell]]
        if len(own) > len(cells) // 2:
            text = f"{line} has {len(own)} cells with {number}, {len(cells) // 2} are allowed"
            yield Violation("count", tuple(own), text)
        for is_own, group in groupby(cells, lambda cell: number in entered[cell]):  # noqa: B023
            run = tuple(group)
            if is_own and len(run) > 2:
                ends = f"{puzzle.grid.name(run[0])} to {puzzle.grid.name(run[-1])}"
                yield Violation("three", run, f"{ends} are {len(run)} cells with {number}")


def _equal_lines(
    kind: str, lines: list[range], entered: dict[Cell, set[int]]
) -> Iterable[Violation]:
    """Yield a violation for each two complete lines that are equal."""
    numbered = enumerate(([tuple(entered[cell]) for cell in line] for line in lines), start=1)
    full = [(place, own) for place, own in numbered if all(len(each) == 1 for each in own)]
    for (a, own), (b, other) in combinations(full, 2):
        if own == other:
            cells = (*lines[a - 1], *lines[b - 1])
            yield Violation(f"{kind}s", cells, f"{kind}s {a} and {b} are equal")
