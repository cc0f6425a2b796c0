"""Codecs for black and white cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from masume.core.puzzle.clue import Clue, ClueBoard, write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle
from masume.core.text.blocks import TextLine, number, read_grid, split_rows, write_grid
from masume.core.text.codec import Marks, PaperNotation, Rows
from masume.errors import NotApplicable, ParseError, shorten
from masume.families.shading.position import Shading, shading_of

Clues: TypeAlias = tuple[Clue | None, ...]
Clued = TypeVar("Clued", bound=ClueBoard)


def shading_marks(black: str, white: str, neither: str, also: str = "") -> Marks[Puzzle, Shading]:
    """Return a codec that writes shaded cells as a grid of signs.

    `also` are read as neither, for sites that repeat clues in their answers.
    """

    def read(puzzle: Puzzle, rows: Rows) -> Shading:
        signs = [word for row in rows for word in row]
        for word in signs:
            if word not in (black, white, neither, *also):
                raise ParseError(f"{shorten(word)!r} is not a mark; use {black} for black")
        return shading_of(enumerate(signs), black, white if white != neither else "")

    def write(puzzle: Puzzle, position: Shading) -> Rows:
        def mark(cell: Cell) -> str:
            return black if cell in position.black else white if cell in position.white else neither

        return split_rows([mark(cell) for cell in range(puzzle.rows * puzzle.cols)], puzzle.cols)

    return Marks(read, write)


SHADING = shading_marks("#", "+", ".")
"""pzpr's marks, which Penpa's are read as, too."""


def paper_grid(new: Callable[[int, int, Clues], Clued]) -> PaperNotation[Clued, Shading]:
    """Return the notation of clues and black cells in one grid: a number, 0 for none, `#`."""

    def read(lines: list[str]) -> tuple[Clued, Shading | None]:
        """Return the board and its black cells; None instead of the latter if no cell is black."""
        numbered = [TextLine(line, number) for number, line in enumerate(lines, start=1)]
        rows, cols, words = read_grid(numbered, str)
        try:
            clues = tuple(None if word == "#" else number(word) for word in words)
        except ValueError as fault:
            raise ParseError(str(fault)) from None
        black = frozenset(cell for cell, word in enumerate(words) if word == "#")
        return new(rows, cols, clues), Shading(black) if black else None

    def write(puzzle: Clued, position: Shading | None) -> list[str]:
        words = ["0" if clue is None else write_clue(clue) for clue in puzzle.clues]
        for cell in position.black if position else ():
            if puzzle.clues[cell] is not None:
                raise NotApplicable(f"the black cell {puzzle.grid.name(cell)} would hide its clue")
            words[cell] = "#"
        return write_grid(split_rows(words, puzzle.cols))

    return PaperNotation(read, write)


_PAIR = re.compile(r"\(\s*(\d{1,100})\s*,\s*([WB])\s*\)\s*", re.ASCII)


def paper_pairs(new: Callable[[int, int, Clues], Clued]) -> PaperNotation[Clued, Shading]:
    """Return the notation of a (number, colour) pair per cell: `(8,W)(1,B)`."""

    def read(lines: list[str]) -> tuple[Clued, Shading | None]:
        """Return the board and its black cells; None instead of the latter if no cell is black."""
        grid = [_PAIR.findall(line) for line in lines]
        for row, line in enumerate(lines, start=1):
            if _PAIR.sub("", line):
                raise ParseError(f"row {row} is not made of cells like (8,W); write W or B")
            if len(grid[row - 1]) != len(grid[0]):
                counts = f"row {row} has {len(grid[row - 1])} cells, expected {len(grid[0])}"
                raise ParseError(f"{counts}; give all rows the same length")
        cells = [cell for cells in grid for cell in cells]
        clues = tuple(int(digits) or None for digits, _ in cells)
        black = frozenset(cell for cell, (_, colour) in enumerate(cells) if colour == "B")
        return new(len(grid), len(grid[0]), clues), Shading(black) if black else None

    def write(puzzle: Clued, position: Shading | None) -> list[str]:
        black = position.black if position else frozenset()
        pairs = [
            f"({clue or 0},{'B' if cell in black else 'W'})"
            for cell, clue in enumerate(puzzle.clues)
        ]
        return ["".join(row) for row in split_rows(pairs, puzzle.cols)]

    return PaperNotation(read, write)
