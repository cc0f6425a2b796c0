"""The texts that a cell of a composed board can have."""

from __future__ import annotations

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Puzzle
from masume.core.text.blocks import TextLine, split_cells
from masume.errors import ParseError
from masume.formats.plain import Board, read_boards, write_board


def cell_texts(puzzle: Puzzle) -> list[str]:
    """Return the text of each cell, row by row."""
    lines = kind_of(puzzle).write(puzzle)[-puzzle.rows :]
    return [text for line in lines for text in split_cells(TextLine(line, 0))]


def palette(puzzle: Puzzle) -> list[str]:
    """Return the texts offered for a cell: those the puzzle declares, or numbers it can parse."""
    kind = kind_of(puzzle)
    if kind.palette is not None:
        return list(kind.palette(puzzle))
    numbers = map(str, range(1, max(puzzle.rows, puzzle.cols) + 1))
    return [text for text in (*numbers, "?") if _is_readable(puzzle, text)]


def _is_readable(puzzle: Puzzle, text: str) -> bool:
    head = write_board(Board(kind_of(puzzle), puzzle)).splitlines()[: -puzzle.rows]
    rows = [", ".join(["."] * puzzle.cols)] * puzzle.rows
    rows[0] = ", ".join([text, *["."] * (puzzle.cols - 1)])
    boards = read_boards("\n".join((*head, *rows)))
    return not any(isinstance(board, ParseError) for board in boards)
