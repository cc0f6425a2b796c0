"""What the numbers of a Kuromasu board settle by themselves, before any solver is asked.

Each arm of a number has a least and a most length. They follow from the sum of the four arms and
from the cells known so far, and give new cells in turn: a queue of numbers to look at again goes on
until nothing follows. Most boards made for people are nearly done by then.
"""

from __future__ import annotations

from collections import deque

from masume.core.model.model import CancelCheck, never_cancel
from masume.core.puzzle.grid import Cell
from masume.families.shading.model import BLACK, OPEN, WHITE, Contradiction, rings_of_black
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import numbers

_LONG = 200  # numbers in a line, from where on one step may take a while


class Settled:
    """The colours of the cells and the lengths of the arms, as far as they are known."""

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
        # The numbers of each line with their place in it.
        self._rows: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.rows)]
        self._cols: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.cols)]
        for number, cell in enumerate(self.numbers):
            row, col = divmod(cell, puzzle.cols)
            self._rows[row].append((number, col))
            self._cols[col].append((number, row))
        self._neighbours = grid.neighbours
        self._todo = deque(range(len(self.numbers)))
        self._waits = bytearray(b"\1") * len(self.numbers)  # whether a number is in the queue
        self._check_cancel = check_cancel

    def settle(self) -> None:
        """Draw all conclusions; raises Contradiction if there is no solution."""
        for cell, clue in enumerate(self.puzzle.clues):
            if clue is not None:
                self._whiten(cell)
                self._check_cancel()
        for least, most, rays in zip(self.least, self.most, self.rays, strict=True):
            for low, high, ray in zip(least, most, rays, strict=True):
                if low == high < len(ray):
                    self._blacken(ray[high])
        while True:
            while self._todo:
                number = self._todo.popleft()
                self._waits[number] = 0
                self._look(number)
                self._check_cancel()
            ringed = rings_of_black(self.puzzle, self.colours)
            if ringed is None:
                raise Contradiction
            if not ringed:
                return
            for cell in ringed:
                self._whiten(cell)

    def _look(self, number: int) -> None:
        """Narrow the four arms of a number down, and colour what follows."""
        least, most, rays = self.least[number], self.most[number], self.rays[number]
        total, colours = self.totals[number], self.colours
        spare = sum(most) - total  # how much the others could give away, an arm may be shorter
        lacking = total - sum(least)  # how much is to come beyond the least lengths
        if spare < 0 or lacking < 0:
            raise Contradiction
        again = False
        for arm in range(4):
            low, high = least[arm], most[arm]
            if low == high:
                continue
            ray = rays[arm]
            shortest = high - spare if high - spare > low else low
            longest = low + lacking if low + lacking < high else high
            # An arm ends at a black cell or at the border, never before a white cell.
            while longest >= shortest and longest < len(ray) and colours[ray[longest]] == WHITE:
                longest -= 1
            while shortest < longest and colours[ray[shortest]] == WHITE:
                shortest += 1
            if shortest > longest:
                raise Contradiction
            if longest < high:
                most[arm] = longest
                spare -= high - longest
                again = True
            if shortest > low:
                least[arm] = shortest
                lacking -= shortest - low
                again = True
                for cell in ray[low:shortest]:
                    if colours[cell] != WHITE:
                        self._whiten(cell)
            if shortest == longest < len(ray):
                self._blacken(ray[longest])
        if again and (spare or lacking):
            self._look_again(number)

    def _look_again(self, number: int) -> None:
        if not self._waits[number]:
            self._waits[number] = 1
            self._todo.append(number)

    def _whiten(self, cell: Cell) -> None:
        colour = self.colours[cell]
        if colour == BLACK:
            raise Contradiction
        if colour == OPEN:
            self.colours[cell] = WHITE
            for number, arm, length in self._seen_from(cell):
                # Only an arm that could end just before this cell has something to learn.
                if length == self.least[number][arm] or length == self.most[number][arm]:
                    self._look_again(number)

    def _blacken(self, cell: Cell) -> None:
        colour = self.colours[cell]
        if colour == WHITE:
            raise Contradiction
        if colour == OPEN:
            self.colours[cell] = BLACK
            for number, arm, length in self._seen_from(cell):
                if length < self.most[number][arm]:
                    self.most[number][arm] = length
                    if length < self.least[number][arm]:
                        raise Contradiction
                    self._look_again(number)
            for other in self._neighbours[cell]:
                self._whiten(other)

    def _seen_from(self, cell: Cell) -> list[tuple[int, int, int]]:
        """(number, arm, cells between) for each number in the row and column of a cell."""
        row, col = divmod(cell, self.puzzle.cols)
        seen = []
        if len(self._rows[row]) > _LONG or len(self._cols[col]) > _LONG:
            self._check_cancel()
        for number, at in self._rows[row]:
            if at != col:
                seen.append((number, 2, at - col - 1) if col < at else (number, 3, col - at - 1))
        for number, at in self._cols[col]:
            if at != row:
                seen.append((number, 0, at - row - 1) if row < at else (number, 1, row - at - 1))
        return seen
