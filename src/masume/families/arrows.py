"""Clues of a number and an arrow, such as `2>`: two of something to the right.

A clue is one int, 4 · number + the index of the side in `SIDES`, so that a board is a tuple of
plain clues.
"""

from __future__ import annotations

from masume.core.puzzle.clue import UNKNOWN, Clue, write_clue
from masume.core.puzzle.gesture import Side
from masume.core.text.codec import Given, Taken, Token, Values, either, runs
from masume.errors import shorten

SIDES: tuple[Side, ...] = ("up", "down", "left", "right")
SIGNS = "^v<>"
ARROWS = "↑↓←→"


def arrow(number: int, side: Side) -> int:
    """Return the clue that there are so many on a side."""
    return 4 * number + SIDES.index(side)


def arrow_of(clue: int) -> tuple[int, Side]:
    """Return the number and the side of a clue, the inverse of `arrow`."""
    return clue // 4, SIDES[clue % 4]


def parse_arrow(token: str) -> Clue | None:
    """Parse the text of one cell: `2>`, `?` for a clue without a number, or `.` for none."""
    number, sign = token[:-1], token[-1:]
    if sign in SIGNS and number.isascii() and number.isdigit() and len(number) < 5:
        return 4 * int(number) + SIGNS.index(sign)
    if token == "?":
        return UNKNOWN
    if token not in (".", "-", "_"):
        raise ValueError(f"{shorten(token)!r} is not a clue; use a number and one of {SIGNS}, or .")
    return None


def write_arrow(clue: Clue | None, signs: str = SIGNS) -> str:
    """Write a clue, the inverse of `parse_arrow`."""
    return f"{clue // 4}{signs[clue % 4]}" if isinstance(clue, int) else write_clue(clue)


# The token of puzz.link: a digit for the side, then the number with one, two or three digits

_MOST_HEX = {0: 1, 5: 2}  # the first digit is the side plus one of these: so many digits follow


def _read_arrow(text: str, at: int) -> Taken:
    """Read an arrow; one without a number, or a number without an arrow, says nothing."""
    if text[at] == "-":
        at, base, width = at + 1, 0, 3
    else:
        base = 5 if text[at] in "56789" else 0
        width = _MOST_HEX[base]
    side, digits = text[at : at + 1], text[at + 1 : at + 1 + width]
    if not (side and side in "0123456789" and 0 <= int(side) - base <= 4):
        return None
    if digits[:1] == ".":
        return [UNKNOWN], at + 2
    if len(digits) < width or not set(digits.lower()) <= set("0123456789abcdef"):
        return None
    number = int(side) - base
    return [UNKNOWN if number == 0 else 4 * int(digits, 16) + number - 1], at + 1 + width


def _write_arrow(values: Values, at: int) -> Given:
    clue = values[at]
    if clue is UNKNOWN:
        return "0.", at + 1
    if not isinstance(clue, int) or clue // 4 >= 16**3:
        return None
    number, side = clue // 4, clue % 4 + 1
    if number >= 256:
        return f"-{side}{number:03x}", at + 1
    return f"{side}{number:x}" if number < 16 else f"{side + 5}{number:02x}", at + 1


ARROW16: Token = either(runs("abcdefghijklmnopqrstuvwxyz", None), Token(_read_arrow, _write_arrow))
"""pzpr's numbers with arrows; `0.` is a clue without either."""
