"""Estimates for Exactly One Mazes.

Costs are steps in `walk`, links put on the path in `decide`, flips in `repair`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf

from masume.core.puzzle.grid import Grid, Mask
from masume.core.search.space import Estimate, heuristic
from masume.puzzles.exactly_one.board import Shape
from masume.puzzles.exactly_one.spaces import MazeDecide, MazeRepair, MazeWalk, Walked


@heuristic(MazeWalk, admissible=True, default=True)
def detour(space: MazeWalk) -> Estimate:
    """The way to the goal by the shape that lies farthest off it, around all that is blocked.

    Steps from the path's end to a cell and on to the goal, counted through cells that are still
    open: of each shape still to visit the least, of all shapes the greatest. At least a step for
    each shape, and of the parity that all paths to the goal have.
    """
    grid, shapes, goal = space.grid, space.shapes, 1 << space.goal
    last_step = int(space.puzzle.labels[space.goal] is None)  # it visits no shape

    def estimate(state: Walked) -> float:
        head, blocked, _ = state
        if head == space.goal:
            return 0 if space.is_goal(state) else inf
        free = grid.full & ~blocked
        to_goal, from_goal = _layers(grid, goal & free, free)
        beside = grid.spread(1 << head) & free
        if not from_goal & beside:
            return inf
        ahead, reached = _layers(grid, 1 << head, free & ~goal)
        both = reached & from_goal | goal
        left = [shape for shape in shapes if not blocked >> shape[0] & 1]
        if not all(both >> first & cells for first, cells in left):
            return inf
        nearest = next(number for number, layer in enumerate(to_goal) if layer & beside)
        steps = _farthest(left, ahead, to_goal, nearest + 1)
        least = len(left) + last_step
        return steps if steps >= least else least + (least - steps) % 2

    return estimate


def _layers(grid: Grid, seed: Mask, within: Mask) -> tuple[list[Mask], Mask]:
    """The cells by their distance from the seed through `within`, and all of them together."""
    full, cols = grid.full, grid.cols
    rightward, leftward = full & ~grid.col_masks[0], full & ~grid.col_masks[-1]
    layers = []
    reached = layer = seed
    while layer:
        layers.append(layer)
        layer = layer << cols | layer >> cols | layer << 1 & rightward | layer >> 1 & leftward
        layer &= within & ~reached
        reached |= layer
    return layers, reached


def _farthest(
    left: Sequence[Shape], ahead: Sequence[Mask], to_goal: Sequence[Mask], steps: int
) -> int:
    """The fewest steps in which a path could come to the goal by whichever shape is left.

    `steps` are needed without any shape. All cells by which it takes no more than that are
    looked at first, then those by which it takes two more, and so on.
    """
    near = to_goal[0]
    while True:
        for number in range(max(1, steps - len(to_goal) + 1), min(len(ahead), steps)):
            near |= ahead[number] & to_goal[steps - number]
        left = [(first, cells) for first, cells in left if not near >> first & cells]
        if not left:
            return steps
        steps += 2


@heuristic(MazeWalk, admissible=True)
def manhattan(space: MazeWalk) -> Estimate:
    """Rows and columns from the path's end to the goal (FEUP)."""
    return _distance(space, lambda down, right: abs(down) + abs(right))


@heuristic(MazeWalk, admissible=True)
def euclidean(space: MazeWalk) -> Estimate:
    """The straight line from the path's end to the goal (FEUP)."""
    return _distance(space, hypot)


def _distance(space: MazeWalk, measure: Callable[[int, int], float]) -> Estimate:
    """How far it is from the path's end to the goal."""
    goal_row, goal_col = space.grid.at(space.goal)
    cells = (space.grid.at(cell) for cell in range(space.grid.size))
    table = [measure(row - goal_row, col - goal_col) for row, col in cells]
    return lambda state: table[state[0]]


@heuristic(MazeWalk, MazeDecide, admissible=True)
def shapes_left(space: MazeWalk | MazeDecide) -> Estimate:
    """How many shapes are still to visit, each by a step of its own (FEUP)."""
    return space.shapes_left


@heuristic(MazeDecide, admissible=True, default=True)
def links_needed(space: MazeDecide) -> Estimate:
    """The least number of links still needed by loose ends, unvisited shapes and distance."""
    return space.links_needed


@heuristic(MazeRepair, default=True)
def conflicts(space: MazeRepair) -> Estimate:
    """How many visits to shapes are missing or too many."""
    return space.conflicts
