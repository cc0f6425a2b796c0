"""Binairo as a model, on sites, and made from random solutions."""

from __future__ import annotations

import re

from masume.constraints.distinct import Distinct
from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.model.wording import number_word
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import Code, DrawingCode, IdCode, PageCode
from masume.errors import ParseError
from masume.families.site_codes import GAPS
from masume.families.values.codes import ENTRIES, number_marks
from masume.families.values.make import value_source
from masume.families.values.model import CellBits, number_model_builder
from masume.families.values.position import Values
from masume.puzzles.binairo.puzzle import Binairo


def read_distinct(text: str) -> dict[str, object]:
    """Parse the options of a game of Unruly: `u` for unique lines, and its level."""
    if not re.fullmatch("u?(d[a-z])?", text):
        raise ParseError(f"{text!r} are no options of Unruly")
    return {"distinct": text.startswith("u")}


CODECS: dict[str, Code[Binairo, Values]] = {
    "tatham": IdCode(
        ("Unruly",),
        GAPS,
        read_options=read_distinct,
        write_options=lambda puzzle: "u" * puzzle.distinct,
        refuses=lambda puzzle: "fewer than 6 rows or columns" * (min(puzzle.rows, puzzle.cols) < 6),
    ),
    "penpa": DrawingCode(
        ("binairo", "takuzu"),
        marks=ENTRIES,
        words={"0": 0, "1": 1},
        question=(tools.BITS,),
        answer=(tools.BITS,),
        refuses=lambda puzzle: "" if puzzle.distinct else "that lines may be equal",
    ),
    "janko": PageCode(
        ("binairo", "tohu-wa-vohu", "tohuwavohu", "takuzu"),
        words={"0": 0, "1": 1, "w": 0, "b": 1, "2": 0},  # 0 and 1, or 1 and 2
        marks=number_marks({"w": "0", "b": "1", "2": "0"}),
        read_notes=lambda notes: {"distinct": False},
        refuses=lambda puzzle: "the rule that lines are distinct" * puzzle.distinct,
    ),
}


_THREE = "three equal numbers would be next to each other"


def model(
    puzzle: Binairo, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each row and each column is a part."""
    builder, (one, ones) = number_model_builder(words := CellBits(puzzle)), words.things
    three = builder.part(
        "three", (), "three equal numbers are never next to each other", otherwise=_THREE
    )
    for kind, lines in puzzle.lines.items():
        check_cancel()
        literals = [[words.variable(cell, 1) for cell in cells] for cells in lines]
        for number, (cells, own) in enumerate(zip(lines, literals, strict=True), start=1):
            for a, b, c in zip(own, own[1:], own[2:], strict=False):
                three.clauses += [[a, b, c], [-a, -b, -c]]
            half = len(own) // 2
            text = f"{kind} {number} has {number_word(half)} {ones if half > 1 else one}"
            builder.part("count", tuple(cells), text).count(own, half)
        if puzzle.distinct:
            otherwise = f"two {kind}s would be equal"
            differ = builder.part(f"{kind}s", (), f"no two {kind}s are equal", otherwise=otherwise)
            differ.constraints.append(Distinct(literals))
    return builder.model()


def reject(request: BoardRequest) -> str | None:
    """Return why there is no board of this size, or None."""
    if request.rows % 2 or request.cols % 2:
        return "rows and columns must be even numbers"
    short, long = sorted((request.rows, request.cols))
    most = {2: 2, 4: 6, 6: 14}.get(short, long)  # rows of so many cells that differ
    return f"at most {most} rows of {short} cells can be distinct" if long > most else None


def source() -> BoardSource[Binairo, Values]:
    """Return how boards come from solutions."""
    symmetry = "the positions of the numbers"
    return value_source(Binairo, reject=reject, symmetry=symmetry, sides=(6, 8, 10, 14))
