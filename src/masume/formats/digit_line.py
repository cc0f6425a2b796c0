"""Boards of digits on one line of text: 81 characters per board, `.` or 0 for an empty cell.

The solution may follow after a comma or blank, and other short fields may stand around both, as in
tables of boards, whose first line may name the fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from math import isqrt

from masume.core.puzzle.kind import Kind
from masume.core.text.blocks import Block, TextLine, split_lines, split_rows
from masume.core.text.codec import read_cells, write_cells
from masume.errors import ParseError
from masume.formats.format import Format, code_for, codes_on, read_each
from masume.formats.plain import Board, is_comment

NAME = "line"
_GRID = re.compile(r"[0-9._*-]{81}", re.ASCII)
_FIELDS = re.compile(r"[,;\s]+")
_HEAD = re.compile(r"[A-Za-z_ ]+([,;][A-Za-z_ ]+)+")
_LONGEST = 30  # characters of another field
_DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_EMPTY = str.maketrans("_*-", "...")


def _grids(line: str) -> list[str]:
    """Return the board of a line and its solution, if it has one; none if it is no such line."""
    fields = _FIELDS.split(line)
    grids = [field for field in fields if _GRID.fullmatch(field)]
    others = (field for field in fields if field not in grids)
    is_board = 0 < len(grids) < 3 and all(len(field) <= _LONGEST for field in others)
    return [grid.translate(_EMPTY) for grid in grids] if is_board else []


def recognises(text: str) -> bool:
    """Return whether all lines of a text are such boards or comments."""
    lines = _lines(text)
    return bool(lines) and all(_grids(line) for _, line in lines)


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are neither empty nor comments, with their numbers."""
    if not len(text) >= 81:
        return []
    stripped = ((number, line.strip()) for number, line in enumerate(split_lines(text), start=1))
    found = [(number, line) for number, line in stripped if line and not is_comment(line)]
    return found[1:] if found and _HEAD.fullmatch(found[0][1]) else found


def read(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """Yield the board of each line, with its solution."""
    codes = codes_on(NAME, kind)
    if not codes:
        raise ParseError(f"{NAME} has no {kind.title if kind else 'such puzzle'}")
    known, code = codes[0]

    def board(line: str) -> Board:
        assert code.token is not None and code.marks is not None
        grid, *solutions = _grids(line)
        side = isqrt(len(grid))
        puzzle = known.new(side, side, tuple(read_cells(code.token, grid, side * side)))
        answers = [code.marks.read(puzzle, split_rows(list(text), side)) for text in solutions]
        return Board(known, puzzle, answer=next(iter(answers), None))

    yield from read_each(_lines(text), board)


def split_line(block: Block) -> Block:
    """Return a block with rows instead of a grid that is one line of 16, 36 or more square cells.

    In such a line letters follow 9.
    """
    line = block.grid[0] if len(block.grid) == 1 else TextLine("", 0)
    side = isqrt(len(line.text))
    if side < 4 or side * side != len(line.text) or not re.fullmatch("[0-9A-Za-z._*-]+", line.text):
        return block
    cells = [str(_DIGITS.find(sign) + 1 or ".") for sign in line.text.upper()]
    rows = (TextLine(" ".join(row), line.number) for row in split_rows(cells, side))
    return replace(block, grid=list(rows))


def write(board: Board) -> str:
    """Return the line of a board, with its answer after a comma."""
    code = code_for(NAME, board.puzzle)
    assert code.token is not None and code.marks is not None
    line = write_cells(code.token, board.kind.cells(board.puzzle))
    if board.answer is None:
        return line
    rows = code.marks.write(board.puzzle, board.answer)
    return f"{line},{''.join('.' if word == '-' else word for row in rows for word in row)}"


FORMAT = Format(NAME, "a line of 81 digits", recognises, read, write, holds_answers=True)
