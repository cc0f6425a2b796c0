"""How sites write black and white cells."""

from __future__ import annotations

from masume.core.clue import ClueBoard
from masume.core.codec import Marks, Rows
from masume.core.grid import Cell
from masume.core.text import by_rows
from masume.errors import ParseError, shorten
from masume.families.shading.position import Shading


def shading_marks(black: str, white: str, neither: str) -> Marks[ClueBoard, Shading]:
    """Shaded cells as a grid of signs."""

    def read(puzzle: ClueBoard, rows: Rows) -> Shading:
        signs = [word for row in rows for word in row]
        for word in signs:
            if word not in (black, white, neither):
                raise ParseError(f"{shorten(word)!r} is no mark here; use {black} for black")
        return Shading(
            frozenset(cell for cell, word in enumerate(signs) if word == black),
            frozenset(cell for cell, word in enumerate(signs) if word == white != neither),
        )

    def write(puzzle: ClueBoard, position: Shading) -> Rows:
        def mark(cell: Cell) -> str:
            return black if cell in position.black else white if cell in position.white else neither

        return by_rows([mark(cell) for cell in range(puzzle.rows * puzzle.cols)], puzzle.cols)

    return Marks(read, write)
