"""Pictures of characters: as they are, in plain ASCII, or with colours for a terminal.

A puzzle's picture is lines of text with box drawing in it. Here it is fitted to where it goes: a
terminal that can show it gets it in colour; a pipe, a file and an old terminal get ASCII. It all
goes by characters, so no puzzle is known here.
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

_STYLES = (  # what is coloured how: characters, and codes of ANSI terminals
    (r"\[[^\]]*\]", "1;33"),  # cells that are pointed at
    (r"■", "1"),
    (r"\+", "32"),  # notes of what is sure
    (r"[×.]", "2"),  # notes of what is not, and nothing at all
    (r"[─═≡≣│║┇┋┌┐└┘├┤┬┴┼╵╷╴╶]+", "36"),
    (r"[•○]", "1;35"),
)
_LABELS = ("34", "33", "32", "35", "36", "31")  # for words of letters, by their first one
_STYLED = re.compile("|".join(f"({pattern})" for pattern, _ in _STYLES) + "|([A-Za-z][A-Za-z0-9]*)")
IN_ASCII = "masume.ascii"  # how a stream deals with signs that it lacks
_REST = "to the right of it:"
_LEAST_WIDTH = 20  # of a terminal that is taken at its word


class Look(NamedTuple):
    """What the place where a picture goes can show."""

    unicode: bool = False
    colour: bool = False
    width: int | None = None  # characters per line, where there is a limit


PLAIN = Look()
"""For pipes and files."""


def look_of(stream: TextIO | None = None) -> Look:
    """What a stream can show, standard output if none is given.

    NO_COLOR takes the colour away. FORCE_COLOR gives colour and box drawing to any stream.
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
    import shutil  # a pipe has no width, and it takes its time

    return max(_LEAST_WIDTH, shutil.get_terminal_size().columns)


def _can_print(stream: TextIO) -> bool:
    # What stands in for standard output below a progress bar does not tell its encoding.
    encoding = getattr(stream, "encoding", None) or getattr(sys.__stdout__, "encoding", None)
    try:
        "─═≡≣│║┇┋┌┼•○×■".encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def fitted(lines: Iterable[str], look: Look | None = None) -> list[str]:
    """A picture as it is printed in a certain place, standard output if none is given.

    No line ends in blanks: they show nothing, and editors and diffs stumble over them.
    """
    look = look or look_of()
    translated = (line.translate(_SOLID) if look.unicode else ascii_of(line) for line in lines)
    shown = [line.rstrip() for line in translated]
    if look.width is not None and any(len(line) > look.width for line in shown):
        shown = _in_panels(shown, look.width)
    return [_coloured(line) for line in shown] if look.colour else shown


def ascii_of(text: str) -> str:
    """The nearest text in ASCII.

    >>> ascii_of("3═══4 × 5")
    '3===4 x 5'
    """
    return text.translate(_ASCII)


def _coloured(line: str) -> str:
    def paint(match: re.Match[str]) -> str:
        number = match.lastindex or 0
        if number <= len(_STYLES):
            code = _STYLES[number - 1][1]
        else:
            code = _LABELS[ord(match[0][0]) % len(_LABELS)]
        return f"\x1b[{code}m{match[0]}\x1b[0m"

    return f"\x1b[2m{line}\x1b[0m" if line == _REST else _STYLED.sub(paint, line)


def _in_panels(lines: Sequence[str], width: int) -> list[str]:
    """A picture that is too wide, cut into strips of about the same width, one below the other."""
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
    """The columns before which to cut strips of that many columns at most."""
    ends = [0]
    while wide - ends[-1] > most:
        ends.append(_gap(lines, ends[-1] + most, ends[-1]))
    return [*ends[1:], wide]


def _gap(lines: Sequence[str], end: int, begin: int) -> int:
    """The last column up to `end` behind which all lines may be cut: all have a blank there."""
    for column in range(end, max(begin, end - 12), -1):
        if all(line[column - 1 : column] in ("", " ") for line in lines):
            return column
    return end


def say_in_ascii(error: UnicodeError) -> tuple[str, int]:
    """For a stream that lacks a character: the nearest ones that it has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = ascii_of(error.object[error.start : error.end])
    return "".join(c if c.isascii() else "?" for c in lacking), error.end


codecs.register_error(IN_ASCII, say_in_ascii)
