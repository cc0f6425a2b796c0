"""Drafts: boards that are being composed, as the texts of their cells; independent of the puzzle.

`draft.js` does the same in the browser, so that typing does not wait for the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind
from masume.core.text.blocks import split_rows
from masume.errors import MasumeError
from masume.formats.palette import cell_texts
from masume.formats.plain import Board, read_boards, write_board

EMPTY = "."


@dataclass(frozen=True)
class BoardDraft:
    """The text of each cell, and the lines above the grid (`head`)."""

    head: tuple[str, ...]
    rows: int
    cols: int
    cells: tuple[str, ...]

    def board(self) -> Board:
        """Parse the draft as a board; raise MasumeError if it is not one."""
        # Commas, because a row of one cell with two digits would be read as two cells.
        lines = [",".join(row) + "," for row in split_rows(list(self.cells), self.cols)]
        (board,) = read_boards("\n".join((*self.head, *lines)))
        if isinstance(board, MasumeError):
            raise board
        return board

    def put(self, cells: Iterable[Cell], text: str) -> BoardDraft:
        """Return the draft with a text in some cells."""
        changed = list(self.cells)
        for cell in cells:
            changed[cell] = text
        return replace(self, cells=tuple(changed))

    def resize(self, rows: int, cols: int) -> BoardDraft:
        """Return the draft with rows added or cut at the bottom, columns on the right."""
        cells = [
            self.cells[row * self.cols + col] if row < self.rows and col < self.cols else EMPTY
            for row in range(rows)
            for col in range(cols)
        ]
        return BoardDraft(self.head, rows, cols, tuple(cells))


def draft_of(board: Board) -> BoardDraft:
    """Return the draft of a board, without its answer."""
    puzzle = board.puzzle
    lines = write_board(Board(board.kind, puzzle, board.name)).splitlines()
    head = tuple(lines[: len(lines) - puzzle.rows])
    return BoardDraft(head, puzzle.rows, puzzle.cols, tuple(cell_texts(puzzle)))


def empty_draft(kind: Kind, rows: int, cols: int) -> BoardDraft:
    """Return a draft with empty cells."""
    return BoardDraft((kind.name,), rows, cols, (EMPTY,) * (rows * cols))


def type_key(key: str, before: str, palette: Sequence[str]) -> str | None:
    """Return the new text of a cell after a key press; None if the key types nothing valid.

    A digit is appended to the text before it if the palette contains the result.

    >>> type_key("2", "1", ["1", "12"]), type_key("a", "", ["A"]), type_key("x", "", ["A"])
    ('12', 'A', None)
    """
    if key in (EMPTY, "-"):
        return EMPTY
    if key.isdigit():
        if before + key in palette:
            return before + key
        has_numbers = any(text[0].isdigit() for text in palette)
        return key if has_numbers and key != "0" else None
    return next((text for text in (key.upper(), key) if text in palette), None)
