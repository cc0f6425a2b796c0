"""pzprv3: the file that puzz.link saves, with what is on the board. Rows come before columns.

The same text may stand in an address, its lines joined by slashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from masume.core.clue import UNKNOWN, Clue
from masume.core.kind import Kind
from masume.errors import NotApplicable, ParseError, shorten
from masume.formats.format import Format, code_for, code_of, size_of
from masume.formats.plain import Board

NAME = "pzprv3"
_BEGIN = re.compile(r"\s*(?:\S*[?&])?pzprv3(?:\.\d)?\s*[/\n]|\s*pzprv3\s*\r?\n")


def recognises(text: str) -> bool:
    """A first line, or a first part of a query, that says so."""
    return _BEGIN.match(re.sub(r"\r\n?", "\n", text)) is not None


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """The board of a file, and its marks if there are any."""
    lines, rest = _lines(text)
    if lines[1:2] and lines[1].startswith("v:"):
        lines.pop(1)
    if len(lines) < 4:
        raise ParseError("the file ends before it tells the puzzle and its size")
    found, code = code_of(NAME, lines[1], kind)
    rows, cols = size_of(lines[2], lines[3])
    body = [line.split() for line in lines[4:]]
    clues = [_read_clue(word) for row in body[:rows] for word in row] or [None] * (rows * cols)
    if len(clues) != rows * cols or (body and any(len(row) != cols for row in body[:rows])):
        raise ParseError(f"the grid of clues is not {rows}×{cols}")
    puzzle = found.puzzle(rows, cols, tuple(clues))
    answer = None
    assert code.marks is not None
    empty = code.marks.write(puzzle, found.start(puzzle))
    marks = body[rows : rows + len(empty)]
    if marks and marks != empty:
        if [len(row) for row in marks] != [len(row) for row in empty]:
            raise ParseError("the grid of marks does not have the size of the board")
        answer = code.marks.read(puzzle, marks)
    # Marks that mean nothing here and what follows them are kept for whoever writes it back.
    spare = marks if answer is not None and code.marks.write(puzzle, answer) != marks else []
    kept = "\n".join([*(" ".join([*row, ""]) for row in spare), *rest])
    yield Board(found, puzzle, answer=answer, kept=(NAME, kept) if kept else None)


def _lines(text: str) -> tuple[list[str], list[str]]:
    """The lines of a file or of an address that tell the board, and those behind them."""
    text = re.sub(r"\r\n?", "\n", text.strip())
    if "\n" not in text:
        joined = text[text.index("pzprv3") :]
        text = "\n".join(unquote(part) for part in joined.split("/"))
    lines = text.split("\n")
    ends = (
        n for n, line in enumerate(lines) if re.match(r"\s*(TrialData|history:|info:|http)", line)
    )
    end = next(ends, len(lines))
    return [line.strip() for line in lines[:end] if line.strip()], lines[end:]


def _read_clue(word: str) -> Clue | None:
    if word in (".", "-"):
        return None if word == "." else UNKNOWN
    if word.isascii() and word.isdigit() and 0 < len(word) < 10 and int(word):
        return int(word)
    raise ParseError(f"{shorten(word)!r} is no clue; a file has numbers, . and -")


def write(board: Board) -> str:
    """The file of a board and of what is on it."""
    code = code_for(NAME, board.puzzle)
    if code.marks is None:
        raise NotApplicable(f"{NAME} has no {board.kind.title}")
    puzzle = board.puzzle
    words = [
        "." if c is None else "-" if c is UNKNOWN else str(c) for c in board.kind.cells(puzzle)
    ]
    rows = [words[start : start + puzzle.cols] for start in range(0, len(words), puzzle.cols)]
    marks = code.marks.write(puzzle, board.answer or board.kind.start(puzzle))
    body = [" ".join([*row, ""]) for row in [*rows, *marks]]
    if board.kept is not None and board.kept[0] == NAME:
        kept = board.kept[1].split("\n")
        spare = [line.split() for line in kept[: len(marks)]]
        if [len(row) for row in spare] == [len(row) for row in marks]:
            if code.marks.read(puzzle, spare) == board.answer:
                body[len(rows) :] = kept[: len(marks)]
            kept = kept[len(marks) :]
        body += kept
    return "\n".join([NAME, code.names[0], str(puzzle.rows), str(puzzle.cols), *body]) + "\n"


FORMAT = Format(NAME, "a file saved by puzz.link", recognises, read, write, holds_answers=True)
