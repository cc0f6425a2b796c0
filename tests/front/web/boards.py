"""A small board of every puzzle for tests of the server."""

from __future__ import annotations

import pytest
from support import KINDS

import masume
from masume.formats.plain import Board, write_board


def _small_board(kind):
    """Return the example closest to 25 cells that has one solution and is easy to search."""
    boards = masume.examples(kind.name)
    boards = sorted(boards, key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 25))
    unique = [board for board in boards if masume.solve(board.puzzle).unique]
    return next(filter(is_easy, unique), unique[0])


def is_easy(board):
    space = board.kind.spaces[0].name if board.kind.spaces else None
    run = masume.search(board.puzzle, "depth_first", space=space, limit=masume.Limit(nodes=1000))
    return run.status is masume.Status.SOLVED


SMALL = {kind.name: _small_board(kind) for kind in KINDS}
EACH_KIND = pytest.mark.parametrize("kind", list(SMALL))


def text_of(kind):
    board = SMALL[kind]
    return write_board(Board(board.kind, board.puzzle, board.name))
