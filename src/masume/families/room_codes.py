"""Codecs for boards divided into rooms."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.text import drawing_tools as tools
from masume.core.text.blocks import split_rows
from masume.core.text.codec import (
    AddressCode,
    AreaCodec,
    BodyCodec,
    Code,
    DrawingCode,
    FileCode,
    FileLines,
    Rows,
    Token,
    chars,
    either,
    prefixed,
    read_cells,
    runs,
    sign,
    write_cells,
)
from masume.errors import ParseError, shorten
from masume.families.rooms import RoomBoard, named
from masume.families.shading.codes import SHADING
from masume.families.shading.position import Shading

R = TypeVar("R", bound=RoomBoard)

ROOM_NUMBER: Token = either(
    runs("ghijklmnopqrstuvwxyz", None),
    sign(".", UNKNOWN),
    chars("0123456789abcdef", 0),
    prefixed("-", 16, 2, 16),
    prefixed("+", 16, 3, 256),
)
"""pzpr's numbers of rooms, from 0; an unknown number says nothing about a room."""

_BITS = "0123456789abcdefghijklmnopqrstuv"  # five borders in one character


def _pairs(rows: int, cols: int) -> tuple[list[tuple[Cell, Cell]], list[tuple[Cell, Cell]]]:
    """Return the neighbours in rows and the neighbours in columns."""
    size = rows * cols
    across = [(cell, cell + 1) for cell in range(size) if (cell + 1) % cols]
    return across, [(cell, cell + cols) for cell in range(size - cols)]


