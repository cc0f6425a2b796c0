"""A small board of every puzzle for tests of the server."""

from __future__ import annotations

import pytest
from support import KINDS

import masume
from masume.formats.plain import Board, write_board


def _small_board(kind):
    """Return the example with one solution whose size is closest to 25 cells."""
    boards = masume.examples(kind.name)
    boards = sorted(boards, key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 25))
    return next(board for board in boards if masume.solve(board.puzzle).unique)


SMALL = {kind.name: _small_board(kind) for kind in KINDS}
EACH_KIND = pytest.mark.parametrize("kind", list(SMALL))


def text_of(kind):
    board = SMALL[kind]
    return write_board(Board(board.kind, board.puzzle, board.name))
