"""The n-puzzle: slide tiles into the gap until they are in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._grid import distance, neighbours
from masume.problems._pattern_database import additive_estimate
from masume.problems._scenes import tiles

Tiles = tuple[int, ...]  # row by row, 0 for the gap


class NPuzzle:
    """Slide tiles of a grid into the gap until the board equals the goal; each move costs 1."""

    name = "n-puzzle"

    def __init__(self, start: Sequence[int], cols: int = 3, goal: Sequence[int] = ()) -> None:
        self.start, self.cols, self.rows = tuple(start), cols, len(start) // cols
        self.goal = tuple(goal) or (*range(1, len(start)), 0)
        self._gaps = [list(neighbours(cell, self.rows, cols)) for cell in range(len(start))]

    def initial(self) -> Tiles:
        """Return the first board."""
        return self.start

    def successors(self, state: Tiles) -> Iterator[tuple[str, Tiles, int]]:
        """Yield the moves of the gap: up, down, left, right."""
        gap = state.index(0)
        for name, cell in self._gaps[gap]:
            board = list(state)
            board[gap], board[cell] = board[cell], 0
            yield name, tuple(board), 1

    def is_goal(self, state: Tiles) -> bool:
        """Return whether the tiles are in order."""
        return state == self.goal

    def reversed(self) -> NPuzzle:
        """Return the puzzle from the goal back to the first board."""
        return NPuzzle(self.goal, self.cols, self.start)

    def draw(self, state: Tiles) -> Scene:
        """Draw the tiles."""
        return tiles(self.rows, self.cols, [str(tile or "") for tile in state], "n-puzzle")


@heuristic(NPuzzle, admissible=True)
def misplaced(problem: NPuzzle) -> Estimate:
    """The number of tiles that are not in their place."""
    goal = problem.goal
    return lambda state: sum(a != b != 0 for a, b in zip(goal, state, strict=True))


@heuristic(NPuzzle, admissible=True, default=True)
def manhattan(problem: NPuzzle) -> Estimate:
    """The sum of the tiles' horizontal and vertical distances from their places."""
    home = {tile: cell for cell, tile in enumerate(problem.goal) if tile}
    cells = range(len(problem.goal))
    away = [[distance(cell, home.get(t, cell), problem.cols) for t in cells] for cell in cells]
    return lambda state: sum(map(list.__getitem__, away, state))


@heuristic(NPuzzle, admissible=True)
def pattern_databases(problem: NPuzzle) -> Estimate:
    """The moves that groups of tiles need on their own, from tables of all their places."""
    size = 4 if len(problem.goal) < 10 else 3  # larger groups would take minutes to tabulate
    return additive_estimate(problem.goal, problem._gaps, size)


EXAMPLES = {
    "easy": NPuzzle((1, 2, 3, 4, 0, 5, 7, 8, 6)),
    "textbook": NPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1), goal=range(9)),
    "hardest": NPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1)),
    "fifteen": NPuzzle((2, 5, 3, 4, 1, 10, 6, 8, 9, 0, 7, 12, 13, 14, 11, 15), cols=4),
}
