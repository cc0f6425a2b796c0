"""What a Hitori solver keeps an eye on: colours, and equal numbers in one line."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Key, listed
from masume.families.shading.logic import Colours
from masume.puzzles.hitori.model import MANY
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.twins import equal_numbers

if TYPE_CHECKING:
    from masume.puzzles.hitori.techniques_ahead import Refuted


class Equals(Colours):
    """The colours, and which cells hold the same number in a row or column."""

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(puzzle)
        self.equals: list[list[Cell]] = [[] for _ in puzzle.clues]
        self.threes: list[tuple[Cell, Cell, Cell]] = []  # equal numbers side by side
        self.gaps: list[tuple[Cell, Cell, Cell]] = []  # two equal numbers and one between them
        self.pairs: list[tuple[tuple[Cell, Cell], list[Cell]]] = []  # neighbours, and their equals
        self.refuted: tuple[object, list[Refuted]] = (None, [])  # and what was asked for
        for same in _lines(puzzle):
            self._look_along(same)

    def _look_along(self, same: list[Cell]) -> None:
        """Take note of equal numbers in one line."""
        for cell in same:
            self.equals[cell] += [other for other in same if other != cell]
        step = 1 if same[1] - same[0] < self.grid.cols else self.grid.cols
        for one, other in pairwise(same):
            if other - one == step:
                rest = [cell for cell in same if cell not in (one, other)]
                self.pairs += [((one, other), rest)] if rest else []
                self.threes += [(one, other, other + step)] if other + step in rest else []
            elif other - one == 2 * step:
                self.gaps.append((one, one + step, other))

    def numbered(self, some: Iterable[Cell]) -> str:
        """Cells with their numbers, if these matter: "the 5s at r1c2 and r1c4"."""
        groups: dict[Clue | None, list[Cell]] = {}
        for cell in some:
            number = self.puzzle.clues[cell] if self.equals[cell] else None
            groups.setdefault(number, []).append(cell)
        parts = []
        for number, group in groups.items():
            names = listed(self.names(group))
            many = "s" if len(group) > 1 else ""
            parts.append(names if number is None else f"the {number}{many} at {names}")
        return listed(parts)


def _lines(puzzle: Hitori) -> list[list[Cell]]:
    """Equal numbers in one line, rows first; where they are very many, nobody tells pairs."""
    across, down = equal_numbers(puzzle)
    return [same for same in (*across, *down) if len(same) <= MANY]


def equal_pair(a: Cell, b: Cell) -> Key:
    """The key of "these two equal numbers are not both white"."""
    return ("duplicate", (a, b) if a < b else (b, a))
