"""Presolving of Hitori boards: constraint propagation before the exact solver is built.

Equal numbers side by side, or with one cell between them, give the first colours. Each colour is
then propagated: neighbours of black cells are white, the equals of a white number are black, and a
cell that would close a wall of black cells is white. This solves most boards made for people.
"""

from __future__ import annotations

from itertools import islice, pairwise

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, each
from masume.families.shading.logic import cells_of
from masume.families.shading.model import BLACK, OPEN, WHITE, Contradiction
from masume.families.shading.walls import gaps_in
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.twins import equal_numbers

_CANCEL_EVERY = 64  # coloured cells between two cancellation checks


def presolve(puzzle: Hitori, check_cancel: CancelCheck) -> bytearray:
    """Return the colours that propagation forces, OPEN elsewhere.

    Raise Contradiction if it shows that there is no solution.
    """
    state = _State(puzzle)
    across, down = equal_numbers(puzzle)
    for step, groups in ((1, across), (puzzle.cols, down)):
        for group in groups:
            state.add_group(group, step)
    colours, neighbours = state.colours, puzzle.grid.neighbours
    done = 0
    while True:
        for cell in islice(state.queue, done, None):  # grows during iteration
            if done % _CANCEL_EVERY == 0:
                check_cancel()
            done += 1
            is_black = colours[cell] == BLACK
            for other in neighbours[cell] if is_black else state.equals[cell]:
                if other != cell:
                    state.colour(other, WHITE if is_black else BLACK)
        gaps = gaps_in(puzzle.grid, cells_of(colours, BLACK))
        if gaps is None:
            raise Contradiction
        open_gaps = [cell for cell in each(gaps) if colours[cell] == OPEN]
        if not open_gaps:
            return colours
        for cell in open_gaps:
            state.colour(cell, WHITE)


class _State:
    """The state of propagation: colours and equal numbers."""

    def __init__(self, puzzle: Hitori) -> None:
        self.colours = bytearray(puzzle.grid.size)
        self.queue: list[Cell] = []  # coloured cells, oldest first
        self.equals: list[list[Cell]] = [[]] * puzzle.grid.size  # including the cell itself

    def add_group(self, group: list[Cell], step: int) -> None:
        """Add equal numbers of a line, and colour the cells that their positions decide."""
        for cell in group:
            known = self.equals[cell]
            self.equals[cell] = [*known, *group] if known else group
        for first, second in pairwise(group):
            if second - first == step:  # one of the two is white
                for third in group:
                    if third not in (first, second):
                        self.colour(third, BLACK)
            elif second - first == 2 * step:
                self.colour(first + step, WHITE)

    def colour(self, cell: Cell, colour: int) -> None:
        """Colour a cell; raise Contradiction if it has the other colour."""
        before = self.colours[cell]
        if before == OPEN:
            self.colours[cell] = colour
            self.queue.append(cell)
        elif before != colour:
            raise Contradiction
