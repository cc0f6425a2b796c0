"""The techniques for Hitori, easiest first."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Logic, Proof, join_words, technique
from masume.families.shading.logic import (
    ADJACENT,
    DIVIDED,
    black_has_white_neighbours,
    cells_of,
    last_way_out,
    would_cut_the_white_area,
)
from masume.families.shading.model import OPEN, WHITE
from masume.puzzles.hitori.board_table import corners_of
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.techniques_ahead import (
    equals_would_cut,
    look_ahead,
    pairs_would_cut,
    two_pairs_apart,
)
from masume.puzzles.hitori.techniques_gaps import either_closes_the_wall, open_gap
from masume.puzzles.hitori.techniques_notes import HitoriNotes, equal_pair

_THREES = """
hitori
3 3 1
1 2 1
3 1 3
"""  # several techniques apply here


@technique(
    "the equals of a white number in its row and column are black",
    level="easy",
    example=_THREES,
)
def white_blackens_equals(notes: HitoriNotes) -> Iterator[Deduction]:
    """Blacken the equals of a white number, which must be unique in its row and column."""
    pending = notes.pending("white equals")
    for cell in cells_of(pending, WHITE):
        open_equals = [equal for equal in notes.equals[cell] if notes.colours[equal] == OPEN]
        if not open_equals:
            pending[cell] = OPEN
            continue
        black = tuple(equal + 1 for equal in open_equals)
        yield Deduction.lazy(black, _equals_proof, notes, cell, open_equals).with_given(-cell - 1)


def _equals_proof(notes: HitoriNotes, cell: Cell, open_equals: list[Cell]) -> Proof:
    return Proof(
        (-cell - 1,),
        tuple(equal_pair(cell, equal) for equal in open_equals),
        f"The {notes.puzzle.clues[cell]} at {notes.grid.name(cell)} is white, "
        f"so {_say_black(notes, open_equals)}.",
    )


def _say_black(notes: HitoriNotes, cells: list[Cell]) -> str:
    return f"{notes.name_numbers(cells)} {'are' if len(cells) > 1 else 'is'} black"


@technique(
    "of three equal numbers side by side only the middle one is white",
    level="easy",
    example="""
hitori
3 3 3
3 1 2
2 2 2
""",
)
def three_side_by_side(notes: HitoriNotes) -> Iterator[Deduction]:
    """Blacken the outer two of three adjacent equals: otherwise two neighbours would be black."""
    for left, middle, right in notes.threes:
        if _any_open(notes, (left, middle, right)):
            literals = left + 1, -middle - 1, right + 1
            yield Deduction.lazy(literals, _three_proof, notes, left, middle, right).with_given()


def _three_proof(notes: HitoriNotes, left: Cell, middle: Cell, right: Cell) -> Proof:
    a, b, c = notes.names((left, middle, right))
    return Proof(
        (),
        (equal_pair(left, middle), equal_pair(middle, right), equal_pair(left, right), ADJACENT),
        f"Of the {notes.puzzle.clues[left]}s at {a}, {b} and {c} two are black, but not "
        f"side by side: so {b} is white, and {a} and {c} are black.",
    )


def _any_open(notes: HitoriNotes, cells: tuple[Cell, ...]) -> bool:
    return any(notes.colours[cell] == OPEN for cell in cells)


@technique(
    "a cell between two equal numbers is white",
    level="easy",
    example=_THREES,
)
def between_equals(notes: HitoriNotes) -> Iterator[Deduction]:
    """Whiten a cell between two equals: if it were black, both would be white."""
    for left, middle, right in notes.gaps:
        if notes.colours[middle] == OPEN:
            yield Deduction.lazy(
                (-middle - 1,), _between_proof, notes, left, middle, right
            ).with_given()


def _between_proof(notes: HitoriNotes, left: Cell, middle: Cell, right: Cell) -> Proof:
    name = notes.grid.name(middle)
    return Proof(
        (),
        (equal_pair(left, right), ADJACENT),
        f"If {name} were black, {notes.name_numbers((left, right))} would both be white. "
        f"So {name} is white.",
    )


@technique(
    "two equal numbers side by side blacken all others in their line",
    level="easy",
    example="""
hitori
2 4 1 1
4 3 3 1
3 3 4 3
""",
)
def pair_blackens_others(notes: HitoriNotes) -> Iterator[Deduction]:
    """Blacken the third equal number of a line with an adjacent pair: one of the pair is white."""
    for (first, second), equals in notes.pairs:
        open_others = [cell for cell in equals if notes.colours[cell] == OPEN]
        if open_others:
            literals = tuple(cell + 1 for cell in open_others)
            yield Deduction.lazy(
                literals, _pair_in_line_proof, notes, (first, second), open_others
            ).with_given()


def _pair_in_line_proof(
    notes: HitoriNotes, pair: tuple[Cell, Cell], open_others: list[Cell]
) -> Proof:
    """Prove that the other equals in the line of an adjacent pair are black."""
    return Proof(
        (),
        (*(equal_pair(cell, end) for cell in open_others for end in pair), ADJACENT),
        f"One of the {notes.puzzle.clues[pair[0]]}s side by side at "
        f"{join_words(notes.names(pair))} is white, so {_say_black(notes, open_others)}.",
    )


@technique(
    "in a corner of two pairs the corner and the cell across are black",
    level="medium",
    example="""
