"""The protocols Puzzle and Position: what generic code may assume about every board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias

from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.type_vars import TypeVar
from masume.errors import NotApplicable, ParseError, pluralise


class Puzzle(Protocol):
    """A bare board: a frozen value whose class identifies its kind."""

    @property
    def rows(self) -> int:
        """The number of rows."""

    @property
    def cols(self) -> int:
        """The number of columns."""

    @property
    def grid(self) -> Grid:
        """The geometry: neighbours, rays and names of cells."""


class Position(Protocol):
    """The marks, bridges or path on a board, finished or not: a frozen value."""

    @property
    def cells(self) -> Iterable[Cell]:
        """The cells that hold a mark."""


# The defaults are for generic code, which works on any kind.
P = TypeVar("P", bound=Puzzle, default=Puzzle)
P_contra = TypeVar("P_contra", bound=Puzzle, contravariant=True, default=Puzzle)
Q = TypeVar("Q", bound=Position, default=Position)

Answer: TypeAlias = Position | str | Mapping[str, object]
"""An answer given by a caller: a Position, its text, or its JSON object."""


def ensure_size(puzzle: Puzzle, most: int, what: str) -> None:
    """Raise NotApplicable if a board has more than `most` cells; `what` is the action, a verb."""
    if puzzle.rows * puzzle.cols > most:
        size = f"{puzzle.rows}×{puzzle.cols}"
        raise NotApplicable(f"{size} cells are too many to {what}; the maximum is {most:,}")


def ensure_full_grid(rows: int, cols: int, cells: tuple[object, ...]) -> None:
    """Raise ParseError unless the sizes are positive integers and there is an item per cell."""
    if type(rows) is not int or type(cols) is not int or rows < 1 or cols < 1:
        raise ParseError(f"{rows}×{cols} is not a board size; both must be whole numbers from 1")
    if type(cells) is not tuple or len(cells) != rows * cols:
        given = len(cells) if type(cells) is tuple else f"a {type(cells).__name__}"
        expected = pluralise(rows * cols, "cell")
        raise ParseError(f"a {rows}×{cols} board needs a tuple of {expected}, not {given}")
