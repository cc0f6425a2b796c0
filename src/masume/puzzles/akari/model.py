"""Akari as a model, on sites, and made from random walls."""

from __future__ import annotations

import re
from random import Random

from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell, grid
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import Code, DrawingCode, FileCode, chars, either, sign
from masume.errors import ParseError, shorten
from masume.families.shading.codes import SHADING, shading_marks
from masume.families.shading.make import random_cells
from masume.families.shading.model import CellsBetweenWalls, cell_model_builder
from masume.families.shading.position import Shading
from masume.families.site_codes import LETTER_RUNS, NUMBER4, ZERO
from masume.puzzles.akari.puzzle import Akari, seen


def generator_options(text: str) -> dict[str, object]:
    """Check the options of a game of Light Up: percentage of walls, symmetry and level."""
    if not re.fullmatch("(b[0-9]{1,3})?(s[0-4])?(d[0-2])?", text):
        raise ParseError(f"{shorten(text)!r} are no options of Light Up")
    return {}


CODECS: dict[str, Code[Akari, Shading]] = {
    "puzz.link": Code(("akari", "lightup", "bijutsukan"), NUMBER4),
    "pzprv3": FileCode(("lightup", "akari"), words=ZERO, marks=SHADING, one_table=True),
    "penpa": DrawingCode(
        ("akari",), words=ZERO, marks=SHADING, question=(tools.ON_WALLS,), answer=(tools.LAMPS,)
    ),
    "tatham": Code(
        ("Light Up", "lightup"),
        either(LETTER_RUNS, chars("01234", 0), sign("B", UNKNOWN)),
        read_options=generator_options,
        refuses=lambda puzzle: "" if None in puzzle.clues else "a board without a free cell",
    ),
    "janko": Code(
        ("akari",), words={"x": UNKNOWN, "0": 0}, marks=shading_marks("o", "-", "-", also="x01234")
    ),
}


_TWO = "two lamps would light each other"


class Lamps(CellsBetweenWalls):
    """The vocabulary of Akari: variable cell + 1 is a lamp."""

    things = "lamp", "lamps"
    black, white = "a lamp", "empty"


def model(
    puzzle: Akari, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each number and each cell to be lit is a part."""
    builder, name = cell_model_builder(puzzle, Lamps(puzzle)), puzzle.grid.name
    walls = builder.part("wall", (), "there are no lamps on walls")
    lamps = builder.part("lamps", (), "no lamp lights another", otherwise=_TWO)
    for cell, clue in enumerate(puzzle.clues):
        check_cancel()
        if clue is None:
            lit = [cell, *seen(puzzle, cell)]
            lamps.clauses += [[-cell - 1, -other - 1] for other in lit if other > cell]
            at = name(cell)
            otherwise, needs = f"nothing could light {at}", f"only {{to}} can light {at}"
            rule = f"{at} must be lit"
            dark = builder.part("dark", (cell,), rule, otherwise=otherwise, needs=needs)
            dark.clauses.append([other + 1 for other in lit])
            continue
        walls.clauses.append([-cell - 1])
        if isinstance(clue, int):
            around = puzzle.grid.neighbours[cell]
            builder.clue(cell, clue).count((other + 1 for other in around), clue)
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Akari:
    """Return random walls without numbers."""
    walls = random_cells(rng, request, request.options["walls"] / 100)
    return Akari.with_clues(grid(request.rows, request.cols), dict.fromkeys(walls, UNKNOWN))


def clue(puzzle: Akari, answer: Shading, cell: Cell) -> int | None:
    """Return the number of lamps beside a wall."""
    count = sum(other in answer.black for other in puzzle.grid.neighbours[cell])
    return None if puzzle.clues[cell] is None else count


def source() -> BoardSource[Akari, Shading]:
    """Return how boards come from solutions."""
    walls = Option(30, "percentage of walls", 5, 80)
    return BoardSource(
        blank,
        clue,
        {"walls": walls},
        empty=lambda puzzle, cell: None if puzzle.clues[cell] is None else UNKNOWN,
        symmetry="the positions of the walls and numbers",
    )
