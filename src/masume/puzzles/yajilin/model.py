"""Yajilin as a model, on sites, as a drawing, and made from random loops."""

from __future__ import annotations

from dataclasses import replace

from masume.core.model.builder import ModelBuilder
from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.gesture import Side
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardSource
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import Code, DrawingCode, FileCode
from masume.families.arrows import ARROW16, SIDES, arrow, arrow_of
from masume.families.links.codes import SHADED_BORDERS, SHADED_DIRECTIONS
from masume.families.links.loop import add_loop
from masume.families.links.make import loop_and_shading, loop_source
from masume.families.links.shaded import ShadedLines
from masume.families.links.shaded_model import LinksAndShading, add_shading
from masume.puzzles.yajilin.puzzle import Yajilin

_JANKO = zip("nswe", SIDES, strict=True)
_PENPA: tuple[Side, ...] = ("up", "left", "right", "down")
CODECS: dict[str, Code[Yajilin, ShadedLines]] = {
    "puzz.link": Code(("yajilin", "yajirin"), ARROW16, flags="b"),
    "pzprv3": FileCode(
        ("yajilin", "yajirin"),
        marks=SHADED_BORDERS,
        words={f"{d},{n}": arrow(n, s) for d, s in enumerate(SIDES, start=1) for n in range(100)}
        | {f"{d},-": UNKNOWN for d in (4, 3, 2, 1, 0)},  # the last one is written
        only_words=True,
        flags="b",
    ),
    "penpa": DrawingCode(
        ("yajilin",),
        marks=SHADED_BORDERS,
        words={f"{n}_{d}": arrow(n, s) for d, s in enumerate(_PENPA) for n in range(100)},
        only_words=True,
        answer=(tools.SHADES, tools.LINES),
    ),
    "janko": Code(
        ("yajilin",),
        marks=SHADED_DIRECTIONS,
        only_words=True,
        words={f"{n}{s}": arrow(n, d) for s, d in _JANKO for n in range(100)}
        | {"@": UNKNOWN, "x": UNKNOWN},  # the last one is written
    ),
}


def pointed_at(puzzle: Yajilin, cell: Cell, side: Side) -> list[Cell]:
    """Return the cells on a side of a cell, up to the border."""
    cells = []
    for a, b in puzzle.straight_from(cell, side):
        cell = a + b - cell
        cells.append(cell)
    return cells


def model(
    puzzle: Yajilin, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each clue and each empty cell is a part."""
    words = LinksAndShading(puzzle)
    builder = ModelBuilder(words, cost=[range(1, words.shown + 1)])
    for cell, clue in enumerate(puzzle.clues):
        check_cancel()
        if isinstance(clue, int):
            part = builder.part("clue", (cell,), puzzle.clue_name(cell), clues=1)
            number, side = arrow_of(clue)
            part.count(map(words.shaded, pointed_at(puzzle, cell, side)), number)
    add_shading(builder, words)
    add_loop(builder, words)
    return builder.model()


def clue(puzzle: Yajilin, answer: ShadedLines, cell: Cell) -> int | None:
    """Return the arrow of a cell with the most shaded cells ahead; of several, the longest one.

    None if the cell is part of the answer.
    """
    if cell in answer.black or any(cell in line[:2] for line in answer.joined):
        return None
    ahead = {side: pointed_at(puzzle, cell, side) for side in SIDES}
    count = {side: len(answer.black.intersection(ahead[side])) for side in SIDES}
    side = max(SIDES, key=lambda side: (count[side], len(ahead[side])))
    return arrow(count[side], side)


def source() -> BoardSource[Yajilin, ShadedLines]:
    """Return how boards come from random loops."""
    loops = loop_source(
        Yajilin,
        clue,
        loop_and_shading,
        inside=88,
        empty=lambda puzzle, cell: None if puzzle.clues[cell] is None else UNKNOWN,
    )
    return replace(loops, why_no_symmetry="cells beside a loop are not symmetric")
