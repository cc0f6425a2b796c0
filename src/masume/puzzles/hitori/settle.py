"""What the numbers of a Hitori board settle by themselves, before any solver is asked.

Equal numbers side by side, or with one cell between them, tell the first colours. Each colour tells
others in turn: beside black is white, the equals of a white number are black, and what would close
a wall of black cells is white. Most boards made for people are done by then.
"""

from __future__ import annotations

from itertools import pairwise

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell
from masume.families.shading.model import BLACK, OPEN, WHITE, Contradiction
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.twins import equal_numbers

_OFTEN = 64  # colours after which somebody may want to cancel


def settled(puzzle: Hitori, check_cancel: CancelCheck) -> bytearray:
    """The colours that follow; raises Contradiction if there is no solution."""
    board = _Board(puzzle)
    across, down = equal_numbers(puzzle)
    for step, groups in ((1, across), (puzzle.cols, down)):
        for same in groups:
            board.take_in(same, step)
    for cell, contacts in enumerate(puzzle.grid.border_contacts):
        if contacts > 1:  # on a board that is one cell wide
            board.colour(cell, WHITE)
    colours, queue = board.colours, board.queue
    for done, cell in enumerate(queue):  # grows while it is gone through
        if done % _OFTEN == 0:
            check_cancel()
        is_black = colours[cell] == BLACK
        follows = board.neighbours[cell] if is_black else board.equals[cell]
        colour = WHITE if is_black else BLACK
        for other in follows:
            before = colours[other]
            if before == OPEN:
                colours[other] = colour
                queue.append(other)
            elif before != colour and other != cell:
                raise Contradiction
        if is_black:
            board.join(cell)
    return colours


class _Board:
    """Colours, equal numbers, and walls: black cells that touch by corners, and the border."""

    def __init__(self, puzzle: Hitori) -> None:
        g = puzzle.grid
        self.colours = bytearray(g.size)
        self.queue: list[Cell] = []  # cells in the order in which they were coloured
        self.neighbours = g.neighbours
        self.equals: list[list[Cell]] = [[]] * g.size  # with the cell itself
        self._corners, self._contacts = g.corners, g.border_contacts
        self._nowhere = bytes(g.size)
        self._border = g.size
        self._joined = bytearray(g.size)  # black cells that are in a wall:
        self._wall = list(range(g.size))  # in which,
        self._members = [[cell] for cell in range(g.size)] + [[]]  # and the cells of each

    def take_in(self, same: list[Cell], step: int) -> None:
        """Equal numbers of a line, and what their places tell."""
        for cell in same:
            here = self.equals[cell]
            self.equals[cell] = [*here, *same] if here else same
        for one, other in pairwise(same):
            if other - one == step:  # one of the two is white
                for third in same:
                    if third not in (one, other):
                        self.colour(third, BLACK)
            elif other - one == 2 * step:
                self.colour(one + step, WHITE)

    def colour(self, cell: Cell, colour: int) -> None:
        """A cell must have a colour."""
        before = self.colours[cell]
        if before == OPEN:
            self.colours[cell] = colour
            self.queue.append(cell)
        elif before != colour:
            raise Contradiction

    def join(self, cell: Cell) -> None:
        """Join the walls that a black cell touches; what would close them is white."""
        wall, members, joined, border = self._wall, self._members, self._joined, self._border
        touched = [wall[other] for other in self._corners[cell] if joined[other]]
        touched += [border] * self._contacts[cell]
        if len(set(touched)) < len(touched):
            raise Contradiction
        joined[cell] = 1
        # What closes a wall touches a cell that is joined to a larger part; the border is largest.
        largest = border if border in touched else max(touched, key=self._size, default=cell)
        near: list[Cell] = []
        for part in (*touched, cell):
            if part != largest:
                near += members[part]
        for other in near:
            wall[other] = largest
        members[largest] += near
        contacts = self._contacts if largest == border else self._nowhere
        colours, corners = self.colours, self._corners
        for other in near or (cell,):
            for gap in corners[other]:
                if colours[gap] == OPEN:
                    times = contacts[gap]
                    for one in corners[gap]:
                        if joined[one] and wall[one] == largest:
                            times += 1
                    if times > 1:
                        colours[gap] = WHITE
                        self.queue.append(gap)

    def _size(self, part: Cell) -> int:
        return len(self._members[part])
