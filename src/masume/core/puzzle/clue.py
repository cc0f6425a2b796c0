"""Clues and boards of clues: a number, `?` (a clue with an unknown number), or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from masume.core.drawing.show import Drawn
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.puzzle import ensure_full_grid
from masume.core.text.blocks import Block, number, read_grid, split_rows, write_grid
from masume.errors import ParseError, shorten

if TYPE_CHECKING:
    from typing import Self


class Unknown(Enum):
    """The type of `UNKNOWN`, a clue whose number is not given."""

    UNKNOWN = "?"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown.UNKNOWN
Clue: TypeAlias = int | Unknown
_TYPES = frozenset({int, Unknown, type(None)})


@dataclass(frozen=True)
class ClueBoard(Drawn):
    """A bare board: its size and the clue of each cell, in row-major order."""

    rows: int
    cols: int
    clues: tuple[Clue | None, ...]

    least: ClassVar[int] = 1  # the smallest number; some puzzles have the clue 0

    def __post_init__(self) -> None:
        ensure_full_grid(self.rows, self.cols, self.clues)
        # Generators create thousands of boards: check each distinct type and clue only once.
        fits = _TYPES.issuperset(map(type, self.clues)) and all(map(self._fits, set(self.clues)))
        if not fits:
            wrong = shorten(repr(next(clue for clue in self.clues if not self._fits(clue))))
            numbers = f"a whole number from {self.least}"
            raise ParseError(f"{wrong} is not a clue; use {numbers}, UNKNOWN or None")

    @classmethod
    def _fits(cls, clue: object) -> bool:
        is_number = type(clue) is int and clue >= cls.least
        return clue is None or clue is UNKNOWN or is_number

    @property
    def grid(self) -> Grid:
        """The shared grid of this size."""
        return grid(self.rows, self.cols)

    @classmethod
    def with_clues(cls, g: Grid, clues: Mapping[Cell, Clue]) -> Self:
        """Return the board of a grid with these clues, which are few."""
        return cls(g.rows, g.cols, tuple(clues.get(cell) for cell in range(g.size)))

    def exchanged(self, cell: Cell, other: Cell) -> Self:
        """Return the board with the clues of two cells exchanged."""
        clues = list(self.clues)
        clues[cell], clues[other] = clues[other], clues[cell]
        return replace(self, clues=tuple(clues))


def parse_clue(token: str) -> Clue | None:
    """Parse the token of one cell.

    >>> parse_clue("7"), parse_clue("?"), parse_clue(".")
    (7, UNKNOWN, None)
    """
    return UNKNOWN if token == "?" else number(token)


def parse_clue_from_0(token: str) -> Clue | None:
    """Parse the token of one cell, where 0 is a clue."""
    return 0 if token == "0" else parse_clue(token)


def write_clue(clue: Clue | None) -> str:
    """Write a clue as a token; the inverse of `parse_clue`."""
    return "." if clue is None else "?" if clue is UNKNOWN else str(clue)


def clue_rows(clues: Sequence[Clue | None], cols: int) -> list[list[str]]:
    """Write a board's clues as one list of tokens per row."""
    texts = [write_clue(clue) for clue in clues]
    return split_rows(texts, cols)


def read_clues(
    block: Block, parse: Callable[[str], Clue | None] = parse_clue
) -> tuple[int, int, tuple[Clue | None, ...]]:
    """Return (rows, cols, clues) of a block's grid of numbers, `?` and `.`."""
    rows, cols, clues = read_grid(block.grid, parse)
    return rows, cols, tuple(clues)


def write_clues(board: ClueBoard) -> list[str]:
    """Write a board's clues as aligned lines; the inverse of `read_clues`."""
    return write_grid(clue_rows(board.clues, board.cols))
