"""Playing a maze: translate gestures into moves, and find violations that cannot be repaired.

A drag from cell to cell draws the path or a piece of it, or erases it; with the second button it
draws a wall. A click next to the end of the path extends it, and a click on the path shortens it
to there. With the second button a click marks a cell as off the path, then as on it, then not.
"""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.puzzles.exactly_one.obstacles import flood_fill
from masume.puzzles.exactly_one.puzzle import (
    DIRECTIONS,
    Back,
    Cross,
    ExactlyOne,
    Move,
    PathMark,
    PathStep,
    Tick,
    Trail,
    violations,
)


def touch(puzzle: ExactlyOne, position: Trail, gesture: Gesture) -> list[Move]:
    """Return the moves of a gesture; empty if it has no meaning."""
    if gesture.to is not None and gesture.is_drag:
        return _drag(puzzle, position, gesture.cell, gesture.to, gesture.second)
    cell, path = gesture.cell, position.path
    if gesture.second:
        return _toggle_mark(position, cell)
    if cell in path:
        back = len(path) - 1 - path.index(cell)
        return [Back()] * (back or min(1, len(path) - 1))
    if cell in puzzle.grid.neighbours[path[-1]]:
        return [_step(puzzle, path[-1], cell)]
    return []


def _drag(puzzle: ExactlyOne, position: Trail, cell: Cell, to: Cell, second: bool) -> list[Move]:
    """Return the moves of a drag between two neighbours."""
    if to not in puzzle.grid.neighbours[cell]:
        return []
    pair, path = (min(cell, to), max(cell, to)), position.path
    if second:
        return [PathMark(*pair, None if pair in position.walls else False)]
    if cell == path[-1]:
        if path[-2:-1] == (to,):
            return [Back()]
        return [] if to in path else [_step(puzzle, cell, to)]
    return [PathMark(*pair, None if pair in position.pieces else True)]


def _toggle_mark(position: Trail, cell: Cell) -> list[Move]:
    """Return the move from one mark of a cell to the next."""
    if cell in position.path:
        return []
    if cell in position.crossed:
        return [Tick(cell)]
    return [Cross(cell, cell not in position.ticked)]


def _step(puzzle: ExactlyOne, cell: Cell, to: Cell) -> PathStep:
    (row, col), (to_row, to_col) = puzzle.grid.at(cell), puzzle.grid.at(to)
    directions = {step: direction for direction, step in DIRECTIONS.items()}
    return PathStep(directions[to_row - row, to_col - col])


def visible_violations(puzzle: ExactlyOne, position: Trail) -> list[Violation]:
    """Return the violations that no further step can repair, such as shapes without open cells."""
    lasting = [
        fault
        for fault in violations(puzzle, position)
        if fault.rule not in ("end", "shape-missed")
        or (fault.rule == "shape-missed" and position.crossed.issuperset(fault.cells))
    ]
    return lasting or _blocked_goal(puzzle, position)


def _blocked_goal(puzzle: ExactlyOne, position: Trail) -> list[Violation]:
    """Return a violation if crosses and walls leave no path to the goal."""
    g, start, goal = puzzle.grid, puzzle.start_cell, puzzle.goal_cell

    def open_neighbours(cell: Cell) -> Iterator[Cell]:
        for other in g.neighbours[cell]:
            is_wall = (min(cell, other), max(cell, other)) in position.walls
            if not is_wall and other not in position.crossed:
                yield other

    reached = flood_fill(start, open_neighbours)
    if goal in reached:
        return []
    text = f"no way is left from {g.name(start)} to {g.name(goal)}"
    return [Violation("end", tuple(sorted(reached)), text)]
