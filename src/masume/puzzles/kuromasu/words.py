"""The sentences about Kuromasu boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import CountedLine, Phrase, Words, join_words
from masume.families.shading import words
from masume.puzzles.kuromasu.puzzle import Kuromasu

SIDES = ("above", "below", "to the left", "to the right")
_TOWARDS = ("upwards", "downwards", *SIDES[2:])


def lengths_text(bits: int) -> str:
    """Write a set of lengths.

    >>> lengths_text(0b1), lengths_text(0b1101), lengths_text(0b1011110)
    ('0', '0, 2 or 3', '1 to 4 or 6')
    """
    runs: list[list[int]] = []
    for length in range(bits.bit_length()):
        if bits >> length & 1:
            if runs and runs[-1][-1] == length - 1:
                runs[-1].append(length)
            else:
                runs.append([length])
    texts: list[str] = []
    for run in runs:
        texts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return join_words(texts, "or")


def _number(puzzle: Kuromasu, cell: Cell) -> str:
    """Write a number with its cell, such as "5 at r1c2"."""
    return f"{puzzle.clues[cell]} at {puzzle.grid.name(cell)}"


def _per_side(puzzle: Kuromasu, lengths: Sequence[tuple[int, int]]) -> str:
    """Write sets of lengths with their sides: "0 or 2 below and 1 to the right"."""
    return join_words([f"{lengths_text(bits)} {SIDES[side]}" for side, bits in lengths])


def _lengths(puzzle: Kuromasu, bits: int) -> str:
    return lengths_text(bits)


def _side(puzzle: Kuromasu, side: int) -> str:
    return SIDES[side]


def _towards(puzzle: Kuromasu, side: int) -> str:
    return _TOWARDS[side]


def _arms(puzzle: Kuromasu, says: Phrase) -> Iterator[CountedLine]:
    """Yield the sides that a sentence about one number counts, and what is missing there."""
    slots = says.slots
    cell = cast("Cell", slots.get("at", 0))
    counts = _COUNTED.get(says.template)
    for side, bits in cast("Sequence[tuple[int, int]]", slots[counts] if counts else ()):
        if end := _end(puzzle, cell, side, bits.bit_length() - 1):
            yield CountedLine(
                cell, end[0], lengths_text(bits).replace(" to ", "–").replace(" or ", ", ")
            )
    needs = slots.get("needs")
    if says.template in _MISSING and isinstance(needs, int):
        side = cast("int", slots["side"])
        if end := _end(puzzle, cell, side, needs):
            yield CountedLine(cell, end[0], f"+{needs}")


def _end(puzzle: Kuromasu, cell: Cell, side: int, length: int) -> Sequence[Cell]:
    """Return the last cell of an arm; empty if it has no cell."""
    return puzzle.grid.rays(cell)[side][:length][-1:]


_COUNTED = {"reach": "others", "few-lengths": "options"}
_MISSING = ("reach", "reach-alone", "one-way")

_TEMPLATES = {
    "clues": "Cells with a number are white.",
    "clues-and-unknown": "Cells with a number or a ? are white.",
    # Several colours
    "white": "{white:cells} {white:is|are} white",
    "black": "{black:cells} {black:is|are} black",
    "white-black": "{white:cells} is white and {black:cells} is black",
    "white-blacks": "{white:cells} {white:is|are} white, and {black:cells} {black:is|are} black",
    "made-white": "{white:cells} white",
    "made-black": "{black:cells} black",
    "made-white-black": "{white:cells} white and {black:cells} black",
    # One number
    "complete": "The {at:number} already sees {sees} white {sees:cell|cells}, so {ends:cells} "
    "{ends:is|are} black.",
    "everything": "The {at:number} can see at most {sees} cells and needs them all, so "
    "{white:cells} {white:is|are} white.",
    "one-way": "The {at:number} can grow only {side:towards}, where it needs {needs} "
    "{needs:cell|cells}; so {facts}.",
    "too-much": "If {cell:cell} were white, the {at:number} would see at least {sees} cells, as "
    "far as {to:cell}. So {cell:cell} is black.",
    "reach": "The {at:number} can see at most {others:per-side}: {sum} with itself. The missing "
    "{needs} {needs:is|are} {side:side}, so {white:cells} {white:is|are} white.",
    "reach-alone": "The {at:number} can see nothing on its other sides. The missing {needs} "
    "{needs:is|are} {side:side}, so {white:cells} {white:is|are} white.",
    "few-lengths": "Besides itself, the {at:number} {so_far}. It can see {options:per-side}: that "
    "makes {missing} only with {needs} {side:side}, so {facts}.",
    "sees": "sees {certain:per-side}, so {missing} are missing",
    "must-see": "must see {missing}",
    "at-least": "at least {n}",
    # Two numbers
    "row": "row {n}",
    "column": "column {n}",
    "share": "The {first:number} and the {second:number} see the same stretch of {line}. "
    "{allowed}; so it has {both:lengths}. So {facts}.",
    "share-across": "The {first:number} and the {second:number} see the same stretch of {line}. "
    "{allowed}; so it has {both:lengths}, and {across:each}. So {facts}.",
    "allowed": "The first allows it {first:lengths} cells, the second {second:lengths}",
    "allowed-room": "The first allows it {first:lengths} cells, the second {second:lengths}, and "
    "{line} has room for {room:lengths}",
    "sees-more": "the {at:number} sees {more:lengths} more in {line}",
    "sees-no-more": "the {at:number} sees no more in {line}",
    "lets-show": "The {other:number} lets {line} show at most {most} cells, so the {at:number} "
    "needs {needs} more in {across}; it {sees}, so {facts}.",
    "at-most": "sees at most {n} {side:side}",
    "nothing": "sees nothing {side:side}",
    "apart": "{why}. So {facts}.",
    "apart-needs": "{why}. So a black cell is between them; the {at:number} {sees} and needs "
    "{facts}.",
    "short-sighted": "The {near:number} cannot see as far as the {far:number}",
    "misfit": "If the {first:number} and the {second:number} saw each other, they would see the "
    "same stretch of {line}. {allowed}: this cannot be",
    # Suppositions
    "diagonals": "A black cell diagonally beside the {at:number} would make two cells next to it "
    "white, and it would see 3. So {white:cells} are white.",
    "supposed": "If {at:cell} were {colour}, {end}. So {at:cell} is {opposite}.",
    "supposed-steps": "If {at:cell} were {colour}, {steps:numbered}, and {end}. So {at:cell} is "
    "{opposite}.",
    "makes": "the {at:number} would make {facts}",
    "gap": "{at:cell} would be white (or {cut})",
    "exit": "{at:cell} would be white as the last way out of {of:cell}",
    "white-beside": "{cells:cells} would be white",
    "sees-too-many": "the {at:number} would see at least {sees} cells",
    "sees-too-few": "the {at:number} could see at most {sees} {sees:cell|cells}",
    "skips": "the {at:number} could see {below} {below:cell|cells} or {above}, but not {clue}",
    "side-by-side": "{pair:cells} would be black side by side",
}
WORDS = Words(
    {**words.TEMPLATES, **_TEMPLATES},
    {
        **words.FORMS,
        "number": _number,
        "per-side": _per_side,
        "lengths": _lengths,
        "side": _side,
        "towards": _towards,
    },
    words.BRIEFS,
    _arms,
)
