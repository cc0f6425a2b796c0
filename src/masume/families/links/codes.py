"""Codecs for lines between neighbours: tables of the lines on borders, and janko.at's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from masume.core.puzzle.gesture import Side
from masume.core.text.blocks import split_rows
from masume.core.text.codec import Marks, Rows
from masume.errors import NotApplicable, ParseError, shorten
from masume.families.links.neighbours import DividedBoard, NeighbourBoard, SideBoard
from masume.families.links.position import Lines, Pair
from masume.families.links.shaded import ShadedLines
from masume.families.shading.codes import SHADING

_BITS: dict[Side, int] = {"up": 8, "left": 4, "down": 2, "right": 1}
_LETTERS: dict[str, Side] = {"n": "up", "s": "down", "w": "left", "e": "right"}


def lines(pairs: Iterable[Pair], barred: Iterable[Pair] = ()) -> Lines:
    """Return the position of single lines between points, and of marks that there is none."""
    return Lines(frozenset((*pair, 1) for pair in pairs), frozenset(barred))


def _read_sides(puzzle: NeighbourBoard, rows: Rows) -> Lines:
    """Read the sides of each cell that have a line as a sum: 8 top, 4 left, 2 bottom, 1 right.

    Or else the cells inside the loop: `x` inside, `-` outside.
    """
    pairs = set()
    words = [word for row in rows for word in row]
    if set(words) <= {"x", "-"}:
        return _around(puzzle, {cell for cell, word in enumerate(words) if word == "x"})
    for cell, word in enumerate(words):
        if word != "-" and not (word.isascii() and word.isdigit() and int(word) < 16):
            raise ParseError(f"{shorten(word)!r} is not a sum of sides; use 0 to 15")
        for side, bit in _BITS.items():
            pair = puzzle.at_side(cell, side)
            if word != "-" and int(word) & bit and pair is not None:
                pairs.add(pair)
    return lines(pairs)


def _around(puzzle: NeighbourBoard, inside: set[int]) -> Lines:
    """Return the lines between cells inside and outside."""
    sides = (puzzle.at_side(cell, side) for cell in inside for side in _BITS)
    count = Counter(pair for pair in sides if pair is not None)
    return lines(pair for pair, number in count.items() if number == 1)


def _write_sides(puzzle: NeighbourBoard, position: Lines) -> Rows:
    def word(cell: int) -> str:
        on = [bit for side, bit in _BITS.items() if _is_drawn(puzzle, position, cell, side)]
        return str(sum(on)) if on else "-"

    return split_rows([word(cell) for cell in range(puzzle.grid.size)], puzzle.cols)


def _is_drawn(puzzle: NeighbourBoard, position: Lines, cell: int, side: Side) -> bool:
    pair = puzzle.at_side(cell, side)
    return pair is not None and (*pair, 1) in position.joined


SIDE_SUMS: Marks[NeighbourBoard, Lines] = Marks(_read_sides, _write_sides)
"""janko.at's answers of lines along sides of cells; marks of "no line" are omitted."""


def _read_directions(puzzle: NeighbourBoard, rows: Rows) -> Lines:
    """Read the directions in which lines leave each cell: letters of n, s, w and e."""
    pairs = set()
    for cell, word in enumerate(word for row in rows for word in row):
        if not (word == "-" or set(word) <= set(_LETTERS)):
            raise ParseError(f"{shorten(word)!r} is not a line; use letters of n, s, w and e")
        for letter in word.replace("-", ""):
            if (pair := puzzle.at_side(cell, _LETTERS[letter])) is not None:
                pairs.add(pair)
    return lines(pairs)


def _write_directions(puzzle: NeighbourBoard, position: Lines) -> Rows:
    def word(cell: int) -> str:
        sides = _LETTERS.items()
        return "".join(n for n, s in sides if _is_drawn(puzzle, position, cell, s)) or "-"

    return split_rows([word(cell) for cell in range(puzzle.grid.size)], puzzle.cols)


DIRECTIONS: Marks[NeighbourBoard, Lines] = Marks(_read_directions, _write_directions)
"""janko.at's answers of lines from cell to cell; marks of "no line" are omitted."""


def _read_shaded(puzzle: NeighbourBoard, rows: Rows) -> ShadedLines:
    """Read the directions in which lines leave each cell; x is a shaded cell."""
    words = [word for row in rows for word in row]
    black = frozenset(cell for cell, word in enumerate(words) if word == "x")
    free = [["-" if word == "x" else word for word in row] for row in rows]
    return ShadedLines(_read_directions(puzzle, free).joined, black=black)


def _write_shaded(puzzle: NeighbourBoard, position: ShadedLines) -> Rows:
    words = [word for row in _write_directions(puzzle, position) for word in row]
    shaded = ["x" if cell in position.black else word for cell, word in enumerate(words)]
    return split_rows(shaded, puzzle.cols)


