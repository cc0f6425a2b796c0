"""Boards, positions, moves and texts of puzzles that put one of several numbers into each cell.

Clues are givens: cells whose number is printed. A position holds the numbers of cells, those of the
givens included, and numbers that are ruled out for a cell. A cell with ruled-out numbers shows the
others as pencil marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from masume.core.puzzle.clue import UNKNOWN, ClueBoard, write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.text.blocks import (
    Block,
    json_cell,
    parse_cell,
    read_marks,
    read_words,
    split_rows,
    write_grid,
)
from masume.errors import ParseError, shorten

Entry: TypeAlias = tuple[Cell, int]  # a cell and a number
Segment: TypeAlias = tuple[tuple[float, float], tuple[float, float]]  # a line on the board


class ValueBoard(ClueBoard):
    """A board of givens; a `?` is an empty cell."""

    thing: ClassVar[str] = "number"  # what a cell holds

    def __post_init__(self) -> None:
        super().__post_init__()
        clues = tuple(None if clue is UNKNOWN else clue for clue in self.clues)
        object.__setattr__(self, "clues", clues)
        numbers = self.numbers  # which some boards derive from all givens
        for clue in dict.fromkeys(clues):
            if clue is not None and clue not in numbers:
                first, last = numbers[0], numbers[-1]
                raise ParseError(f"{clue} is no number of this board; use {first} to {last}")

    @property
    def numbers(self) -> range:
        """The numbers that a cell can have: by default as many as there are rows."""
        return range(1, self.rows + 1)

    @property
    def peers(self) -> Sequence[Sequence[Cell]]:
        """For each cell those that cannot have the same number, as everyone sees."""
        return ((),) * (self.rows * self.cols)

    def given(self, cell: Cell) -> int | None:
        """Return the printed number of a cell; None if there is none."""
        clue = self.clues[cell]
        return clue if isinstance(clue, int) else None

    @property
    def givens(self) -> frozenset[Entry]:
        """The givens with their cells."""
        return frozenset((c, clue) for c, clue in enumerate(self.clues) if isinstance(clue, int))

    def borders(self, position: Values) -> Iterable[Segment]:
        """Return the thick lines between cells."""
        return ()


@dataclass(frozen=True)
class Values:
    """A position: the numbers entered, and those ruled out, each with its cell."""

    entered: frozenset[Entry] = frozenset()
    excluded: frozenset[Entry] = frozenset()

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells with an entry or a mark."""
        return frozenset(cell for cell, _ in (*self.entered, *self.excluded))


@dataclass(frozen=True)
class Put:
    """A move: a number is entered (True), ruled out (False) or possible again (None).

    Without a number the cell is cleared.
    """

    cell: Cell
    number: int | None = None
    holds: bool | None = None


def start(puzzle: ValueBoard) -> Values:
    """Return the position of the givens."""
    return Values(puzzle.givens)


def play(puzzle: ValueBoard, position: Values, move: Put) -> Values:
    """Return the position after a move; givens do not change."""
    if puzzle.given(move.cell) is not None:
        return position
    entry = (move.cell, move.number)
    others = frozenset(e for e in position.entered if e[0] != move.cell)
    free = frozenset(e for e in position.excluded if e[0] != move.cell)
    if move.number is None:
        return Values(others, free)
    if move.holds:
        return Values(others | {(move.cell, move.number)}, free)
    entered, excluded = position.entered - {entry}, position.excluded - {entry}
    if move.holds is False and entered == others:  # another number rules it out already
        excluded |= {(move.cell, move.number)}
    return Values(entered, excluded)


_MOVE = re.compile(r"(r\d+c\d+)=(?:\.|([!?]?)(\d{1,9}))", re.IGNORECASE | re.ASCII)
_HOLDS = {"": True, "!": False, "?": None}


def numbers_of_cells(
    puzzle: ValueBoard, position: Values
) -> tuple[dict[Cell, set[int]], list[Violation]]:
    """Return the numbers of each cell, for referees, and a violation where it is not one."""
    entered: dict[Cell, set[int]] = {cell: set() for cell in range(puzzle.rows * puzzle.cols)}
    for cell, number in position.entered | puzzle.givens:
        entered[cell].add(number)
    faults = []
    for cell, own in entered.items():
        if len(own) != 1:
            what = f"several {puzzle.thing}s" if own else f"no {puzzle.thing}"
            faults.append(Violation("cell", (cell,), f"{puzzle.grid.name(cell)} has {what}"))
    return entered, faults


def parse_move(puzzle: ValueBoard, text: str) -> Put:
    """Parse `r2c3=7`, `r2c3=!7` (not 7), `r2c3=?7` (open again) or `r2c3=.` (cleared)."""
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise ParseError(f"{shorten(text)!r} is not a move; moves are written like r2c3=7")
    cell = parse_cell(match[1], puzzle.rows, puzzle.cols)
    return Put(cell, _number(puzzle, match[3]), _HOLDS[match[2]]) if match[3] else Put(cell)


def _number(puzzle: ValueBoard, text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) in puzzle.numbers):
        first, last = puzzle.numbers[0], puzzle.numbers[-1]
        raise ParseError(f"{shorten(text)!r} is no number of this board; use {first} to {last}")
    return int(text)


