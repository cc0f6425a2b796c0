"""Fast constraint propagation for generating Kuromasu boards.

The propagator draws the same conclusions as the techniques up to a level, without explaining them.
Clue selection tries thousands of numbers per board, so numbers can be added at any time, and
everything since a checkpoint can be rolled back. Tests compare it with the techniques.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import LEVELS
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import Walls
from masume.puzzles.kuromasu.arm_lengths import Arms, growth_ranges
from masume.puzzles.kuromasu.lines import line_table
from masume.puzzles.kuromasu.puzzle import Kuromasu

Checkpoint: TypeAlias = tuple[int, int, int]  # the number of known cells, wall merges and numbers
START: Checkpoint = (0, 0, 0)
MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")


class Propagator:
    """The colours that follow from the numbers added so far.

    The numbers are those of a real answer, so contradictions cannot occur.
    """

    def __init__(self, puzzle: Kuromasu, level: int) -> None:
        self.grid = puzzle.grid
        # The total of each number, counting each arm with the cell that ends it.
        self._totals = [clue + 3 if isinstance(clue, int) else 0 for clue in puzzle.clues]
        self._table = line_table(puzzle.rows, puzzle.cols)
        self._reset(level)

    def new_at_level(self, level: int) -> Propagator:
        """Return a propagator for the same board at another level, without any numbers."""
        other = Propagator.__new__(Propagator)
        other.grid, other._totals, other._table = self.grid, self._totals, self._table
        other._reset(level)
        return other

    def _reset(self, level: int) -> None:
        """Forget all numbers and colours."""
        self.level = level
        self.colours = bytearray(self.grid.size)
        self.known: list[Cell] = []  # in order of discovery
        self._black = self._table.borders[:]  # per line: the cells that end an arm
        self._not_white = [2 * border - 1 for border in self._black]  # the cells that may end one
        self._number_bits = [0] * len(self._black)  # per line: the cells with numbers
        self._numbers: list[Cell] = []
        self._pending: dict[Cell, None] = {}  # numbers to propagate
        self._fresh: list[Cell] = []  # coloured cells whose rules have not been propagated
        self._walls = Walls(self.grid)

    @property
    def is_complete(self) -> bool:
        """Whether all colours are known."""
        return len(self.known) == self.grid.size

    def is_informative(self, cell: Cell) -> bool:
        """Return whether a number in a cell would see any cell whose colour is not known."""
        a, b, c, d = self._arms(cell)
        return bool(a & a - 1 or b & b - 1 or c & c - 1 or d & d - 1)

    def checkpoint(self) -> Checkpoint:
        """Return the current state for `rollback`."""
        return len(self.known), self._walls.count, len(self._numbers)

    def rollback(self, checkpoint: Checkpoint) -> None:
        """Undo everything since a checkpoint."""
        if checkpoint == START:
            self._reset(self.level)
            return
        cells, merges, numbers = checkpoint
        ahead, colours = self._table.ahead, self.colours
        for cell in self.known[cells:]:
            lines = self._black if colours[cell] == BLACK else self._not_white
            for line, _, bit, _ in ahead[cell]:
                lines[line] ^= bit
            colours[cell] = OPEN
        del self.known[cells:]
        self._walls.undo(merges)
        for cell in self._numbers[numbers:]:
            for line, _, bit, _ in ahead[cell]:
                self._number_bits[line] &= ~bit
        del self._numbers[numbers:]

    def add(self, cells: Iterable[Cell]) -> None:
        """Add the numbers of some cells and propagate to a fixpoint."""
        pending = self._pending
        for cell in cells:
            self._numbers.append(cell)
            for line, _, bit, _ in self._table.ahead[cell]:
                self._number_bits[line] |= bit
            pending[cell] = None
            if self.colours[cell] == OPEN:
                self._colour(cell, WHITE)
        if self._fresh:
            self._propagate_rules()
        while pending:
            # In batches: a number that stays queued is propagated less often.
            numbers = list(pending)
            pending.clear()
            for cell in numbers:
                self._propagate_number(cell)
                if self._fresh:
                    self._propagate_rules()

    def _colour(self, cell: Cell, colour: int) -> None:
        """Colour an open cell, and queue the numbers for which this may have consequences.

        Easy rules use only the least and the greatest length of an arm, so a white cell beyond an
        open one does not matter; medium rules use the next possible end too, so it may be beyond
        one open cell but not two. A cell farther away than a number could see never matters.
        """
        self.colours[cell] = colour
        self.known.append(cell)
        self._fresh.append(cell)
        black, not_white = self._black, self._not_white
        number_bits, totals = self._number_bits, self._totals
        is_white = colour == WHITE
        lines = not_white if is_white else black
        level = self.level if is_white else HARD
        for line, after, bit, step in self._table.ahead[cell]:
            lines[line] ^= bit
            numbers = number_bits[line] >> after
            if numbers:
                if level == HARD:
                    first = black[line] >> after
                else:
                    first = not_white[line] >> after
                    if level == MEDIUM:
                        first &= first - 1
                numbers &= first ^ first - 1
                while numbers:
                    low = numbers & -numbers
                    numbers ^= low
                    distance = low.bit_length()
                    number = cell + step * distance
                    if distance + 3 <= totals[number]:
                        self._pending[number] = None

    def _propagate_rules(self) -> None:
        """Propagate the rules to a fixpoint.

        Neighbours of black cells are white, white cells keep their last exit, walls stay open.
        """
        neighbours, colours = self.grid.neighbours, self.colours
        for cell in self._fresh:  # grows during iteration
            if colours[cell] == WHITE:
                self._keep_exit(cell)
                continue
            for other in neighbours[cell]:
                if colours[other] == OPEN:
                    self._colour(other, WHITE)
                else:
                    self._keep_exit(other)
            if self.level >= MEDIUM:
                for gap in each(self._walls.add(cell)):
                    if colours[gap] == OPEN:
                        self._colour(gap, WHITE)
        self._fresh.clear()

    def _keep_exit(self, cell: Cell) -> None:
        """Whiten the last exit of a white cell, unless the cell may be the only white one."""
        colours, exit_cell = self.colours, -1
        neighbours = self.grid.neighbours[cell]
        for other in neighbours:
            colour = colours[other]
            if colour == WHITE:
                return
            if colour == OPEN:
                if exit_cell >= 0:
                    return
                exit_cell = other
        if exit_cell >= 0 and len(neighbours) < self.grid.size - 1:
            self._colour(exit_cell, WHITE)

    def _arms(self, cell: Cell) -> Arms:
        """Return the possible lengths of the arms of a number: up, down, left, right."""
        black, not_white = self._black, self._not_white
        (a, i, _, _), (b, j, _, _), (c, k, _, _), (d, n, _, _) = self._table.ahead[cell]
        up, down, left, right = black[a] >> i, black[b] >> j, black[c] >> k, black[d] >> n
        return (
            not_white[a] >> i & (up ^ up - 1),
            not_white[b] >> j & (down ^ down - 1),
            not_white[c] >> k & (left ^ left - 1),
            not_white[d] >> n & (right ^ right - 1),
        )

    def gain(self, cell: Cell) -> int | None:
        """Return how much a number would decide directly by the techniques of this level alone.

        Conclusions of the level below do not count; a black cell counts as three white ones.
        Return None if the number sees no unknown cell.
        """
        a, b, c, d = arms = self._arms(cell)
        growing = [bits for bits in arms if bits & bits - 1]
        if not growing:
            return None
        need, slack = _need_and_slack(a, b, c, d, self._totals[cell])
        if not need or not slack:
            return 0 if self.level else need + 3 * len(growing)
        easy = need + 3 if len(growing) == 1 else 0
        if self.level < MEDIUM:
            return easy
        medium = 0
        for bits in growing:
            low, high = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
            if high - slack > low:
                medium += high - slack - low
            elif bits & (2 << low + need) - 1 == bits & -bits:
                medium += 3
        if self.level < HARD:
            return medium - easy
        hard = 0
        for bits, (min_growth, max_growth) in zip(arms, growth_ranges(arms, need), strict=True):
            if bits & bits - 1:
                hard += min_growth + 3 * (min_growth == max_growth)
        return hard - medium

    def _propagate_number(self, cell: Cell) -> None:
        """Propagate one number to the cells that it sees."""
        a, b, c, d = arms = self._arms(cell)
        need, slack = _need_and_slack(a, b, c, d, self._totals[cell])
        if need == -slack:  # all of its cells are known
            return
        if not need:
            for side, bits in enumerate(arms):
                if bits & bits - 1:
                    self._end_arm(cell, side, bits & -bits)
            self._pending.pop(cell, None)  # it is satisfied
        elif not slack:
            for side, bits in enumerate(arms):
                if bits & bits - 1:
                    self._whiten_arm(cell, side, bits, bits.bit_length() - 1)
            self._pending.pop(cell, None)
        elif self.level >= HARD:
            self._apply_ranges(cell, arms, need)
        elif self.level >= MEDIUM:
            self._apply_bounds(cell, arms, need, slack)
        else:
            growing = [side for side, bits in enumerate(arms) if bits & bits - 1]
            if len(growing) == 1:
                (side,) = growing
                length = (arms[side] & -arms[side]).bit_length() - 1 + need
                self._whiten_arm(cell, side, arms[side], length)
                self._end_arm(cell, side, 1 << length)

    def _apply_bounds(self, cell: Cell, arms: Arms, need: int, slack: int) -> None:
        """Apply the least length that the others leave each arm, and end arms that get too long."""
        for side, bits in enumerate(arms):
            if bits & bits - 1:
                low, high = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
                if high - slack > low:
                    self._whiten_arm(cell, side, bits, high - slack)
                elif bits & (2 << low + need) - 1 == bits & -bits:
                    self._end_arm(cell, side, bits & -bits)

    def _apply_ranges(self, cell: Cell, arms: Arms, need: int) -> None:
        """Apply the least and greatest lengths of the arms that are compatible with each other."""
        for side, (min_growth, max_growth) in enumerate(growth_ranges(arms, need)):
            bits = arms[side]
            if bits & bits - 1:
                low = bits & -bits
                if min_growth:
                    self._whiten_arm(cell, side, bits, low.bit_length() - 1 + min_growth)
                if min_growth == max_growth:
                    self._end_arm(cell, side, low << min_growth)

    def _whiten_arm(self, cell: Cell, side: int, bits: int, length: int) -> None:
        """Whiten an arm with these possible lengths up to a least length."""
        step = self._table.ahead[cell][side][3]
        bits &= (1 << length) - 1
        while bits:
            low = bits & -bits
            bits ^= low
            self._colour(cell + step * low.bit_length(), WHITE)

    def _end_arm(self, cell: Cell, side: int, length: int) -> None:
        """Blacken the cell that ends an arm whose length is given as a bit."""
        line, after, _, step = self._table.ahead[cell][side]
        if not self._black[line] >> after & length:  # it is open, neither the border nor black
            self._colour(cell + step * length.bit_length(), BLACK)


def _need_and_slack(a: int, b: int, c: int, d: int, total: int) -> tuple[int, int]:
    """Return what the least lengths lack of a total, and by how much the greatest exceed it.

    The total counts each arm with the cell that ends it.
    """
    min_sum = (a & -a).bit_length() + (b & -b).bit_length()
    min_sum += (c & -c).bit_length() + (d & -d).bit_length()
    max_sum = a.bit_length() + b.bit_length() + c.bit_length() + d.bit_length()
    return total - min_sum, max_sum - total
