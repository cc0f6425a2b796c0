"""Three search spaces for Kuromasu: add black cells, decide cells, repair a full board."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from masume.core.puzzle.grid import Cell, Mask, mask
from masume.families.shading.position import is_sound
from masume.families.shading.spaces import DecideSpace, Marked, RepairSpace, ShadeSpace
from masume.puzzles.kuromasu.propagate import propagator
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import (
    View,
    excess,
    first_open,
    least_black,
    numbers,
)


class KuromasuRules:
    """The rules of a Kuromasu board on sets of cells."""

    def __init__(self, puzzle: Kuromasu) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.numbers = numbers(puzzle)
        self.fixed = mask(cell for cell, clue in enumerate(puzzle.clues) if clue is not None)
        self.free = [cell for cell, clue in enumerate(puzzle.clues) if clue is None]
        self.views = [View(number) for number in self.numbers]

    def is_solution(self, black: Mask) -> bool:
        """Return whether all rules hold if every cell outside `black` is white."""
        for view in self.views:
            if view.excess(black):
                return False
        return not black & self.fixed and is_sound(self.grid, black)

    def black_needed(self, black: Mask, closed: Mask) -> float:
        """Return a lower bound on the black cells still needed; infinity at a dead end."""
        return least_black(self.views, black, closed)

    def is_dead(self, black: Mask, closed: Mask) -> bool:
        """Return whether some number can no longer be satisfied."""
        return least_black(self.views, black, closed) == inf

    def wrong_clues(self, black: Mask) -> Iterator[Mask]:
        """Yield for each wrong number the cells it sees and those that block its view."""
        for number in self.numbers:
            if excess(number, black):
                yield mask(c for arm in number.arms for c in arm.ray[: arm.free_length(black) + 1])


class KuromasuShade(ShadeSpace):
    """Add one black cell at a time in row-major order, as both papers do."""

    def __init__(self, puzzle: Kuromasu, *, canonical: bool = False, prune: bool = False) -> None:
        super().__init__(board := KuromasuRules(puzzle), canonical=canonical, prune=prune)
        self.numbers, self.views = board.numbers, board.views


class KuromasuDecide(DecideSpace):
    """Decide the colour of an open cell next to those that a number sees, then propagate."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(board := KuromasuRules(puzzle))
        self.numbers, self.views = board.numbers, board.views
        self._state = propagator(puzzle)
        self._known: Marked | None = None  # the marks at the checkpoint `_base`
        self._bare = self._base = self._state.checkpoint()

    def choose(self, black: Mask, white: Mask) -> Cell | None:
        """Return the next open cell in sight of the number with the least freedom, or None."""
        best, least = None, self.grid.size * 4
        for number in self.numbers:
            surplus = excess(number, black)
            if surplus > 0:
                known = sum(arm.free_length(arm.mask & ~white) for arm in number.arms)
                freedom = min(surplus, number.total - known)
                if freedom < least:
                    best, least = first_open(number, black, white), freedom
        return best

    def conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        """Apply the rules that assume nothing, except those about pairs, to a fixpoint.

        Return None at a contradiction. The marks that are not fresh are such a fixpoint already;
        the two branches of a decision share them.
        """
        self.check_cancel()
        board, known = self._state, (black & ~fresh, white & ~fresh)
        if known != self._known:
            board.rollback(self._bare)
            board.add(known)
            board.propagate()
            self._known, self._base = known, board.checkpoint()
        board.rollback(self._base)
        board.add((black, white))
        return (board.black, board.white) if board.propagate() else None


class KuromasuRepair(RepairSpace):
    """Full boards on which one cell changes colour at a time; cells with clues stay white."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(board := KuromasuRules(puzzle))
        self.numbers, self.views = board.numbers, board.views


SPACES = (KuromasuShade, KuromasuDecide, KuromasuRepair)  # the papers' own space first
