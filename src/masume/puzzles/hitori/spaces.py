"""Three search spaces for Hitori: add black cells, decide cells, repair a full board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from masume.core.puzzle.grid import Cell, Mask
from masume.families.shading.position import is_sound
from masume.families.shading.spaces import DecideSpace, Marked, RepairSpace, ShadeSpace
from masume.puzzles.hitori.propagate import propagator
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
        """Return whether all rules hold if every cell outside `black` is white."""
        white = ~black
        return all((group & white).bit_count() <= 1 for group in self.twins.groups) and is_sound(
            self.grid, black
        )

    def black_needed(self, black: Mask, closed: Mask) -> float:
        """Return a lower bound on the black cells still needed; infinity at a dead end."""
        return least_black(self.twins, black, closed)

    def is_dead(self, black: Mask, closed: Mask) -> bool:
        """Return whether two equal numbers of a line can both no longer turn black."""
        return is_hopeless(self.twins, black, closed)

    def wrong_clues(self, black: Mask) -> Iterator[Mask]:
        """Yield the white cells of each group of equal numbers with more than one."""
        for group in self.twins.groups:
            white = group & ~black
            if white & (white - 1):
                yield white


class HitoriShade(ShadeSpace):
    """Add one black cell at a time, in the order of Jain's program.

    Cell by cell, for each equal white number in its column and then in its row, first the cell
    itself turns black, then its partner.
    """

    def __init__(self, puzzle: Hitori, *, canonical: bool = False, prune: bool = False) -> None:
        super().__init__(board := HitoriRules(puzzle), canonical=canonical, prune=prune)
        self.twins = board.twins

    def candidates(self, black: Mask) -> Iterator[Cell]:
        """Yield the white cells with a white partner, each once."""
        offered = 0
        for cell in self.twins.cells:
            if black >> cell & 1:
                continue
            for partner in self.twins.partners[cell]:
                if not black >> partner & 1:
                    for candidate in (cell, partner):
                        if not offered >> candidate & 1:
                            offered |= 1 << candidate
                            yield candidate


class HitoriDecide(DecideSpace):
    """Decide the colour of a cell with equal numbers in its lines, then propagate."""

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(board := HitoriRules(puzzle))
        # Imported only here: what lists the spaces needs no rules.
        from masume.core.puzzle.technique import propagate
        from masume.puzzles.hitori.rules import RULES

        self.twins = board.twins
        self._start = propagator(puzzle)
        self._propagate = partial(propagate, rules=RULES)

    def choose(self, black: Mask, white: Mask) -> Cell | None:
        """Return the open cell with the most open partners; None if none has any."""
        open_cells = self.grid.full & ~(black | white)
        partner_mask = self.twins.partner_mask
        best, most = None, 0
        for cell in self.twins.cells:
            if open_cells >> cell & 1:
                count = (partner_mask[cell] & open_cells).bit_count()
                if count > most:
                    best, most = cell, count
        return best

    def conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        """Apply the rules up to medium; return None at a contradiction."""
        state = self._start.copy()
        state.add((black, white))
        self._propagate(state)
        return None if state.clash else (state.black, state.white)


class HitoriRepair(RepairSpace):
    """Full boards on which one cell changes colour at a time; cells without equals stay white."""

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(board := HitoriRules(puzzle))
        self.twins = board.twins


SPACES = (HitoriShade, HitoriDecide, HitoriRepair)  # the papers' own space first
