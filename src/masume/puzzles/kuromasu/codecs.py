"""Site codecs for Kuromasu: Kurodoko on puzz.link, Range in Simon Tatham's collection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from masume.core.text import drawing_tools as tools
from masume.core.text.codec import Code, DrawingCode, PaperCode, TableCode, decimal, either
from masume.errors import ParseError, shorten
from masume.families.shading.codes import SHADING, paper_grid, shading_marks
from masume.families.shading.position import Shading, shading_of
from masume.families.site_codes import LETTER_RUNS, NUMBER16, has_unknown
from masume.puzzles.kuromasu.puzzle import Kuromasu


def _range_refuses(puzzle: Kuromasu) -> str:
    most = puzzle.rows + puzzle.cols - 1
    if too_many := [c for c in puzzle.clues if isinstance(c, int) and c > most]:
        return f"the number {too_many[0]} (the maximum is {most})"
    if most > 127:
        return "a board so large (rows and columns together at most 128)"
    return has_unknown(puzzle)


def _range_moves(puzzle: Kuromasu, moves: Sequence[str]) -> Shading:
    """Parse `B,row,col` (black), `W` (white), `E` (cleared), joined in a move (`S`: an answer)."""
    marks: dict[int, str] = {}
    for move in moves:
        text = move.removeprefix("S")
        steps = re.findall(r"([BWE]),(\d{1,4}),(\d{1,4})", text)
        if "".join(f"{mark},{row},{col}" for mark, row, col in steps) != text:
            raise ParseError(f"{shorten(move)!r} is not a Range move")
        for mark, row, col in steps:
            if int(row) >= puzzle.rows or int(col) >= puzzle.cols:
                raise ParseError(f"the cell of the move {mark},{row},{col} is not on the board")
            marks[puzzle.grid.cell(int(row), int(col))] = mark
    return shading_of(marks.items(), "B", "W")


CODECS: dict[str, Code[Kuromasu, Shading]] = {
    "puzz.link": Code(("kurodoko", "kuromasu"), NUMBER16, flags=ascii_lowercase),
    "pzprv3": Code(("kurodoko",), marks=SHADING),
    "tatham": Code(
        ("Range",), either(LETTER_RUNS, decimal("_")), refuses=_range_refuses, moves=_range_moves
    ),
    "janko": Code(("kuromasu", "kurodoko"), marks=shading_marks("x", "-", "-")),
    "penpa": DrawingCode(("kuromasu", "kurodoko"), marks=SHADING, question=(tools.CIRCLED,)),
    "paper": PaperCode(("kuromasu",), notation=paper_grid(Kuromasu), refuses=has_unknown),
    "pencilbox": TableCode(("kurodoko",), marks=SHADING, one_table=True),
}
