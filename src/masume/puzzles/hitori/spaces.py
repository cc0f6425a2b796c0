"""Three ways to search a Hitori board: add black cells, settle cells, mend a full board."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell, Mask, each
from masume.families.shading.position import is_sound
from masume.families.shading.spaces import DecideSpace, Marked, RepairSpace, ShadeSpace
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.twins import is_hopeless, least_black, twins


class HitoriRules:
    """The rules of a Hitori board on sets of cells.

    Only cells with an equal number in their row or column need ever turn black: any other black
    cell of a solution can be made white again without breaking a rule.
    """

    def __init__(self, puzzle: Hitori) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.twins = twins(puzzle)
        self.free = self.twins.cells
        self.fixed = 0

    def is_solution(self, black: Mask) -> bool:
        """Whether all rules hold, every cell outside `black` being white."""
        white = ~black
        return all((group & white).bit_count() <= 1 for group in self.twins.groups) and is_sound(
            self.grid, black
        )

    def black_needed(self, black: Mask, closed: Mask) -> float:
        """A lower bound on the black cells still to come; infinity at a dead end."""
        return least_black(self.twins, black, closed)

    def is_dead(self, black: Mask, closed: Mask) -> bool:
        """Whether two equal numbers of a line can both no longer turn black."""
        return is_hopeless(self.twins, black, closed)


class HitoriShade(ShadeSpace):
    """One black cell more, in the order of Jain's program.

    Cell by cell, for each equal white number in its column and then in its row, first the cell
    itself turns black, then its partner.
    """

    def __init__(self, puzzle: Hitori, *, canonical: bool = False, prune: bool = False) -> None:
        super().__init__(board := HitoriRules(puzzle), canonical=canonical, prune=prune)
        self.twins = board.twins

    def candidates(self, black: Mask) -> Iterator[Cell]:
        """White cells with a white partner."""
        offered = 0
        for cell in self.twins.cells:
            if black >> cell & 1:
                continue
            for partner in self.twins.partners[cell]:
                if not black >> partner & 1:
                    for one in (cell, partner):
                        if not offered >> one & 1:
                            offered |= 1 << one
                            yield one


class HitoriDecide(DecideSpace):
    """A cell with equal numbers in its lines turns black or white; its partners follow."""

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(board := HitoriRules(puzzle))
        self.twins = board.twins

    def choose(self, black: Mask, white: Mask) -> Cell | None:
        """The open cell with the most open partners: it settles the most."""
        unsettled = self.grid.full & ~(black | white)
        partner_mask = self.twins.partner_mask
        best, most = None, 0
        for cell in self.twins.cells:
            if unsettled >> cell & 1:
                count = (partner_mask[cell] & unsettled).bit_count()
                if count > most:
                    best, most = cell, count
        return best

    def conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        """White around black, black where a white cell has its equals."""
        neighbours, partner_mask = self.grid.neighbour_mask, self.twins.partner_mask
        while fresh:
            new_white = new_black = 0
            for cell in each(fresh):
                if black >> cell & 1:
                    new_white |= neighbours[cell]
                else:
                    new_black |= partner_mask[cell]
            fresh = new_white & ~white | new_black & ~black
            white |= new_white
            black |= new_black
            if black & white:
                return None
        return black, white


class HitoriRepair(RepairSpace):
    """Full boards, one cell turned over at a time; cells without equals stay white."""

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(board := HitoriRules(puzzle))
        self.twins = board.twins


SPACES = (HitoriShade, HitoriDecide, HitoriRepair)  # the papers' own first
