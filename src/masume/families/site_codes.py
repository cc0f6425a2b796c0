"""What the codes of several puzzles share: the sites' ways to write numbers."""

from __future__ import annotations

from masume.core.puzzle.clue import UNKNOWN, ClueBoard
from masume.core.text.codec import Token, chars, either, prefixed, runs, sign

NUMBER16: Token = either(
    runs("ghijklmnopqrstuvwxyz", None),
    sign(".", UNKNOWN),
    chars("123456789abcdef", 1),
    prefixed("-", 16, 2, 16),
    prefixed("+", 16, 3, 256),
    prefixed("=", 16, 3, 4096, offset=4096),
    prefixed("*", 16, 4, 12240, offset=12240),  # so that % ends there
    prefixed("%", 16, 3, 8192, offset=8192),
    prefixed("@", 16, 3, 8192, offset=8192),
    prefixed("$", 16, 5, 77776, offset=77776),
)
"""pzpr's numbers with runs of blanks: one digit below 16, more behind a sign, `.` for a `?`."""

LETTER_RUNS: Token = runs("abcdefghijklmnopqrstuvwxyz", None)
"""Simon Tatham's blanks: `a` is one, `z` is 26."""


def too_large(puzzle: ClueBoard, most: int) -> str:
    """Why a number is too large for a site; empty if none is."""
    largest = max((clue for clue in puzzle.clues if isinstance(clue, int)), default=0)
    return f"a {largest}, where {most} is the largest" if largest > most else ""


def has_unknown(puzzle: ClueBoard) -> str:
    """Why a `?` is in the way; empty if there is none."""
    return "a clue without a number (?)" if UNKNOWN in puzzle.clues else ""
