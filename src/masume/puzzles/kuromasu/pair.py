"""Two Kuromasu numbers in one line, and what each of them allows the other.

Two numbers that see each other see the same stretch of cells in their line. What else each of
them sees lies across the line. So each of them has its own idea of how long the stretch may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.technique import Key
from masume.puzzles.kuromasu.lines import SightLines, alone, lengths
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_lengths import added, fitting, mirrored

# Whether in a row, and the sides there: towards the other, back from it, and across.
_LINES = ((True, 3, 2, (0, 1)), (False, 1, 0, (2, 3)))


@dataclass(frozen=True)
class Pair:
    """Two numbers in a line, the upper or left one first."""

    one: Number
    other: Number
    line: str  # what the line is called
    apart: int  # steps from the one to the other
    ahead: int  # the side on which the one has the other
    back: int  # the side on which the other has the one
    across: tuple[int, int]

    @property
    def keys(self) -> tuple[Key, Key]:
        """The reasons' keys in the model."""
        return self.one.key, self.other.key

    @property
    def between(self) -> range:
        """The cells between them."""
        return self.one.rays[self.ahead][: self.apart - 1]

    def stretches(self, board: SightLines) -> tuple[int, int, int]:
        """The lengths, as bits, of a stretch that shows them both: at all, and for each of them.

        The cells between the two and they themselves are taken as white.
        """
        free = added(*self.ends(board)) << self.apart + 1
        shorter = (2 << self.apart) - 1
        own = []
        for number in (self.one, self.other):
            masks = alone(board, number)
            sums = added(masks[self.across[0]], masks[self.across[1]])
            own.append(mirrored(sums, number.total + 1) & ~shorter)
        return free, own[0], own[1]

    def ends(self, board: SightLines) -> tuple[int, int]:
        """How far the stretch may go beyond the one and beyond the other."""
        behind = lengths(board, self.one.cell, self.back)
        return behind, lengths(board, self.other.cell, self.ahead)

    def together(self, board: SightLines, both: int) -> Iterator[tuple[Cell, int, int]]:
        """The lengths, as bits, of each view from the stretch to a side if it has one of these."""
        across = self.across
        behind, beyond = self.ends(board)
        line = both >> self.apart + 1
        yield self.one.cell, self.back, _narrowed(behind, beyond, line)
        yield self.other.cell, self.ahead, _narrowed(beyond, behind, line)
        for number in (self.one, self.other):
            masks = alone(board, number)
            up, down = masks[across[0]], masks[across[1]]
            rest = mirrored(both, number.total + 1)
            yield number.cell, across[0], _narrowed(up, down, rest)
            yield number.cell, across[1], _narrowed(down, up, rest)

    def can_meet(self, board: SightLines) -> bool:
        """Whether there is a stretch that is right for both, if the cells between are white."""
        free, here, there = self.stretches(board)
        return free & here & there != 0

    def separate(self, board: SightLines) -> list[tuple[Number, tuple[int, ...]]]:
        """The lengths of the arms of each that can be met without seeing the other."""
        both = [(number, self.without(board, number)) for number in (self.one, self.other)]
        return [(number, masks) for number, masks in both if masks]

    def without(self, board: SightLines, number: Number) -> tuple[int, ...]:
        """The lengths of a number's arms if it does not see the other; nothing if it must."""
        masks = list(alone(board, number))
        towards = self.ahead if number is self.one else self.back
        masks[towards] &= (1 << self.apart - 1) - 1
        return fitting(tuple(masks), number.total)

    def cannot_part(self, number: Number) -> Callable[[SightLines], bool]:
        """A test whether a number must see the other, if it is to be met at all."""
        return lambda board: not self.without(board, number)

    def is_stuck(self, board: SightLines) -> bool:
        """Whether the two can neither see each other nor be apart."""
        if not self._between(board, board.black) and self.can_meet(board):
            return False
        return len(self.separate(board)) < 2

    def is_open(self, board: SightLines) -> bool:
        """Whether it is not known that they see each other: some cell between is not white."""
        return self._between(board, board.white).bit_count() < self.apart - 1

    def _between(self, board: SightLines, lines: list[int]) -> int:
        line, after, _, _ = board.table.ahead[self.one.cell][self.ahead]
        return lines[line] >> after & (1 << self.apart - 1) - 1


def _narrowed(one: int, other: int, sums: int) -> int:
    """Of the one's lengths those that make such a sum with one of the other's."""
    fitting = 0
    while one:
        low = one & -one
        one ^= low
        if other * low & sums:
            fitting |= low
    return fitting


def pairs(g: Grid, numbers: Mapping[Cell, Number]) -> list[Pair]:
    """Numbers in one line with no other between them."""
    in_line = []
    for number in numbers.values():
        for in_row, ahead, back, across in _LINES:
            for apart, cell in enumerate(number.rays[ahead], 1):
                if cell in numbers:
                    row, col = g.at(cell)
                    line = f"row {row + 1}" if in_row else f"column {col + 1}"
                    in_line.append(Pair(number, numbers[cell], line, apart, ahead, back, across))
                    break
    return in_line
