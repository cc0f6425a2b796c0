"""Boards divided into rooms: their text, their borders on puzzle sites, and random divisions.

A cell of the text is the name of its room, and a room's number follows the name in one of its
cells: `a3 a b`. Rooms are named a, b, … in the order of their first cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeVar

from masume.core.drawing.show import Drawn
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.puzzle import ensure_full_grid
from masume.core.text.blocks import Block, read_grid, split_rows, write_grid
from masume.core.text.codec import BodyCodec
from masume.errors import NotApplicable, ParseError, shorten
from masume.families.cell_groups import connected_groups

_CELL = re.compile(r"([A-Za-z]{1,3})(\d{0,3})", re.ASCII)
_DIGITS = "0123456789abcdefghijklmnopqrstuv"  # a digit has five borders
R = TypeVar("R", bound="RoomBoard")


@dataclass(frozen=True)
class RoomBoard(Drawn):
    """A bare board: each cell has the name of its room, in one cell with the room's number.

    A cell with None is in no room, as on a board that is being composed.
    """

    rows: int
    cols: int
    clues: tuple[str | None, ...]

    def __post_init__(self) -> None:
        ensure_full_grid(self.rows, self.cols, self.clues)
        parsed = [None if clue is None else _parse(clue) for clue in self.clues]
        names: dict[str, str] = {}
        for cell in filter(None, parsed):
            names.setdefault(cell[0], _name(len(names)))
        clues = tuple(cell and names[cell[0]] + cell[1] for cell in parsed)
        object.__setattr__(self, "clues", clues)

    @property
    def grid(self) -> Grid:
        """The shared grid of this size."""
        return grid(self.rows, self.cols)

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """The number of each cell's room, counted from 0; −1 for a cell without one."""
        names: dict[str, int] = {}
        names_of = (clue and _parse(clue)[0] for clue in self.clues)
        return tuple(
            -1 if name is None else names.setdefault(name, len(names)) for name in names_of
        )

    @cached_property
    def numbers(self) -> tuple[int | None, ...]:
        """The number printed in each cell."""
        parsed = (_parse(clue)[1] if clue else "" for clue in self.clues)
        return tuple(int(digits) if digits else None for digits in parsed)

    @cached_property
    def cells_of_rooms(self) -> list[list[Cell]]:
        """The cells of each room."""
        cells: list[list[Cell]] = [[] for _ in range(max(self.rooms, default=-1) + 1)]
        for cell, room in enumerate(self.rooms):
            if room >= 0:
                cells[room].append(cell)
        return cells

    def number_of(self, cells: Sequence[Cell]) -> int | None:
        """Return the number of a room."""
        return next((n for cell in cells if (n := self.numbers[cell]) is not None), None)


def _parse(clue: object) -> tuple[str, str]:
    match = _CELL.fullmatch(clue) if isinstance(clue, str) else None
    if match is None:
        raise ParseError(f"{shorten(repr(clue))} is not a room; write letters and maybe a number")
    return match[1], match[2] and str(int(match[2]))


