"""PencilBox and Kanpen: two lines with rows and columns, then the grid; also Kanpen's addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.blocks import split_lines
from masume.core.text.codec import Code, Rows, TableCode
from masume.errors import ParseError
from masume.formats.format import Format, choose_reading, code_of, codes_on, read_clue, read_size
from masume.formats.plain import Board

NAME = "pencilbox"
_GLANCE = 100  # characters that must contain the sizes and part of the first row
_ADDRESS = re.compile(r"https?://[^?]*/(\w+)\.html\?problem=(.+)", re.DOTALL)


def _address(text: str) -> re.Match[str] | None:
    word = text.strip()
    return _ADDRESS.fullmatch(word) if len(word.split(None, 1)) == 1 else None


def recognises(text: str) -> bool:
    """Return whether a text is a Kanpen address, or a grid after two lines with a number each."""
    if _address(text):
        return True
    head = split_lines(text.lstrip()[:_GLANCE])[:3]
    sizes = [line for line in head[:2] if re.fullmatch(r"\s*[0-9]{1,7}\s*", line)]
    return len(sizes) == 2 and len(head) > 2 and len(head[2].split()) > 1


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """Yield the board of a file or address; the kind may have to be given."""
    if address := _address(text):
        kind, code = code_of(NAME, address[1], kind)
        lines = [part.replace("_", " ").strip() for part in address[2].split("/")]
        yield _parse_board(kind, code, [line for line in lines if line])
        return
    lines = [line.strip() for line in split_lines(text) if line.strip()]
    candidates = codes_on(NAME, kind)
    if not candidates:
        raise ParseError(f"PencilBox has no {kind.title if kind else 'such puzzle'}")
    yield choose_reading(NAME, candidates, lambda found, code: _parse_board(found, code, lines))


def _parse_board(kind: Kind, code: Code, lines: list[str]) -> Board:
    """Parse the size, the grid of clues and the grid of marks; some kinds combine both grids."""
    if len(lines) < 2:
        raise ParseError("the text ends before the size")
    rows, cols = read_size(lines[0], lines[1])
    grid = [line.split() for line in lines[2 : 2 + rows]]
    marks = [line.split() for line in lines[2 + rows : 2 + 2 * rows]]
    for part in (grid, marks):
        if part and (len(part) != rows or any(len(row) != cols for row in part)):
            raise ParseError(f"a grid is not {rows}×{cols}")
    if not grid:
        raise ParseError("there is no grid after the size")
    table = code if isinstance(code, TableCode) else TableCode(code.names)
    if table.one_table:
        if marks:
            raise ParseError(f"there is text after the grid of {rows}×{cols}")
        marks = [[word if word in ("#", "+") else "." for word in row] for row in grid]
        grid = [["." if word in ("#", "+") else word for word in row] for row in grid]
    clues = [read_clue(word, blank=".0", unknown=table.unknown) for row in grid for word in row]
    puzzle = kind.new(rows, cols, tuple(clues))
    return Board(kind, puzzle, answer=_parse_answer(kind, code, puzzle, marks))


def _parse_answer(kind: Kind, code: Code, puzzle: Puzzle, marks: Rows) -> Position | None:
    assert code.marks is not None
    if not marks or marks == code.marks.write(puzzle, kind.start(puzzle)):
        return None
    return code.marks.read(puzzle, marks)


FORMAT = Format(NAME, "PencilBox or Kanpen", recognises, read)