hitori
1 1 3
2 2 4
4 3 1
""",
)
def corner_of_two_pairs(notes: HitoriNotes) -> Iterator[Deduction]:
    """Blacken a corner of two pairs, or four equals: a white corner would be locked in."""
    equals = notes.equals
    for corner, beside, other, across in corners_of(notes.grid):
        if beside not in equals[corner] or other not in equals[across]:
            continue
        if _any_open(notes, (corner, across)):
            literals = corner + 1, -other - 1, across + 1
            yield Deduction.lazy(literals, _two_pairs_proof, notes, corner, beside, other, across)


def _two_pairs_proof(
    notes: HitoriNotes, corner: Cell, beside: Cell, other: Cell, across: Cell
) -> Proof:
    """Prove that a corner of two pairs is black, with the consequences for its neighbours."""
    name = notes.grid.name
    return Proof(
        (),
        (equal_pair(corner, beside), equal_pair(other, across), ADJACENT, DIVIDED),
        f"If the corner {name(corner)} were white, {name(beside)} would be black, "
        f"{name(across)} white and {name(other)} black, and the corner locked in. So "
        f"{name(corner)} is black, {name(other)} beside it white and its equal "
        f"{name(across)} black.",
    )


@technique(
    "a corner with equals on both sides is black",
    level="medium",
    example="""
hitori
3 1 1
2 3 1
3 1 2
""",
)
def corner_of_three(notes: HitoriNotes) -> Iterator[Deduction]:
    """Blacken a corner with equals on both sides: if white, it would be locked in by them."""
    for corner, beside, other, _ in corners_of(notes.grid):
        equals = notes.equals[corner]
        if beside in equals and other in equals and notes.colours[corner] == OPEN:
            yield Deduction.lazy(
                (corner + 1,), _corner_of_three_proof, notes, corner, beside, other
            )


def _corner_of_three_proof(notes: HitoriNotes, corner: Cell, beside: Cell, other: Cell) -> Proof:
    name = notes.grid.name(corner)
    return Proof(
        (),
        (equal_pair(corner, beside), equal_pair(corner, other), ADJACENT, DIVIDED),
        f"If the corner {name} were white, the {notes.puzzle.clues[corner]}s on both sides of it "
        f"would be black and lock it in. So {name} is black.",
    )


@technique(
    "a pair in a corner keeps the corner's other side white",
    level="medium",
    example="""
hitori
2 2 1
3 1 2
3 2 1
""",
)
def corner_with_a_pair(notes: HitoriNotes) -> Iterator[Deduction]:
    """Whiten the cell beside a corner that, if black, would blacken the other through a pair."""
    for corner, beside, other, across in corners_of(notes.grid):
        for via in (corner, across):
            if beside in notes.equals[via] and notes.colours[other] == OPEN:
                yield Deduction.lazy(
                    (-other - 1,), _corner_pair_proof, notes, corner, beside, other, via
                )


def _corner_pair_proof(
    notes: HitoriNotes, corner: Cell, beside: Cell, other: Cell, via: Cell
) -> Proof:
    """Prove that a cell beside a corner is white, by the pair of `via` and `beside`."""
    name = notes.grid.name
    return Proof(
        (),
        (equal_pair(via, beside), ADJACENT, DIVIDED),
        f"If {name(other)} were black, {name(via)} would be white and its equal "
        f"{name(beside)} black, and the corner {name(corner)} would be locked in. "
        f"So {name(other)} is white.",
    )


_TRIPLES = """
hitori
3 3 3
3 1 2
2 2 2
"""
_PAIRS = """
hitori
3 3 2
3 3 1
2 1 3
"""

TECHNIQUES = (
    white_blackens_equals,
    technique("cells beside a black cell are white", level="easy", auto=True, example=_TRIPLES)(
        black_has_white_neighbours
    ),
    technique("a white cell with one way out keeps it open", level="easy", example=_TRIPLES)(
        last_way_out
    ),
    three_side_by_side,
    between_equals,
    pair_blackens_others,
    corner_of_two_pairs,
    corner_of_three,
    corner_with_a_pair,
    technique("a cell that would cut the white area is white", level="medium", example=_PAIRS)(
        would_cut_the_white_area
    ),
    equals_would_cut,
    two_pairs_apart,
    pairs_would_cut,
    either_closes_the_wall,
    look_ahead,
    open_gap,
)


def logic() -> Logic[Hitori]:
    """Return the techniques and their notes."""
    return Logic(HitoriNotes, TECHNIQUES)
