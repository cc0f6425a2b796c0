"""Weighted grid maps: the cheapest way across terrain, with or without diagonal steps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._scenes import GOAL, HERE, TONES, WALL, cells, disc

# The cost of leaving a cell to the side; a diagonal step costs 7/5 as much.
TERRAIN = {".": 5, "~": 15, "^": 25}
_TONES = {"~": TONES[1], "^": TONES[3], "#": WALL}


class GridMap:
    """Walk from S to G: `.` is flat, `~` swamp, `^` mountain and `#` a wall."""

    name = "Grid map"

    def __init__(self, text: str, *, diagonal: bool = False) -> None:
        lines = text.split()
        self.rows, self.cols, self.diagonal = len(lines), len(lines[0]), diagonal
        self.terrain = "".join(lines)
        self.start, self.goal = self.terrain.index("S"), self.terrain.index("G")
        self._steps = [(-1, 0), (1, 0), (0, -1), (0, 1)]
        self._steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)] if diagonal else []

    def initial(self) -> int:
        """Return the cell of S."""
        return self.start

    def successors(self, state: int) -> Iterator[tuple[str, int, int]]:
        """Yield steps to neighbours that are no walls; the cost depends on the cell left."""
        row, col = divmod(state, self.cols)
        cost = TERRAIN.get(self.terrain[state], TERRAIN["."])
        for r, c in self._steps:
            cell = state + r * self.cols + c
            is_inside = 0 <= row + r < self.rows and 0 <= col + c < self.cols
            if is_inside and self.terrain[cell] != "#":
                yield f"r{row + r + 1}c{col + c + 1}", cell, cost * 7 // 5 if r and c else cost

    def is_goal(self, state: int) -> bool:
        """Return whether G is reached."""
        return state == self.goal

    def draw(self, state: int) -> Scene:
        """Draw the terrain, the walker and the destination."""
        ground = cells(self.rows, self.cols, lambda cell: _TONES.get(self.terrain[cell]))
        here, goal = disc(state, self.cols, HERE), disc(self.goal, self.cols, GOAL, "G")
        return Scene(self.cols, self.rows, (*ground, *goal, *here), "Grid map")


@heuristic(GridMap, admissible=True, default=True)
def distance(problem: GridMap) -> Estimate:
    """The cost over flat ground: Manhattan distance, or octile distance with diagonal steps."""
    goal_row, goal_col = divmod(problem.goal, problem.cols)

    def estimate(state: int) -> int:
        row, col = divmod(state, problem.cols)
        far, near = sorted((abs(row - goal_row), abs(col - goal_col)), reverse=True)
        return 7 * near + 5 * (far - near) if problem.diagonal else 5 * (far + near)

    return estimate


def random_map(rows: int, cols: int, seed: int, *, diagonal: bool = False) -> GridMap:
    """Return a map with random terrain, S in the first and G in the last cell."""
    rng = Random(seed)
    ground = ["S", *(rng.choice("......~~^#") for _ in range(rows * cols - 2)), "G"]
    lines = ["".join(ground[row * cols : (row + 1) * cols]) for row in range(rows)]
    return GridMap(" ".join(lines), diagonal=diagonal)


SMALL = "S..#.... .#.#.^^. .#...^^. .####... ..~~~~.. ...##..G"
EXAMPLES = {
    "small": GridMap(SMALL), "diagonal": GridMap(SMALL, diagonal=True),
    "large": random_map(30, 40, seed=4),
}  # fmt: skip
