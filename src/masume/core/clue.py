"""Clues: a number, a `?` (a clue whose number is not told), or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from masume.core.grid import Grid, grid
from masume.core.show import Drawn
from masume.core.text import Block, number, read_grid, write_grid


class Unknown(Enum):
    """The type of `?`."""

    UNKNOWN = "?"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown.UNKNOWN
Clue: TypeAlias = int | Unknown


@dataclass(frozen=True)
class ClueBoard(Drawn):
    """A board: its size, and what is printed in each cell, row by row."""

    rows: int
    cols: int
    clues: tuple[Clue | None, ...]

    @property
    def grid(self) -> Grid:
        """The geometry."""
        return grid(self.rows, self.cols)


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
    return [texts[start : start + cols] for start in range(0, len(texts), cols)]


def read_clues(block: Block) -> tuple[int, int, tuple[Clue | None, ...]]:
    """(rows, cols, clues) of a block's grid of numbers, `?` and `.`."""
    rows, cols, clues = read_grid(block.grid, parse_clue)
    return rows, cols, tuple(clues)


def write_clues(board: ClueBoard) -> list[str]:
    """The inverse of `read_clues`."""
    return write_grid(clue_rows(board.clues, board.cols))
