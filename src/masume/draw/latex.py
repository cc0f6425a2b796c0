"""What the template of LaTeX needs: escaped text, and columns that fit the page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from masume.draw.charts import line_styles
from masume.draw.document import Table

# Characters that plain fonts lack or that are special in TeX.
_SIGNS = {
    **{sign: f"\\{sign}" for sign in "{}$&%#_"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "×": r"$\times$",
    "−": "$-$",
    "–": "--",
    "…": r"\dots{}",
    "∞": r"$\infty$",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "²": r"\textsuperscript{2}",
    "µ": r"$\mu$",
    "“": "``",
    "”": "''",
    "’": "'",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}
_SIGN = re.compile("|".join(re.escape(sign) for sign in _SIGNS) + r"|[^\x00-\u017f]")
# The widths of a page and of a column gap in letters, and of a letter in points.
_ROOM, _GAP, _LETTER = 200, 1.7, 3.7
_LEAST = 10  # letters of a column of text
COLOURS = [look.colour for look in line_styles(7)]
MARKS = {"o": "*", "s": "square*", "^": "triangle*", "D": "diamond*", "v": "triangle*"}
DASHES = {"-": "solid", "--": "dashed", "-.": "dashdotted", ":": "dotted"}


def escape(text: str) -> str:
    r"""Escape one line of text for TeX.

    >>> escape("astar + black_needed, 50 % of {all}")
    'astar + black\\_needed, 50 \\% of \\{all\\}'
    """
    return _SIGN.sub(lambda sign: _SIGNS.get(sign[0]) or rf"\letter{{{sign[0]}}}", text)


def columns(table: Table) -> Iterator[str]:
    """Yield column types; if the table is too wide, columns of text share the remaining width."""
    widths = [1.1 * max(map(len, wrap(name))) for name in table.head]  # in letters
    for row in table.rows:
        for at, cell in enumerate(row):
            texts = (cell,) if isinstance(cell, str) else (cell.text, cell.more)
            widths[at] = max(widths[at], *map(len, texts))
    of_text = [at for at, name in enumerate(table.head) if name not in table.numbers]
    room = _ROOM - _GAP * len(widths) - sum(widths) + sum(widths[at] for at in of_text)
    broken: dict[int, float] = {}
    for number, at in enumerate(sorted(of_text, key=lambda at: widths[at])):
        share = max(_LEAST, room / (len(of_text) - number))
        room -= min(widths[at], share)
        if widths[at] > share:
            broken[at] = share
    for at in range(len(widths)):
        if at in broken:
            yield rf">{{\raggedright\arraybackslash}}p{{{broken[at] * _LETTER:.0f}pt}}"
        else:
            yield "l" if at in of_text else "r"


def wrap(title: str) -> list[str]:
    """Return the lines of a column's title."""
    return textwrap.wrap(title, 14) or [""]


def stack(lines: Sequence[str], *, right: bool = True, title: bool = False) -> str:
    """Stack lines in a cell, aligned at the first line, or at the last one of a title."""
    styled = [rf"\textbf{{{escape(line)}}}" if title else escape(line) for line in lines if line]
    if len(styled) < 2:
        return "".join(styled)
    at, to = "b" if title else "t", "r" if right else "l"
    inside = r"\\".join(styled)
    return rf"\begin{{tabular}}[{at}]{{@{{}}{to}@{{}}}}{inside}\end{{tabular}}"
