"""Why a bare board is hopeless: what one shape alone keeps every path from doing.

A path that crosses a shape at exactly one cell spends its time before in the part of the board
that holds the start cell, and its time after in the part that holds the goal cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.kind import Violation
from masume.puzzles.exactly_one.puzzle import ExactlyOne

_MOST_VISITS = 2_000_000  # cells looked at in all; a glance at a very large board ends there

Parts: TypeAlias = tuple[set[Cell], set[Cell]]  # where a path may be before and after a shape


def obstacles(puzzle: ExactlyOne) -> list[Violation]:
    """Shapes that no path can pass exactly once, and shapes that others wall off."""
    start, goal, labels = puzzle.start_cell, puzzle.goal_cell, puzzle.labels
    if start == goal:
        return []
    if labels[start] is not None and labels[start] == labels[goal]:
        text = f"the path begins and ends in shape {labels[start]}"
        return [Violation("shape-twice", (start, goal), text)]
    members = {label: set(cells) for label, cells in puzzle.shapes.items()}
    faults: dict[str, Violation] = {}  # one for each shape that cannot be passed as it should
    visits = 0
    for label, shape in members.items():
        parts = None  # the rest of the board is connected
        visits += 10 * len(shape)
        if _may_divide(puzzle.grid, shape):
            parts = _part(puzzle.grid, start, shape), _part(puzzle.grid, goal, shape)
            visits += len(parts[0]) + len(parts[1]) + len(labels)
        if not any(_is_door(puzzle, cell, shape, parts) for cell in shape):
            faults.setdefault(label, _no_door(puzzle, label, shape))
        if parts is not None:
            for other, hidden in members.items():
                if other != label and all(hidden.isdisjoint(part) for part in parts):
                    faults.setdefault(other, _wall(puzzle, label, other, hidden))
        if visits > _MOST_VISITS:
            break
    return list(faults.values())


def _is_door(puzzle: ExactlyOne, cell: Cell, shape: set[Cell], parts: Parts | None) -> bool:
    """Whether this cell could be the only one of its shape on a path."""
    start, goal = puzzle.start_cell, puzzle.goal_cell
    outside = [other for other in puzzle.grid.neighbours[cell] if other not in shape]
    before = [other for other in outside if parts is None or other in parts[0]]
    after = [other for other in outside if parts is None or other in parts[1]]
    if start in shape:
        return cell == start and bool(after)
    if goal in shape:
        return cell == goal and bool(before)
    return any(a != b for a in before for b in after)


def _no_door(puzzle: ExactlyOne, label: str, shape: set[Cell]) -> Violation:
    cells = tuple(sorted(shape))
    where = f"shape {label} at {puzzle.grid.name(cells[0])}"
    if puzzle.start_cell in shape or puzzle.goal_cell in shape:
        text = f"no path can leave {where} without a second cell of it"
    else:  # it parts them: any other shape has a corner where a path can come and go
        text = f"no single cell of {where} leads from the start's side to the goal's"
    return Violation("shape-twice", cells, text)


def _wall(puzzle: ExactlyOne, label: str, other: str, hidden: set[Cell]) -> Violation:
    cells = tuple(sorted(hidden))
    where = f"shape {other} at {puzzle.grid.name(cells[0])}"
    text = f"{where} lies behind shape {label}, which the path may cross only once"
    return Violation("shape-missed", cells, text)


def _part(grid: Grid, seed: Cell, shape: set[Cell]) -> set[Cell]:
    """The cells outside the shape that are connected with `seed`; none if it is in the shape."""
    if seed in shape:
        return set()
    return _gather(seed, lambda cell: (n for n in grid.neighbours[cell] if n not in shape))


def _may_divide(grid: Grid, shape: set[Cell]) -> bool:
    """Whether the board without the shape may fall apart; False is certain.

    A lump of the shape (cells that touch at least by corners) divides nothing if the cells
    around it are connected: whatever way leads through the lump can then lead around it.
    """

    def touching(cell: Cell) -> Iterator[Cell]:
        return (other for other in _around(grid, cell) if other in shape)

    def beside(cell: Cell) -> Iterator[Cell]:
        return (other for other in grid.neighbours[cell] if other in ring)

    todo = set(shape)
    while todo:
        lump = _gather(todo.pop(), touching)
        todo -= lump
        ring = {other for cell in lump for other in _around(grid, cell)} - lump
        if ring and _gather(min(ring), beside) != ring:
            return True
    return False


def _around(grid: Grid, cell: Cell) -> list[Cell]:
    """The up to eight cells that touch a cell."""
    row, col = grid.at(cell)
    rows = range(max(row - 1, 0), min(row + 2, grid.rows))
    cols = range(max(col - 1, 0), min(col + 2, grid.cols))
    return [grid.cell(r, c) for r in rows for c in cols if (r, c) != (row, col)]


def _gather(seed: Cell, ways: Callable[[Cell], Iterator[Cell]]) -> set[Cell]:
    """All cells that `ways` lead to from `seed`."""
    reached, waiting = {seed}, [seed]
    while waiting:
        for cell in ways(waiting.pop()):
            if cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached
