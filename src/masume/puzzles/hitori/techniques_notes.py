"""The notes of the Hitori techniques: colours, and equal numbers in a line."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Key, join_words
from masume.families.shading.logic import Colours
from masume.puzzles.hitori.model import MANY
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.twins import equal_numbers

if TYPE_CHECKING:
    from masume.puzzles.hitori.techniques_ahead import Refutation


class HitoriNotes(Colours):
    """The colours of the cells, and which of them hold the same number in a row or column."""

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(puzzle)
        self.equals: list[list[Cell]] = [[] for _ in puzzle.clues]
        self.threes: list[tuple[Cell, Cell, Cell]] = []  # adjacent equal numbers
        self.gaps: list[tuple[Cell, Cell, Cell]] = []  # two equal numbers and the cell between them
        self.pairs: list[tuple[tuple[Cell, Cell], list[Cell]]] = []  # adjacent ones, other equals
        # the last result of `refutations`, with its arguments as the key
        self.refutations: tuple[object, list[Refutation]] = (None, [])
        for group in _groups(puzzle):
            self._add_group(group)

    def _add_group(self, group: list[Cell]) -> None:
        """Note the equal numbers of a line, and which of them are adjacent or one cell apart."""
        for cell in group:
            self.equals[cell] += [other for other in group if other != cell]
        step = 1 if group[1] - group[0] < self.grid.cols else self.grid.cols
        for first, second in pairwise(group):
            if second - first == step:
                rest = [cell for cell in group if cell not in (first, second)]
                self.pairs += [((first, second), rest)] if rest else []
                self.threes += [(first, second, second + step)] if second + step in rest else []
            elif second - first == 2 * step:
                self.gaps.append((first, first + step, second))

    def name_numbers(self, cells: Iterable[Cell]) -> str:
        """Return the names of cells, with numbers where they have equals: "the 5s at r1c2"."""
        groups: dict[Clue | None, list[Cell]] = {}
        for cell in cells:
            number = self.puzzle.clues[cell] if self.equals[cell] else None
            groups.setdefault(number, []).append(cell)
        parts = []
        for number, group in groups.items():
            names = join_words(self.names(group))
            plural = "s" if len(group) > 1 else ""
            parts.append(names if number is None else f"the {number}{plural} at {names}")
        return join_words(parts)


def _groups(puzzle: Hitori) -> list[list[Cell]]:
    """Return the groups of equal numbers in a line, rows first, except very large ones."""
    across, down = equal_numbers(puzzle)
    return [group for group in (*across, *down) if len(group) <= MANY]


def equal_pair(a: Cell, b: Cell) -> Key:
    """Return the key of the constraint that two equal numbers are not both white."""
    return ("duplicate", (a, b) if a < b else (b, a))
