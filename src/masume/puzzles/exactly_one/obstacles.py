"""Cheap proofs that a bare maze has no solution, from one shape at a time.

A path that visits exactly one cell of a shape stays before it in the part of the board that
contains the start cell, and after it in the part that contains the goal cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.kind import Violation
from masume.puzzles.exactly_one.puzzle import ExactlyOne

_MOST_VISITS = 2_000_000  # cells examined in total, a limit for very large boards

Parts: TypeAlias = tuple[set[Cell], set[Cell]]  # cells of a path before and after a shape


def obstacles(puzzle: ExactlyOne) -> list[Violation]:
    """Return the shapes that no path can visit exactly once, and those that others wall off."""
    start, goal, labels = puzzle.start_cell, puzzle.goal_cell, puzzle.labels
    if start == goal:
        return []
    if labels[start] is not None and labels[start] == labels[goal]:
        text = f"the path begins and ends in shape {labels[start]}"
        return [Violation("shape-twice", (start, goal), text)]
    members = {label: set(cells) for label, cells in puzzle.shapes.items()}
    faults: dict[str, Violation] = {}  # at most one per shape
    visits = 0
    for label, shape in members.items():
        parts = None  # means that the rest of the board is connected
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
    """Return whether this cell could be the only one of its shape on a path."""
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
    else:  # it separates them: any other shape has a corner that a path can pass
        text = f"no single cell of {where} leads from the start's side to the goal's"
    return Violation("shape-twice", cells, text)


def _wall(puzzle: ExactlyOne, label: str, other: str, hidden: set[Cell]) -> Violation:
    cells = tuple(sorted(hidden))
    where = f"shape {other} at {puzzle.grid.name(cells[0])}"
    text = f"{where} lies behind shape {label}, which the path may cross only once"
    return Violation("shape-missed", cells, text)


def _part(grid: Grid, seed: Cell, shape: set[Cell]) -> set[Cell]:
    """Return the cells outside the shape connected with `seed`; empty if it is in the shape."""
    if seed in shape:
        return set()
    return flood_fill(seed, lambda cell: (n for n in grid.neighbours[cell] if n not in shape))


def _may_divide(grid: Grid, shape: set[Cell]) -> bool:
    """Return whether the board without the shape may be disconnected; False is certain.

    A part of the shape (cells that touch by sides or corners) separates nothing if the cells around
    it are connected: every path through the part then has a detour around it.
    """

    def around(cell: Cell) -> Iterator[Cell]:
        return chain(grid.neighbours[cell], grid.corners[cell])

    def touching(cell: Cell) -> Iterator[Cell]:
        return (other for other in around(cell) if other in shape)

    def beside(cell: Cell) -> Iterator[Cell]:
        return (other for other in grid.neighbours[cell] if other in ring)

    pending = set(shape)
    while pending:
        part = flood_fill(pending.pop(), touching)
        pending -= part
        ring = {other for cell in part for other in around(cell)} - part
        if ring and flood_fill(min(ring), beside) != ring:
            return True
    return False


def flood_fill(seed: Cell, neighbours: Callable[[Cell], Iterator[Cell]]) -> set[Cell]:
    """Return all cells reachable from `seed`."""
    reached, stack = {seed}, [seed]
    while stack:
        for cell in neighbours(stack.pop()):
            if cell not in reached:
                reached.add(cell)
                stack.append(cell)
    return reached