def _read_borders(rows: int, cols: int, text: str) -> tuple[list[int], str]:
    """Return the room of each cell and the rest of a text; rooms are numbered by first cells."""
    g, at = grid(rows, cols), 0
    separate: set[tuple[Cell, Cell]] = set()
    for pairs in _pairs(rows, cols) if text else ():
        count = -(-len(pairs) // 5)
        digits = text[at : at + count].lower()
        if len(digits) < count or not set(digits).issubset(_BITS):
            raise ParseError(f"the borders of the rooms take {count} of the characters 0-9 and a-v")
        bits = "".join(f"{_BITS.index(digit):05b}" for digit in digits)
        separate.update(pair for pair, bit in zip(pairs, bits, strict=False) if bit == "1")
        at += count
    return _divide(g, separate), text[at:]


def _divide(g: Grid, separate: Collection[tuple[Cell, Cell]]) -> list[int]:
    """Return the room of each cell between borders; rooms are numbered by first cells."""
    rooms = [-1] * g.size
    for number, first in enumerate(range(g.size)):
        if rooms[first] >= 0:
            continue
        rooms[first], queue = number, [first]
        for cell in queue:  # grows during iteration
            for other in g.neighbours[cell]:
                if rooms[other] < 0 and (min(cell, other), max(cell, other)) not in separate:
                    rooms[other] = number
                    queue.append(other)
    for a, b in sorted(separate):
        if rooms[a] == rooms[b]:
            raise ParseError(f"the border between {g.name(a)} and {g.name(b)} ends inside a room")
    return rooms


def _write_borders(puzzle: RoomBoard) -> str:
    """Return the borders, the inverse of `_read_borders`."""
    texts = []
    for pairs in _pairs(puzzle.rows, puzzle.cols):
        bits = "".join("01"[puzzle.rooms[a] != puzzle.rooms[b]] for a, b in pairs)
        parts = [bits[n : n + 5].ljust(5, "0") for n in range(0, len(bits), 5)]
        texts += [_BITS[int(part, 2)] for part in parts]
    return "".join(texts)


def border_body(
    new: Callable[[int, int, tuple[str | None, ...]], R], *, numbers: bool = False
) -> BodyCodec[R]:
    """Return pzpr's codec of the borders of rooms, with or without the numbers of rooms."""

    def read(rows: int, cols: int, text: str) -> R:
        rooms, rest = _read_borders(rows, cols, text)
        cells = [name or "" for name in named(rooms)]
        firsts = sorted({room: cell for cell, room in reversed([*enumerate(rooms)])}.values())
        values = read_cells(ROOM_NUMBER, rest if numbers else "", len(firsts), missing=True)
        for cell, number in zip(firsts, values, strict=True):
            cells[cell] += str(number) if isinstance(number, int) else ""
        return new(rows, cols, tuple(cells))

    def write(puzzle: R) -> str:
        if not numbers:
            return _write_borders(puzzle)
        numbers_of = [puzzle.numbers[cells[0]] for cells in puzzle.cells_of_rooms]
        return _write_borders(puzzle) + write_cells(ROOM_NUMBER, numbers_of)

    return BodyCodec(read, write)


def _table(rows: Rows, height: int, width: int, what: str) -> list[str]:
    """Return the words of the first lines of a file, which must be a table of this size."""
    if [len(row) for row in rows[:height]] != [width] * height:
        raise ParseError(f"{what} is not a table of {height}×{width}")
    return [word for row in rows[:height] for word in row]


def _read_numbers(lines: Rows, rows: int, cols: int, numbers: bool) -> Sequence[object]:
    """Return the number in each cell; `-` is an unknown one, which says nothing about a room."""
    if not numbers:
        return [None] * (rows * cols)
    words = _table(lines, rows, cols, "the numbers")
    if odd := [word for word in words if not re.fullmatch("[.-]|[0-9]{1,3}", word)]:
        raise ParseError(f"{shorten(odd[0])!r} is no number of a room; use 0 to 999 or .")
    return [None if word in ".-" else int(word) for word in words]


def area_lines(
    new: Callable[[int, int, tuple[str | None, ...]], R], *, numbers: bool = False
) -> FileLines[R]:
    """Return the codec of files with the number of rooms, the room of each cell, and numbers."""

    def read(rows: int, cols: int, lines: Rows) -> tuple[R, int]:
        if not lines:
            return new(rows, cols, ("a",) * (rows * cols)), 0
        areas = _table(lines[1:], rows, cols, "the rooms")
        found = _read_numbers(lines[1 + rows :], rows, cols, numbers)
        return new(rows, cols, tuple(_join(found, areas))), 1 + rows * (1 + numbers)

    def write(puzzle: R) -> Rows:
        table = split_rows([str(room) for room in puzzle.rooms], puzzle.cols)
        return [[str(len(puzzle.cells_of_rooms))], *table, *_number_rows(puzzle, numbers)]

    return FileLines(read, write)


def border_lines(
    new: Callable[[int, int, tuple[str | None, ...]], R], *, numbers: bool = False
) -> FileLines[R]:
    """Return the codec of tables of the borders between rooms, and numbers."""

    def read(rows: int, cols: int, lines: Rows) -> tuple[R, int]:
        if not lines:
            return new(rows, cols, ("a",) * (rows * cols)), 0
        separate: set[tuple[Cell, Cell]] = set()
        sizes = (rows, cols - 1), (rows - 1, cols)
        at = 0
        for (height, width), pairs in zip(sizes, _pairs(rows, cols), strict=True):
            words = _table(lines[at:], height, width, "the borders") if width and height else []
            separate.update(pair for pair, word in zip(pairs, words, strict=True) if word == "1")
            at += height if width else 0
        areas = list(map(str, _divide(grid(rows, cols), separate)))
        found = _read_numbers(lines[at:], rows, cols, numbers)
        return new(rows, cols, tuple(_join(found, areas))), at + rows * numbers

    def write(puzzle: R) -> Rows:
        across, down = (
            ["01"[puzzle.rooms[a] != puzzle.rooms[b]] for a, b in pairs]
            for pairs in _pairs(puzzle.rows, puzzle.cols)
        )
        tables = split_rows(across, puzzle.cols - 1) if across else []
        return [*tables, *split_rows(down, puzzle.cols), *_number_rows(puzzle, numbers)]

    return FileLines(read, write)


def _number_rows(puzzle: RoomBoard, numbers: bool) -> Rows:
    words = ["." if number is None else str(number) for number in puzzle.numbers]
    return split_rows(words, puzzle.cols) if numbers else []


def no_borders(puzzle: RoomBoard) -> str:
    """Return why borders cannot express the rooms of a board; empty if they can."""
    if -1 in puzzle.rooms:
        return f"{puzzle.grid.name(puzzle.rooms.index(-1))} is in no room"
    for cells in puzzle.cells_of_rooms:
        if not puzzle.grid.is_connected(sum(1 << cell for cell in cells)):
            return f"the room of {puzzle.grid.name(cells[0])} has several parts"
    return ""


def room_codes(
    names: tuple[str, ...],
    new: Callable[[int, int, tuple[str | None, ...]], R],
    *,
    numbers: bool = False,
) -> dict[str, Code[R, Shading]]:
    """Return the codecs of a puzzle of shaded cells in rooms for puzz.link and Penpa."""
    borders = border_lines(new, numbers=numbers)
    return {
        "puzz.link": AddressCode(names, body=border_body(new, numbers=numbers), refuses=no_borders),
        "pzprv3": FileCode(
            names,
            marks=SHADING,
            body=area_lines(new, numbers=numbers),
            later=borders,
            refuses=no_borders,
        ),
        "penpa": DrawingCode(
            names,
            marks=SHADING,
            body=borders,
            question=(tools.ROOMS, tools.NUMBERS)[: 1 + numbers],
            refuses=no_borders,
        ),
    }


_OUTSIDE = frozenset("@#-.")  # areas of cells that are in no room


def _join(clues: Sequence[object], areas: Sequence[str]) -> list[str | None]:
    names = named(None if area in _OUTSIDE else area for area in areas)
    cells: list[str | None] = []
    for cell, (clue, name) in enumerate(zip(clues, names, strict=True)):
        if clue is UNKNOWN or (clue is not None and name is None):
            raise ParseError(f"cell {cell + 1} has a clue that is no number of a room")
        cells.append(name if clue is None or name is None else f"{name}{clue}")
    return cells


def _split(puzzle: RoomBoard) -> tuple[Sequence[object], Sequence[str]]:
    return puzzle.numbers, ["@" if room < 0 else str(room + 1) for room in puzzle.rooms]


AREAS: AreaCodec[RoomBoard] = AreaCodec(_join, _split)
"""Rooms as a grid of areas: any words, `@` or `#` for a cell that is in no room."""
