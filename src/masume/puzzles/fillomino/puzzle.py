"""Fillomino: write numbers so that equal ones form parts of as many cells.

. . 3        1 3 3
2 . .   →    2 2 3
1 . .        1 4 4   …
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.cell_groups import connected_groups
from masume.families.values.position import Segment, ValueBoard, Values, numbers_of_cells

CODES = {
    "cell": "a cell has no number, or several",
    "size": "a part has more or fewer cells than its number says",
}

USUAL = 9  # cells of the largest part, if no given is larger


@dataclass(frozen=True)
class Fillomino(ValueBoard):
    """A Fillomino board: the givens."""

    @property
    def numbers(self) -> range:
        """The sizes of parts."""
        largest = max((clue for clue in self.clues if isinstance(clue, int)), default=1)
        return range(1, max(largest, min(USUAL, self.rows * self.cols)) + 1)

    def borders(self, position: Values) -> Iterable[Segment]:
        """Return the lines between cells with different numbers."""
        number_of = dict(position.entered)
        for cell, number in number_of.items():
            row, col = divmod(cell, self.cols)
            if number_of.get(cell + self.cols, number) != number:
                yield (col, row + 1), (col + 1, row + 1)
            if col + 1 < self.cols and number_of.get(cell + 1, number) != number:
                yield (col + 1, row), (col + 1, row + 1)


def violations(puzzle: Fillomino, position: Values) -> list[Violation]:
    """Return every broken rule (the referee)."""
    entered, faults = numbers_of_cells(puzzle, position)
    for number in sorted(set().union(*entered.values())):
        for part in connected_groups(puzzle, (c for c, own in entered.items() if number in own)):
            if len(part) != number:
                name = puzzle.grid.name(part[0])
                text = f"the part of the {number} at {name} has {pluralise(len(part), 'cell')}"
                faults.append(Violation("size", tuple(part), text))
    return faults


def obstacles(puzzle: Fillomino) -> list[Violation]:
    """Return parts of givens with too many cells, or with too few and none beside them to grow."""

    def is_final(fault: Violation) -> bool:
        near = {other for cell in fault.cells for other in puzzle.grid.neighbours[cell]}
        is_closed = all(puzzle.given(other) is not None for other in near)
        return is_closed or len(fault.cells) > (puzzle.given(fault.cells[0]) or 0)

    faults = violations(puzzle, Values())
    return [fault for fault in faults if fault.rule == "size" and is_final(fault)]
