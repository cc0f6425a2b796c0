"""A small board of every puzzle for tests of the server."""

from __future__ import annotations

from functools import cache

import pytest
from support import KINDS

import masume
from masume.formats.plain import Board, write_board


@cache
def small_board(name):
    """Return the example closest to 25 cells that has one solution and is easy to search."""
    boards = sorted(masume.examples(name), key=lambda board: abs(board.puzzle.grid.size - 25))
    unique = [board for board in boards if masume.solve(board.puzzle).unique]
    return next(filter(is_easy, unique), unique[0])


def is_easy(board):
    space = board.kind.spaces[0].name if board.kind.spaces else None
    run = masume.search(board.puzzle, "depth_first", space=space, limit=masume.Limit(nodes=1000))
    return run.status is masume.Status.SOLVED


EACH_KIND = pytest.mark.parametrize("kind", [kind.name for kind in KINDS])


def text_of(kind):
    board = small_board(kind)
    return write_board(Board(board.kind, board.puzzle, board.name))
