"""What puzzles about black and white cells share: positions, moves, their texts, two common rules.

Kuromasu and Hitori both forbid black neighbours and ask that the white cells be connected.
A cell that is neither marked black nor white counts as white when an answer is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from masume.core.puzzle.clue import ClueBoard, clue_rows, write_clue
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.core.puzzle.kind import Violation, later
from masume.core.puzzle.technique import are, listed
from masume.core.text.blocks import (
    Block,
    by_rows,
    each_word,
    json_cells,
    parse_cell,
    read_marks,
    split_cells,
    write_grid,
)
from masume.errors import ParseError, shorten

if TYPE_CHECKING:
    from masume.core.model.model import Vocabulary

with later("masume.families.shading"):
    from masume.families.shading import model

Colour: TypeAlias = Literal["black", "white", "open"]
COLOURS: tuple[Colour, ...] = ("black", "white", "open")

_NAMED = 4  # cells of a part that are named


@dataclass(frozen=True)
class Shading:
    """A position: the cells marked black, and those marked as surely white."""

    black: frozenset[Cell] = frozenset()
    white: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> frozenset[Cell]:
        """All cells with a mark."""
        return self.black | self.white


@dataclass(frozen=True)
class Mark:
    """A move: give a cell a colour, or take its mark away."""

    cell: Cell
    colour: Colour


def start(puzzle: ClueBoard) -> Shading:
    """The untouched board."""
    return Shading()


def play(puzzle: ClueBoard, position: Shading, move: Mark) -> Shading:
    """The position after a move."""
    black, white = position.black - {move.cell}, position.white - {move.cell}
    if move.colour == "black":
        black |= {move.cell}
    elif move.colour == "white":
        white |= {move.cell}
    return Shading(black, white)


def parse_move(puzzle: ClueBoard, text: str) -> Mark:
    """Read `r2c3=black`, `r2c3=white` or `r2c3=open`."""
    where, _, colour = text.strip().partition("=")
    if colour not in COLOURS:
        raise ParseError(f"{shorten(text)!r} is not a move; moves are written like r2c3=black")
    return Mark(parse_cell(where, puzzle.rows, puzzle.cols), colour)


def write_move(puzzle: ClueBoard, move: Mark) -> str:
    """The inverse of `parse_move`."""
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
    """Read a grid of marks: `#` black, `+` surely white, `.` left open. Or a list of moves.

    The letters B and W, x for black and matrices of 0 and 1 are understood too. A clue may be
    repeated in its cell; it must be the board's own.
    """
    lines = block.answer or []
    if lines and "=" in lines[0].text:
        moves = each_word(lines, lambda word: parse_move(puzzle, word))
        return _shaded({move.cell: move.colour for move in moves}.items())  # the last one counts
    cells, size = count(), (puzzle.rows, puzzle.cols)
    if {token for line in lines for token in split_cells(line)} == {"0", "1"}:
        marks = read_marks(*size, lines, lambda token: COLOURS[2 - 2 * int(token)])
    else:
        marks = read_marks(*size, lines, lambda t: _read_mark(puzzle, next(cells), t))
    return _shaded(enumerate(marks))


def _shaded(marks: Iterable[tuple[Cell, Colour]]) -> Shading:
    marked = list(marks)
    return Shading(
        frozenset(cell for cell, colour in marked if colour == "black"),
        frozenset(cell for cell, colour in marked if colour == "white"),
    )


def _read_mark(puzzle: ClueBoard, cell: Cell, token: str) -> Colour:
    """One cell of an answer; a clue repeated there says nothing about its colour."""
    if token in _MARKS:
        return _MARKS[token]
    if cell >= len(puzzle.clues) or token in ("0", write_clue(puzzle.clues[cell])):
        return "open"
    remedy = "use # for black and . for white, or moves like r1c1=black"
    raise ValueError(f"{shorten(token)!r} is not a mark; {remedy}")


def write_answer(puzzle: ClueBoard, position: Shading) -> list[str]:
    """The inverse of `read_answer`."""
    cells = range(puzzle.rows * puzzle.cols)
    marks = ["#" if c in position.black else "+" if c in position.white else "." for c in cells]
    return write_grid(by_rows(marks, puzzle.cols))


def picture(puzzle: ClueBoard, position: Shading) -> list[str]:
    """The board with its marks: `#` black, `+` behind or in a cell that is surely white."""
    texts = [text for row in clue_rows(puzzle.clues, puzzle.cols) for text in row]
    for cell in position.black:
        texts[cell] = "#"
    if position.white:  # a column of its own for the notes, so that the numbers stay in line
        texts = [
            f"{text}{'+' if cell in position.white else ' '}" for cell, text in enumerate(texts)
        ]
    return write_grid(by_rows(texts, puzzle.cols))


def to_json(puzzle: ClueBoard, position: Shading) -> dict[str, object]:
    """`{"black": [[row, col], …]}`, counted from 0; with `"white"` if cells are marked so."""
    at = puzzle.grid.at
    data: dict[str, object] = {"black": [list(at(cell)) for cell in sorted(position.black)]}
    if position.white:
        data["white"] = [list(at(cell)) for cell in sorted(position.white)]
    return data


def from_json(puzzle: ClueBoard, data: Mapping[str, object]) -> Shading:
    """The inverse of `to_json`."""
    black = json_cells(data, "black", puzzle.rows, puzzle.cols)
    white = json_cells({"white": [], **data}, "white", puzzle.rows, puzzle.cols)
    if both := set(black) & set(white):
        raise ParseError(f"{puzzle.grid.name(min(both))} is both black and white")
    return Shading(frozenset(black), frozenset(white))


class Positions(TypedDict):
    """What a `Kind` asks about positions."""

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
    dark: Callable[[ClueBoard], Sequence[int]]


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
    "dark": lambda puzzle: range(1, puzzle.grid.size + 1),
}
"""All that a `Kind` is asked about positions, for puzzles whose positions are a `Shading`."""


# The two common rules, for referees: slow, obvious, and not used by any solver.


def adjacent_violations(puzzle: ClueBoard, position: Shading) -> list[Violation]:
    """Black cells that share a side."""
    faults = []
    for cell in sorted(position.black):
        row, col = divmod(cell, puzzle.cols)
        for r, c in ((row, col + 1), (row + 1, col)):
            other = r * puzzle.cols + c
            if r < puzzle.rows and c < puzzle.cols and other in position.black:
                names = f"{puzzle.grid.name(cell)} and {puzzle.grid.name(other)}"
                faults.append(Violation("adjacent", (cell, other), f"{names} are both black"))
    return faults


def divided_violations(puzzle: ClueBoard, position: Shading) -> list[Violation]:
    """White cells that cannot be reached from the first white cell."""
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


def broken_rules(puzzle: ClueBoard, position: Shading) -> list[Violation]:
    """The two rules as far as they are broken, told to a player; mostly none is."""
    if is_sound(puzzle.grid, mask(position.black)):
        return []
    divided = [_locked_in(puzzle, position, one) for one in divided_violations(puzzle, position)]
    return adjacent_violations(puzzle, position) + divided


def _locked_in(puzzle: ClueBoard, position: Shading, fault: Violation) -> Violation:
    """The same fault, told of the smallest part that is cut off and of the black cells around."""
    g = puzzle.grid
    part = min(g.components(g.full & ~mask(position.black)), key=int.bit_count)
    cells = tuple(each(part))
    walls = tuple(sorted({n for cell in cells for n in g.neighbours[cell]} & position.black))
    names = [g.name(cell) for cell in cells[:_NAMED]]
    names += [f"{len(cells) - _NAMED} more (shaded)"] if len(cells) > _NAMED else []
    text = f"{are(names, 'locked in')} by {listed([g.name(cell) for cell in walls])}"
    return fault._replace(cells=tuple(sorted(cells + walls)), text=text)


# What the spaces share: adding black cells one at a time.


def blackener(grid: Grid) -> Callable[[Mask, Cell], bool]:
    """A fast test whether one more cell may turn black: no black neighbour, white not cut.

    The white cells stay connected for sure if the new cell touches the border and black corners
    at most once altogether: a cut would have to run through it from one contact to another.
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
    """How many pairs of black cells share a side."""
    beside = black & (black >> 1) & ~grid.col_masks[-1]
    return beside.bit_count() + (black & (black >> grid.cols)).bit_count()


def white_parts(grid: Grid, black: Mask) -> int:
    """Into how many parts the white cells fall."""
    return len(grid.components(grid.full & ~black))


def is_sound(grid: Grid, black: Mask) -> bool:
    """Whether a set of black cells keeps both common rules."""
    return not black_pairs(grid, black) and grid.is_connected(grid.full & ~black)


def marks(cells: Sequence[Cell], colour: Colour) -> dict[Cell, Mark]:
    """One move per cell, made once so that a search need not make them again."""
    return {cell: Mark(cell, colour) for cell in cells}
