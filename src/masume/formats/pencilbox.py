"""PencilBox and Kanpen: two lines with rows and columns, then the grid; and Kanpen's addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from masume.core.clue import UNKNOWN, Clue
from masume.core.codec import Code, Rows
from masume.core.kind import Kind
from masume.errors import ParseError, shorten
from masume.formats.format import Format, code_of, codes_on, size_of, the_likely_one
from masume.formats.plain import Board

NAME = "pencilbox"
_ADDRESS = re.compile(r"\s*https?://\S*?/(\w+)\.html\?problem=(\S+)\s*")


def recognises(text: str) -> bool:
    """An address of Kanpen, or two lines with one number each before the grid."""
    if _ADDRESS.fullmatch(text):
        return True
    lines = [line.strip() for line in text.strip().splitlines()[:3]]
    return (
        len(lines) == 3
        and all(re.fullmatch(r"\d{1,7}", line) for line in lines[:2])
        and (len(lines[2].split()) > 1)
    )


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """The board of a file or of an address; which puzzle it is may have to be told."""
    if address := _ADDRESS.fullmatch(text):
        found, code = code_of(NAME, address[1], kind)
        lines = [part.replace("_", " ").strip() for part in address[2].split("/")]
        yield _board(found, code, [line for line in lines if line])
        return
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    candidates = codes_on(NAME, kind)
    if not candidates:
        raise ParseError(f"PencilBox has no {kind.title if kind else 'such puzzle'}")
    fits, faults = [], []
    for found, code in candidates:
        try:
            board = _board(found, code, lines)
        except ParseError as fault:
            faults.append(fault)
            continue
        fits.append(board)
    if not fits:
        raise faults[0]
    yield the_likely_one(fits, NAME)


def _board(kind: Kind, code: Code, lines: list[str]) -> Board:
    if len(lines) < 2:
        raise ParseError("the text ends before it tells its size")
    rows, cols = size_of(lines[0], lines[1])
    grid = [line.split() for line in lines[2 : 2 + rows]]
    marks = [line.split() for line in lines[2 + rows : 2 + 2 * rows]]
    for part in (grid, marks):
        if part and (len(part) != rows or any(len(row) != cols for row in part)):
            raise ParseError(f"a grid is not {rows}×{cols}")
    if not grid:
        raise ParseError("there is no grid after the size")
    if code.more.get("mixed"):
        marks = [[word if word in "#+" else "." for word in row] for row in grid]
        grid = [["." if word in "#+" else word for word in row] for row in grid]
    unknown = "?" if code.more.get("mixed") else _nine(kind)
    puzzle = kind.puzzle(
        rows, cols, tuple(_read_clue(word, unknown) for row in grid for word in row)
    )
    return Board(kind, puzzle, answer=_answer(kind, code, puzzle, marks))


def _nine(kind: Kind) -> str:
    """In puzzles whose clues end at eight a nine stands for a `?`."""
    return str(kind.codecs[NAME].more.get("unknown", "?"))


def _answer(kind: Kind, code: Code, puzzle: object, marks: Rows) -> object:
    assert code.marks is not None
    if not marks or marks == code.marks.write(puzzle, kind.start(puzzle)):
        return None
    return code.marks.read(puzzle, marks)


def _read_clue(word: str, unknown: str) -> Clue | None:
    if word in (unknown, "?"):
        return UNKNOWN
    if word in (".", "0"):
        return None
    if word.isascii() and word.isdigit() and len(word) < 10 and int(word):
        return int(word)
    raise ParseError(f"{shorten(word)!r} is no clue")


FORMAT = Format(NAME, "PencilBox or Kanpen", recognises, read)
