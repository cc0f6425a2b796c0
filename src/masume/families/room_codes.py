"""Codecs for boards divided into rooms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell, grid
from masume.core.text.codec import (
    AreaCodec,
    BodyCodec,
    Token,
    chars,
    either,
    prefixed,
    read_cells,
    runs,
    write_cells,
)
from masume.errors import ParseError
from masume.families.rooms import RoomBoard, named

R = TypeVar("R", bound=RoomBoard)

ROOM_NUMBER: Token = either(
    runs("ghijklmnopqrstuvwxyz", None),
    chars("0123456789abcdef", 0),
    prefixed("-", 16, 2, 16),
    prefixed("+", 16, 3, 256),
)
"""pzpr's numbers of rooms, from 0."""

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
    return rooms, text[at:]


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
            cells[cell] += "" if number is None else str(number)
        return new(rows, cols, tuple(cells))

    def write(puzzle: R) -> str:
        if not numbers:
            return _write_borders(puzzle)
        numbers_of = [puzzle.numbers[cells[0]] for cells in puzzle.cells_of_rooms]
        return _write_borders(puzzle) + write_cells(ROOM_NUMBER, numbers_of)

    return BodyCodec(read, write)


def no_borders(puzzle: RoomBoard) -> str:
    """Return why borders cannot express the rooms of a board; empty if they can."""
    if -1 in puzzle.rooms:
        return f"{puzzle.grid.name(puzzle.rooms.index(-1))} is in no room"
    for cells in puzzle.cells_of_rooms:
        if not puzzle.grid.is_connected(sum(1 << cell for cell in cells)):
            return f"the room of {puzzle.grid.name(cells[0])} has several parts"
    return ""


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
