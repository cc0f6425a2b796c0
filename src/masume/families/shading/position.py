"""Positions, moves, texts and the two common rules of shading puzzles.

Kuromasu and Hitori both forbid black neighbours and require the white cells to be connected. In an
answer, cells without a mark count as white.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from masume.core.puzzle.clue import ClueBoard, clue_rows, write_clue
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.core.puzzle.kind import Violation, lazy_imports
from masume.core.puzzle.puzzle import Puzzle
from masume.core.text.blocks import (
    Block,
    json_cells,
    parse_cell,
    read_marks,
    read_words,
    split_cells,
    split_rows,
    write_grid,
)
from masume.errors import ParseError, shorten

if TYPE_CHECKING:
    from masume.core.model.model import Vocabulary

with lazy_imports("masume.families.shading"):
    from masume.families.shading import model

Colour: TypeAlias = Literal["black", "white", "open"]
COLOURS: tuple[Colour, ...] = ("black", "white", "open")

_MOST_NAMED = 4  # cells of a part that are named in a message


@dataclass(frozen=True)
class Shading:
    """A position: the cells marked black, and the cells noted as white."""

    black: frozenset[Cell] = frozenset()
    white: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells with a mark."""
        return self.black | self.white


@dataclass(frozen=True)
class Mark:
    """A move: set the colour of a cell, or clear it."""

    cell: Cell
    colour: Colour


def start(puzzle: ClueBoard) -> Shading:
    """Return the initial position."""
    return Shading()


def play(puzzle: ClueBoard, position: Shading, move: Mark) -> Shading:
    """Return the position after a move."""
    black, white = position.black - {move.cell}, position.white - {move.cell}
    if move.colour == "black":
        black |= {move.cell}
    elif move.colour == "white":
        white |= {move.cell}
    return Shading(black, white)


def parse_move(puzzle: ClueBoard, text: str) -> Mark:
    """Parse `r2c3=black`, `r2c3=white` or `r2c3=open`."""
    where, _, colour = text.strip().partition("=")
    if colour not in COLOURS:
        raise ParseError(f"{shorten(text)!r} is not a move; moves are written like r2c3=black")
    return Mark(parse_cell(where, puzzle.rows, puzzle.cols), colour)


def write_move(puzzle: ClueBoard, move: Mark) -> str:
    """Write a move, the inverse of `parse_move`."""
    return f"{puzzle.grid.name(move.cell)}={move.colour}"


_MARKS: dict[str, Colour] = {
    "#": "black",
    "■": "black",
    "B": "black",
    "x": "black",
    "+": "white",
    "W": "open",
    ".": "open",
    "-": "open",
}


def read_answer(puzzle: ClueBoard, block: Block) -> Shading:
    """Parse a grid of marks (`#` black, `+` noted white, `.` open) or a list of moves.

    Also accepted: the letters B and W, x for black, matrices of 0 and 1, and the clue of a cell
    instead of `.`.
    """
    lines = block.answer or []
    if lines and "=" in lines[0].text:
        moves = read_words(lines, lambda word: parse_move(puzzle, word))
        return shading_of({move.cell: move.colour for move in moves}.items())  # the last move wins
    cells, size = count(), (puzzle.rows, puzzle.cols)
    if {token for line in lines for token in split_cells(line)} == {"0", "1"}:
        marks = read_marks(*size, lines, lambda token: COLOURS[2 - 2 * int(token)])
    else:
        marks = read_marks(*size, lines, lambda t: _read_mark(puzzle, next(cells), t))
    return shading_of(enumerate(marks))


def shading_of(
    marks: Iterable[tuple[Cell, str]], black: str = "black", white: str = "white"
) -> Shading:
    """Return the position of some cells with their marks, of which two mean black and white."""
    marked = list(marks)
    return Shading(
        frozenset(cell for cell, mark in marked if mark == black),
        frozenset(cell for cell, mark in marked if mark == white),
    )


