"""Boards of digits on one line of text: 81 characters per board, `.` or 0 for an empty cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt

from masume.core.puzzle.kind import Kind
from masume.core.text.blocks import split_lines
from masume.core.text.codec import read_cells, write_cells
from masume.errors import ParseError
from masume.formats.format import Format, code_for, codes_on, read_each
from masume.formats.plain import Board, is_comment

NAME = "line"
_LINE = re.compile(r"[0-9.]{81}", re.ASCII)


def recognises(text: str) -> bool:
    """Return whether all lines of a text are such boards or comments."""
    lines = _lines(text)
    return bool(lines) and all(_LINE.fullmatch(line) for _, line in lines)


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are neither empty nor comments, with their numbers."""
    if not len(text) >= 81:
        return []
    stripped = ((number, line.strip()) for number, line in enumerate(split_lines(text), start=1))
    return [(number, line) for number, line in stripped if line and not is_comment(line)]


def read(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """Yield the board of each line."""
    found = codes_on(NAME, kind)
    if not found:
        raise ParseError(f"{NAME} has no {kind.title if kind else 'such puzzle'}")
    known, code = found[0]

    def board(line: str) -> Board:
        assert code.token is not None
        side = isqrt(len(line))
        return Board(known, known.new(side, side, tuple(read_cells(code.token, line, side * side))))

    yield from read_each(_lines(text), board)


def write(board: Board) -> str:
    """Return the line of a board."""
    code = code_for(NAME, board.puzzle)
    assert code.token is not None
    return write_cells(code.token, board.kind.cells(board.puzzle))


FORMAT = Format(NAME, "a line of 81 digits", recognises, read, write)
