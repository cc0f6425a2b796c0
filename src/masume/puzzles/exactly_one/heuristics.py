"""Heuristics for Exactly One Mazes.

Costs are steps in `walk`, links put on the path in `decide`, flips in `repair`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Grid, Mask, each
from masume.core.search.relaxation import relaxed_cost
from masume.core.search.space import Estimate, heuristic, incremental
from masume.puzzles.exactly_one.board import Shape
from masume.puzzles.exactly_one.links import links_of
from masume.puzzles.exactly_one.spaces import MazeDecide, MazeRepair, MazeWalk, Walked


@heuristic(MazeWalk, admissible=True, default=True)
def detour(space: MazeWalk) -> Estimate:
    """The length of a path to the goal by the most remote unvisited shape, around blocked cells.

    The distance from the path's end to a cell and on to the goal through open cells: the minimum
    over the cells of a shape, the maximum over all unvisited shapes. At least one step per shape,
    and of the parity that all paths to the goal have.
    """
    grid, shapes, goal = space.grid, space.shapes, 1 << space.goal
    last_step = int(space.puzzle.labels[space.goal] is None)  # it visits no shape

    def estimate(state: Walked) -> float:
        """Return the length of the shortest such path; infinity if there is none."""
        head, blocked = state
        if head == space.goal:
            return 0 if space.is_goal(state) else inf
        free = grid.full & ~blocked
        to_goal, from_goal = _layers(grid, goal & free, free)
        beside = grid.spread(1 << head) & free
        if not from_goal & beside:
            return inf
        ahead, reached = _layers(grid, 1 << head, free & ~goal)
        both = reached & from_goal | goal
        pending = [shape for shape in shapes if not blocked >> shape[0] & 1]
        if not all(both >> first & cells for first, cells in pending):
            return inf
        nearest = next(number for number, layer in enumerate(to_goal) if layer & beside)
        steps = _farthest(pending, ahead, to_goal, nearest + 1)
        least = len(pending) + last_step
        return steps if steps >= least else least + (least - steps) % 2

    return estimate


def _layers(grid: Grid, seed: Mask, within: Mask) -> tuple[list[Mask], Mask]:
    """Return the cells by their distance from the seed through `within`, and their union."""
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
    pending: Sequence[Shape], ahead: Sequence[Mask], to_goal: Sequence[Mask], steps: int
) -> int:
    """Return the least number of steps to the goal that allows a visit to any single shape.

    `steps` are needed without any shape. Cells on paths of that length are tried first, then those
    on paths of two more steps, and so on.
    """
    near = to_goal[0]
    while True:
        for number in range(max(1, steps - len(to_goal) + 1), min(len(ahead), steps)):
            near |= ahead[number] & to_goal[steps - number]
        pending = [(first, cells) for first, cells in pending if not near >> first & cells]
        if not pending:
            return steps
        steps += 2


@heuristic(MazeWalk, admissible=True)
def manhattan(space: MazeWalk) -> Estimate:
    """The rows plus columns from the path's end to the goal (FEUP)."""
    return _distance(space, lambda down, right: abs(down) + abs(right))


@heuristic(MazeWalk, admissible=True)
def euclidean(space: MazeWalk) -> Estimate:
    """The straight-line distance from the path's end to the goal (FEUP)."""
    return _distance(space, hypot)


def _distance(space: MazeWalk, measure: Callable[[int, int], float]) -> Estimate:
    """Return the estimate of the distance from the path's end to the goal."""
    goal_row, goal_col = space.grid.at(space.goal)
    cells = (space.grid.at(cell) for cell in range(space.grid.size))
    table = [measure(row - goal_row, col - goal_col) for row, col in cells]
    return lambda state: table[state[0]]


@heuristic(MazeWalk, MazeDecide, admissible=True)
def shapes_left(space: MazeWalk | MazeDecide) -> Estimate:
    """The number of unvisited shapes, each of which needs a step (FEUP)."""
    return space.shapes_left


@heuristic(MazeDecide, admissible=True, default=True)
def links_needed(space: MazeDecide) -> Estimate:
    """The least number of missing links, from loose ends, unvisited shapes and distance."""
    return space.links_needed


@heuristic(MazeWalk, MazeDecide, admissible=True)
def relaxation(space: MazeWalk | MazeDecide) -> Estimate:
    """The least number of missing links if rings beside the path are allowed.

    Computed exactly, by the solver of the exact engine.
    """
    numbers = {
        space.net.number(*link): number
        for number, link in enumerate(links_of(space.grid.rows, space.grid.cols), start=1)
    }

    def literals(on: Mask, off: Mask) -> list[Literal]:
        return [numbers[link] for link in each(on)] + [-numbers[link] for link in each(off)]

    return relaxed_cost(space, lambda state: literals(*space.settled(state)))


@heuristic(MazeRepair, default=True)
def conflicts(space: MazeRepair) -> Estimate:
    """The number of missing or excess visits to shapes."""
    shapes_of: list[list[Shape]] = [[] for _ in range(space.grid.size)]
    for shape in space.shapes:
        for cell in each(shape[1] << shape[0]):
            shapes_of[cell].append(shape)

    def near(state: int, value: float) -> Estimate:
        visited = space.visited(state)

        def estimate(child: int) -> float:
            after = space.visited(child)
            change = 0
            for first, cells in {s for cell in each(visited ^ after) for s in shapes_of[cell]}:
                change += abs((after >> first & cells).bit_count() - 1)
                change -= abs((visited >> first & cells).bit_count() - 1)
            return value + change

        return estimate

    return incremental(space.conflicts, near)
