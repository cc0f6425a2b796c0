"""Exactly One Mazes: find a path that passes through exactly one cell of every shape.

The path leads from the lower left cell to the upper right one over cells that share a side, and
visits no cell twice. A shape is all cells with the same label; they need not touch.

    A A . . .        A  A┌─────┐  •
    A . B B .        A   │ B  B└──┘
    . C C B .   →     ┌─C┘ C  B  .
    D D C . .        D│ D  C  .  .
    . D . . .         • D  .  .  .
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from string import ascii_uppercase
from typing import Literal, TypeAlias

from masume.core.drawing.show import Drawn
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import ensure_full_grid
from masume.errors import ParseError, shorten

CODES = {
    "start": "the path does not begin in the lower left cell",
    "end": "the path does not end in the upper right cell",
    "gap": "two successive cells of the path share no side",
    "cell-twice": "the path visits a cell twice",
    "shape-missed": "the path visits no cell of a shape",
    "shape-twice": "the path visits more than one cell of a shape",
}

Pair: TypeAlias = tuple[Cell, Cell]  # two neighbours, the smaller cell first
LABEL = re.compile(r"[A-Za-z0-9]{1,8}")
Direction: TypeAlias = Literal["up", "down", "left", "right"]
DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
}


@dataclass(frozen=True)
class ExactlyOne(Drawn):
    """A board: its size, and the shape label of each cell in row-major order."""

    rows: int
    cols: int
    labels: tuple[str | None, ...]

    def __post_init__(self) -> None:
        ensure_full_grid(self.rows, self.cols, self.labels)
        for label in set(self.labels) - {None}:
            if not (isinstance(label, str) and LABEL.fullmatch(label)):
                wrong = shorten(repr(label))
                raise ParseError(f"{wrong} is not a label; use 1 to 8 letters or digits, or None")

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return grid(self.rows, self.cols)

    @property
    def shapes(self) -> dict[str, tuple[Cell, ...]]:
        """The cells of each shape, by its label."""
        members: dict[str, list[Cell]] = {}
        for cell, label in enumerate(self.labels):
            if label is not None:
                members.setdefault(label, []).append(cell)
        return {label: tuple(cells) for label, cells in members.items()}

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
    """A position: the path so far, and the player's notes.

    Cells can be marked as off the path (crossed) or on it (ticked), links as unused (walls) or used
    (pieces). `editor.PathEditor` defines the normal form.
    """

    path: tuple[Cell, ...]
    crossed: frozenset[Cell] = frozenset()
    ticked: frozenset[Cell] = frozenset()
    pieces: frozenset[Pair] = frozenset()
    walls: frozenset[Pair] = frozenset()

    def __post_init__(self) -> None:
        if not self.path:
            raise ParseError("the path is empty; it needs at least its first cell")

    @property
    def cells(self) -> set[Cell]:
        """The path and the cells of all notes."""
        return {*self.path, *self.crossed, *self.ticked, *chain(*self.pieces, *self.walls)}


@dataclass(frozen=True)
class PathStep:
    """A move: extend the path by the next cell in this direction."""

    direction: Direction


@dataclass(frozen=True)
class Back:
    """A move: remove the last step."""


@dataclass(frozen=True)
class Cross:
    """A move: mark a cell as off the path, or clear its mark."""

    cell: Cell
    on: bool


@dataclass(frozen=True)
class Tick:
    """A move: mark a cell as on the path."""

    cell: Cell


@dataclass(frozen=True)
class Flip:
    """A move: reroute the path around a square of four cells, named by the upper left one.

    Of the four links of the square, those on the path are removed and the others added.
    """

    cell: Cell


@dataclass(frozen=True)
class PathMark:
    """A move: mark whether the path joins two neighbours, or clear the mark.

    A link at the end of the path extends it. Removing a link of the path cuts it there, and the
    rest remains as pieces.
    """

    cell: Cell
    other: Cell
    on: bool | None  # None clears the link's mark


Move: TypeAlias = PathStep | Back | Cross | Tick | Flip | PathMark


def palette(puzzle: ExactlyOne) -> list[str]:
    """Return the labels of the shapes, and four new ones of the same sort."""
    used = sorted(puzzle.shapes, key=lambda label: (len(label), label))
    are_numbers = bool(used) and all(label.isdigit() for label in used)
    names = map(str, range(1, 100)) if are_numbers else iter(ascii_uppercase)
    fresh = (name for name in names if name not in puzzle.shapes)
    return [*used, *islice(fresh, 4)]


def start(puzzle: ExactlyOne) -> Trail:
    """Return the initial position: the path is its first cell."""
    return Trail((puzzle.start_cell,))


def violations(puzzle: ExactlyOne, position: Trail) -> list[Violation]:
    """Return every broken rule: the referee. Everything but the path is ignored."""
    path, name = position.path, puzzle.grid.name
    lower_left, upper_right = (puzzle.rows - 1) * puzzle.cols, puzzle.cols - 1
    faults = []
    if path[0] != lower_left:
        text = f"the path begins in {name(path[0])}, not in {name(lower_left)}"
        faults.append(Violation("start", (path[0], lower_left), text))
    for a, b in pairwise(path):
        row_a, col_a = divmod(a, puzzle.cols)
        row_b, col_b = divmod(b, puzzle.cols)
        if abs(row_a - row_b) + abs(col_a - col_b) != 1:
            faults.append(Violation("gap", (a, b), f"{name(a)} and {name(b)} share no side"))
    for cell, times in Counter(path).items():
        if times > 1:
            text = f"the path visits {name(cell)} {times} times"
            faults.append(Violation("cell-twice", (cell,), text))
    faults += _shape_violations(puzzle, set(path))
    if path[-1] != upper_right:
        text = f"the path ends in {name(path[-1])}, not in {name(upper_right)}"
        faults.append(Violation("end", (path[-1], upper_right), text))
    return faults


def _shape_violations(puzzle: ExactlyOne, visited: set[Cell]) -> list[Violation]:
    """Return the violations of shapes that are missed or visited more than once."""
    members: dict[str, list[Cell]] = {}
    for cell, label in enumerate(puzzle.labels):
        if label is not None:
            members.setdefault(label, []).append(cell)
    faults = []
    for label, shape in members.items():
        hit = tuple(cell for cell in shape if cell in visited)
        if not hit:
            text = f"the path misses shape {label} at {puzzle.grid.name(shape[0])}"
            faults.append(Violation("shape-missed", tuple(shape), text))
        elif len(hit) > 1:
            text = f"the path visits {len(hit)} cells of shape {label}: "
            text += ", ".join(puzzle.grid.name(cell) for cell in hit[:4])
            text += ", …" if len(hit) > 4 else ""
            faults.append(Violation("shape-twice", hit, text))
    return faults
