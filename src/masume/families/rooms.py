"""Boards divided into rooms, and their text.

A cell of the text is the name of its room, and a room's number follows the name in its first cell:
`a3 a b`. Rooms are named a, b, … in the order of their first cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from masume.core.drawing.show import Drawn
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.puzzle import ensure_full_grid
from masume.core.text.blocks import Block, read_grid, split_rows, write_grid
from masume.errors import ParseError, shorten

_CELL = re.compile(r"([A-Za-z]{1,3})(\d{0,3})", re.ASCII)
R = TypeVar("R", bound="RoomBoard")


@dataclass(frozen=True)
class RoomBoard(Drawn):
    """A bare board: each cell has the name of its room, the first one with the room's number.

    A cell with None is in no room, as on a board that is being composed.
    """

    rows: int
    cols: int
    clues: tuple[str | None, ...]

    def __post_init__(self) -> None:
        ensure_full_grid(self.rows, self.cols, self.clues)
        parsed = [None if clue is None else _parse(clue) for clue in self.clues]
        names: dict[str, str] = {}
        numbers: dict[str, str] = {}
        for name, digits in filter(None, parsed):
            names.setdefault(name, _name(len(names)))
            if digits and numbers.setdefault(name, digits) != digits:
                raise ParseError(f"room {name} has two numbers, {numbers[name]} and {digits}")
        clues = tuple(cell and names[cell[0]] + numbers.pop(cell[0], "") for cell in parsed)
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

    def room_name(self, cell: Cell) -> str | None:
        """Return the name of a cell's room, without a number."""
        return _name(self.rooms[cell]) if self.rooms[cell] >= 0 else None

    def crossings(self, line: Sequence[Cell]) -> list[int]:
        """Return the places in a row or column where a cell follows one of another room."""
        rooms = self.rooms
        return [n for n in range(1, len(line)) if rooms[line[n - 1]] != rooms[line[n]]]


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


def named(names: Iterable[object]) -> list[str | None]:
    """Return letters for any other names of rooms, one for each cell; None stays None."""
    letters: dict[object, str] = {None: ""}
    return [letters.setdefault(name, _name(len(letters) - 1)) or None for name in names]


def room_palette(puzzle: RoomBoard) -> list[str]:
    """Return the names of the rooms and of a new one."""
    return [_name(number) for number in range(len(puzzle.cells_of_rooms) + 1)]


def numbered_palette(puzzle: RoomBoard) -> list[str]:
    """Return the names of the rooms, and those with the numbers that fit into the room."""
    names = room_palette(puzzle)
    for name, cells in zip(names, puzzle.cells_of_rooms, strict=False):
        names += [f"{name}{number}" for number in range((len(cells) + 1) // 2 + 1)]
    return names


def write_rooms(puzzle: RoomBoard) -> list[str]:
    """Write the rooms as aligned lines."""
    return write_grid(split_rows([clue or "." for clue in puzzle.clues], puzzle.cols))
