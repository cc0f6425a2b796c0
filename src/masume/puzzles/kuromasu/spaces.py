"""Three ways to search a Kuromasu board: add black cells, settle cells, mend a full board."""

from __future__ import annotations

from math import inf

from masume.core.puzzle.grid import Cell, Mask, mask
from masume.families.shading.position import black_pairs, is_sound
from masume.families.shading.spaces import DecideSpace, Marked, RepairSpace, ShadeSpace
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import excess, first_open, forced, least_black, numbers


class KuromasuRules:
    """The rules of a Kuromasu board on sets of cells."""

    def __init__(self, puzzle: Kuromasu) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.numbers = numbers(puzzle)
        self.fixed = mask(cell for cell, clue in enumerate(puzzle.clues) if clue is not None)
        self.free = [cell for cell, clue in enumerate(puzzle.clues) if clue is None]

    def is_solution(self, black: Mask) -> bool:
        """Whether all rules hold, every cell outside `black` being white."""
        return (
            not any(excess(number, black) for number in self.numbers)
            and not black & self.fixed
            and is_sound(self.grid, black)
        )

    def black_needed(self, black: Mask, closed: Mask) -> float:
        """A lower bound on the black cells still to come; infinity at a dead end."""
        return least_black(self.numbers, black, closed)

    def is_dead(self, black: Mask, closed: Mask) -> bool:
        """Whether some number can no longer be met."""
        return least_black(self.numbers, black, closed) == inf


class KuromasuShade(ShadeSpace):
    """One black cell more, in row-major order, as both papers do it."""

    def __init__(self, puzzle: Kuromasu, *, canonical: bool = False, prune: bool = False) -> None:
        super().__init__(board := KuromasuRules(puzzle), canonical=canonical, prune=prune)
        self.numbers = board.numbers


class KuromasuDecide(DecideSpace):
    """An open cell beside what a number sees turns black or white; the numbers draw conclusions."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(board := KuromasuRules(puzzle))
        self.numbers = board.numbers

    def choose(self, black: Mask, white: Mask) -> Cell | None:
        """An open cell next to what the number with the least freedom is known to see."""
        best, least = None, self.grid.size * 4
        for number in self.numbers:
            over = excess(number, black)
            if over > 0:
                known = sum(arm.free(arm.mask & ~white) for arm in number.arms)
                freedom = min(over, number.total - known)
                if freedom < least:
                    best, least = first_open(number, black, white), freedom
        return best

    def conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        """White around black, and what each number forces, until nothing new follows."""
        grid = self.grid
        while True:
            self.check_cancel()
            before = (black, white)
            white |= grid.spread(black) & ~black
            if black & white or black_pairs(grid, black):
                return None
            for number in self.numbers:
                marks = forced(number, black, white)
                if marks is None:
                    return None
                black |= marks[0]
                white |= marks[1]
            if before == (black, white):
                return before


class KuromasuRepair(RepairSpace):
    """Full boards, one cell turned over at a time; cells with clues stay white."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(board := KuromasuRules(puzzle))
        self.numbers = board.numbers


SPACES = (KuromasuShade, KuromasuDecide, KuromasuRepair)  # the papers' own first
