"""Fillomino as a model, on sites, and made from random parts."""

from __future__ import annotations

import re
from collections.abc import Collection
from random import Random

from masume.constraints.regions import AllSized
from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import (
    AddressCode,
    Code,
    DrawingCode,
    IdCode,
    UnsupportedVariant,
    chars,
    either,
)
from masume.errors import ParseError, shorten
from masume.families.site_codes import LETTER_RUNS, NUMBER16, too_large
from masume.families.values.codes import ENTRIES, ENTRIES_AND_BORDERS, NUMBERS
from masume.families.values.make import value_source
from masume.families.values.model import CellNumbers, number_model_builder
from masume.families.values.position import Values
from masume.puzzles.fillomino.puzzle import USUAL, Fillomino


def no_given_borders(text: str) -> None:
    """Raise UnsupportedVariant if borders are given, in a text after the numbers."""
    if not re.fullmatch("[0-9a-v]*", text):
        raise ParseError(f"{shorten(text)!r} follows the last cell; remove it")
    if text.strip("0"):
        raise UnsupportedVariant("a Fillomino with given borders is not supported")


CODECS: dict[str, Code[Fillomino, Values]] = {
    "puzz.link": AddressCode(("fillomino",), NUMBER16, check_rest=no_given_borders),
    "pzprv3": Code(("fillomino",), marks=ENTRIES_AND_BORDERS),
    "penpa": DrawingCode(("fillomino",), marks=ENTRIES, answer=(tools.ENTRIES,)),
    "tatham": IdCode(
        ("Filling",),
        either(LETTER_RUNS, chars("123456789", 1)),
        refuses=lambda puzzle: too_large(puzzle, 9),
        named_only=True,
    ),
    "janko": Code(("fillomino",), marks=NUMBERS),
}


def model(
    puzzle: Fillomino, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each given is a part."""
    builder, g = number_model_builder(words := CellNumbers(puzzle)), puzzle.grid
    rule = builder.part(
        "size",
        (),
        "a part has as many cells as its number says",
        otherwise="a part would have too few or too many cells",
        needs="the {what} at {at} cannot grow enough without {to}",
    )
    for number in puzzle.numbers:
        check_cancel()
        literals = range(words.variable(0, number), words.shown + 1, len(puzzle.numbers))
        for cell, own in enumerate(literals):
            near = [literals[other] for other in g.neighbours[cell]]
            rule.clauses += [[-own, -n] for n in near] if number == 1 else [[-own, *near]]
        rule.constraints.append(AllSized(g, literals, dict.fromkeys(range(g.size), number)))
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Fillomino | None:
    """Return a board with all numbers of random parts; None if this attempt fails."""
    g = grid(request.rows, request.cols)
    for _ in range(20):
        size_of = random_sizes(rng, g, request.options["largest"])
        if len(size_of) == g.size:
            return Fillomino.with_clues(g, size_of)
    return None


def random_sizes(rng: Random, g: Grid, largest: int) -> dict[Cell, int]:
    """Return the size of each cell's part in a random division, up to a cell without any."""
    size_of: dict[Cell, int] = {}
    for cell in range(g.size):
        for _ in range(0 if cell in size_of else 50):
            part = random_part(rng, g, cell, size_of, rng.randint(1, largest))
            if all(size_of.get(other) != len(part) for c in part for other in g.neighbours[c]):
                size_of.update(dict.fromkeys(part, len(part)))
                break
        if cell not in size_of:
            break
    return size_of


def random_part(
    rng: Random, g: Grid, first: Cell, taken: Collection[Cell], size: int
) -> list[Cell]:
    """Return random connected cells from a first one on, as many as asked for if there is room."""
    part = [first]
    while len(part) < size:
        near = {other for cell in part for other in g.neighbours[cell]}
        free = sorted(near.difference(part, taken))
        if not free:
            break
        part.append(rng.choice(free))
    return part


def source() -> BoardSource[Fillomino, Values]:
    """Return how boards come from solutions."""
    largest = Option(7, "greatest number of cells of a part", 1, USUAL)
    return value_source(Fillomino, blank, options={"largest": largest})
