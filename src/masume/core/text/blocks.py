"""Plain text: split a text into the lines, cells and notes of boards, with precise error messages.

A text contains one board or more. The block of a board is

    hashi                   the kind (optional if the reader knows it)
    name: three-islands     any number of `key: value` lines
    2 . . 3                 the grid, one line per row, cells separated by blanks or commas
    . . . .
    1 . . 2
    answer:                 optional, followed by the answer in the kind's own form
    r1c1-r1c4=1

Blank lines separate blocks. Lines that start with `//`, or with `#` and a word, are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar, cast

from masume.core.puzzle.grid import Cell
from masume.errors import ParseError, pluralise, shorten

T = TypeVar("T")

_MOST_DIGITS = 100
MOST_CELLS = 1_000_000  # larger boards cannot be searched, drawn or solved


class TextLine(NamedTuple):
    """A line of the input, stripped, with its line number from 1."""

    text: str
    number: int


@dataclass
class Block:
    """The lines of one board, not yet parsed by a kind."""

    first_line: int
    head: TextLine | None = None  # the line that names the kind
    notes: dict[str, TextLine] = field(default_factory=dict)  # the `key: value` lines, values only
    grid: list[TextLine] = field(default_factory=list)
    answer: list[TextLine] | None = None

    def note(self, key: str, default: str = "") -> str:
        """Return the value of a `key: value` line, or the default if there is none."""
        return self.notes[key].text if key in self.notes else default


def split_lines(text: str) -> list[str]:
    """Split a text at `\\n`, `\\r\\n` and `\\r` only.

    `str.splitlines` also splits at characters that editors show inside a line, so line numbers
    would differ from those in an editor.

    >>> split_lines("1 2\\r\\n3\\x0b4\\n")
    ['1 2', '3\\x0b4']
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def split_cells(line: TextLine) -> list[str]:
    """Split a grid line into tokens: at commas, else at blanks, else into single characters.

    >>> [split_cells(TextLine(text, 1)) for text in ("1 . 12", "1,,12", "1.3")]
    [['1', '.', '12'], ['1', '.', '12'], ['1', '.', '3']]
    """
    text = line.text.strip().rstrip(";")
    if "," in text:
        return [token.strip() or "." for token in text.rstrip(",").split(",")]
    tokens = text.split()
    if len(tokens) == 1 and len(text) > 1:
        return list(text)
    return tokens


def read_grid(lines: Sequence[TextLine], cell: Callable[[str], T]) -> tuple[int, int, list[T]]:
    """Return (rows, cols, cells) of a rectangular grid.

    `cell` parses one token or raises ValueError. Raise ParseError with the row and column of an
    invalid token, or if the rows differ in length.
    """
    if not lines:
        raise ParseError("the grid is missing; give one line per row")
    lines = _without_size_line(lines)
    cols = len(split_cells(lines[0]))
    if not cols:
        raise ParseError("row 1 has no cells", line=lines[0].number)
    if len(lines) * cols > MOST_CELLS:
        raise ParseError(
            f"{len(lines)}×{cols} cells are too many; the maximum is {MOST_CELLS:,}",
            line=lines[0].number,
        )
    rows = [split_cells(line) for line in lines]
    values: list[T] = []
    for number, (line, tokens) in enumerate(zip(lines, rows, strict=True), start=1):
        if len(tokens) != cols:
            has = pluralise(len(tokens), "cell")
            fault = f'row {number} has {has}, expected {cols}: "{shorten(line.text)}"'
            raise ParseError(fault, line=line.number)
        for col, token in enumerate(tokens, start=1):
            try:
                values.append(cell(token))
            except ValueError as fault:
                where = f"row {number}, column {col}"
                raise ParseError(f"{where}: {fault}", line=line.number) from None
    return len(rows), cols, values


