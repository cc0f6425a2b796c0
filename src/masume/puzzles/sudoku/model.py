"""Sudoku as a model, on sites, and made from random solutions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain
from math import isqrt

from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.core.text.codec import (
    Code,
    IdCode,
    PageCode,
    UnsupportedVariant,
    chars,
    decimal,
    either,
)
from masume.errors import ParseError
from masume.families.site_codes import EMPTY, LETTER_RUNS, NUMBER16
from masume.families.values.codes import NUMBERS
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
    own = 2 if puzzle.rows == 6 else isqrt(puzzle.rows)
    fits = own == puzzle.box_rows and puzzle.rows in (6, own * own)
    return "" if fits else f"boxes of {puzzle.box_rows}x{puzzle.rows // puzzle.box_rows} cells"


_VARIANTS = {"j": "jigsaw boards", "x": "boards with diagonals", "k": "killer boards"}


def read_solo_options(text: str) -> dict[str, object]:
    """Reject options of a game of Solo that name a variant; symmetry and level do not matter."""
    if not re.fullmatch("j?x?k?(a|[rm]d?[0-9])?(d[tbiaeu])?", text):
        raise ParseError(f"{text!r} are no options of Solo")
    for letter, what in _VARIANTS.items():
        if letter in text:
            raise UnsupportedVariant(f"{what} ({letter}) are not supported, only boxes alone")
    return {}


def blocks(notes: Mapping[str, str]) -> dict[str, object]:
    """Return the box of a page, patternx by patterny cells; reject variants."""
    odd = [key for key in ("areas", "diagonals", "diagonal", "depth", "labels") if notes.get(key)]
    if odd or notes.get("variant"):
        raise UnsupportedVariant(f"a Sudoku with {(odd or ['variants'])[0]} is not supported")
    height = notes.get("patterny", "0")
    if not (height.isascii() and height.isdigit()):
        raise ParseError(f"{height!r} is no number of rows")
    return {"box_rows": int(height)}


CODECS: dict[str, Code[Sudoku, Values]] = {
    "puzz.link": Code(("sudoku",), NUMBER16, refuses=site_boxes),
    "line": Code(("sudoku",), either(chars("123456789", 1), EMPTY), refuses=lambda p: not_nine(p)),
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
    builder, name = number_model_builder(words), puzzle.grid.name
    for cell in range(puzzle.grid.size):
        check_cancel()
        part = builder.part("cell", (cell,), f"{name(cell)} has one digit")
        one_each(part, [words.of_cell(cell)])
    for (rule, number, cells), own in zip(units, groups, strict=True):
        one_each(builder.part(rule, cells, f"{rule} {number} has each digit once"), own)
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
