"""Puzzle and Position: what generic code, and programs built on masume, may know of every board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias

from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.type_vars import TypeVar
from masume.errors import NotApplicable, ParseError, counted


class Puzzle(Protocol):
    """A board that somebody shall solve: a frozen value. Its class says which puzzle it is."""

    @property
    def rows(self) -> int:
        """How many there are."""

    @property
    def cols(self) -> int:
        """How many there are."""

    @property
    def grid(self) -> Grid:
        """The geometry: names of cells, neighbours."""


class Position(Protocol):
    """What is on a board: marks, bridges or a path, finished or not. A frozen value too."""

    @property
    def cells(self) -> Iterable[Cell]:
        """All cells that it speaks of."""


# Generic code, which knows no kind by name, leaves them out.
P = TypeVar("P", bound=Puzzle, default=Puzzle)
P_contra = TypeVar("P_contra", bound=Puzzle, contravariant=True, default=Puzzle)
Q = TypeVar("Q", bound=Position, default=Position)

Answer: TypeAlias = Position | str | Mapping[str, object]
"""What people give as one: the Position itself, its text, or its JSON."""


def refuse_larger(puzzle: Puzzle, most: int, what: str) -> None:
    """Refuse a board of more cells than something can be done with: to solve, to draw it."""
    if puzzle.rows * puzzle.cols > most:
        size = f"{puzzle.rows}×{puzzle.cols}"
        raise NotApplicable(f"{size} cells are too many to {what}, {most:,} are the most")


def ensure_filled(rows: int, cols: int, cells: tuple[object, ...]) -> None:
    """Refuse a board that is no grid, or does not say what is in each of its cells."""
    if type(rows) is not int or type(cols) is not int or rows < 1 or cols < 1:
        raise ParseError(f"a board of {rows}×{cols} cells cannot be; both are whole numbers from 1")
    if type(cells) is not tuple or len(cells) != rows * cols:
        given = len(cells) if type(cells) is tuple else f"a {type(cells).__name__}"
        raise ParseError(
            f"a board of {rows}×{cols} needs a tuple of {counted(rows * cols, 'cell')}, not {given}"
        )