def _without_size_line(lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """Drop a leading `rows cols` line, as used in the files of the papers.

    In a grid of two columns such a line is ambiguous and is read as a row.
    """
    size, count = size_line(lines[0]), len(lines) - 1
    widths = {len(split_cells(line)) for line in lines[1:]} if size else set()
    if size is None or not widths or 2 in widths:
        return lines
    if len(widths) == 1 and size[0] != count and size[1] not in widths:
        expected = pluralise(max(widths), "cell")
        fault = f'row 1 has 2 cells, the others have {expected}: "{lines[0].text}"'
        raise ParseError(fault, line=lines[0].number)
    if len(widths) == 1 and size != (count, *widths):
        follow = f"{pluralise(count, 'row')} of {pluralise(max(widths), 'cell')} follow"
        fault = f"the size line says {size[0]}×{size[1]}, but {follow}"
        raise ParseError(fault, line=lines[0].number)
    return lines[1:]


def size_line(line: TextLine) -> tuple[int, int] | None:
    """Return (rows, cols) if the line consists of two positive integers, else None."""
    numbers = re.fullmatch(r"(\d{1,7})(?:\s+|\s*,\s*)(\d{1,7})", line.text, re.ASCII)
    size = (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
    return size if all(size) else None


def number(token: str) -> int | None:
    """Parse a clue: `.`, `-`, `_` and 0 are None; anything else must be a positive integer.

    >>> number("12"), number("."), number("0")
    (12, None, None)
    """
    if token in (".", "-", "_", "0"):
        return None
    digits = token.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        if token.startswith("-"):
            raise ValueError(f"{shorten(token)} is negative; a clue is a whole number from 1 up")
        if len(digits) > _MOST_DIGITS:
            raise ValueError(f"{len(digits):,} digits are too many; the maximum is {_MOST_DIGITS}")
        return int(token) or None
    raise ValueError(f"{shorten(token)!r} is not a number; write '.' for a cell without one")


_CELL = re.compile(r"r(\d{1,7})c(\d{1,7})", re.IGNORECASE)


def parse_cell(text: str, rows: int, cols: int) -> Cell:
    """Parse `r2c3`, counted from 1; raise ParseError if it is not a cell of the board."""
    place = _CELL.fullmatch(text.strip())
    if not place:
        raise ParseError(f"{shorten(text)!r} is not a cell; cells are written like r2c3")
    row, col = int(place[1]) - 1, int(place[2]) - 1
    if not (0 <= row < rows and 0 <= col < cols):
        raise ParseError(f"{shorten(text)} is outside the board of {rows}×{cols}")
    return row * cols + col


def split_rows(cells: list[T], cols: int) -> list[list[T]]:
    """Split the cells of a board into rows."""
    return [cells[start : start + cols] for start in range(0, len(cells), cols)]


def read_words(lines: Iterable[TextLine], read: Callable[[str], T]) -> Iterator[T]:
    """Yield `read(word)` for each word of the lines; add the line number to a ParseError."""
    for line in lines:
        for word in line.text.split():
            try:
                yield read(word)
            except ParseError as fault:
                raise ParseError(fault.fault, line=line.number) from None


def read_marks(
    rows: int, cols: int, lines: Sequence[TextLine], cell: Callable[[str], T]
) -> list[T]:
    """Return the cells of an answer's grid; raise ParseError unless it has the board's size."""
    *size, marks = read_grid(lines, cell)
    if size != [rows, cols]:
        fault = f"the answer is {size[0]}×{size[1]}, but the board is {rows}×{cols}"
        raise ParseError(fault, line=lines[0].number)
    return marks


def first_line(thing: object) -> str:
    """Return the first line of an object's docstring, or an empty text."""
    return (thing.__doc__ or "").strip().split("\n")[0]


def write_grid(rows: Iterable[Sequence[str]]) -> list[str]:
    """Format rows of cells as lines, right-aligned in columns of equal width.

    >>> write_grid([["1", "."], [".", "12"]])
    [' 1  .', ' . 12']
    """
    table = [list(row) for row in rows]
    width = max((len(cell) for row in table for cell in row), default=1)
    if table and len(table[0]) == 1 and width > 1:
        return [f"{row[0]}," for row in table]  # a bare 12 would be read as two cells
    return [" ".join(cell.rjust(width) for cell in row) for row in table]


def json_cell(rows: int, cols: int, pair: object) -> Cell:
    """Parse a JSON [row, col] pair, counted from 0; raise ParseError if it is not a cell."""
    if not (isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair)):
        raise ParseError(f"{shorten(str(pair))} is not a [row, col] pair")
    row, col = pair
    if not (0 <= row < rows and 0 <= col < cols):
        raise ParseError(f"[{row}, {col}] is outside the board of {rows}×{cols}")
    return cast(int, row) * cols + cast(int, col)


def json_cells(data: Mapping[str, object], key: str, rows: int, cols: int) -> list[Cell]:
    """Parse the list of [row, col] pairs under a key of an answer's JSON object."""
    pairs = data.get(key)
    if not isinstance(pairs, list):
        raise ParseError(f'the answer needs "{key}", a list of [row, col] pairs')
    return [json_cell(rows, cols, pair) for pair in pairs]
