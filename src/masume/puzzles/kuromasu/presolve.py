"""Presolving of Kuromasu boards: bounds propagation before the exact solver is built.

Each arm of a number has a least and a greatest length. These bounds follow from the sum of the four
arms and from the colours known so far, and force further colours; a queue of numbers is processed
until a fixpoint. This nearly solves most boards made for people.
"""

from __future__ import annotations

from collections import deque

from masume.core.model.model import CancelCheck, never_cancel
from masume.core.puzzle.grid import Cell, each
from masume.families.shading.logic import cells_of
from masume.families.shading.model import BLACK, OPEN, WHITE, Contradiction
from masume.families.shading.walls import gaps_in
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import numbers

_LONG = 200  # numbers in a line; a step on a longer one checks for cancellation itself


class Presolver:
    """The colours of the cells and the bounds of the arm lengths, as far as they are known."""

    def __init__(self, puzzle: Kuromasu, check_cancel: CancelCheck = never_cancel) -> None:
        grid = puzzle.grid
        self.puzzle = puzzle
        self.colours = bytearray(grid.size)
        board = numbers(puzzle)
        self.numbers = [number.cell for number in board]
        self.totals = [number.total for number in board]
        self.rays = [number.rays for number in board]
        self.least = [[0, 0, 0, 0] for _ in self.numbers]
        self.most = [
            [max(0, min(len(ray), total)) for ray in rays]
            for rays, total in zip(self.rays, self.totals, strict=True)
        ]
        # Per line: (index of the number, position in the line).
        self._rows: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.rows)]
        self._cols: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.cols)]
        for number, cell in enumerate(self.numbers):
            row, col = divmod(cell, puzzle.cols)
            self._rows[row].append((number, col))
            self._cols[col].append((number, row))
        self._neighbours = grid.neighbours
        self._queue = deque(range(len(self.numbers)))
        self._queued = bytearray(b"\1") * len(self.numbers)  # whether a number is in the queue
        self._check_cancel = check_cancel

    def propagate(self) -> None:
        """Propagate all clues to a fixpoint; raise Contradiction if this shows unsolvability."""
        for cell, clue in enumerate(self.puzzle.clues):
            if clue is not None:
                self._whiten(cell)
                self._check_cancel()
        for least, most, rays in zip(self.least, self.most, self.rays, strict=True):
            for low, high, ray in zip(least, most, rays, strict=True):
                if low == high < len(ray):
                    self._blacken(ray[high])
        while True:
            while self._queue:
                number = self._queue.popleft()
                self._queued[number] = 0
                self._narrow_arms(number)
                self._check_cancel()
            gaps = gaps_in(self.puzzle.grid, cells_of(self.colours, BLACK))
            if gaps is None:
                raise Contradiction
            open_gaps = [cell for cell in each(gaps) if self.colours[cell] == OPEN]
            if not open_gaps:
                return
            for cell in open_gaps:
                self._whiten(cell)

    def _narrow_arms(self, number: int) -> None:
        """Narrow the bounds of the four arms of a number, and colour the cells that this forces."""
        least, most, rays = self.least[number], self.most[number], self.rays[number]
        total, colours = self.totals[number], self.colours
        slack = sum(most) - total  # by how much an arm may be shorter than its greatest length
        need = total - sum(least)  # by how much an arm may be longer than its least length
        if slack < 0 or need < 0:
            raise Contradiction
        has_changed = False
        for arm in range(4):
            low, high = least[arm], most[arm]
            if low == high:
                continue
            ray = rays[arm]
            shortest = high - slack if high - slack > low else low
            longest = low + need if low + need < high else high
            # An arm ends at a black cell or at the border, never before a white cell.
            while longest >= shortest and longest < len(ray) and colours[ray[longest]] == WHITE:
                longest -= 1
            while shortest < longest and colours[ray[shortest]] == WHITE:
                shortest += 1
            if shortest > longest:
                raise Contradiction
            if longest < high:
                most[arm] = longest
                slack -= high - longest
                has_changed = True
            if shortest > low:
                least[arm] = shortest
                need -= shortest - low
                has_changed = True
                for cell in ray[low:shortest]:
                    if colours[cell] != WHITE:
                        self._whiten(cell)
            if shortest == longest < len(ray):
                self._blacken(ray[longest])
        if has_changed and (slack or need):
            self._enqueue(number)

    def _enqueue(self, number: int) -> None:
        if not self._queued[number]:
            self._queued[number] = 1
            self._queue.append(number)

    def _whiten(self, cell: Cell) -> None:
        """Make a cell white, and queue the numbers that this may affect."""
        colour = self.colours[cell]
        if colour == BLACK:
            raise Contradiction
        if colour == OPEN:
            self.colours[cell] = WHITE
            for number, arm, length in self._numbers_seeing(cell):
                # This matters only for an arm that could end just before this cell.
                if length == self.least[number][arm] or length == self.most[number][arm]:
                    self._enqueue(number)

    def _blacken(self, cell: Cell) -> None:
        """Make a cell black and its neighbours white, and shorten the arms that it ends."""
        colour = self.colours[cell]
        if colour == WHITE:
            raise Contradiction
        if colour == OPEN:
            self.colours[cell] = BLACK
            for number, arm, length in self._numbers_seeing(cell):
                if length < self.most[number][arm]:
                    self.most[number][arm] = length
                    if length < self.least[number][arm]:
                        raise Contradiction
                    self._enqueue(number)
            for other in self._neighbours[cell]:
                self._whiten(other)

    def _numbers_seeing(self, cell: Cell) -> list[tuple[int, int, int]]:
        """Return (number, arm, cells between) for each number in the row and column of a cell."""
        row, col = divmod(cell, self.puzzle.cols)
        seen = []
        if len(self._rows[row]) > _LONG or len(self._cols[col]) > _LONG:
            self._check_cancel()
        for number, other in self._rows[row]:
            if other != col:
                between = abs(other - col) - 1
                seen.append((number, 2 if col < other else 3, between))
        for number, other in self._cols[col]:
            if other != row:
                between = abs(other - row) - 1
                seen.append((number, 0 if row < other else 1, between))
        return seen
