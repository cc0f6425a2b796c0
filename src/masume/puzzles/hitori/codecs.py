"""Site codecs for Hitori, which Simon Tatham calls Singles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from masume.core.puzzle.clue import UNKNOWN
from masume.core.text.codec import AddressCode, Code, PaperCode, chars, either, prefixed, runs, sign
from masume.errors import ParseError, shorten
from masume.families.shading.codes import SHADING, paper_pairs, shading_marks
from masume.families.shading.position import Shading, shading_of
from masume.families.site_codes import has_unknown
from masume.puzzles.hitori.puzzle import Hitori

_DIGITS = chars("123456789abcdefghijklmnopqrstuvwxyz", 1)
_BLANK, _UNKNOWN = runs(".", None), sign("@", UNKNOWN, also="%")
_NUMBER36 = either(_DIGITS, _BLANK, _UNKNOWN, prefixed("-", 36, 2, 36))
_OLD_NUMBER36 = either(_DIGITS, _BLANK, _UNKNOWN, prefixed("-", 36, 1, 16))
"""Old encoders wrote 16 to 35 as a sign and one digit, which their own decoder misread."""

_SINGLES = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _singles_options(text: str) -> dict[str, object]:
    if re.fullmatch("(d[a-z])?", text) is None:
        raise ParseError(f"unknown Singles option: {shorten(text)!r}")
    return {}


def _singles_refuses(puzzle: Hitori) -> str:
    if not all(isinstance(clue, int) for clue in puzzle.clues):
        return "a cell without a number, or a ?"
    if not (2 <= puzzle.rows <= 62 and 2 <= puzzle.cols <= 62):
        return "a board of that size (2 to 62 rows and columns)"
    most = max(puzzle.rows, puzzle.cols)
    largest = max(clue for clue in puzzle.clues if isinstance(clue, int))
    return f"the number {largest} (the maximum is {most})" if largest > most else ""


def _singles_moves(puzzle: Hitori, moves: Sequence[str]) -> Shading:
    """Parse `Bx,y` (black), `Cx,y` (circled), `Ex,y` (cleared), joined by `;` (`S`: an answer)."""
    marks: dict[int, str] = {}
    for move in moves:
        for step in filter(None, move.removeprefix("S").split(";")):
            match = re.fullmatch(r"([BCE])(\d{1,4}),(\d{1,4})", step)
            if not match or int(match[2]) >= puzzle.cols or int(match[3]) >= puzzle.rows:
                raise ParseError(f"{shorten(step)!r} is not a Singles move on this board")
            marks[puzzle.grid.cell(int(match[3]), int(match[2]))] = match[1]
    return shading_of(marks.items(), "B", "C")


CODECS: dict[str, Code[Hitori, Shading]] = {
    "puzz.link": AddressCode(
        ("hitori",), _NUMBER36, tolerant=(_OLD_NUMBER36,), whole=True, flags=ascii_lowercase
    ),
    "pzprv3": Code(("hitori",), marks=SHADING),
    "tatham": Code(
        ("Singles",),
        chars(_SINGLES, 1),
        read_options=_singles_options,
        refuses=_singles_refuses,
        moves=_singles_moves,
    ),
    "janko": Code(("hitori",), marks=shading_marks("x", "-", "-")),
    "penpa": Code(("hitori",), marks=SHADING, dense=True),
    "paper": PaperCode(("hitori",), notation=paper_pairs(Hitori), refuses=has_unknown, pairs=True),
    "pencilbox": Code(("hitori",), marks=SHADING, dense=True),
}
