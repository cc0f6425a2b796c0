"""Fit text pictures to their output: Unicode or ASCII, with or without colour.

A puzzle's picture is lines of text with box-drawing characters. Terminals get colour; pipes, files
and old terminals get ASCII. Characters are translated one by one, independent of the puzzle.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TextIO

_ASCII = str.maketrans(
    {
        **dict(zip("─═≡≣│║┇┋", '-=%&|"%&', strict=True)),  # one to four bridges, across and down
        **dict(zip("┌┐└┘├┤┬┴┼╵╷╴╶", "/\\\\/+++++||--", strict=True)),
        **dict(zip("•○×■·–—’′", "*ox#.--''", strict=True)),
        "…": "...",
        "→": "->",
    }
)
_SOLID = str.maketrans({"#": "■"})

_STYLES = (  # patterns and their ANSI codes
    (r"\[[^\]]*\]", "1;33"),  # marked cells
    (r"■", "1"),
    (r"\+", "32"),  # notes of certain cells
    (r"[×.]", "2"),  # crosses and empty cells
    (r"[─═≡≣│║┇┋┌┐└┘├┤┬┴┼╵╷╴╶]+", "36"),
    (r"[•○]", "1;35"),
)
_LABELS = ("34", "33", "32", "35", "36", "31")  # for labels, by their first letter
_STYLED = re.compile("|".join(f"({pattern})" for pattern, _ in _STYLES) + "|([A-Za-z][A-Za-z0-9]*)")
ASCII_FALLBACK = "masume.ascii"  # the error handler for characters that a stream cannot encode
_REST = "to the right of it:"
_LEAST_WIDTH = 20  # assumed of narrower terminals


class Look(NamedTuple):
    """What the output can show."""

    unicode: bool = False
    colour: bool = False
    width: int | None = None  # characters per line, where there is a limit


PLAIN = Look()
"""For pipes and files: ASCII without colour."""


def look_of(stream: TextIO | None = None) -> Look:
    """Return what a stream can show (default: standard output).

    NO_COLOR disables colour. FORCE_COLOR enables colour and Unicode for any stream.
    """
    stream = stream or sys.stdout
    if stream is None:
        return PLAIN
    forced = os.environ.get("FORCE_COLOR", "") not in ("", "0")
    is_screen = stream.isatty() and os.environ.get("TERM") != "dumb"
    can_draw = _can_print(stream) if is_screen or forced else False
    return Look(
        unicode=can_draw,
        colour=forced or (is_screen and not os.environ.get("NO_COLOR")),
        width=_columns() if stream.isatty() else None,
    )


def _columns() -> int:
    import shutil  # slow to import, and not needed for pipes

    return max(_LEAST_WIDTH, shutil.get_terminal_size().columns)


def _can_print(stream: TextIO) -> bool:
    # The replacement of standard output below a progress bar has no encoding.
    encoding = getattr(stream, "encoding", None) or getattr(sys.__stdout__, "encoding", None)
    try:
        "─═≡≣│║┇┋┌┼•○×■".encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def fit_picture(lines: Iterable[str], look: Look | None = None) -> list[str]:
    """Return the lines of a picture for an output (default: standard output).

    Trailing blanks are removed; pictures wider than the terminal are split into strips.
    """
    look = look or look_of()
    translated = (line.translate(_SOLID) if look.unicode else to_ascii(line) for line in lines)
    shown = [line.rstrip() for line in translated]
    if look.width is not None and any(len(line) > look.width for line in shown):
        shown = _split_strips(shown, look.width)
    return [_colour(line) for line in shown] if look.colour else shown


def to_ascii(text: str) -> str:
    """Replace box-drawing and other characters by similar ASCII.

    >>> to_ascii("3═══4 × 5")
    '3===4 x 5'
    """
    return text.translate(_ASCII)


def _colour(line: str) -> str:
    """Return the line with ANSI colours for its symbols and labels."""

    def paint(match: re.Match[str]) -> str:
        number = match.lastindex or 0
        if number <= len(_STYLES):
            code = _STYLES[number - 1][1]
        else:
            code = _LABELS[ord(match[0][0]) % len(_LABELS)]
        return f"\x1b[{code}m{match[0]}\x1b[0m"

    return f"\x1b[2m{line}\x1b[0m" if line == _REST else _STYLED.sub(paint, line)


def _split_strips(lines: Sequence[str], width: int) -> list[str]:
    """Split a wide picture into strips of similar width, one below the other."""
    wide = max(map(len, lines))
    least = len(_ends(lines, wide, width))
    even = (_ends(lines, wide, most) for most in range(-(-wide // least), width + 1))
    strips: list[str] = []
    begin = 0
    for end in next(ends for ends in even if len(ends) == least):
        strips += [_REST] if begin else []
        strips += [line[begin:end].rstrip() for line in lines]
        begin = end
    return strips


def _ends(lines: Sequence[str], wide: int, most: int) -> list[int]:
    """Return the columns before which to cut into strips of at most `most` columns."""
    ends = [0]
    while wide - ends[-1] > most:
        ends.append(_gap(lines, ends[-1] + most, ends[-1]))
    return [*ends[1:], wide]


def _gap(lines: Sequence[str], end: int, begin: int) -> int:
    """Return the last column up to `end` at which all lines have a blank, else `end`."""
    for column in range(end, max(begin, end - 12), -1):
        if all(line[column - 1 : column] in ("", " ") for line in lines):
            return column
    return end


def replace_with_ascii(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that a stream cannot encode; a codecs error handler."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = to_ascii(error.object[error.start : error.end])
    return "".join(c if c.isascii() else "?" for c in lacking), error.end


codecs.register_error(ASCII_FALLBACK, replace_with_ascii)
