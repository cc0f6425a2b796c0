"""Slitherlink for the tests: boards with few clues, and all loops as possible answers."""

from __future__ import annotations

from puzzles.loops import assignments, mark_holds, reason_holds, simple_loops, sparse_board

from masume.families.links.position import Lines

__all__ = ["assignments", "candidates", "mark_holds", "random_board", "reason_holds"]


def random_board(rng, **options):
    return sparse_board("slitherlink", rng, **options)


def candidates(puzzle):
    """Return every position that could be an answer: each single loop."""
    loops = simple_loops(puzzle.rows + 1, puzzle.cols + 1)
    return [Lines(frozenset((*pair, 1) for pair in loop)) for loop in loops]
