"""Sudoku as a model, on sites, and made from random solutions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain

from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.core.text import drawing_tools as tools
from masume.core.text.blocks import split_rows
from masume.core.text.codec import (
    Code,
    DrawingCode,
    FileCode,
    FileLines,
    IdCode,
    PageCode,
    Rows,
    UnsupportedVariant,
    chars,
    decimal,
    either,
)
from masume.errors import ParseError, shorten
from masume.families.room_codes import border_lines
from masume.families.rooms import RoomBoard, named
from masume.families.site_codes import EMPTY, LETTER_RUNS, NUMBER16, checked_options
from masume.families.values.codes import ENTRIES, NUMBERS
from masume.families.values.make import value_source
from masume.families.values.model import (
    CellNumbers,
    number_model_builder,
    one_each,
    solved_by_singles,
)
from masume.families.values.position import Values
from masume.puzzles.sudoku.puzzle import Sudoku, usual_box_rows


def site_boxes(puzzle: Sudoku) -> str:
    """Return why puzz.link has no such boxes; empty if it has."""
    fits = puzzle.boxes == "2x3" or puzzle.box_rows**2 == puzzle.rows
    return "" if fits else f"boxes of {puzzle.boxes} cells"


_VARIANTS = {"j": "jigsaw boards (j)", "x": "boards with diagonals (x)", "k": "killer boards (k)"}
read_solo_options = checked_options(
    "Solo", "j?x?k?(a|[rm]d?[0-9])?(d[tbiaeu])?", _VARIANTS
)  # symmetry and level do not matter


def blocks(notes: Mapping[str, str]) -> dict[str, object]:
    """Return the box of a page, patternx by patterny cells; reject variants."""
    odd = [key for key in ("areas", "diagonals", "diagonal", "depth", "labels") if notes.get(key)]
    if odd or notes.get("variant"):
        raise UnsupportedVariant(f"a Sudoku with {(odd or ['variants'])[0]} is not supported")
    height = notes.get("patterny", "0")
    return {"box_rows": int(height) if re.fullmatch("[0-9]{1,4}", height) else height}


def _areas(size: int, height: int) -> RoomBoard:
    """Return the boxes of a board as rooms."""
    width = size // height
    rooms = [row // height * size + col // width for row in range(size) for col in range(size)]
    return RoomBoard(size, size, tuple(named(rooms)))


def _digit(word: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,2}", word):
        raise ParseError(f"{shorten(word)!r} is no digit of a Sudoku")
    return int(word)


def _read_boxes(rows: int, cols: int, lines: Rows) -> tuple[Sudoku, int]:
    """Read the borders of the boxes and the givens; without borders the boxes are the usual ones.

    Raise UnsupportedVariant for areas that are no boxes.
    """
    drawn, taken = _ROOMS.read(rows, cols, lines)
    words = [word for row in lines[taken : taken + rows] for word in row]
    board = Sudoku(rows, cols, tuple(None if word in ".-" else _digit(word) for word in words))
    heights = [n for n in range(1, rows + 1) if rows % n == 0 and drawn == _areas(rows, n)]
    if not heights and len(drawn.cells_of_rooms) > 1:
        raise UnsupportedVariant("a Sudoku with areas that are no boxes is not supported")
    return Sudoku(rows, cols, board.clues, (heights or [0])[0]), taken + rows


def _write_boxes(puzzle: Sudoku) -> Rows:
    words = ["." if clue is None else str(clue) for clue in puzzle.clues]
    areas = _areas(puzzle.rows, puzzle.box_rows)
    return [*_ROOMS.write(areas), *split_rows(words, puzzle.cols)]


_ROOMS = border_lines(RoomBoard)
BOXES: FileLines[Sudoku] = FileLines(_read_boxes, _write_boxes)
"""The borders of the boxes and the givens, as drawn in Penpa."""

CODECS: dict[str, Code[Sudoku, Values]] = {
    "puzz.link": Code(("sudoku",), NUMBER16, refuses=site_boxes),
    "pzprv3": FileCode(("sudoku",), marks=ENTRIES, refuses=site_boxes, one_size=True),
    "penpa": DrawingCode(
        ("classic", "sudoku"),
        marks=ENTRIES,
        body=BOXES,
        question=(tools.ROOMS, tools.NUMBERS),
        answer=(tools.ENTRIES,),
    ),
    "line": Code(
        ("sudoku",),
        either(chars("123456789", 1), EMPTY),
        marks=NUMBERS,
        refuses=lambda puzzle: not_nine(puzzle),
    ),
    "tatham": IdCode(
        ("Solo",),
        either(LETTER_RUNS, decimal("_")),
        read_options=read_solo_options,
        read_size=lambda cols, rows: (cols * rows, cols * rows, {"box_rows": cols}),
        write_size=lambda puzzle: (puzzle.box_rows, puzzle.rows // puzzle.box_rows),
    ),
    "janko": PageCode(
        ("sudoku",),
        marks=NUMBERS,
        read_notes=blocks,
        write_notes=lambda puzzle: [
            f"patternx {puzzle.rows // puzzle.box_rows}",
            f"patterny {puzzle.box_rows}",
        ],
    ),
}


def not_nine(puzzle: Sudoku) -> str:
    """Return why a board is no line of 81 digits; empty if it is one."""
    is_usual = (puzzle.rows, puzzle.box_rows) == (9, 3)
    return "" if is_usual else "only boards of 9×9 cells with boxes of 3×3 cells are such lines"


def model(
    puzzle: Sudoku, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; without `reasons`, what singles leave open."""
    words, digits, units = CellNumbers(puzzle), puzzle.numbers, puzzle.units
    groups = [[[words.variable(c, d) for c in cells] for d in digits] for _, _, cells in units]
    if not reasons:
        return solved_by_singles(words, [*words.groups(), *chain(*groups)])
    builder = number_model_builder(words)
    for (rule, number, cells), own in zip(units, groups, strict=True):
        one_each(builder.part(rule, tuple(cells), f"{rule} {number} has each digit once"), own)
    return builder.model()


def reject(request: BoardRequest) -> str | None:
    """Return why no board of this size has boxes, or None."""
    if request.rows != request.cols:
        return "a Sudoku is square"
    is_box = usual_box_rows(request.rows) > 1
    return None if is_box else f"{request.rows} digits do not fill a box of several rows"


def source() -> BoardSource[Sudoku, Values]:
    """Return how boards come from solutions."""
    return value_source(
        Sudoku,
        reject=reject,
        symmetry="the positions of the digits",
        density=0.2,
        sides=(4, 6, 9, 16),
    )
