"""Presolving of Hitori boards: constraint propagation before the exact solver is built.

Equal numbers side by side, or with one cell between them, give the first colours. Each colour is
then propagated: neighbours of black cells are white, the equals of a white number are black, and a
cell that would close a wall of black cells is white. This solves most boards made for people.
"""

from __future__ import annotations

from itertools import pairwise

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell
from masume.families.shading.model import BLACK, OPEN, WHITE, Contradiction
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
    for cell, contacts in enumerate(puzzle.grid.border_contacts):
        if contacts > 1:  # only on a board that is one cell wide: black would cut it in two
            state.colour(cell, WHITE)
    colours, queue = state.colours, state.queue
    for done, cell in enumerate(queue):  # grows during iteration
        if done % _CANCEL_EVERY == 0:
            check_cancel()
        is_black = colours[cell] == BLACK
        forced = state.neighbours[cell] if is_black else state.equals[cell]
        colour = WHITE if is_black else BLACK
        for other in forced:
            before = colours[other]
            if before == OPEN:
                colours[other] = colour
                queue.append(other)
            elif before != colour and other != cell:
                raise Contradiction
        if is_black:
            state.join(cell)
    return colours


class _State:
    """The state of propagation: colours, equal numbers and walls.

    Walls are groups of black cells that touch diagonally; the border is one of them.
    """

    def __init__(self, puzzle: Hitori) -> None:
        g = puzzle.grid
        self.colours = bytearray(g.size)
        self.queue: list[Cell] = []  # coloured cells, oldest first
        self.neighbours = g.neighbours
        self.equals: list[list[Cell]] = [[]] * g.size  # including the cell itself
        self._corners, self._contacts = g.corners, g.border_contacts
        self._no_contacts = bytes(g.size)
        self._border = g.size
        self._joined = bytearray(g.size)  # whether a black cell is part of a wall
        self._wall_of = list(range(g.size))  # the wall of each such cell
        self._cells_of = [[cell] for cell in range(g.size)] + [[]]  # the cells of each wall

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

    def join(self, cell: Cell) -> None:
        """Merge the walls that a black cell touches, and whiten the cells that would close them."""
        wall_of, cells_of, joined = self._wall_of, self._cells_of, self._joined
        border = self._border
        walls = [wall_of[other] for other in self._corners[cell] if joined[other]]
        walls += [border] * self._contacts[cell]
        if len(set(walls)) < len(walls):
            raise Contradiction
        joined[cell] = 1
        # A cell that closes the wall touches a smaller part; the border counts as largest.
        largest = border if border in walls else max(walls, key=self._size, default=cell)
        moved: list[Cell] = []
        for wall in (*walls, cell):
            if wall != largest:
                moved += cells_of[wall]
        for other in moved:
            wall_of[other] = largest
        cells_of[largest] += moved
        contacts = self._contacts if largest == border else self._no_contacts
        colours, corners = self.colours, self._corners
        for other in moved or (cell,):
            for gap in corners[other]:
                if colours[gap] == OPEN:
                    times = contacts[gap]
                    for corner in corners[gap]:
                        if joined[corner] and wall_of[corner] == largest:
                            times += 1
                    if times > 1:
                        colours[gap] = WHITE
                        self.queue.append(gap)

    def _size(self, wall: Cell) -> int:
        return len(self._cells_of[wall])
