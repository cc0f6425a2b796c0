"""Tokens and checks shared by the codecs of several puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from masume.core.puzzle.clue import UNKNOWN, ClueBoard
from masume.core.text.codec import (
    Given,
    Taken,
    Token,
    UnsupportedVariant,
    Values,
    chars,
    either,
    prefixed,
    runs,
    sign,
    with_blanks,
)
from masume.errors import ParseError, shorten

NO_VARIANTS: Mapping[str, str] = {}

NUMBER16: Token = either(
    runs("ghijklmnopqrstuvwxyz", None),
    sign(".", UNKNOWN),
    chars("123456789abcdef", 1),
    prefixed("-", 16, 2, 16),
    prefixed("+", 16, 3, 256),
    prefixed("=", 16, 3, 4096, offset=4096),
    prefixed("*", 16, 4, 12240, offset=12240),  # before %, so that % is written up to 12239 only
    prefixed("%", 16, 3, 8192, offset=8192),
    prefixed("@", 16, 3, 8192, offset=8192),
    prefixed("$", 16, 5, 77776, offset=77776),
)
"""pzpr's numbers: one hexadecimal digit, or more after a prefix; `.` is `?`, letters are runs."""

NUMBER4: Token = either(
    with_blanks(("01234", "56789", "abcde")),
    runs("ghijklmnopqrstuvwxyz", None),
    sign(".", UNKNOWN),
)
"""pzpr's numbers from 0 to 4, each with up to two empty cells after it."""

ZERO: dict[str, object] = {"0": 0}
"""The word for the clue 0, in puzzles that have one."""

EMPTY: Token = either(runs(".", None), runs("0", None))
"""An empty cell as `.`; 0 is read as well."""

LETTER_RUNS: Token = runs("abcdefghijklmnopqrstuvwxyz", None)
"""Simon Tatham's runs of empty cells: `a` is one cell, `z` is 26 cells."""

_DIGITS27 = "0123456789abcdefghijklmnopq"


def _read_three(text: str, at: int) -> Taken:
    number = _DIGITS27.find(text[at])
    digits = (number // 9, number // 3 % 3, number % 3)
    return ([digit or None for digit in digits], at + 1) if number >= 0 else None


def _write_three(values: Values, at: int) -> Given:
    number = 0
    for value in (*values[at : at + 3], None, None)[:3]:
        if value not in (None, 1, 2):
            return None
        number = 3 * number + (value if isinstance(value, int) else 0)
    return _DIGITS27[number], min(at + 3, len(values))


THREE_CELLS = Token(_read_three, _write_three, overflows=True)
"""pzpr's circles: one character for three cells, each a number 1 or 2 or empty."""


_GAP = "abcdefghijklmnopqrstuvwxy"


def _read_gap(text: str, at: int) -> Taken:
    empty: list[object] = [None] * _GAP.find(text[at].lower())
    if text[at] in "zZ":
        return [None] * len(_GAP), at + 1
    if text[at].lower() not in _GAP:
        return None
    number = [] if at + 1 == len(text) else [int(text[at].isupper())]
    return [*empty, *number], at + 1


def _write_gap(values: Values, at: int) -> Given:
    end = next((n for n in range(at, len(values)) if values[n] is not None), len(values))
    long, gap = divmod(end - at, len(_GAP))
    letter = _GAP[gap]
    if end < len(values):
        if values[end] not in (0, 1):
            return None
        letter = letter.upper() if values[end] else letter
    last = "a" if end + 1 == len(values) else ""
    return "z" * long + letter + last, end + 1


GAPS = Token(_read_gap, _write_gap)
"""Simon Tatham's 0 and 1: a lower-case letter is a 0, an upper-case one a 1, after so many empty
cells: none for `a`; `z` is 25 of them. The last letter is for a cell beyond the board."""


def checked_options(
    game: str, pattern: str, variants: Mapping[str, str] = NO_VARIANTS
) -> Callable[[str], dict[str, object]]:
    """Return the reader of a game's options that do not matter, but must fit a pattern.

    `variants` maps patterns within the options to what is not supported.
    """

    def read(text: str) -> dict[str, object]:
        if not re.fullmatch(pattern, text):
            raise ParseError(f"{shorten(text)!r} are no options of {game}")
        for part, what in variants.items():
            if re.search(part, text):
                raise UnsupportedVariant(f"{what} are not supported")
        return {}

    return read


def too_large(puzzle: ClueBoard, most: int) -> str:
    """Return the reason that a number is too large for a site; empty if none is."""
    largest = max((clue for clue in puzzle.clues if isinstance(clue, int)), default=0)
    return f"the number {largest} (the maximum is {most})" if largest > most else ""


def has_unknown(puzzle: ClueBoard) -> str:
    """Return the reason that a `?` cannot be written; empty if there is none."""
    return "a clue without a number (?)" if UNKNOWN in puzzle.clues else ""
