"""What follows from the numbers of a Hitori board, without a word about it: for its maker.

The same conclusions as the techniques up to hard draw, level by level, as fast as possible: a set
of cells is one int, and most rules are told of all cells at once. The maker knows an answer of its
boards, so nothing ever clashes.
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell, Mask
from masume.core.puzzle.technique import LEVELS
from masume.puzzles.hitori.board_table import board_table
from masume.puzzles.hitori.model import MANY

MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")


class FollowingColours:
    """The cells that are known to be black, and those known to be white."""

    def __init__(self, rows: int, cols: int, clues: Sequence[Clue | None]) -> None:
        self.table = table = board_table(rows, cols)
        size = table.grid.size
        self.black: Mask = 0
        self.white: Mask = 0
        self._looked: Mask = 0  # white cells whose equals are black by now
        # Black cells that touch by corners form walls, as trees; the border is the last cell. Of
        # each wall, by its root, all cells that touch it.
        self._above = list(range(size + 1))
        self._touch = [*table.grid.diagonal_mask, table.border]
        self._joined: Mask = 0  # black cells that are parts of walls
        self._gaps = table.strip  # all that touch a wall twice: black, they would close it
        same: dict[Clue | None, Mask] = dict.fromkeys(clues, 0)
        bit = 1
        for clue in clues:
            same[clue] |= bit
            bit <<= 1
        for clue in same:
            if not isinstance(clue, int):
                same[clue] = 0
        self._equals = [one & same[clue] for one, clue in zip(table.lines, clues, strict=True)]
        if max(rows, cols) > MANY:
            self._forget_many([*same.values()])
        self._side_by_side()
        self._has_corners = False

    def _forget_many(self, numbers: Sequence[Mask]) -> None:
        """Of numbers that stand in a line very many times nobody tells pairs."""
        g = self.table.grid
        for line in (*g.row_masks, *g.col_masks):
            for many in numbers:
                many &= line
                rest = many if many.bit_count() > MANY else 0
                while rest:
                    low = rest & -rest
                    rest ^= low
                    self._equals[low.bit_length() - 1] &= ~many

    @property
    def unknown(self) -> Mask:
        """The cells whose colour is not known."""
        return self.table.grid.full & ~(self.black | self.white)

    def follow(self, level: int) -> bool:
        """Draw all conclusions of the techniques up to a level; whether all is known then."""
        self._conclude(level)
        while level >= HARD and self.unknown and self._suppose():
            pass
        return not self.unknown

    def _side_by_side(self) -> None:
        """What equal numbers say that are neighbours, or have one cell between them.

        Of two neighbours one is white, so no third equal number in their line is; a black cell
        between two equal numbers would make both white.
        """
        table, equals = self.table, self._equals
        pairs, gaps, near = table.pairs, table.gaps, table.near
        for cell, others in enumerate(equals):
            after = others >> cell & near
            if after:
                for step in pairs:
                    if after >> step & 1:
                        self.black |= others & equals[cell + step]
                for step in gaps:
                    if after >> 2 * step & 1:
                        self.white |= 1 << cell + step

    def _in_corners(self) -> None:
        """A pair in a corner keeps the corner's other side white, or the corner would be locked in.

        All that two pairs or three equal numbers in a corner say follows from that.
        """
        equals = self._equals
        for corner, beside, other, across in self.table.corners:
            if (equals[corner] | equals[across]) >> beside & 1:
                self.white |= 1 << other

    def _conclude(self, level: int) -> None:
        """All that follows up to a level without a supposition."""
        self._glance()
        if level < MEDIUM:
            return
        if not self._has_corners:
            self._has_corners = True
            self._in_corners()
            self.white |= self._gaps & ~self.black
            self._glance()
        while fresh := self.black & ~self._joined:
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                self._join(low.bit_length() - 1)
            self.white |= self._gaps & ~self.black
            self._glance()

    def _glance(self) -> None:
        """Easy steps: equals of white cells are black, cells beside black ones white, and a white
        cell keeps its last way out.
        """
        table, equals = self.table, self._equals
        full, cols = table.grid.full, table.grid.cols
        not_first, not_last = table.not_first, table.not_last
        black, white, looked = self.black, self.white, self._looked
        while True:
            fresh = white & ~looked
            looked = white
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                black |= equals[low.bit_length() - 1]
            white |= (
                black << cols | black >> cols | black << 1 & not_first | black >> 1 & not_last
            ) & full
            free = full & ~black
            up, down = free << cols & full, free >> cols
            left, right = free << 1 & not_first, free >> 1 & not_last
            # An odd number of ways out, and not three of them.
            stuck = (up ^ down ^ left ^ right) & ~(up & down | left & right)
            stuck &= white & table.needs_way
            if stuck:
                white |= (
                    stuck << cols | stuck >> cols | stuck << 1 & not_first | stuck >> 1 & not_last
                ) & free
            if white == looked:
                break
        self.black, self.white, self._looked = black, white, looked

    def _find(self, cell: Cell) -> Cell:
        above = self._above
        while above[cell] != cell:
            above[cell] = cell = above[above[cell]]
        return cell

    def _join(self, cell: Cell) -> None:
        """Make a black cell a part of the walls that it touches."""
        self._joined |= 1 << cell
        touch = self._touch[cell]
        for root in self._touched(cell):
            self._gaps |= touch & self._touch[root]
            touch |= self._touch[root]
            self._above[root] = cell
        self._touch[cell] = touch

    def _touched(self, cell: Cell) -> list[Cell]:
        """The walls that a cell touches."""
        g = self.table.grid
        roots = []
        near = g.diagonal_mask[cell] & self._joined
        while near:
            low = near & -near
            near ^= low
            roots.append(self._find(low.bit_length() - 1))
        if g.border_contacts[cell]:
            roots.append(self._find(g.size))
        return roots

    def _suppose(self) -> bool:
        """Hard steps: see what is wrong with one colour of an open cell, or with the other."""
        gained = False
        todo = self.unknown
        while todo:
            low = todo & -todo
            todo ^= low
            cell = low.bit_length() - 1
            if self._cannot_be_black(cell):
                self.white |= low
            elif self._cannot_be_white(cell):
                self.black |= low
            else:
                continue
            gained = True
            self._conclude(MEDIUM)
            todo &= self.unknown
        return gained

    def _cannot_be_white(self, cell: Cell) -> bool:
        """Whether the equals of a cell, all black, would close a wall."""
        follows = self._equals[cell] & ~self.black
        return bool(follows & follows - 1) and self._closes(follows)

    def _cannot_be_black(self, cell: Cell) -> bool:
        """Whether a black cell would make equals of its neighbours black that share a side or
        close a wall; or cells white that are equal: its neighbours, and gaps left in its wall.
        """
        table, equals, bit = self.table, self._equals, 1 << cell
        is_open = self.unknown & ~bit
        white = table.grid.neighbour_mask[cell] & is_open
        follows, rest = 0, white
        while rest:
            low = rest & -rest
            rest ^= low
            follows |= equals[low.bit_length() - 1]
        follows &= is_open
        if follows & (follows >> table.grid.cols | follows >> 1 & table.not_last):
            return True
        touch, gaps = table.grid.diagonal_mask[cell], 0
        for root in self._touched(cell):
            gaps |= touch & self._touch[root]
            touch |= self._touch[root]
        gaps &= is_open
        white |= gaps
        while gaps:
            low = gaps & -gaps
            gaps ^= low
            if equals[low.bit_length() - 1] & white:
                return True
        # A single black cell that closed the wall would be a gap, and equal to a neighbour.
        return bool(follows & follows - 1) and self._closes(follows | bit)

    def _closes(self, cells: Mask) -> bool:
        """Whether open cells, all black, would close a wall."""
        g = self.table.grid
        above: dict[Cell, Cell] = {}  # walls that these cells join
        added: Mask = 0
        while cells:
            low = cells & -cells
            cells ^= low
            cell = own = low.bit_length() - 1
            roots = self._touched(cell)
            near = g.diagonal_mask[cell] & added
            while near:
                one = near & -near
                near ^= one
                roots.append(one.bit_length() - 1)
            for root in roots:
                while root in above:
                    root = above[root]
                if root == own:
                    return True
                above[own] = root
                own = root
            added |= low
        return False