def _read_mark(puzzle: ClueBoard, cell: Cell, token: str) -> Colour:
    """Parse one cell of an answer; a repeated clue means open."""
    if token in _MARKS:
        return _MARKS[token]
    if cell >= len(puzzle.clues) or token in ("0", write_clue(puzzle.clues[cell])):
        return "open"
    remedy = "use # for black and . for white, or moves like r1c1=black"
    raise ValueError(f"{shorten(token)!r} is not a mark; {remedy}")


def write_answer(puzzle: ClueBoard, position: Shading) -> list[str]:
    """Write an answer as a grid of marks, the inverse of `read_answer`."""
    cells = range(puzzle.rows * puzzle.cols)
    marks = ["#" if c in position.black else "+" if c in position.white else "." for c in cells]
    return write_grid(split_rows(marks, puzzle.cols))


def picture(puzzle: ClueBoard, position: Shading) -> list[str]:
    """Return the board as lines of text: `#` is black, `+` follows the text of a noted cell."""
    texts = [text for row in clue_rows(puzzle.clues, puzzle.cols) for text in row]
    for cell in position.black:
        texts[cell] = "#"
    if position.white:  # a separate column for notes keeps the numbers aligned
        texts = [
            f"{text}{'+' if cell in position.white else ' '}" for cell, text in enumerate(texts)
        ]
    return write_grid(split_rows(texts, puzzle.cols))


def to_json(puzzle: ClueBoard, position: Shading) -> dict[str, object]:
    """Return `{"black": [[row, col], …]}`, counted from 0; with `"white"` if cells are noted."""
    at = puzzle.grid.at
    data: dict[str, object] = {"black": [list(at(cell)) for cell in sorted(position.black)]}
    if position.white:
        data["white"] = [list(at(cell)) for cell in sorted(position.white)]
    return data


def from_json(puzzle: ClueBoard, data: Mapping[str, object]) -> Shading:
    """Parse a JSON answer, the inverse of `to_json`."""
    black = json_cells(data, "black", puzzle.rows, puzzle.cols)
    white = json_cells({"white": [], **data}, "white", puzzle.rows, puzzle.cols)
    if both := set(black) & set(white):
        raise ParseError(f"{puzzle.grid.name(min(both))} is both black and white")
    return Shading(frozenset(black), frozenset(white))


class Positions(TypedDict):
    """The fields of a `Kind` that depend only on the class of positions."""

    start: Callable[[ClueBoard], Shading]
    play: Callable[[ClueBoard, Shading, Mark], Shading]
    parse_move: Callable[[ClueBoard, str], Mark]
    write_move: Callable[[ClueBoard, Mark], str]
    read_answer: Callable[[ClueBoard, Block], Shading]
    write_answer: Callable[[ClueBoard, Shading], list[str]]
    to_json: Callable[[ClueBoard, Shading], dict[str, object]]
    from_json: Callable[[ClueBoard, Mapping[str, object]], Shading]
    picture: Callable[[ClueBoard, Shading], list[str]]
    vocabulary: Callable[[ClueBoard], Vocabulary[Shading]]
    dark_literals: Callable[[ClueBoard], Sequence[int]]
    mark: Callable[[ClueBoard, int, bool | None], Mark]
    notation: str


def mark(puzzle: ClueBoard, variable: int, value: bool | None) -> Mark:
    """Return the move that colours the cell of a variable, or clears it."""
    return Mark(variable - 1, "open" if value is None else "black" if value else "white")


POSITIONS: Positions = {
    "start": start,
    "play": play,
    "parse_move": parse_move,
    "write_move": write_move,
    "read_answer": read_answer,
    "write_answer": write_answer,
    "to_json": to_json,
    "from_json": from_json,
    "picture": picture,
    "vocabulary": model.CellColours,
    "dark_literals": lambda puzzle: range(1, puzzle.grid.size + 1),
    "mark": mark,
    "notation": "Write one line per row, with # for a black cell and . for a white cell, separated "
    "by blanks.",
}
"""Fields for the `Kind` of a puzzle whose positions are a `Shading`."""


# The two common rules for referees: slow, obvious, and independent of all solvers


