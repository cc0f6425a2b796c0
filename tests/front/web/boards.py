"""Small boards of every puzzle, as the server is asked about them."""

from __future__ import annotations

import pytest
from support import KINDS

import masume
from masume.formats.plain import Board, write_board

SMALL = {
    kind.name: min(
        (board for board in masume.examples(kind.name) if masume.solve(board.puzzle).unique),
        key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 25),
    )
    for kind in KINDS
}
EACH = pytest.mark.parametrize("kind", list(SMALL))


def text_of(kind):
    board = SMALL[kind]
    return write_board(Board(board.kind, board.puzzle, board.name))
