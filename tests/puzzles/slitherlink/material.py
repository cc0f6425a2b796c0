"""Slitherlink for the tests: boards with few clues, and all loops as possible answers."""

from __future__ import annotations

from puzzles.loops import assignments, loop_positions, mark_holds, reason_holds, sparse_board

__all__ = ["assignments", "candidates", "mark_holds", "random_board", "reason_holds"]


def random_board(rng, **options):
    return sparse_board("slitherlink", rng, **options)


def candidates(puzzle):
    """Return every position that could be an answer: each single loop."""
    return loop_positions(puzzle.rows + 1, puzzle.cols + 1)
