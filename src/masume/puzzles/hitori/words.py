"""The sentences about Hitori boards."""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import Words, join_words
from masume.families.shading import words
from masume.puzzles.hitori.puzzle import Hitori


def _numbers(puzzle: Hitori, cells: Sequence[Cell]) -> str:
    """Write cells with their numbers, where they have equals: "the 5s at r1c2 and r3c3"."""
    groups: dict[Clue | None, list[str]] = {}
    for cell in cells:
        number = puzzle.clues[cell] if _has_equals(puzzle, cell) else None
        groups.setdefault(number, []).append(puzzle.grid.name(cell))
    return join_words(
        [
            join_words(names)
            if number is None
            else f"the {number}{'s' * (len(names) > 1)} at {join_words(names)}"
            for number, names in groups.items()
        ]
    )


def _has_equals(puzzle: Hitori, cell: Cell) -> bool:
    row, col = divmod(cell, puzzle.cols)
    number, clues = puzzle.clues[cell], puzzle.clues
    line = clues[row * puzzle.cols : (row + 1) * puzzle.cols].count(number)
    return isinstance(number, int) and line + clues[col :: puzzle.cols].count(number) > 2


_TEMPLATES = {
    "equals": "The {clue} at {at:cell} is white, so the {clue}{others:|s} at {others:cells} "
    "{others:is|are} black.",
    "three": "Of the {clue}s at {all:cells} two are black, but not side by side: so {middle:cell} "
    "is white, and {outer:cells} are black.",
    "between": "If {at:cell} were black, {pair:numbers} would both be white. So {at:cell} is "
    "white.",
    "pair": "One of the {clue}s side by side at {pair:cells} is white, so the {clue}{others:|s} at "
    "{others:cells} {others:is|are} black.",
    "two-pairs": "If the corner {corner:cell} were white, {beside:cell} would be black, "
    "{across:cell} white and {other:cell} black, and the corner locked in. So {corner:cell} is "
    "black, {other:cell} beside it white and its equal {across:cell} black.",
    "corner-three": "If the corner {corner:cell} were white, the {clue}s on both sides of it would "
    "be black and lock it in. So {corner:cell} is black.",
    "corner-pair": "If {at:cell} were black, {via:cell} would be white and its equal {beside:cell} "
    "black, and the corner {corner:cell} would be locked in. So {at:cell} is white.",
    "no-duplicate": "This board has only one solution. If {cells:cells}, which {cells:has|have} no "
    "duplicate in {cells:its|their} row and column, {cells:was|were} black, {cells:it|they} could "
    "be white as well. So {cells:it is|they are} white.",
    "no-duplicates": "This board has only one solution, so every number without a duplicate in its "
    "row and column is white (outlined): if it were black, it could be white as well.",
    # Suppositions in one sentence
    "if-black": "If {at:cell} were black, {argument}. So {at:cell} is white.",
    "if-white": "If {at:numbers} were white, {argument}. So {at:cells} is black.",
    "steps-and": "{steps:each /, so }, and {end}",
    "steps-but": "{steps:each /, so }; but {end}",
    "would-be": "{cells:numbers} would be {colour}",
    "then": "{cells:numbers} {colour}",
    "black-already": "{known:cell} beside {new:cell} is black already",
    "they-touch": "they share a side",
    "touch": "{pair:cells} share a side",
    "white-already": "the {clue} at {known:cell} is white already",
    "twice-in-row": "row {line} would have two white {clue}s",
    "twice-in-column": "column {line} would have two white {clue}s",
    "either": "One of {pair:numbers} is black. If {at:cell} were black too, {argument}. So "
    "{at:cell} is white.",
    "only-beside": "that could only be {gap:cell} ({other:cell} is beside {at:cell}), and {cut}",
    "only-white": "that could only be {gap:cell} ({other:cell} is white), and {cut}",
    "same-wall": "{cut} either way",
    "two-walls": "either {a}, or {b}",
    # Suppositions in steps
    "argument": "{sentences:argument}",
    "suppose": "Suppose {at:cell} is {colour}.",
    "but": "But {end}. So {at:cell} is {colour}.",
    "both-black": "{pair:cells} are both black, and black cells never share a side",
    "both-white": "{pair:numbers} are both white",
}
WORDS = Words({**words.TEMPLATES, **_TEMPLATES}, {**words.FORMS, "numbers": _numbers}, words.BRIEFS)