def adjacent_violations(puzzle: Puzzle, position: Shading) -> list[Violation]:
    """Return a violation for each pair of black cells that share a side."""
    faults = []
    for cell in sorted(position.black):
        row, col = divmod(cell, puzzle.cols)
        for r, c in ((row, col + 1), (row + 1, col)):
            other = r * puzzle.cols + c
            if r < puzzle.rows and c < puzzle.cols and other in position.black:
                names = f"{puzzle.grid.name(cell)} and {puzzle.grid.name(other)}"
                faults.append(Violation("adjacent", (cell, other), f"{names} are both black"))
    return faults


def divided_violations(puzzle: Puzzle, position: Shading) -> list[Violation]:
    """Return a violation with the white cells that cannot be reached from the first one."""
    white = [c for c in range(puzzle.rows * puzzle.cols) if c not in position.black]
    if not white:
        return []
    reached = {white[0]}
    waiting = [white[0]]
    while waiting:
        row, col = divmod(waiting.pop(), puzzle.cols)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            other = r * puzzle.cols + c
            inside = 0 <= r < puzzle.rows and 0 <= c < puzzle.cols
            if inside and other not in position.black and other not in reached:
                reached.add(other)
                waiting.append(other)
    cut_off = tuple(cell for cell in white if cell not in reached)
    if not cut_off:
        return []
    text = f"{puzzle.grid.name(cut_off[0])} is cut off from {puzzle.grid.name(white[0])}"
    return [Violation("divided", cut_off, text)]


def common_violations(puzzle: ClueBoard, position: Shading) -> list[Violation]:
    """Return the violations of the two rules, worded for players."""
    if is_sound(puzzle.grid, mask(position.black)):
        return []
    divided = divided_violations(puzzle, position)
    divided = [_locked_in(puzzle, position, violation) for violation in divided]
    return adjacent_violations(puzzle, position) + divided


def _locked_in(puzzle: ClueBoard, position: Shading, fault: Violation) -> Violation:
    """Return the violation with the smallest part that is cut off, and the black cells around."""
    from masume.core.puzzle.technique import join_words, subject_clause  # needed rarely

    g = puzzle.grid
    part = min(g.components(g.full & ~mask(position.black)), key=int.bit_count)
    cells = tuple(each(part))
    walls = tuple(sorted({n for cell in cells for n in g.neighbours[cell]} & position.black))
    names = [g.name(cell) for cell in cells[:_MOST_NAMED]]
    names += [f"{len(cells) - _MOST_NAMED} more (shaded)"] if len(cells) > _MOST_NAMED else []
    text = f"{subject_clause(names, 'locked in')} by {join_words([g.name(cell) for cell in walls])}"
    return fault._replace(cells=tuple(sorted(cells + walls)), text=text)


# Helpers of the spaces, on sets of black cells


def blackener(grid: Grid) -> Callable[[Mask, Cell], bool]:
    """Return a fast test whether a cell can turn black without breaking the two rules.

    If the new cell has at most one contact with the border and black corners, the white cells stay
    connected: a cut would run through it from one contact to another.
    """
    full, neighbours, corners = grid.full, grid.neighbour_mask, grid.diagonal_mask
    contacts, is_connected = grid.border_contacts, grid.is_connected

    def may_blacken(black: Mask, cell: Cell) -> bool:
        if black & neighbours[cell]:
            return False
        if contacts[cell] + (black & corners[cell]).bit_count() <= 1:
            return True
        return is_connected(full & ~(black | 1 << cell))

    return may_blacken


def black_pairs(grid: Grid, black: Mask) -> int:
    """Return the number of pairs of black cells that share a side."""
    beside = black & (black >> 1) & ~grid.col_masks[-1]
    return beside.bit_count() + (black & (black >> grid.cols)).bit_count()


def white_parts(grid: Grid, black: Mask) -> int:
    """Return the number of connected components of the white cells."""
    return len(grid.components(grid.full & ~black))


def is_sound(grid: Grid, black: Mask) -> bool:
    """Return whether a set of black cells obeys both common rules."""
    return not black_pairs(grid, black) and grid.is_connected(grid.full & ~black)


def marks(cells: Sequence[Cell], colour: Colour) -> dict[Cell, Mark]:
    """Return a move for each cell, created once for a whole search."""
    return {cell: Mark(cell, colour) for cell in cells}