SHADED_DIRECTIONS: Marks[NeighbourBoard, ShadedLines] = Marks(_read_shaded, _write_shaded)
"""janko.at's answers of lines and shaded cells; notes are omitted."""


def _shape(puzzle: NeighbourBoard) -> tuple[int, int, int]:
    """Return (places across in a row, rows of places down, rows and columns left out at first).

    Places are the borders between cells, or with those around the board if lines are on its border.
    """
    if not isinstance(puzzle, SideBoard):
        return puzzle.cols - 1, puzzle.rows - 1, 0
    if isinstance(puzzle, DividedBoard):
        return puzzle.cols - 1, puzzle.rows - 1, 1
    return puzzle.cols + 1, puzzle.rows + 1, 0


def _place_of(puzzle: NeighbourBoard, pair: Pair) -> tuple[int, int]:
    """Return the place of a line, as (row, place) in the table of borders."""
    row, col = puzzle.points.at(pair[0])
    goes_down = puzzle.points.at(pair[1])[0] > row
    left_out = _shape(puzzle)[2]
    crosses_down = goes_down is not isinstance(puzzle, SideBoard)
    if crosses_down:  # the border is horizontal
        return puzzle.rows + row - left_out, col
    return row, col - left_out


def _read_borders(puzzle: NeighbourBoard, rows: Rows) -> Lines:
    """Read a row of borders for each row of cells, then one for each gap between rows.

    1 is a line, -1 a mark that there is none; newer files may add the direction of a mark.
    """
    plain = [[word.rstrip("udlr") or "0" for word in row] for row in rows]
    for word in {word for row in plain for word in row} - {"0", "1", "-1", "-2", "2"}:
        raise ParseError(f"{shorten(word)!r} is not a line; use 0, 1, or -1 for none")
    at = {pair: _place_of(puzzle, pair) for pair in puzzle.number_of}
    word_of = {pair: plain[row][place] for pair, (row, place) in at.items()}
    return lines(
        (pair for pair, word in word_of.items() if word in ("1", "2", "-2")),
        (pair for pair, word in word_of.items() if word == "-1"),
    )


def _write_borders(puzzle: NeighbourBoard, position: Lines) -> Rows:
    across, down, _ = _shape(puzzle)
    rows = [["0"] * across for _ in range(puzzle.rows)] + [["0"] * puzzle.cols for _ in range(down)]
    pairs = [((a, b), "1") for a, b, _ in position.joined]
    for pair, word in (*pairs, *((pair, "-1") for pair in position.barred)):
        row, place = _place_of(puzzle, pair)
        rows[row][place] = word
    return rows


BORDERS: Marks[NeighbourBoard, Lines] = Marks(_read_borders, _write_borders)
"""The tables of pzpr and Penpa for lines from cell to cell, or along the sides of cells."""


def _read_shaded_borders(puzzle: NeighbourBoard, rows: Rows) -> ShadedLines:
    """Read the grid of shaded cells, then the borders that lines cross."""
    marks = SHADING.read(puzzle, rows[: puzzle.rows])
    drawn = _read_borders(puzzle, rows[puzzle.rows :])
    return ShadedLines(drawn.joined, drawn.barred).with_shading(marks)


def _write_shaded_borders(puzzle: NeighbourBoard, position: ShadedLines) -> Rows:
    return [*SHADING.write(puzzle, position.shading), *_write_borders(puzzle, position)]


SHADED_BORDERS: Marks[NeighbourBoard, ShadedLines] = Marks(
    _read_shaded_borders, _write_shaded_borders
)
"""The tables of pzpr and Penpa for shaded cells and lines."""


def _read_division(puzzle: DividedBoard, rows: Rows) -> Lines:
    """Read the borders between cells with different words."""
    words = [word for row in rows for word in row]
    return lines(
        puzzle.side_between(cell, other)
        for cell, word in enumerate(words)
        for other in puzzle.grid.neighbours[cell]
        if words[other] != word
    )


def _write_division(puzzle: DividedBoard, position: Lines) -> Rows:
    drawn = {(a, b) for a, b, _ in position.joined}
    groups = enumerate(puzzle.groups(drawn), start=1)
    number_of = {cell: str(number) for number, group in groups for cell in group}
    for cell, number in number_of.items():
        for other in puzzle.grid.neighbours[cell]:
            if number_of[other] == number and puzzle.side_between(cell, other) in drawn:
                raise NotApplicable(f"a border ends inside the part of {puzzle.grid.name(cell)}")
    return split_rows([number_of[cell] for cell in range(puzzle.grid.size)], puzzle.cols)


DIVISION: Marks[DividedBoard, Lines] = Marks(_read_division, _write_division)
"""The number of a part in each cell; marks that there is no border are omitted."""
