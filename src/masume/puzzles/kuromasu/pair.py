"""Pairs of Kuromasu numbers in one line, and how each constrains the other.

Two numbers that see each other see the same stretch of cells in their line; each sees its other
cells across the line. So each number allows a set of lengths of the stretch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.technique import Key
from masume.puzzles.kuromasu.arm_lengths import compatible_lengths, differences, sumset
from masume.puzzles.kuromasu.lines import SightLines, lengths, own_lengths
from masume.puzzles.kuromasu.sight import Number

# (is a row, side from the first number to the second, side back, sides across the line)
_LINES = ((True, 3, 2, (0, 1)), (False, 1, 0, (2, 3)))


@dataclass(frozen=True)
class Pair:
    """Two numbers in a line, the upper or left one first."""

    first: Number
    second: Number
    line: str  # its name, such as "row 2"
    distance: int  # steps from the first to the second
    ahead: int  # the side of the first on which the second is
    back: int  # the side of the second on which the first is
    across: tuple[int, int]

    @property
    def keys(self) -> tuple[Key, Key]:
        """The keys of their reasons in the model."""
        return self.first.key, self.second.key

    @property
    def between(self) -> range:
        """The cells between them."""
        return self.first.rays[self.ahead][: self.distance - 1]

    def stretches(self, board: SightLines) -> tuple[int, int, int]:
        """Return the possible lengths of a stretch with both: by its colours, and per number.

        The two numbers and the cells between them are assumed to be white.
        """
        free = sumset(*self.ends(board)) << self.distance + 1
        shorter = (2 << self.distance) - 1
        allowed = []
        for number in (self.first, self.second):
            masks = own_lengths(board, number)
            sums = sumset(masks[self.across[0]], masks[self.across[1]])
            allowed.append(differences(sums, number.total + 1) & ~shorter)
        return free, allowed[0], allowed[1]

    def ends(self, board: SightLines) -> tuple[int, int]:
        """Return how far the stretch may go beyond the first and beyond the second, as bits."""
        behind = lengths(board, self.first.cell, self.back)
        return behind, lengths(board, self.second.cell, self.ahead)

    def arms_given(self, board: SightLines, both: int) -> Iterator[tuple[Cell, int, int]]:
        """Yield (cell, side, lengths) for each arm if the stretch has one of the given lengths."""
        across = self.across
        behind, beyond = self.ends(board)
        line = both >> self.distance + 1
        yield self.first.cell, self.back, _narrow(behind, beyond, line)
        yield self.second.cell, self.ahead, _narrow(beyond, behind, line)
        for number in (self.first, self.second):
            masks = own_lengths(board, number)
            up, down = masks[across[0]], masks[across[1]]
            rest = differences(both, number.total + 1)
            yield number.cell, across[0], _narrow(up, down, rest)
            yield number.cell, across[1], _narrow(down, up, rest)

    def can_see_each_other(self, board: SightLines) -> bool:
        """Return whether some stretch suits both, if the cells between are white."""
        free, by_first, by_second = self.stretches(board)
        return free & by_first & by_second != 0

    def separate(self, board: SightLines) -> list[tuple[Number, tuple[int, ...]]]:
        """Return the arm lengths of each number that can be satisfied without seeing the other."""
        candidates = [
            (number, self.lengths_apart(board, number)) for number in (self.first, self.second)
        ]
        return [(number, masks) for number, masks in candidates if masks]

    def lengths_apart(self, board: SightLines, number: Number) -> tuple[int, ...]:
        """Return the arm lengths of a number that does not see the other; () if it must see it."""
        masks = list(own_lengths(board, number))
        towards = self.ahead if number is self.first else self.back
        masks[towards] &= (1 << self.distance - 1) - 1
        return compatible_lengths(tuple(masks), number.total)

    def must_see_other(self, number: Number) -> Callable[[SightLines], bool]:
        """Return a test whether a number can only be satisfied if it sees the other."""
        return lambda board: not self.lengths_apart(board, number)

    def is_contradictory(self, board: SightLines) -> bool:
        """Return whether the two can neither see each other nor be separated."""
        if not self._between(board, board.black) and self.can_see_each_other(board):
            return False
        return len(self.separate(board)) < 2

    def is_open(self, board: SightLines) -> bool:
        """Return whether some cell between them is not known to be white."""
        return self._between(board, board.white).bit_count() < self.distance - 1

    def _between(self, board: SightLines, lines: list[int]) -> int:
        """Return the bits of the cells between the two in some of the board's lines."""
        line, after, _, _ = board.table.ahead[self.first.cell][self.ahead]
        return lines[line] >> after & (1 << self.distance - 1) - 1


def _narrow(lengths: int, others: int, sums: int) -> int:
    """Return the lengths of an arm that make one of the sums with a length of the other arm."""
    compatible = 0
    while lengths:
        low = lengths & -lengths
        lengths ^= low
        if others * low & sums:
            compatible |= low
    return compatible


def pairs(g: Grid, numbers: Mapping[Cell, Number]) -> list[Pair]:
    """Return the pairs of numbers in a line with no other number between them."""
    in_line = []
    for number in numbers.values():
        for in_row, ahead, back, across in _LINES:
            for distance, cell in enumerate(number.rays[ahead], 1):
                if cell in numbers:
                    row, col = g.at(cell)
                    line = f"row {row + 1}" if in_row else f"column {col + 1}"
                    in_line.append(Pair(number, numbers[cell], line, distance, ahead, back, across))
                    break
    return in_line
