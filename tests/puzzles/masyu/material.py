"""Masyu for the tests: boards with few pearls, and all loops as possible answers."""

from __future__ import annotations

from puzzles.loops import assignments, loop_positions, mark_holds, reason_holds, sparse_board

__all__ = ["assignments", "candidates", "mark_holds", "random_board", "reason_holds"]


def random_board(rng, **options):
    return sparse_board("masyu", rng, **{"most_variables": 12, **options})


def candidates(puzzle):
    """Return every position that could be an answer: each single loop."""
    return loop_positions(puzzle.rows, puzzle.cols)