def write_move(puzzle: ValueBoard, move: Put) -> str:
    """Write a move, the inverse of `parse_move`."""
    sign = next(sign for sign, holds in _HOLDS.items() if holds is move.holds)
    what = "." if move.number is None else f"{sign}{move.number}"
    return f"{puzzle.grid.name(move.cell)}={what}"


def mark(puzzle: ValueBoard, variable: int, value: bool | None) -> Put:
    """Return the move that makes a variable true, false or open."""
    cell, index = divmod(variable - 1, len(puzzle.numbers))
    return Put(cell, puzzle.numbers[index], value)


def mark_bit(puzzle: ValueBoard, variable: int, value: bool | None) -> Put:
    """Return the move that makes the only variable of a cell true, false or open."""
    return Put(variable - 1) if value is None else Put(variable - 1, puzzle.numbers[value], True)


# Answers


def read_answer(puzzle: ValueBoard, block: Block) -> Values:
    """Read a grid of numbers, `.` for an open cell, or a list of moves; a grid and then moves."""
    lines = block.answer or []
    split = next((n for n, line in enumerate(lines) if "=" in line.text), len(lines))
    position = start(puzzle)
    if lines[:split]:
        words = read_marks(puzzle.rows, puzzle.cols, lines[:split], _word)
        position = filled(puzzle, words)
    for move in read_words(lines[split:], lambda word: parse_move(puzzle, word)):
        if _differs(puzzle, move):
            raise _is_given(puzzle, move.cell)
        position = play(puzzle, position, move)
    return position


def _differs(puzzle: ValueBoard, move: Put) -> bool:
    given = puzzle.given(move.cell)
    return given is not None and (given == move.number) is not bool(move.holds)


def _word(token: str) -> str:
    if token.isascii() and (token.isdigit() or token in (".", "-", "_", "?")):
        return token
    raise ValueError(f"{shorten(token)!r} is not a number; write '.' for an open cell")


def filled(puzzle: ValueBoard, words: Iterable[str]) -> Values:
    """Return the position of a grid of words: numbers, or anything else for an open cell."""
    entered = set(puzzle.givens)
    for cell, word in enumerate(words):
        if not word.isdigit() or (word == "0" and 0 not in puzzle.numbers):
            continue
        number = _number(puzzle, word)
        if puzzle.given(cell) not in (None, number):
            raise _is_given(puzzle, cell)
        entered.add((cell, number))
    return Values(frozenset(entered))


def _is_given(puzzle: ValueBoard, cell: Cell) -> ParseError:
    return ParseError(f"{puzzle.grid.name(cell)} is given: it is {puzzle.given(cell)}")


def texts(puzzle: ValueBoard, position: Values) -> list[str]:
    """Return the text of each cell: its number, or `.`."""
    words = [write_clue(clue) for clue in puzzle.clues]
    for cell, number in sorted(position.entered):
        words[cell] = str(number)
    return words


def write_answer(puzzle: ValueBoard, position: Values) -> list[str]:
    """Write an answer as a grid of numbers, then moves for numbers that are ruled out."""
    lines = write_grid(split_rows(texts(puzzle, position), puzzle.cols))
    return lines + [write_move(puzzle, Put(*e, False)) for e in sorted(position.excluded)]


def picture(puzzle: ValueBoard, position: Values) -> list[str]:
    """Return the board as lines of text: numbers, and `.` for open cells."""
    return write_grid(split_rows(texts(puzzle, position), puzzle.cols))


def to_json(puzzle: ValueBoard, position: Values) -> dict[str, object]:
    """Return `{"numbers": [[row, col, n], …]}`, counted from 0; "excluded" if any are."""
    data: dict[str, object] = {"numbers": _listed(puzzle, position.entered)}
    if position.excluded:
        data["excluded"] = _listed(puzzle, position.excluded)
    return data


def _listed(puzzle: ValueBoard, entries: Iterable[Entry]) -> list[list[int]]:
    return [[*puzzle.grid.at(cell), number] for cell, number in sorted(entries)]


def from_json(puzzle: ValueBoard, data: Mapping[str, object]) -> Values:
    """Parse a JSON answer, the inverse of `to_json`; raise ParseError if it is invalid."""
    entered = _entries(puzzle, data, "numbers")
    excluded = _entries(puzzle, {"excluded": [], **data}, "excluded")
    cells: set[Cell] = set()
    for cell, number in dict.fromkeys(entered):
        if puzzle.given(cell) not in (None, number):
            raise _is_given(puzzle, cell)
        if cell in cells:
            raise ParseError(f"{puzzle.grid.name(cell)} has two numbers")
        cells.add(cell)
    return Values(puzzle.givens.union(entered), frozenset(excluded))


def _entries(puzzle: ValueBoard, data: Mapping[str, object], key: str) -> list[Entry]:
    entries = data.get(key)
    if not isinstance(entries, list):
        raise ParseError(f'the answer needs "{key}", a list of [row, col, number]')
    found = []
    for entry in entries:
        if not (isinstance(entry, list) and len(entry) == 3 and type(entry[2]) is int):
            raise ParseError(f"{shorten(str(entry))} is not [row, col, number]")
        cell = json_cell(puzzle.rows, puzzle.cols, entry[:2])
        found.append((cell, _number(puzzle, str(entry[2]))))
    return found
