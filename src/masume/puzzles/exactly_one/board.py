"""The tables that all spaces of a maze share: shapes as sets of cells, paths as sets of links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Mask, mask
from masume.core.search.space import Cancellable
from masume.puzzles.exactly_one.links import Net
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail

Shape: TypeAlias = tuple[Cell, Mask]
"""The first cell of a shape, and its cells as a set relative to it: `members >> first & cells`.

The size of the set depends on the extent of the shape only, even on a board of a million cells."""


def shape_of(cells: Sequence[Cell]) -> Shape:
    """Return the shape of these cells, which must be sorted."""
    return cells[0], mask(cell - cells[0] for cell in cells)


class MazeBoard(Cancellable):
    """A puzzle with its tables, computed once for all searches."""

    def __init__(self, puzzle: ExactlyOne) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.net = Net(puzzle.grid)
        self.start, self.goal = puzzle.start_cell, puzzle.goal_cell
        self.members = puzzle.shapes
        self.shapes = [shape_of(cells) for cells in self.members.values()]

    def visits(self, visited: Mask) -> list[int]:
        """Return for each shape how many of its cells are visited."""
        return [(visited >> first & cells).bit_count() for first, cells in self.shapes]

    def walk_of(self, position: Trail | None) -> tuple[list[Cell], bool]:
        """Return the prefix of a path that is connected with the start, and whether it is all."""
        path = position.path if position else (self.start,)
        if path[0] != self.start:
            return [self.start], False
        walk = [self.start]
        for cell in path[1:]:
            if self.net.number(walk[-1], cell) is None:
                return walk, False
            walk.append(cell)
        return walk, True
