"""Sokoban: push every box onto a goal."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._grid import distance
from masume.problems._scenes import GOAL, HERE, TILE, WALL, cells, disc

State = tuple[int, frozenset[int]]  # the keeper's cell and the boxes


class Sokoban:
    """Push boxes (`$`) onto goals (`.`) with the keeper (`@`); a step or push costs 1."""

    def __init__(self, *lines: str) -> None:
        self.rows, self.cols = len(lines), max(map(len, lines))
        text = "".join(line.ljust(self.cols) for line in lines)
        self.walls = {cell for cell, sign in enumerate(text) if sign == "#"}
        self.goals = frozenset(cell for cell, sign in enumerate(text) if sign in ".*+")
        boxes = frozenset(cell for cell, sign in enumerate(text) if sign in "$*")
        self.start: State = next(c for c, sign in enumerate(text) if sign in "@+"), boxes
        self._steps = (("up", -self.cols), ("down", self.cols), ("left", -1), ("right", 1))

    def initial(self) -> State:
        """Return the keeper and the boxes at the start."""
        return self.start

    def successors(self, state: State) -> Iterator[tuple[str, State, int]]:
        """Yield steps and pushes; a box in a corner without a goal is a dead end and left out."""
        keeper, boxes = state
        for name, step in self._steps:
            cell = keeper + step
            if cell in self.walls:
                continue
            if cell not in boxes:
                yield name, (cell, boxes), 1
            elif self._takes_box(beyond := cell + step) and beyond not in boxes:
                yield f"push {name}", (cell, boxes - {cell} | {beyond}), 1

    def _takes_box(self, cell: int) -> bool:
        """Return whether a box may be pushed here: no wall, and no corner unless it is a goal."""
        up_down = cell - self.cols in self.walls or cell + self.cols in self.walls
        is_corner = up_down and (cell - 1 in self.walls or cell + 1 in self.walls)
        return cell not in self.walls and (cell in self.goals or not is_corner)

    def is_goal(self, state: State) -> bool:
        """Return whether every box stands on a goal."""
        return state[1] == self.goals

    def draw(self, state: State) -> Scene:
        """Draw walls, goals, boxes and the keeper."""
        keeper, boxes = state
        role = {**dict.fromkeys(self.walls, WALL), **dict.fromkeys(boxes, TILE)}
        items = cells(self.rows, self.cols, role.get)
        for goal in sorted(self.goals):
            items += disc(goal, self.cols, GOAL)
        items += disc(keeper, self.cols, HERE)
        return Scene(self.cols, self.rows, tuple(items), "Sokoban")


@heuristic(Sokoban, admissible=True, default=True)
def nearest_goals(problem: Sokoban) -> Estimate:
    """The sum of the boxes' distances from their nearest goals, walls ignored."""
    cols = problem.cols
    away = [
        min(distance(cell, goal, cols) for goal in problem.goals)
        for cell in range(problem.rows * cols)
    ]
    return lambda state: sum(away[box] for box in state[1])


EXAMPLES = {
    "two": Sokoban("######", "#.   #", "# $$ #", "#  @.#", "######"),
    "room": Sokoban("########", "#   .  #", "# $ ## #", "# .$ @ #", "#   #  #", "########"),
    "three": Sokoban("#######", "#.  . #", "# $$  #", "#  $# #", "# .@  #", "#######"),
}
