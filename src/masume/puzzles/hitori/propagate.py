"""Fast constraint propagation for generating Hitori boards.

The propagator draws the same conclusions as the techniques up to hard, level by level, without
explaining them. A set of cells is one int, and most rules are applied to all cells in parallel. The
boards have a known answer, so contradictions cannot occur.
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell, Mask
from masume.core.puzzle.technique import LEVELS
from masume.families.shading.walls import Walls
from masume.puzzles.hitori.board_table import board_table
from masume.puzzles.hitori.model import MANY

MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")


class Propagator:
    """The cells known to be black and those known to be white, as far as propagation has come."""

    def __init__(self, rows: int, cols: int, clues: Sequence[Clue | None]) -> None:
        self.table = table = board_table(rows, cols)
        self.black: Mask = 0
        self.white: Mask = 0
        self._processed: Mask = 0  # white cells whose equals have been made black
        self._walls = Walls(table.grid, undoable=False)
        self._joined: Mask = 0  # black cells that have been added to walls
        same: dict[Clue | None, Mask] = dict.fromkeys(clues, 0)
        bit = 1
        for clue in clues:
            same[clue] |= bit
            bit <<= 1
        for clue in same:
            if not isinstance(clue, int):
                same[clue] = 0
        self._equals = [line & same[clue] for line, clue in zip(table.lines, clues, strict=True)]
        if max(rows, cols) > MANY:
            self._drop_large_groups([*same.values()])
        self._apply_close_equals()
        self._corners_applied = False

    def _drop_large_groups(self, numbers: Sequence[Mask]) -> None:
        """Ignore equal numbers of a line that holds very many of them, as the techniques do."""
        g = self.table.grid
        for line in (*g.row_masks, *g.col_masks):
            for cells in numbers:
                group = cells & line
                rest = group if group.bit_count() > MANY else 0
                while rest:
                    low = rest & -rest
                    rest ^= low
                    self._equals[low.bit_length() - 1] &= ~group

    @property
    def unknown(self) -> Mask:
        """The cells whose colour is not known."""
        return self.table.grid.full & ~(self.black | self.white)

    def propagate(self, level: int) -> bool:
        """Draw all conclusions of the techniques up to a level; return whether all is known."""
        self._propagate_rules(level)
        while level >= HARD and self.unknown and self._probe():
            pass
        return not self.unknown

    def _apply_close_equals(self) -> None:
        """Apply equal numbers that are neighbours or have one cell between them.

        Of two neighbours one is white, so a third equal number in their line is black; a black
        cell between two equal numbers would make both white.
        """
        table, equals = self.table, self._equals
        pair_steps, gap_steps, near = table.pair_steps, table.gap_steps, table.near
        for cell, partners in enumerate(equals):
            after = partners >> cell & near
            if after:
                for step in pair_steps:
                    if after >> step & 1:
                        self.black |= partners & equals[cell + step]
                for step in gap_steps:
                    if after >> 2 * step & 1:
                        self.white |= 1 << cell + step

    def _apply_corner_pairs(self) -> None:
        """Whiten the other neighbour of a corner with a pair, or the corner would be locked in.

        This implies the conclusions from two pairs and from three equal numbers in a corner.
        """
        equals = self._equals
        for corner, beside, other, across in self.table.corners:
            if (equals[corner] | equals[across]) >> beside & 1:
                self.white |= 1 << other

    def _propagate_rules(self, level: int) -> None:
        """Propagate the rules up to medium, as far as the level allows, to a fixpoint."""
        self._propagate_easy()
        if level < MEDIUM:
            return
        if not self._corners_applied:
            self._corners_applied = True
            self._apply_corner_pairs()
            self.white |= self._walls.gaps & ~self.black
            self._propagate_easy()
        while fresh := self.black & ~self._joined:
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                self._joined |= low
                self._walls.add(low.bit_length() - 1)
            self.white |= self._walls.gaps & ~self.black
            self._propagate_easy()

    def _propagate_easy(self) -> None:
        """Propagate the easy rules to a fixpoint.

        Equals of white cells are black, neighbours of black cells are white, and the last open
        neighbour of a white cell is white.
        """
        table, equals = self.table, self._equals
        full, cols = table.grid.full, table.grid.cols
        not_first, not_last = table.not_first, table.not_last
        black, white, processed = self.black, self.white, self._processed
        while True:
            fresh = white & ~processed
            processed = white
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                black |= equals[low.bit_length() - 1]
            white |= (
                black << cols | black >> cols | black << 1 & not_first | black >> 1 & not_last
            ) & full
            not_black = full & ~black
            up, down = not_black << cols & full, not_black >> cols
            left, right = not_black << 1 & not_first, not_black >> 1 & not_last
            # Cells with an odd number of exits, other than three.
            stuck = (up ^ down ^ left ^ right) & ~(up & down | left & right)
            stuck &= white & table.needs_exit
            if stuck:
                white |= (
                    stuck << cols | stuck >> cols | stuck << 1 & not_first | stuck >> 1 & not_last
                ) & not_black
            if white == processed:
                break
        self.black, self.white, self._processed = black, white, processed

    def _probe(self) -> bool:
        """Probe both colours of each open cell (failed literals); return whether one failed."""
        has_progress = False
        pending = self.unknown
        while pending:
            low = pending & -pending
            pending ^= low
            cell = low.bit_length() - 1
            if self._cannot_be_black(cell):
                self.white |= low
            elif self._cannot_be_white(cell):
                self.black |= low
            else:
                continue
            has_progress = True
            self._propagate_rules(MEDIUM)
            pending &= self.unknown
        return has_progress

    def _cannot_be_white(self, cell: Cell) -> bool:
        """Return whether the equals of a cell, all black, would close a wall."""
        new_black = self._equals[cell] & ~self.black
        return bool(new_black & new_black - 1) and self._walls.closes(new_black)

    def _cannot_be_black(self, cell: Cell) -> bool:
        """Return whether a black cell leads to a contradiction.

        Its neighbours turn white and their equals black; these must not share a side or close a
        wall. The gaps that its wall must keep open are white too; they must not equal another of
        these white cells.
        """
        table, equals, bit = self.table, self._equals, 1 << cell
        open_cells = self.unknown & ~bit
        new_white = table.grid.neighbour_mask[cell] & open_cells
        new_black, rest = 0, new_white
        while rest:
            low = rest & -rest
            rest ^= low
            new_black |= equals[low.bit_length() - 1]
        new_black &= open_cells
        if new_black & (new_black >> table.grid.cols | new_black >> 1 & table.not_last):
            return True
        gaps = self._walls.gaps_with(cell) & open_cells
        new_white |= gaps
        while gaps:
            low = gaps & -gaps
            gaps ^= low
            if equals[low.bit_length() - 1] & new_white:
                return True
        # One black cell that closed the wall alone would be a gap that equals a neighbour.
        return bool(new_black & new_black - 1) and self._walls.closes(new_black | bit)
