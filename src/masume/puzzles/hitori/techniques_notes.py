"""What a Hitori solver keeps an eye on: colours, and equal numbers in one line."""

from __future__ import annotations

from collections.abc import Iterable

from masume.core.grid import Cell, cells
from masume.core.shading_logic import Colours
from masume.core.technique import Key, listed
from masume.puzzles.hitori.model import MANY
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.twins import twins


class Equals(Colours):
    """The colours, and which cells hold the same number in a row or column."""

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(puzzle)
        groups = [cells(group) for group in twins(puzzle).groups]
        self.lines = [same for same in groups if len(same) <= MANY]
        self.equals: list[list[Cell]] = [[] for _ in puzzle.clues]
        for same in self.lines:
            for cell in same:
                self.equals[cell] += [other for other in same if other != cell]

    def numbered(self, some: Iterable[Cell]) -> str:
        """Cells with their numbers, if these matter: "the 5s at r1c2 and r1c4"."""
        groups: dict[object, list[Cell]] = {}
        for cell in some:
            number = self.puzzle.clues[cell] if self.equals[cell] else None
            groups.setdefault(number, []).append(cell)
        told = []
        for number, group in groups.items():
            names = listed(self.names(group))
            many = "s" if len(group) > 1 else ""
            told.append(names if number is None else f"the {number}{many} at {names}")
        return listed(told)


def equal_pair(a: Cell, b: Cell) -> Key:
    """The key of "these two equal numbers are not both white"."""
    return ("duplicate", (a, b) if a < b else (b, a))
