"""Clues: a number, a `?` (a clue whose number is not told), or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from masume.core.drawing.show import Drawn
from masume.core.puzzle.grid import Grid, grid
from masume.core.puzzle.puzzle import ensure_filled
from masume.core.text.blocks import Block, by_rows, number, read_grid, write_grid
from masume.errors import ParseError, shorten


class Unknown(Enum):
    """The type of `?`."""

    UNKNOWN = "?"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown.UNKNOWN
Clue: TypeAlias = int | Unknown
_TYPES = frozenset({int, Unknown, type(None)})


@dataclass(frozen=True)
class ClueBoard(Drawn):
    """A board: its size, and what is printed in each cell, row by row."""

    rows: int
    cols: int
    clues: tuple[Clue | None, ...]

    def __post_init__(self) -> None:
        ensure_filled(self.rows, self.cols, self.clues)
        # New boards are made by the thousand: each type and each number is looked at once.
        fits = _TYPES.issuperset(map(type, self.clues)) and all(map(_is_clue, set(self.clues)))
        if not fits:
            one = shorten(repr(next(clue for clue in self.clues if not _is_clue(clue))))
            raise ParseError(f"{one} is no clue; there are whole numbers from 1, UNKNOWN and None")

    @property
    def grid(self) -> Grid:
        """The geometry."""
        return grid(self.rows, self.cols)


def _is_clue(clue: object) -> bool:
    return clue is None or clue is UNKNOWN or (type(clue) is int and clue > 0)


def parse_clue(token: str) -> Clue | None:
    """Read one cell.

    >>> parse_clue("7"), parse_clue("?"), parse_clue(".")
    (7, UNKNOWN, None)
    """
    return UNKNOWN if token == "?" else number(token)


def write_clue(clue: Clue | None) -> str:
    """The inverse of `parse_clue`."""
    return "." if clue is None else "?" if clue is UNKNOWN else str(clue)


def clue_rows(clues: Sequence[Clue | None], cols: int) -> list[list[str]]:
    """The texts of a board's clues, row by row."""
    texts = [write_clue(clue) for clue in clues]
    return by_rows(texts, cols)


def read_clues(block: Block) -> tuple[int, int, tuple[Clue | None, ...]]:
    """(rows, cols, clues) of a block's grid of numbers, `?` and `.`."""
    rows, cols, clues = read_grid(block.grid, parse_clue)
    return rows, cols, tuple(clues)


def write_clues(board: ClueBoard) -> list[str]:
    """The inverse of `read_clues`."""
    return write_grid(clue_rows(board.clues, board.cols))
