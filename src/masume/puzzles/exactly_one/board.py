"""The tables that all spaces of a board need: shapes as sets of cells, paths as sets of links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Mask, mask
from masume.core.search.space import Patient
from masume.puzzles.exactly_one.links import Net
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail

Shape: TypeAlias = tuple[Cell, Mask]
"""Its first cell and its cells as a set, counted from there: `members >> first & cells`.

So a shape takes as little room as it spans, also on a board of a million cells."""


def shape_of(cells: Sequence[Cell]) -> Shape:
    """The shape of these cells, which come in order."""
    return cells[0], mask(cell - cells[0] for cell in cells)


class MazeBoard(Patient):
    """A puzzle and what is worked out once for all searches of it."""

    def __init__(self, puzzle: ExactlyOne) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.net = Net(puzzle.grid)
        self.start, self.goal = puzzle.start_cell, puzzle.goal_cell
        self.members = puzzle.shapes
        self.shapes = [shape_of(cells) for cells in self.members.values()]

    def visits(self, visited: Mask) -> list[int]:
        """How many of these cells each shape has."""
        return [(visited >> first & cells).bit_count() for first, cells in self.shapes]

    def walk_of(self, position: Trail | None) -> tuple[list[Cell], bool]:
        """A player's path as far as it can be walked from the start, and whether that is all."""
        path = position.path if position else (self.start,)
        if path[0] != self.start:
            return [self.start], False
        walk = [self.start]
        for cell in path[1:]:
            if self.net.number(walk[-1], cell) is None:
                return walk, False
            walk.append(cell)
        return walk, True
