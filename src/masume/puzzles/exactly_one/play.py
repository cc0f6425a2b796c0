"""Playing a maze: what a gesture means, and what is wrong already.

A drag from cell to cell draws the path, or a piece of it, and wipes it out again; with the second
button it draws a wall. A click beside the end of the path leads it on, and a click on the path
takes it back to there. With the second button a click notes that a cell is not on the path, then
that it is, then nothing.
"""

from __future__ import annotations

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
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
    """The moves that a gesture stands for; none if it means nothing here."""
    if gesture.to is not None and gesture.is_drag:
        return _dragged(puzzle, position, gesture.cell, gesture.to, gesture.second)
    cell, path = gesture.cell, position.path
    if gesture.second:
        return _noted(position, cell)
    if cell in path:
        back = len(path) - 1 - path.index(cell)
        return [Back()] * (back or min(1, len(path) - 1))
    if cell in puzzle.grid.neighbours[path[-1]]:
        return [_step(puzzle, path[-1], cell)]
    return []


def _dragged(puzzle: ExactlyOne, position: Trail, cell: Cell, to: Cell, second: bool) -> list[Move]:
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


def _noted(position: Trail, cell: Cell) -> list[Move]:
    if cell in position.path:
        return []
    if cell in position.crossed:
        return [Tick(cell)]
    return [Cross(cell, cell not in position.ticked)]


def _step(puzzle: ExactlyOne, cell: Cell, to: Cell) -> PathStep:
    (row, col), (to_row, to_col) = puzzle.grid.at(cell), puzzle.grid.at(to)
    ways = {step: direction for direction, step in DIRECTIONS.items()}
    return PathStep(ways[to_row - row, to_col - col])


def broken(puzzle: ExactlyOne, position: Trail) -> list[Violation]:
    """What no further step can cure; a shape is missed for good if all its cells are crossed."""
    lasting = [
        fault
        for fault in violations(puzzle, position)
        if fault.rule not in ("end", "shape-missed")
        or (fault.rule == "shape-missed" and position.crossed.issuperset(fault.cells))
    ]
    return lasting or _barred(puzzle, position)


def _barred(puzzle: ExactlyOne, position: Trail) -> list[Violation]:
    """That crosses and walls leave the path no way to its end at all."""
    g, start, goal = puzzle.grid, puzzle.start_cell, puzzle.goal_cell
    reached, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for other in g.neighbours[cell]:
            is_wall = (min(cell, other), max(cell, other)) in position.walls
            if not is_wall and other not in position.crossed and other not in reached:
                reached.add(other)
                waiting.append(other)
    if goal in reached:
        return []
    text = f"no way is left from {g.name(start)} to {g.name(goal)}"
    return [Violation("end", tuple(sorted(reached)), text)]
