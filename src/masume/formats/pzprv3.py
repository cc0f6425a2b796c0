"""pzprv3: files saved by puzz.link, with the marks on the board. Rows come before columns.

The same text can be part of an address, its lines joined by slashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.blocks import split_lines
from masume.core.text.codec import Code, FileCode, FileLines, Marks, Rows
from masume.errors import NotApplicable, ParseError, shorten
from masume.formats.format import (
    Format,
    clue_lines,
    code_for,
    code_of,
    read_each,
    read_size,
    reject_flags,
    variant_notes,
)
from masume.formats.plain import Board

NAME = "pzprv3"
_FIRST = re.compile(r"\s*pzprv3(\.\d)?\s*")
_ADDRESS = re.compile(r"(?:\S*[?&])?(pzprv3(?:\.\d)?/.*)")
_SIGNS = ("#", "+")  # the marks that are written among clues
_TOO_SHORT = "the file ends before the puzzle and its size"
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
    has_variant = content[1:2] and content[1].startswith("v:")
    variant = (content.pop(1)[2:] or "rules") if has_variant else ""
    if len(content) < 3:
        raise ParseError(_TOO_SHORT)
    kind, code = code_of(NAME, content[1], kind)
    form = _form_of(code)
    begin = 3 if form.one_size else 4
    if len(content) < begin:
        raise ParseError(_TOO_SHORT)
    rows, cols = read_size(content[2], content[begin - 1])
    body = [line.split() for line in content[begin:]]
    if body and cols > 1 and re.fullmatch("[a-z]+", content[begin]):
        reject_flags(kind, code, body.pop(0)[0])
    if form.one_table:
        body = [*_split_table(body[:rows]), *body[rows:]]
    puzzle, taken = _body_of(kind, code, content[0]).read(rows, cols, body)
    assert code.marks is not None
    empty = code.marks.write(puzzle, kind.start(puzzle))
    marks, more = _marks(body[taken:], empty)
    answer = code.marks.read(puzzle, marks) if marks != empty else None
    extra = _extra_text(code.marks, puzzle, answer or kind.start(puzzle), marks, [*more, *rest])
    kept = (NAME, extra) if extra else None
    return Board(kind, puzzle, answer=answer, notes=variant_notes(variant), extra=kept)


def _form_of(code: Code) -> FileCode:
    """Return how the files of a puzzle differ from a grid of clues and a grid of marks."""
    return code if isinstance(code, FileCode) else _USUAL


_USUAL: FileCode = FileCode(())


def _body_of(kind: Kind, code: Code, version: str = NAME) -> FileLines:
    """Return the codec of the lines before the marks, in files of a version."""
    form = _form_of(code)
    usual = form.body or clue_lines(kind, code)
    if version == NAME:
        return usual
    if version != f"{NAME}.1":
        raise ParseError(f"files of {shorten(version)} are not supported, only {NAME} and {NAME}.1")
    later = form.later or usual
    return FileLines(_skip_colours(later), later.write) if form.coloured else later


def _skip_colours(body: FileLines) -> Callable[[int, int, Rows], tuple[Puzzle, int]]:
    """Return a reader of a body that is followed by the colours of cells, one line per row."""

    def read(rows: int, cols: int, lines: Rows) -> tuple[Puzzle, int]:
        puzzle, taken = body.read(rows, cols, lines)
        return puzzle, taken + rows

    return read


def _split_table(rows: Rows) -> Rows:
    """Return a table of clues and marks as two tables, one after the other."""
    clues = [["." if word in _SIGNS else word for word in row] for row in rows]
    return clues + [[word if word in _SIGNS else "." for word in row] for row in rows]


def _join_tables(clues: Rows, marks: Rows) -> Rows:
    """Return one table of clues and marks, the inverse of `_split_table`."""
    pairs = [list(zip(*rows, strict=True)) for rows in zip(clues, marks, strict=True)]
    if any("." not in pair for row in pairs for pair in row):
        raise NotApplicable(f"{NAME} cannot express this answer: a mark would hide a clue")
    return [[mark if clue == "." else clue for clue, mark in row] for row in pairs]


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
    rows = _body_of(board.kind, code).write(puzzle)
    position = board.answer if board.answer is not None else board.kind.start(puzzle)
    marks, rest = code.marks.write(puzzle, position), list[str]()
    if board.extra is not None and board.extra[0] == NAME:
        extra = board.extra[1].split("\n")
        unknown = [line.split() for line in extra[: len(marks)]]
        rest = extra[len(marks) :]
        if code.marks.read(puzzle, unknown) == position:
            marks = unknown
    form = _form_of(code)
    size = [puzzle.rows, puzzle.cols][: 1 if form.one_size else 2]
    head = [NAME, code.names[0], *map(str, size)]
    while rows and len(rows[0]) == 1 < puzzle.cols:  # a number about the whole board
        head += rows.pop(0)
    table = _join_tables(rows, marks) if form.one_table else [*rows, *marks]
    return "\n".join([*head, *map(_line, table), *rest]) + "\n"


FORMAT = Format(NAME, "a file saved by puzz.link", recognises, read, write, holds_answers=True)
