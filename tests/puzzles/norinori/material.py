"""Test material for Norinori: small boards with a solution, and some with rooms changed."""

from __future__ import annotations

from masume.core.puzzle.maker import BoardRequest
from masume.puzzles.norinori.model import blank
from masume.puzzles.norinori.puzzle import Norinori

SIZES = [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3)]


def random_board(rng):
    """Return a board of at most twelve cells with any number of solutions."""
    while True:
        board = blank(rng, BoardRequest(*rng.choice(SIZES)))
        if board is not None:
            break
    clues = list(board.clues)
    if rng.random() < 0.3:
        clues[rng.randrange(len(clues))] = rng.choice(clues)
    return Norinori(board.rows, board.cols, tuple(clues))
