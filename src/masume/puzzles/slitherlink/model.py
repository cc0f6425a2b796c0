"""Slitherlink as a model, on sites, and made from random loops."""

from __future__ import annotations

from masume.core.model.builder import ModelBuilder
from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardSource
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import (
    Code,
    DrawingCode,
    FileCode,
    IdCode,
    chars,
    either,
)
from masume.families.links.codes import BORDERS, SIDE_SUMS
from masume.families.links.loop import add_loop
from masume.families.links.make import loop_source, only_loop
from masume.families.links.neighbours import NeighbourLinks
from masume.families.links.position import Lines
from masume.families.site_codes import LETTER_RUNS, NUMBER4, ZERO, checked_options
from masume.puzzles.slitherlink.puzzle import Slitherlink

_GRIDS = {"t[1-9]|t0[0-9]": "other grids than squares (t0)"}
squares_only = checked_options("Loopy", "(t[0-9]{1,2})?(d[enth])?", _GRIDS)

CODECS: dict[str, Code[Slitherlink, Lines]] = {
    "puzz.link": Code(("slither", "slitherlink"), NUMBER4),
    "pzprv3": FileCode(("slither", "slitherlink"), marks=BORDERS, words=ZERO, coloured=True),
    "penpa": DrawingCode(
        ("slitherlink", "slither"), marks=BORDERS, words=ZERO, answer=(tools.SIDES,)
    ),
    "tatham": IdCode(
        ("Loopy",),
        either(LETTER_RUNS, chars("01234", 0)),
        read_options=squares_only,
        write_options=lambda puzzle: "t0",
        tells_options=True,
    ),
    "janko": Code(("slitherlink",), marks=SIDE_SUMS, words=ZERO),
}


def model(
    puzzle: Slitherlink, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each number is a part."""
    words = NeighbourLinks(puzzle)
    builder = ModelBuilder(words, cost=[range(1, words.shown + 1)])
    for cell, clue in enumerate(puzzle.clues):
        check_cancel()
        if isinstance(clue, int):
            sides = (words.variable_of[pair] for pair in puzzle.around(cell))
            builder.clue(cell, clue).count(sides, clue)
    add_loop(builder, words)
    return builder.model()


def clue(puzzle: Slitherlink, answer: Lines, cell: Cell) -> int:
    """Return the number of a cell's sides that are on the loop."""
    return sum((*pair, 1) in answer.joined for pair in puzzle.around(cell))


def source() -> BoardSource[Slitherlink, Lines]:
    """Return how boards come from random loops."""
    return loop_source(Slitherlink, clue, only_loop)
