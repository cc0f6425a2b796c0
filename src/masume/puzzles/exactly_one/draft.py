"""Moves on a position of an Exactly One Maze, one after the other.

A `PathDraft` is a position that changes. Each move takes the time of what it changes, not that of
the whole path and all notes, so that an answer of many words is read in one go.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from masume.core.puzzle.grid import Cell
from masume.errors import ParseError
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
    """The position after a move; a move that cannot be made at all raises ParseError."""
    draft = PathDraft(puzzle, position)
    draft.play(move)
    return draft.trail()


def tidied(puzzle: ExactlyOne, position: Trail) -> Trail:
    """The path led on over all pieces at its end, and without notes that it has made idle."""
    if not (position.pieces or position.walls or position.crossed or position.ticked):
        return position
    return PathDraft(puzzle, position).trail()


class PathDraft:
    """A position under way.

    The path goes on over all pieces at its end. Cells of the path have no notes, those of pieces no
    ticks, and links of the path no notes.
    """

    def __init__(self, puzzle: ExactlyOne, position: Trail) -> None:
        self.puzzle = puzzle
        self.work = 0  # cells of the path that moves have gone over again
        self._begin(position)

    def _begin(self, position: Trail) -> None:
        self.path: list[Cell] = []
        self._visits: Counter[Cell] = Counter()
        self._steps: Counter[Pair] = Counter()
        self._crossed, self._ticked = set(position.crossed), set(position.ticked)
        self._pieces, self._walls = set(position.pieces), set(position.walls)
        for cell in position.path:
            self._append(cell)
        self._ticked.difference_update(*self._pieces)
        self._go_on()

    def trail(self) -> Trail:
        """The position as it is now."""
        return Trail(
            tuple(self.path),
            frozenset(self._crossed),
            frozenset(self._ticked),
            frozenset(self._pieces),
            frozenset(self._walls),
        )

    def play(self, move: Move) -> None:
        """Make a move; one that cannot be made at all raises ParseError."""
        if isinstance(move, PathStep):
            self.visit(step_from(self.puzzle, self.path[-1], move.direction))
        elif isinstance(move, Back):
            if len(self.path) < 2:
                raise ParseError("there is no step to take back")
            self._pop()
            self._go_on()
        elif isinstance(move, Cross | Tick):
            self._note(move)
        elif isinstance(move, Flip):
            self.work += len(self.path)
            path = _flipped(self.puzzle, tuple(self.path), move.cell)
            self._begin(replace(self.trail(), path=path))
        else:
            self._link(move)

    def visit(self, *cells: Cell) -> None:
        """Lead the path on over some cells, even by leaps."""
        for cell in cells:
            self._append(cell)
        self._go_on()

    def _append(self, cell: Cell) -> None:
        if self.path:
            step = _pair(self.path[-1], cell)
            self._steps[step] += 1
            self._pieces.discard(step)
            self._walls.discard(step)
        self.path.append(cell)
        self._visits[cell] += 1
        self._crossed.discard(cell)
        self._ticked.discard(cell)

    def _pop(self) -> Pair:
        """Take the last step away, and tell which it was."""
        cell = self.path.pop()
        step = _pair(self.path[-1], cell)
        self._visits[cell] -= 1
        self._steps[step] -= 1
        return step

    def _go_on(self) -> None:
        """Lead the path on over the pieces at its end."""
        while self._pieces and (ahead := self._pieces_at(self.path[-1])):
            self.work += 1
            self._append(ahead[0])

    def _pieces_at(self, cell: Cell) -> list[Cell]:
        """The neighbours that pieces lead to."""
        return [c for c in self.puzzle.grid.neighbours[cell] if _pair(cell, c) in self._pieces]

    def _note(self, move: Cross | Tick) -> None:
        """A cell has one mark at most, and none if it is on the path; no piece leads to a cross."""
        cell, is_cross = move.cell, isinstance(move, Cross) and move.on
        if is_cross and self._visits[cell]:
            raise ParseError(f"{self.puzzle.grid.name(cell)} is on the path; go back first")
        self._crossed.discard(cell)
        self._ticked.discard(cell)
        if is_cross:
            self._crossed.add(cell)
            self._pieces.difference_update(_pair(cell, c) for c in self._pieces_at(cell))
        elif isinstance(move, Tick) and not self._visits[cell] and not self._pieces_at(cell):
            self._ticked.add(cell)

    def _link(self, move: PathMark) -> None:
        """A link has one mark at most: it is a wall, or a piece or on the path."""
        here = link(self.puzzle, move.cell, move.other)
        self._pieces.discard(here)
        self._walls.discard(here)
        if move.on:
            self._crossed.difference_update(here)
            if not self._steps[here]:
                self._ticked.difference_update(here)
                self._pieces.add(here)
        else:
            if self._steps[here]:
                self._cut(here)
            if move.on is False:
                self._walls.add(here)
        self._go_on()

    def _cut(self, here: Pair) -> None:
        """End the path before it first takes a step; what came behind is left as pieces."""
        near, behind = self.puzzle.grid.neighbours, set()
        while self._steps[here]:
            self.work += 1
            step = self._pop()
            if step[1] in near[step[0]]:
                behind.add(step)
        self._pieces.update(step for step in behind if step != here and not self._steps[step])


def link(puzzle: ExactlyOne, cell: Cell, other: Cell) -> Pair:
    """The link of two cells; raises ParseError if there is none."""
    if other not in puzzle.grid.neighbours[cell]:
        name = puzzle.grid.name
        raise ParseError(f"{name(cell)} and {name(other)} share no side")
    return _pair(cell, other)


def _pair(cell: Cell, other: Cell) -> Pair:
    return (cell, other) if cell < other else (other, cell)


def step_from(puzzle: ExactlyOne, cell: Cell, direction: Direction) -> Cell:
    """The cell that a step leads to; raises ParseError at the border."""
    row, col = puzzle.grid.at(cell)
    step_row, step_col = DIRECTIONS[direction]
    row, col = row + step_row, col + step_col
    if not (0 <= row < puzzle.rows and 0 <= col < puzzle.cols):
        raise ParseError(f"a step {direction} from {puzzle.grid.name(cell)} leaves the board")
    return puzzle.grid.cell(row, col)


def _flipped(puzzle: ExactlyOne, path: tuple[Cell, ...], cell: Cell) -> tuple[Cell, ...]:
    """The path with the links of one square exchanged; its first and last cell stay."""
    row, col = puzzle.grid.at(cell)
    if row + 1 == puzzle.rows or col + 1 == puzzle.cols:
        raise ParseError(f"{puzzle.grid.name(cell)} is not the upper left cell of a square")
    below = cell + puzzle.cols
    square = [(cell, cell + 1), (below, below + 1), (cell, below), (cell + 1, below + 1)]
    links = {_pair(a, b) for a, b in pairwise(path)}.symmetric_difference(square)
    beyond: dict[Cell, list[Cell]] = {}
    for a, b in sorted(links):
        beyond.setdefault(a, []).append(b)
        beyond.setdefault(b, []).append(a)
    flipped = [path[0]]
    while len(flipped) <= len(links):
        onward = [c for c in beyond.get(flipped[-1], ()) if c not in flipped[-2:]]
        if len(onward) != 1:
            break
        flipped += onward
    if not (len(set(flipped)) == len(flipped) == len(links) + 1 and flipped[-1] == path[-1]):
        raise ParseError(f"flipping the square at {puzzle.grid.name(cell)} would break the path")
    return tuple(flipped)
