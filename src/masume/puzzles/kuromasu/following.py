"""What follows from some numbers of a Kuromasu board, without a word about it: for its maker.

The same conclusions as the techniques up to a level draw, as fast as possible: the maker tries out
thousands of numbers for one board. Numbers can be added at any time, and all that came since some
moment can be taken back. Whether a board is really of its level is found out by the techniques.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from masume.core.grid import Cell
from masume.core.technique import LEVELS
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.puzzles.kuromasu.lines import SightLines, line_table
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.techniques_lengths import fitting

Moment: TypeAlias = tuple[int, int, int]  # how many cells, joined walls and numbers there were
MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")


class Following:
    """The cells whose colour is known from the numbers so far; all is true, so nothing clashes."""

    def __init__(self, puzzle: Kuromasu, level: int) -> None:
        self.grid = g = puzzle.grid
        self.level = level
        self.colours = bytearray(g.size)
        self.known: list[Cell] = []  # in the order in which they were found out
        self._totals = [clue - 1 if isinstance(clue, int) else 0 for clue in puzzle.clues]
        self._lines = SightLines(line_table(g.rows, g.cols))
        self._ahead, self._steps = self._lines.table.ahead, self._lines.table.steps
        self._marked = [0] * len(self._lines.white)  # the numbers of each line
        self._numbers: list[Cell] = []
        self._again: dict[Cell, None] = {}  # numbers to look at
        self._fresh: list[Cell] = []  # cells whose neighbours have not been looked at
        # Walls of black cells that touch by corners, as trees; the border is the last cell.
        self._above = list(range(g.size + 1))
        self._sizes = [1] * g.size + [g.size]
        self._joined: list[Cell] = []  # roots that have got another one above them

    @property
    def complete(self) -> bool:
        """Whether all is known."""
        return len(self.known) == self.grid.size

    def tells(self, cell: Cell) -> bool:
        """Whether a number there would see anything that is not known."""
        white, black = self._lines.white, self._lines.black
        for line, after, _ in self._ahead[cell]:
            ends = black[line] >> after
            bits = ~(white[line] >> after) & (ends ^ ends - 1)
            if bits & bits - 1:
                return True
        return False

    def moment(self) -> Moment:
        """What `back` goes back to."""
        return len(self.known), len(self._joined), len(self._numbers)

    def back(self, moment: Moment) -> None:
        """Take back all that came since then."""
        cells, joined, numbers = moment
        for cell in self.known[cells:]:
            self._lines.remove(cell)
            self.colours[cell] = OPEN
        del self.known[cells:]
        while len(self._joined) > joined:
            root = self._joined.pop()
            self._sizes[self._above[root]] -= self._sizes[root]
            self._above[root] = root
        for cell in self._numbers[numbers:]:
            for line, _, bit in self._ahead[cell]:
                self._marked[line] &= ~bit
        del self._numbers[numbers:]

    def add(self, cells: Iterable[Cell]) -> None:
        """Give some cells their numbers, and follow what they tell to the end."""
        for cell in cells:
            self._numbers.append(cell)
            for line, _, bit in self._ahead[cell]:
                self._marked[line] |= bit
            self._again[cell] = None
            self._colour(cell, WHITE)
        while True:
            self._follow_rules()
            if not self._again:
                return
            self._look(self._again.popitem()[0])

    def _colour(self, cell: Cell, colour: int) -> None:
        if self.colours[cell]:
            return
        self.colours[cell] = colour
        self.known.append(cell)
        self._fresh.append(cell)
        black, marked = self._lines.black, self._marked
        lines = black if colour == BLACK else self._lines.white
        for (line, after, bit), step in zip(self._ahead[cell], self._steps, strict=True):
            lines[line] |= bit
            numbers = marked[line] >> after
            if numbers:
                ends = black[line] >> after
                numbers &= ends ^ ends - 1
                while numbers:
                    low = numbers & -numbers
                    numbers ^= low
                    self._again[cell + step * low.bit_length()] = None

    def _follow_rules(self) -> None:
        """Beside black is white, white cells keep their last way out, walls do not close."""
        neighbours = self.grid.neighbours
        for cell in self._fresh:  # grows while it is gone through
            if self.colours[cell] == WHITE:
                self._leave(cell)
                continue
            for other in neighbours[cell]:
                self._colour(other, WHITE)
            for other in neighbours[cell]:
                self._leave(other)
            if self.level >= MEDIUM:
                self._join(cell)
        self._fresh.clear()

    def _leave(self, cell: Cell) -> None:
        way = None
        for other in self.grid.neighbours[cell]:
            if self.colours[other] != BLACK:
                if way is not None or self.colours[other] == WHITE:
                    return
                way = other
        if way is not None and len(self.grid.neighbours[cell]) < self.grid.size - 1:
            self._colour(way, WHITE)

    def _root(self, cell: Cell) -> Cell:
        above = self._above
        while above[cell] != cell:
            cell = above[cell]
        return cell

    def _join(self, cell: Cell) -> None:
        """Join the walls that a black cell touches; what would close them is white."""
        g, colours, border = self.grid, self.colours, self.grid.size
        walls = {self._root(other): other for other in g.corners[cell] if colours[other] == BLACK}
        if g.border_contacts[cell]:
            walls[self._root(border)] = border
        root = self._root(cell)
        walls.pop(root, None)
        largest = max(walls, key=self._sizes.__getitem__, default=None)
        # A cell that closes a wall touches one of the smaller parts.
        near = self._wall(cell, root) if self._sizes[root] > 1 else [cell]
        for wall, touched in walls.items():
            if wall != largest:
                near += self._wall(touched, wall)
        for wall in walls:
            low, high = (root, wall) if self._sizes[root] < self._sizes[wall] else (wall, root)
            self._above[low], root = high, high
            self._sizes[high] += self._sizes[low]
            self._joined.append(low)
        for part in near:
            for gap in g.corners[part]:
                if colours[gap] == OPEN:
                    touches = [o for o in g.corners[gap] if colours[o] == BLACK]
                    touches += [border] * g.border_contacts[gap]
                    if len(touches) > 1 and sum(self._root(o) == root for o in touches) > 1:
                        self._colour(gap, WHITE)

    def _wall(self, cell: Cell, root: Cell) -> list[Cell]:
        """All black cells of a wall, from one of them."""
        found = {cell: None}
        queue = [cell]
        for one in queue:  # grows while it is gone through
            for other in self.grid.corners[one]:
                is_new = other not in found and self.colours[other] == BLACK
                if is_new and self._root(other) == root:
                    found[other] = None
                    queue.append(other)
        return queue

    def promise(self, cell: Cell, level: int) -> int:
        """How much a number there would tell at once, about; a black cell is worth three white."""
        least, longer, shorter, most = self._arms(cell, level)
        told = sum(longer) - sum(least)
        return told + 3 * sum(
            a == b and c != d for a, b, c, d in zip(longer, shorter, least, most, strict=True)
        )

    def _look(self, cell: Cell) -> None:
        """What a number tells of the cells that it sees."""
        least, longer, shorter, most = self._arms(cell, self.level)
        for side in range(4):
            low, ends_here = longer[side], longer[side] == shorter[side]
            if least[side] != most[side] and (ends_here or low > least[side]):
                self._settle(cell, side, least[side], low, ends_here)

    def _arms(self, cell: Cell, level: int) -> tuple[list[int], list[int], list[int], list[int]]:
        """How long the arms of a number are known to be, must be, may be, and could be at all."""
        white, black = self._lines.white, self._lines.black
        each, least, most = [], [], []
        lacking = spare = self._totals[cell]
        for line, after, _ in self._ahead[cell]:
            ends = black[line] >> after
            bits = ~(white[line] >> after) & (ends ^ ends - 1)
            low, high = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
            each.append(bits)
            least.append(low)
            most.append(high)
            lacking -= low
            spare -= high
        if lacking == spare:  # nothing is open
            return least, least, most, most
        longer, shorter = least, most
        if not lacking:
            shorter = least
        elif not spare:
            longer = most
        elif level >= HARD:
            longer, shorter = self._counted(each, self._totals[cell])
        elif level >= MEDIUM:
            longer, shorter = self._narrowed(each, least, most, lacking, -spare)
        else:
            growing = [side for side in range(4) if least[side] < most[side]]
            if len(growing) == 1:
                longer = shorter = least[:]
                longer[growing[0]] += lacking
        return least, longer, shorter, most

    def _narrowed(
        self, each: list[int], least: list[int], most: list[int], lacking: int, spare: int
    ) -> tuple[list[int], list[int]]:
        """What the others leave to each arm at least, and whether it would be too long at once."""
        longer, shorter = [], []
        for bits, low, high in zip(each, least, most, strict=True):
            is_alone = bits & (2 << low + lacking) - 1 == bits & -bits
            longer.append(max(low, high - spare))
            shorter.append(low if is_alone else high)
        return longer, shorter

    def _counted(self, each: list[int], total: int) -> tuple[list[int], list[int]]:
        """The least and the greatest lengths of the arms that go with each other."""
        within = (2 << total) - 1
        a, b, c, d = each
        fits = fitting((a & within, b & within, c & within, d & within), total)
        least = [(bits & -bits).bit_length() - 1 for bits in fits]
        return least, [bits.bit_length() - 1 for bits in fits]

    def _settle(self, cell: Cell, side: int, known: int, length: int, ends: bool) -> None:
        """An arm of a known length is at least so long, or just so long if it ends there."""
        step = self._steps[side]
        for other in range(cell + step * (known + 1), cell + step * (length + 1), step):
            if self.colours[other] == OPEN:
                self._colour(other, WHITE)
        if ends:
            line, after, _ = self._ahead[cell][side]
            if not self._lines.table.borders[line] >> after + length & 1:
                self._colour(cell + step * (length + 1), BLACK)
