"""Moves on a position of a maze.

A `PathEditor` is a mutable position. The cost of a move depends on the size of its changes, not on
the length of the path, so that reading an answer of many words is fast.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from masume.core.puzzle.grid import Cell
from masume.errors import ParseError
from masume.families.links.position import ordered
from masume.puzzles.exactly_one.puzzle import (
    DIRECTIONS,
    Back,
    Cross,
    Direction,
    ExactlyOne,
    Flip,
    Move,
    Pair,
    PathMark,
    PathStep,
    Tick,
    Trail,
)


def play(puzzle: ExactlyOne, position: Trail, move: Move) -> Trail:
    """Return the position after a move; raise `ParseError` if the move is impossible."""
    editor = PathEditor(puzzle, position)
    editor.play(move)
    return editor.trail()


def normalise(puzzle: ExactlyOne, position: Trail) -> Trail:
    """Extend the path over all pieces at its end, and drop notes that the path makes redundant."""
    if not (position.pieces or position.walls or position.crossed or position.ticked):
        return position
    return PathEditor(puzzle, position).trail()


class PathEditor:
    """A mutable position in normal form.

    The path includes all pieces at its end. Cells of the path have no notes, those of pieces no
    ticks, and links of the path no notes.
    """

    def __init__(self, puzzle: ExactlyOne, position: Trail) -> None:
        self.puzzle = puzzle
        self.work = 0  # path cells that moves have processed again
        self._load(position)

    def _load(self, position: Trail) -> None:
        """Replace the whole position."""
        self.path: list[Cell] = []
        self._visits: Counter[Cell] = Counter()
        self._steps: Counter[Pair] = Counter()
        self._crossed, self._ticked = set(position.crossed), set(position.ticked)
        self._pieces, self._walls = set(position.pieces), set(position.walls)
        for cell in position.path:
            self._append(cell)
        self._ticked.difference_update(*self._pieces)
        self._extend_over_pieces()

    def trail(self) -> Trail:
        """Return the current position."""
        return Trail(
            tuple(self.path),
            frozenset(self._crossed),
            frozenset(self._ticked),
            frozenset(self._pieces),
            frozenset(self._walls),
        )

    def play(self, move: Move) -> None:
        """Make a move; raise `ParseError` if it is impossible."""
        if isinstance(move, PathStep):
            self.visit(step_from(self.puzzle, self.path[-1], move.direction))
        elif isinstance(move, Back):
            if len(self.path) < 2:
                raise ParseError("there is no step to undo")
            self._pop()
            self._extend_over_pieces()
        elif isinstance(move, Cross | Tick):
            self._mark_cell(move)
        elif isinstance(move, Flip):
            self.work += len(self.path)
            path = _flip(self.puzzle, tuple(self.path), move.cell)
            self._load(replace(self.trail(), path=path))
        else:
            self._mark_link(move)

    def visit(self, *cells: Cell) -> None:
        """Extend the path over some cells, even by jumps."""
        for cell in cells:
            self._append(cell)
        self._extend_over_pieces()

    def _append(self, cell: Cell) -> None:
        """Extend the path by a cell, and drop its notes."""
        if self.path:
            step = ordered(self.path[-1], cell)
            self._steps[step] += 1
            self._pieces.discard(step)
            self._walls.discard(step)
        self.path.append(cell)
        self._visits[cell] += 1
        self._crossed.discard(cell)
        self._ticked.discard(cell)

    def _pop(self) -> Pair:
        """Remove the last step and return it."""
        cell = self.path.pop()
        step = ordered(self.path[-1], cell)
        self._visits[cell] -= 1
        self._steps[step] -= 1
        return step

    def _extend_over_pieces(self) -> None:
        """Extend the path over the pieces at its end."""
        while self._pieces and (ahead := self._pieces_at(self.path[-1])):
            self.work += 1
            self._append(ahead[0])

    def _pieces_at(self, cell: Cell) -> list[Cell]:
        """Return the neighbours that pieces lead to."""
        return [c for c in self.puzzle.grid.neighbours[cell] if ordered(cell, c) in self._pieces]

    def _mark_cell(self, move: Cross | Tick) -> None:
        """Replace the mark of a cell; a cross removes pieces there, a tick is dropped on them."""
        cell, is_cross = move.cell, isinstance(move, Cross) and move.on
        if is_cross and self._visits[cell]:
            raise ParseError(f"{self.puzzle.grid.name(cell)} is on the path; go back first")
        self._crossed.discard(cell)
        self._ticked.discard(cell)
        if is_cross:
            self._crossed.add(cell)
            self._pieces.difference_update(ordered(cell, c) for c in self._pieces_at(cell))
        elif isinstance(move, Tick) and not self._visits[cell] and not self._pieces_at(cell):
            self._ticked.add(cell)

    def _mark_link(self, move: PathMark) -> None:
        """Replace the mark of a link; a wall on the path cuts the path there."""
        pair = link(self.puzzle, move.cell, move.other)
        self._pieces.discard(pair)
        self._walls.discard(pair)
        if move.on:
            self._crossed.difference_update(pair)
            if not self._steps[pair]:
                self._ticked.difference_update(pair)
                self._pieces.add(pair)
        else:
            if self._steps[pair]:
                self._cut(pair)
            if move.on is False:
                self._walls.add(pair)
        self._extend_over_pieces()

    def _cut(self, pair: Pair) -> None:
        """End the path before its first step over a link, and keep the rest as pieces."""
        neighbours, removed = self.puzzle.grid.neighbours, set()
        while self._steps[pair]:
            self.work += 1
            step = self._pop()
            if step[1] in neighbours[step[0]]:
                removed.add(step)
        self._pieces.update(step for step in removed if step != pair and not self._steps[step])


def link(puzzle: ExactlyOne, cell: Cell, other: Cell) -> Pair:
    """Return the link of two cells; raise `ParseError` if they share no side."""
    if other not in puzzle.grid.neighbours[cell]:
        name = puzzle.grid.name
        raise ParseError(f"{name(cell)} and {name(other)} share no side")
    return ordered(cell, other)


def step_from(puzzle: ExactlyOne, cell: Cell, direction: Direction) -> Cell:
    """Return the cell that a step leads to; raise `ParseError` at the border."""
    row, col = puzzle.grid.at(cell)
    step_row, step_col = DIRECTIONS[direction]
    row, col = row + step_row, col + step_col
    if not (0 <= row < puzzle.rows and 0 <= col < puzzle.cols):
        raise ParseError(f"a step {direction} from {puzzle.grid.name(cell)} leaves the board")
    return puzzle.grid.cell(row, col)


def _flip(puzzle: ExactlyOne, path: tuple[Cell, ...], cell: Cell) -> tuple[Cell, ...]:
    """Return the path with the links of one square inverted; raise `ParseError` if it breaks."""
    row, col = puzzle.grid.at(cell)
    if row + 1 == puzzle.rows or col + 1 == puzzle.cols:
        raise ParseError(f"{puzzle.grid.name(cell)} is not the upper left cell of a square")
    below = cell + puzzle.cols
    square = [(cell, cell + 1), (below, below + 1), (cell, below), (cell + 1, below + 1)]
    links = {ordered(a, b) for a, b in pairwise(path)}.symmetric_difference(square)
    adjacency: dict[Cell, list[Cell]] = {}
    for a, b in sorted(links):
        adjacency.setdefault(a, []).append(b)
        adjacency.setdefault(b, []).append(a)
    flipped = [path[0]]
    while len(flipped) <= len(links):
        onward = [c for c in adjacency.get(flipped[-1], ()) if c not in flipped[-2:]]
        if len(onward) != 1:
            break
        flipped += onward
    if not (len(set(flipped)) == len(flipped) == len(links) + 1 and flipped[-1] == path[-1]):
        raise ParseError(f"flipping the square at {puzzle.grid.name(cell)} would break the path")
    return tuple(flipped)
