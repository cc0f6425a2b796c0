"""A board that is being composed, as the texts of its cells; no puzzle is named here.

The pages have the same in `draft.js`, since they write into a cell before any server is asked.
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
    """What is printed in each cell; `head` are the lines above the grid."""

    head: tuple[str, ...]
    rows: int
    cols: int
    cells: tuple[str, ...]

    def board(self) -> Board:
        """The board that it is; raises what is wrong with it."""
        # Commas, since a row of one cell with two digits would be read as two cells otherwise.
        lines = [",".join(row) + "," for row in split_rows(list(self.cells), self.cols)]
        (board,) = read_boards("\n".join((*self.head, *lines)))
        if isinstance(board, MasumeError):
            raise board
        return board

    def put(self, cells: Iterable[Cell], text: str) -> BoardDraft:
        """With a text in some cells."""
        changed = list(self.cells)
        for cell in cells:
            changed[cell] = text
        return replace(self, cells=tuple(changed))

    def resized(self, rows: int, cols: int) -> BoardDraft:
        """With more or fewer rows and columns at the lower and right sides."""
        cells = [
            self.cells[row * self.cols + col] if row < self.rows and col < self.cols else EMPTY
            for row in range(rows)
            for col in range(cols)
        ]
        return BoardDraft(self.head, rows, cols, tuple(cells))


def draft_of(board: Board) -> BoardDraft:
    """The draft of a board, without its answer."""
    puzzle = board.puzzle
    lines = write_board(Board(board.kind, puzzle, board.name)).splitlines()
    head = tuple(lines[: len(lines) - puzzle.rows])
    return BoardDraft(head, puzzle.rows, puzzle.cols, tuple(cell_texts(puzzle)))


def empty_draft(kind: Kind, rows: int, cols: int) -> BoardDraft:
    """A board with nothing on it."""
    return BoardDraft((kind.name,), rows, cols, (EMPTY,) * (rows * cols))


def typed(key: str, before: str, palette: Sequence[str]) -> str | None:
    """What a key makes of the text of a cell; None if it is no text.

    Digits are put together if that gives one of the texts to choose from.

    >>> typed("2", "1", ["1", "12"]), typed("a", "", ["A"]), typed("x", "", ["A"])
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
