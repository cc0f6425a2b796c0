"""n queens: place queens column by column so that none attacks another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from masume.core.drawing.scene import Role, Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._scenes import HERE, TONES, cells, disc

Rows = tuple[int, ...]  # the row of the queen in each column


def _is_safe(distance: int, row: int, other: int) -> bool:
    return row != other and abs(row - other) != distance


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
        for row in range(self.rows if len(state) < self.cols else 0):
            if all(row != r and abs(row - r) != away for away, r in enumerate(state[::-1], 1)):
                yield f"r{row + 1}c{len(state) + 1}", (*state, row), 1

    def is_goal(self, state: Rows) -> bool:
        """Return whether every column has a queen."""
        return len(state) == self.cols

    def domains(self) -> dict[str, range]:
        """Return the rows of the queen in each column."""
        return {f"c{col + 1}": range(1, self.rows + 1) for col in range(self.cols)}

    def constraints(self) -> Iterator[tuple[tuple[str, str], Callable[[int, int], bool]]]:
        """Yield each pair of columns, whose queens must not attack each other."""
        for a, b in combinations(range(self.cols), 2):
            yield (f"c{a + 1}", f"c{b + 1}"), partial(_is_safe, b - a)

    def solution(self, values: Mapping[str, int]) -> Rows:
        """Return the state with queens in these rows."""
        return tuple(row - 1 for row in values.values())

    def draw_domains(self, domains: Mapping[str, Sequence[int]]) -> Scene:
        """Draw a queen where one row is left, and shade the squares that are ruled out."""
        columns = list(enumerate(domains.values()))
        left = {(row - 1) * self.cols + col for col, rows in columns for row in rows}
        queens = [(rows[0] - 1) * self.cols + col for col, rows in columns if len(rows) == 1]
        return self._scene(queens, lambda cell: None if cell in left else TONES[1])

    def draw(self, state: Rows) -> Scene:
        """Draw the board and its queens."""
        queens = [row * self.cols + col for col, row in enumerate(state)]
        return self._scene(queens, lambda c: TONES[0] if sum(divmod(c, self.cols)) % 2 else None)

    def _scene(self, queens: Sequence[int], role_of: Callable[[int], Role | None]) -> Scene:
        squares = cells(self.rows, self.cols, role_of)
        drawn = [item for cell in queens for item in disc(cell, self.cols, HERE, "Q")]
        return Scene(self.cols, self.rows, (*squares, *drawn), f"{self.cols} queens")


@heuristic(NQueens, admissible=True, default=True)
def columns_left(problem: NQueens) -> Estimate:
    """The number of columns without a queen."""
    return lambda state: problem.cols - len(state)


EXAMPLES = {"6": NQueens(6), "8": NQueens(8), "12": NQueens(12)}