def _name(number: int) -> str:
    """Return the name of a room: a … z, aa, ab, …"""
    head = _name(number // 26 - 1) if number >= 26 else ""
    return head + chr(ord("a") + number % 26)


def room_reader(board: Callable[..., R], *, numbers: bool = False) -> Callable[[Block], R]:
    """Return the reader of a class of boards; `numbers` says whether rooms may have numbers."""

    def token(text: str) -> str | None:
        if text == ".":
            return None
        match = _CELL.fullmatch(text)
        if match is None or (match[2] and not numbers):
            raise ValueError(f"{shorten(text)!r} is not a room; write its letter")
        return text

    def read(block: Block) -> R:
        rows, cols, clues = read_grid(block.grid, token)
        return board(rows, cols, tuple(clues))

    return read


def write_rooms(puzzle: RoomBoard) -> list[str]:
    """Write the rooms as aligned lines."""
    return write_grid(split_rows([clue or "." for clue in puzzle.clues], puzzle.cols))


def board_of_rooms(
    board: Callable[..., R], rows: int, cols: int, rooms: Sequence[int], numbers: dict[int, int]
) -> R:
    """Return the board with the rooms of some indices, and the numbers of some rooms."""
    clues, done = [], set[int]()
    for room in rooms:
        digits = "" if room in done or room not in numbers else str(numbers[room])
        done.add(room)
        clues.append(_name(room) + digits)
    return board(rows, cols, tuple(clues))


# puzz.link: the borders between cells, five in a digit, first those of rows


def border_codec(
    board: Callable[..., R],
    read_rest: Callable[[str, int], dict[int, int]],
    write_rest: Callable[[R], str],
) -> BodyCodec[R]:
    """Return the codec of borders, followed by the numbers of rooms.

    `read_rest` takes the text after the borders and the number of rooms.
    """

    def read(rows: int, cols: int, text: str) -> R:
        across, down = rows * (cols - 1), (rows - 1) * cols
        width = -(-across // 5)
        length = width + -(-down // 5)
        digits = [_DIGITS.find(character) for character in text[:length]]
        if len(digits) < length or min(digits, default=0) < 0:
            raise ParseError("the borders of the rooms are damaged or incomplete")
        bits = [digit >> 4 - n & 1 for digit in digits for n in range(5)]
        upright, level = bits[:across], bits[5 * width : 5 * width + down]
        rooms = _rooms_between(rows, cols, upright, level)
        return board_of_rooms(board, rows, cols, rooms, read_rest(text[length:], max(rooms) + 1))

    def write(puzzle: R) -> str:
        rooms, cols = puzzle.rooms, puzzle.cols
        if -1 in rooms or any(len(connected_groups(puzzle, c)) > 1 for c in puzzle.cells_of_rooms):
            raise NotApplicable("the site needs each cell in a room, and each room in one piece")
        cells = range(len(rooms))
        upright = [rooms[c] != rooms[c + 1] for c in cells if (c + 1) % cols]
        level = [rooms[c] != rooms[c + cols] for c in cells if c + cols < len(rooms)]
        return _bits_text(upright) + _bits_text(level) + write_rest(puzzle)

    return BodyCodec(read, write)


def _bits_text(bits: Sequence[bool]) -> str:
    padded = [*bits, *[False] * (-len(bits) % 5)]
    values = (padded[n : n + 5] for n in range(0, len(padded), 5))
    return "".join(_DIGITS[sum(bit << 4 - n for n, bit in enumerate(five))] for five in values)


def _rooms_between(rows: int, cols: int, upright: Sequence[int], level: Sequence[int]) -> list[int]:
    """Return the room of each cell, numbered in the order of their first cells."""
    room = [-1] * (rows * cols)
    count = 0
    for seed in range(rows * cols):
        if room[seed] >= 0:
            continue
        room[seed], queue = count, [seed]
        for cell in queue:  # grows during the loop
            row, col = divmod(cell, cols)
            beside = [
                (cell - 1, col > 0 and not upright[row * (cols - 1) + col - 1]),
                (cell + 1, col < cols - 1 and not upright[row * (cols - 1) + col]),
                (cell - cols, row > 0 and not level[cell - cols]),
                (cell + cols, row < rows - 1 and not level[cell]),
            ]
            for other, is_open in beside:
                if is_open and room[other] < 0:
                    room[other] = count
                    queue.append(other)
        count += 1
    return room


# Random divisions


def grow_rooms(rng: Random, g: Grid, seeds: Sequence[Sequence[Cell]]) -> list[int]:
    """Return a room for each cell: rooms begin with given cells and grow at random."""
    room = [-1] * g.size
    for number, cells in enumerate(seeds):
        for cell in cells:
            room[cell] = number
    edge = [cell for cell in range(g.size) if room[cell] >= 0]
    while edge:
        place = rng.randrange(len(edge))
        cell = edge[place]
        free = [other for other in g.neighbours[cell] if room[other] < 0]
        if not free:
            edge[place] = edge[-1]
            edge.pop()
            continue
        other = rng.choice(free)
        room[other] = room[cell]
        edge.append(other)
    return room
