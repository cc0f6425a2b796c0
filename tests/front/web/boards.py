"""Small boards of every puzzle, as the server is asked about them."""

from __future__ import annotations

import pytest
from support import KINDS

import masume
from masume.formats.plain import Board, write_board


def _small(kind):
    """The first board of some 25 cells that has one solution."""
    boards = masume.examples(kind.name)
    boards = sorted(boards, key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 25))
    return next(board for board in boards if masume.solve(board.puzzle).unique)


SMALL = {kind.name: _small(kind) for kind in KINDS}
EACH = pytest.mark.parametrize("kind", list(SMALL))


def text_of(kind):
    board = SMALL[kind]
    return write_board(Board(board.kind, board.puzzle, board.name))
