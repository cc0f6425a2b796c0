"""pzprv3: files saved by puzz.link, with the marks on the board. Rows come before columns.

The same text can be part of an address, its lines joined by slashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.blocks import split_lines, split_rows
from masume.core.text.codec import Code, FileCode, FileLines, Marks, Rows
from masume.errors import NotApplicable, ParseError
from masume.formats.format import Format, code_for, code_of, read_clue, read_each, read_size
from masume.formats.plain import Board

NAME = "pzprv3"
_FIRST = re.compile(r"\s*pzprv3(\.\d)?\s*")
_ADDRESS = re.compile(r"(?:\S*[?&])?(pzprv3(?:\.\d)?/.*)")
_REST = re.compile(r"\s*(TrialData|history:|info:|http)")


def recognises(text: str) -> bool:
    """Return whether the first line, or the first part of a query, is `pzprv3`."""
    if NAME not in text:
        return False
    first, *more = split_lines(text.strip())
    return (_FIRST if more else _ADDRESS).fullmatch(first) is not None


def read(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """Yield the boards of a file or address, with their marks if there are any."""
    from urllib.parse import unquote

    if address := _ADDRESS.fullmatch(text.strip()):
        lines = [unquote(part) for part in address[1].split("/")]
    else:
        lines = split_lines(text)
    begins = [n for n, line in enumerate(lines) if _FIRST.fullmatch(line)]
    pieces = [
        (begin + 1, lines[begin:end])
        for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True)
    ]
    yield from read_each(pieces, lambda lines: _parse_board(lines, kind))


def _parse_board(lines: list[str], kind: Kind | None) -> Board:
    """Parse one file; marks that masume does not know are stored in `extra`."""
    end = next((n for n, line in enumerate(lines) if _REST.match(line)), len(lines))
    content = [line.strip() for line in lines[:end] if line.strip()]
    rest = [line for line in lines[end:] if line.strip()]
    if content[1:2] and content[1].startswith("v:"):
        content.pop(1)
    if len(content) < 4:
        raise ParseError("the file ends before the puzzle and its size")
    kind, code = code_of(NAME, content[1], kind)
    rows, cols = read_size(content[2], content[3])
    body = [line.split() for line in content[4:]]
    puzzle, taken = (_body_of(code) or _clues(kind)).read(rows, cols, body)
    assert code.marks is not None
    empty = code.marks.write(puzzle, kind.start(puzzle))
    marks, more = _marks(body[taken:], empty)
    answer = code.marks.read(puzzle, marks) if marks != empty else None
    extra = _extra_text(code.marks, puzzle, answer or kind.start(puzzle), marks, [*more, *rest])
    return Board(kind, puzzle, answer=answer, extra=(NAME, extra) if extra else None)


def _body_of(code: Code) -> FileLines | None:
    return code.body if isinstance(code, FileCode) else None


def _clues(kind: Kind) -> FileLines:
    """Return the reader and writer of a plain grid of clues."""

    def read(rows: int, cols: int, lines: Rows) -> tuple[Puzzle, int]:
        if lines and [len(row) for row in lines[:rows]] != [cols] * rows:
            raise ParseError(f"the grid of clues is not {rows}×{cols}")
        words = [word for row in lines[:rows] for word in row]
        clues = [read_clue(word, blank=".", unknown="-") for word in words]
        return kind.new(rows, cols, tuple(clues or [None] * (rows * cols))), rows

    def write(puzzle: Puzzle) -> Rows:
        clues = kind.cells(puzzle)
        words = ["." if c is None else "-" if c is UNKNOWN else str(c) for c in clues]
        return split_rows(words, puzzle.cols)

    return FileLines(read, write)


def _marks(body: Rows, empty: Rows) -> tuple[Rows, list[str]]:
    """Return the grid of marks and the lines after it; rows without cells have no line."""
    lines = iter(body)
    marks = [next(lines, []) if row else [] for row in empty]
    if not body:
        return empty, []
    if [len(row) for row in marks] != [len(row) for row in empty]:
        raise ParseError("the grid of marks does not have the size of the board")
    return marks, [_line(row) for row in lines]


def _extra_text(marks: Marks, puzzle: Puzzle, answer: Position, rows: Rows, rest: list[str]) -> str:
    """Return marks that masume does not know and the lines after them, to write them back."""
    if rows == marks.write(puzzle, answer) and not rest:
        return ""
    return "\n".join([*map(_line, rows), *rest])


def _line(row: list[str]) -> str:
    return " ".join([*row, ""])


def write(board: Board) -> str:
    """Return the file of a board and its answer."""
    code = code_for(NAME, board.puzzle)
    if code.marks is None:
        raise NotApplicable(f"{NAME} has no {board.kind.title}")
    puzzle = board.puzzle
    rows = (_body_of(code) or _clues(board.kind)).write(puzzle)
    position = board.answer if board.answer is not None else board.kind.start(puzzle)
    marks = code.marks.write(puzzle, position)
    body = [_line(row) for row in [*rows, *marks]]
    if board.extra is not None and board.extra[0] == NAME:
        extra = board.extra[1].split("\n")
        if code.marks.read(puzzle, [line.split() for line in extra[: len(marks)]]) == position:
            body[len(rows) :] = extra[: len(marks)]
        body += extra[len(marks) :]
    return "\n".join([NAME, code.names[0], str(puzzle.rows), str(puzzle.cols), *body]) + "\n"


FORMAT = Format(NAME, "a file saved by puzz.link", recognises, read, write, holds_answers=True)
