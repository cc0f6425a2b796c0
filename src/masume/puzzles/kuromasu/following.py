"""What follows from some numbers of a Kuromasu board, without a word about it: for its maker.

The same conclusions as the techniques up to a level draw, as fast as possible: the maker tries out
thousands of numbers for one board. Numbers can be added at any time, and all that came since some
moment can be taken back. Tests compare it with the techniques.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import LEVELS
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.puzzles.kuromasu.lines import line_table
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.techniques_lengths import Arms, grown
from masume.puzzles.kuromasu.wall_trees import WallTrees

Moment: TypeAlias = tuple[int, int, int]  # how many cells, joined walls and numbers there were
BEGINNING: Moment = (0, 0, 0)
MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")


class Following:
    """The cells whose colour is known from the numbers so far; all is true, so nothing clashes."""

    def __init__(self, puzzle: Kuromasu, level: int) -> None:
        self.grid = puzzle.grid
        # What each number sees, with one cell more for the end of each arm.
        self._totals = [clue + 3 if isinstance(clue, int) else 0 for clue in puzzle.clues]
        self._table = line_table(puzzle.rows, puzzle.cols)
        self._begin(level)

    def at_level(self, level: int) -> Following:
        """Another one for the same board, without a number."""
        other = Following.__new__(Following)
        other.grid, other._totals, other._table = self.grid, self._totals, self._table
        other._begin(level)
        return other

    def _begin(self, level: int) -> None:
        self.level = level
        self.colours = bytearray(self.grid.size)
        self.known: list[Cell] = []  # in the order in which they were found out
        self._black = self._table.borders[:]  # what ends the view along each line,
        self._ends = [2 * border - 1 for border in self._black]  # and what may end it: no white
        self._marked = [0] * len(self._black)  # the numbers of each line
        self._numbers: list[Cell] = []
        self._again: dict[Cell, None] = {}  # numbers to look at
        self._fresh: list[Cell] = []  # cells whose neighbours have not been looked at
        self._walls = WallTrees(self.grid, self.colours)

    @property
    def complete(self) -> bool:
        """Whether all is known."""
        return len(self.known) == self.grid.size

    def tells(self, cell: Cell) -> bool:
        """Whether a number there would see anything that is not known."""
        a, b, c, d = self._arms(cell)
        return bool(a & a - 1 or b & b - 1 or c & c - 1 or d & d - 1)

    def moment(self) -> Moment:
        """What `back` goes back to."""
        return len(self.known), len(self._walls.joined), len(self._numbers)

    def back(self, moment: Moment) -> None:
        """Take back all that came since then."""
        if moment == BEGINNING:
            self._begin(self.level)
            return
        cells, joined, numbers = moment
        ahead, colours = self._table.ahead, self.colours
        for cell in self.known[cells:]:
            lines = self._black if colours[cell] == BLACK else self._ends
            for line, _, bit, _ in ahead[cell]:
                lines[line] ^= bit
            colours[cell] = OPEN
        del self.known[cells:]
        self._walls.back(joined)
        for cell in self._numbers[numbers:]:
            for line, _, bit, _ in ahead[cell]:
                self._marked[line] &= ~bit
        del self._numbers[numbers:]

    def add(self, cells: Iterable[Cell]) -> None:
        """Give some cells their numbers, and follow what they tell to the end."""
        again = self._again
        for cell in cells:
            self._numbers.append(cell)
            for line, _, bit, _ in self._table.ahead[cell]:
                self._marked[line] |= bit
            again[cell] = None
            if self.colours[cell] == OPEN:
                self._colour(cell, WHITE)
        if self._fresh:
            self._follow_rules()
        while again:
            numbers = list(again)  # whoever waits for its turn is looked at less often
            again.clear()
            for cell in numbers:
                self._look(cell)
                if self._fresh:
                    self._follow_rules()

    def _colour(self, cell: Cell, colour: int) -> None:
        """Colour an open cell; numbers to which that may tell something are looked at again.

        Those that only look at the least and the greatest length of an arm learn nothing from a
        white cell behind an open one, and those that look at the next end nothing behind two. A
        cell that is farther away than a number could see tells it nothing at all.
        """
        self.colours[cell] = colour
        self.known.append(cell)
        self._fresh.append(cell)
        black, ends, marked, totals = self._black, self._ends, self._marked, self._totals
        is_white = colour == WHITE
        lines = ends if is_white else black
        level = self.level if is_white else HARD
        for line, after, bit, step in self._table.ahead[cell]:
            lines[line] ^= bit
            numbers = marked[line] >> after
            if numbers:
                if level == HARD:
                    first = black[line] >> after
                else:
                    first = ends[line] >> after
                    if level == MEDIUM:
                        first &= first - 1
                numbers &= first ^ first - 1
                while numbers:
                    low = numbers & -numbers
                    numbers ^= low
                    apart = low.bit_length()
                    number = cell + step * apart
                    if apart + 3 <= totals[number]:
                        self._again[number] = None

    def _follow_rules(self) -> None:
        """Beside black is white, white cells keep their last way out, walls do not close."""
        neighbours, colours = self.grid.neighbours, self.colours
        for cell in self._fresh:  # grows while it is gone through
            if colours[cell] == WHITE:
                self._leave(cell)
                continue
            for other in neighbours[cell]:
                if colours[other] == OPEN:
                    self._colour(other, WHITE)
                else:
                    self._leave(other)
            if self.level >= MEDIUM:
                for gap in self._walls.join(cell):
                    if colours[gap] == OPEN:
                        self._colour(gap, WHITE)
        self._fresh.clear()

    def _leave(self, cell: Cell) -> None:
        colours, way = self.colours, -1
        neighbours = self.grid.neighbours[cell]
        for other in neighbours:
            colour = colours[other]
            if colour == WHITE:
                return
            if colour == OPEN:
                if way >= 0:
                    return
                way = other
        if way >= 0 and len(neighbours) < self.grid.size - 1:
            self._colour(way, WHITE)

    def _arms(self, cell: Cell) -> Arms:
        """The lengths that the arms of a number may have: up, down, left, right."""
        black, ends = self._black, self._ends
        (a, i, _, _), (b, j, _, _), (c, k, _, _), (d, n, _, _) = self._table.ahead[cell]
        up, down, left, right = black[a] >> i, black[b] >> j, black[c] >> k, black[d] >> n
        return (
            ends[a] >> i & (up ^ up - 1),
            ends[b] >> j & (down ^ down - 1),
            ends[c] >> k & (left ^ left - 1),
            ends[d] >> n & (right ^ right - 1),
        )

    def promise(self, cell: Cell) -> int | None:
        """How much a number there would tell at once that techniques of the level before do not.

        A black cell is worth three white ones. None if all that it sees is known.
        """
        a, b, c, d = arms = self._arms(cell)
        growing = [bits for bits in arms if bits & bits - 1]
        if not growing:
            return None
        lacking, spare = _left(a, b, c, d, self._totals[cell])
        if not lacking or not spare:
            return 0 if self.level else lacking + 3 * len(growing)
        easy = lacking + 3 if len(growing) == 1 else 0
        if self.level < MEDIUM:
            return easy
        medium = 0
        for bits in growing:
            low, high = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
            if high - spare > low:
                medium += high - spare - low
            elif bits & (2 << low + lacking) - 1 == bits & -bits:
                medium += 3
        if self.level < HARD:
            return medium - easy
        hard = 0
        for bits, (least, most) in zip(arms, grown(arms, lacking), strict=True):
            if bits & bits - 1:
                hard += least + 3 * (least == most)
        return hard - medium

    def _look(self, cell: Cell) -> None:
        """What a number tells of the cells that it sees."""
        a, b, c, d = arms = self._arms(cell)
        lacking, spare = _left(a, b, c, d, self._totals[cell])
        if lacking == -spare:  # nothing is open
            return
        if not lacking:
            for side, bits in enumerate(arms):
                if bits & bits - 1:
                    self._end(cell, side, bits & -bits)
            self._again.pop(cell, None)  # there is nothing left to tell
        elif not spare:
            for side, bits in enumerate(arms):
                if bits & bits - 1:
                    self._reach(cell, side, bits, bits.bit_length() - 1)
            self._again.pop(cell, None)
        elif self.level >= HARD:
            self._count(cell, arms, lacking)
        elif self.level >= MEDIUM:
            self._narrow(cell, arms, lacking, spare)
        else:
            growing = [side for side, bits in enumerate(arms) if bits & bits - 1]
            if len(growing) == 1:
                (side,) = growing
                length = (arms[side] & -arms[side]).bit_length() - 1 + lacking
                self._reach(cell, side, arms[side], length)
                self._end(cell, side, 1 << length)

    def _narrow(self, cell: Cell, arms: Arms, lacking: int, spare: int) -> None:
        """What the others leave to each arm at least, and whether it would be too long at once."""
        for side, bits in enumerate(arms):
            if bits & bits - 1:
                low, high = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
                if high - spare > low:
                    self._reach(cell, side, bits, high - spare)
                elif bits & (2 << low + lacking) - 1 == bits & -bits:
                    self._end(cell, side, bits & -bits)

    def _count(self, cell: Cell, arms: Arms, lacking: int) -> None:
        """The least and the greatest lengths of the arms that go with each other."""
        for side, (least, most) in enumerate(grown(arms, lacking)):
            bits = arms[side]
            if bits & bits - 1:
                low = bits & -bits
                if least:
                    self._reach(cell, side, bits, low.bit_length() - 1 + least)
                if least == most:
                    self._end(cell, side, low << least)

    def _reach(self, cell: Cell, side: int, bits: int, length: int) -> None:
        """An arm that may have these lengths is at least so long."""
        step = self._table.ahead[cell][side][3]
        bits &= (1 << length) - 1
        while bits:
            low = bits & -bits
            bits ^= low
            self._colour(cell + step * low.bit_length(), WHITE)

    def _end(self, cell: Cell, side: int, length: int) -> None:
        """An arm is of the length of this bit, and ends there."""
        line, after, _, step = self._table.ahead[cell][side]
        if not self._black[line] >> after & length:  # neither the border nor a black cell
            self._colour(cell + step * length.bit_length(), BLACK)


def _left(a: int, b: int, c: int, d: int, total: int) -> tuple[int, int]:
    """How much the least lengths lack of a total, and how much the greatest have to spare.

    The total counts each arm with the cell that ends it.
    """
    least = (a & -a).bit_length() + (b & -b).bit_length()
    least += (c & -c).bit_length() + (d & -d).bit_length()
    most = a.bit_length() + b.bit_length() + c.bit_length() + d.bit_length()
    return total - least, most - total
