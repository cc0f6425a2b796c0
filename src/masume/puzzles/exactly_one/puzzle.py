"""Exactly One Mazes: find a path that passes through exactly one cell of every shape.

The path leads by side steps from the lower left cell to the upper right one and visits no cell
twice. A shape is all cells with the same label; they need not touch.

    A A . . .        A  A┌─────┐  •
    A . B B .        A   │ B  B└──┘
    . C C B .   →     ┌─C┘ C  B  .
    D D C . .        D│ D  C  .  .
    . D . . .         • D  .  .  .
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from masume.core.grid import Cell, Grid, grid
from masume.core.kind import Violation
from masume.core.show import Drawn
from masume.errors import ParseError

CODES = {
    "start": "the path does not begin in the lower left cell",
    "end": "the path does not end in the upper right cell",
    "gap": "two successive cells of the path share no side",
    "cell-twice": "the path visits a cell twice",
    "shape-missed": "the path visits no cell of a shape",
    "shape-twice": "the path visits more than one cell of a shape",
}

Pair: TypeAlias = tuple[Cell, Cell]  # two neighbours, the smaller cell first
Direction: TypeAlias = Literal["up", "down", "left", "right"]
DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
}


@dataclass(frozen=True)
class ExactlyOne(Drawn):
    """A board: its size, and the label of the shape in each cell, row by row."""

    rows: int
    cols: int
    labels: tuple[str | None, ...]

    @property
    def grid(self) -> Grid:
        """The geometry."""
        return grid(self.rows, self.cols)

    @property
    def start_cell(self) -> Cell:
        """The lower left cell, where the path begins."""
        return (self.rows - 1) * self.cols

    @property
    def goal_cell(self) -> Cell:
        """The upper right cell, where the path ends."""
        return self.cols - 1


@dataclass(frozen=True)
class Trail:
    """A position: the path so far, and notes of what is sure beyond it.

    Cells may be noted as not on the path or as on it; links as not used by the path (walls) or as
    used by it (pieces). `tidied` says how they go together.
    """

    path: tuple[Cell, ...]
    crossed: frozenset[Cell] = frozenset()
    ticked: frozenset[Cell] = frozenset()
    pieces: frozenset[Pair] = frozenset()
    walls: frozenset[Pair] = frozenset()


@dataclass(frozen=True)
class Step:
    """A move: go on to the next cell in this direction."""

    direction: Direction


@dataclass(frozen=True)
class Back:
    """A move: take the last step away."""


@dataclass(frozen=True)
class Cross:
    """A move: mark a cell as surely not on the path, or take its mark away."""

    cell: Cell
    on: bool


@dataclass(frozen=True)
class Tick:
    """A move: mark a cell as surely on the path."""

    cell: Cell


@dataclass(frozen=True)
class Flip:
    """A move: lead the path the other way round a square of four cells, the upper left one named.

    Of the four links of the square, those on the path leave it and the others come in.
    """

    cell: Cell


@dataclass(frozen=True)
class Link:
    """A move: note whether the path goes from one of two neighbours to the other, or not any more.

    Where the path ends it goes on; and where a link of the path is taken away it ends, and what
    came behind is left as pieces.
    """

    cell: Cell
    other: Cell
    on: bool | None  # None takes the link's mark away


Move: TypeAlias = Step | Back | Cross | Tick | Flip | Link


def start(puzzle: ExactlyOne) -> Trail:
    """The untouched board: the path is its first cell."""
    return Trail((puzzle.start_cell,))


def play(puzzle: ExactlyOne, position: Trail, move: Move) -> Trail:
    """The position after a move; a move that cannot be made at all raises ParseError."""
    path = position.path
    if isinstance(move, Step):
        cell = step_from(puzzle, path[-1], move.direction)
        return tidied(puzzle, replace(position, path=(*path, cell)))
    if isinstance(move, Back):
        if len(path) < 2:
            raise ParseError("there is no step to take back")
        return tidied(puzzle, replace(position, path=path[:-1]))
    if isinstance(move, Cross | Tick):
        return _noted(puzzle, position, move)
    if isinstance(move, Flip):
        return tidied(puzzle, replace(position, path=_flipped(puzzle, path, move.cell)))
    return _linked(puzzle, position, move)


def tidied(puzzle: ExactlyOne, position: Trail) -> Trail:
    """The path led on over all pieces at its end, and without notes that it has made idle.

    Cells of the path have no notes, those of pieces no ticks, and links of the path no notes.
    """
    if not (position.pieces or position.walls or position.crossed or position.ticked):
        return position
    path, near = list(position.path), puzzle.grid.neighbours
    pieces = set(position.pieces - _links(path))
    while ahead := [c for c in near[path[-1]] if _pair(path[-1], c) in pieces]:
        pieces.remove(_pair(path[-1], ahead[0]))
        path.append(ahead[0])
    return Trail(
        tuple(path),
        position.crossed.difference(path),
        position.ticked.difference(path, *pieces),
        frozenset(pieces),
        position.walls - _links(path),
    )


def link(puzzle: ExactlyOne, cell: Cell, other: Cell) -> Pair:
    """The link of two cells; raises ParseError if there is none."""
    if other not in puzzle.grid.neighbours[cell]:
        name = puzzle.grid.name
        raise ParseError(f"{name(cell)} and {name(other)} share no side")
    return _pair(cell, other)


def _pair(cell: Cell, other: Cell) -> Pair:
    return (cell, other) if cell < other else (other, cell)


def _links(path: Sequence[Cell]) -> set[Pair]:
    """The links of a path, and its leaps."""
    return {_pair(a, b) for a, b in pairwise(path)}


def _linked(puzzle: ExactlyOne, position: Trail, move: Link) -> Trail:
    """A link has one mark at most: it is a wall, or a piece or on the path."""
    here = link(puzzle, move.cell, move.other)
    pieces, walls = position.pieces - {here}, position.walls - {here}
    if move.on:
        crossed = position.crossed.difference(here)
        noted = Trail(position.path, crossed, position.ticked, pieces | {here}, walls)
        return tidied(puzzle, noted)
    path, near = position.path, puzzle.grid.neighbours
    steps = [_pair(a, b) for a, b in pairwise(path)]
    if here in steps:
        at = steps.index(here) + 1
        pieces |= {(a, b) for a, b in steps[at:] if b in near[a]} - {here}
        path = path[:at]
    walls |= {here} if move.on is False else set()
    return tidied(puzzle, replace(position, path=path, pieces=pieces, walls=walls))


def _noted(puzzle: ExactlyOne, position: Trail, move: Cross | Tick) -> Trail:
    """A cell has one mark at most, and none if it is on the path; no piece leads to a cross."""
    cell, is_cross = move.cell, isinstance(move, Cross) and move.on
    if is_cross and cell in position.path:
        raise ParseError(f"{puzzle.grid.name(cell)} is on the path; go back first")
    crossed, ticked, pieces = position.crossed - {cell}, position.ticked - {cell}, position.pieces
    if is_cross:
        crossed |= {cell}
        pieces = frozenset(pair for pair in pieces if cell not in pair)
    elif isinstance(move, Tick):
        ticked |= {cell}
    return tidied(puzzle, replace(position, crossed=crossed, ticked=ticked, pieces=pieces))


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
    links = {frozenset(pair) for pair in pairwise(path)} ^ {frozenset(pair) for pair in square}
    beyond: dict[Cell, list[Cell]] = {}
    for a, b in map(sorted, links):
        beyond.setdefault(a, []).append(b)
        beyond.setdefault(b, []).append(a)
    found = [path[0]]
    while len(found) <= len(links):
        onward = [c for c in beyond.get(found[-1], ()) if c not in found[-2:]]
        if len(onward) != 1:
            break
        found += onward
    if not (len(set(found)) == len(found) == len(links) + 1 and found[-1] == path[-1]):
        raise ParseError(f"flipping the square at {puzzle.grid.name(cell)} would break the path")
    return tuple(found)


def violations(puzzle: ExactlyOne, position: Trail) -> list[Violation]:
    """The referee: every broken rule. All but the path are the player's own notes."""
    path, name = position.path, puzzle.grid.name
    lower_left, upper_right = (puzzle.rows - 1) * puzzle.cols, puzzle.cols - 1
    found = []
    if path[0] != lower_left:
        text = f"the path begins in {name(path[0])}, not in {name(lower_left)}"
        found.append(Violation("start", (path[0], lower_left), text))
    for a, b in pairwise(path):
        row_a, col_a = divmod(a, puzzle.cols)
        row_b, col_b = divmod(b, puzzle.cols)
        if abs(row_a - row_b) + abs(col_a - col_b) != 1:
            found.append(Violation("gap", (a, b), f"{name(a)} and {name(b)} share no side"))
    for cell, times in Counter(path).items():
        if times > 1:
            text = f"the path visits {name(cell)} {times} times"
            found.append(Violation("cell-twice", (cell,), text))
    found += _shape_violations(puzzle, set(path))
    if path[-1] != upper_right:
        text = f"the path ends in {name(path[-1])}, not in {name(upper_right)}"
        found.append(Violation("end", (path[-1], upper_right), text))
    return found


def _shape_violations(puzzle: ExactlyOne, visited: set[Cell]) -> list[Violation]:
    members: dict[str, list[Cell]] = {}
    for cell, label in enumerate(puzzle.labels):
        if label is not None:
            members.setdefault(label, []).append(cell)
    found = []
    for label, shape in members.items():
        hit = tuple(cell for cell in shape if cell in visited)
        if not hit:
            text = f"the path misses shape {label} at {puzzle.grid.name(shape[0])}"
            found.append(Violation("shape-missed", tuple(shape), text))
        elif len(hit) > 1:
            text = f"the path visits {len(hit)} cells of shape {label}: "
            text += ", ".join(puzzle.grid.name(cell) for cell in hit[:4])
            text += ", …" if len(hit) > 4 else ""
            found.append(Violation("shape-twice", hit, text))
    return found
