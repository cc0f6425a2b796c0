"""n queens: place queens column by column so that none attacks another."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._scenes import HERE, TONES, cells, disc

Rows = tuple[int, ...]  # the row of the queen in each column


class NQueens:
    """Place a queen in each column, from left to right, so that none attacks another."""

    name = "n-queens"
    is_tree = True

    def __init__(self, size: int) -> None:
        self.rows = self.cols = size

    def initial(self) -> Rows:
        """Return the empty board."""
        return ()

    def successors(self, state: Rows) -> Iterator[tuple[str, Rows, int]]:
        """Yield the safe squares of the next column."""
        col = len(state)
        for row in range(self.rows if col < self.cols else 0):
            if all(row != r and abs(row - r) != col - c for c, r in enumerate(state)):
                yield f"r{row + 1}c{col + 1}", (*state, row), 1

    def is_goal(self, state: Rows) -> bool:
        """Return whether every column has a queen."""
        return len(state) == self.cols

    def draw(self, state: Rows) -> Scene:
        """Draw the board and its queens."""
        dark = {c for c in range(self.rows * self.cols) if sum(divmod(c, self.cols)) % 2}
        squares = cells(self.rows, self.cols, lambda cell: TONES[0] if cell in dark else None)
        queens = [
            item for col, row in enumerate(state)
            for item in disc(row * self.cols + col, self.cols, HERE, "Q")
        ]  # fmt: skip
        return Scene(self.cols, self.rows, (*squares, *queens), f"{self.cols} queens")


@heuristic(NQueens, admissible=True, default=True)
def columns_left(problem: NQueens) -> Estimate:
    """The number of columns without a queen."""
    return lambda state: problem.cols - len(state)


EXAMPLES = {"6": NQueens(6), "8": NQueens(8), "12": NQueens(12)}
