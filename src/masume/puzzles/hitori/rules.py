"""The rules of inference for Hitori that assume nothing, easiest first."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import Deduction, Key, rule
from masume.core.puzzle.words import say
from masume.families.shading.propagate import Marks, last_way_out, literals_of
from masume.families.shading.rules import (
    ADJACENT,
    DIVIDED,
    black_has_white_neighbours,
    common_rule,
    would_cut_the_white_area,
)
from masume.puzzles.hitori.propagate import Propagator

_MOST_NAMED = 8  # cells without a duplicate
_THREES = """
hitori
3 3 1
1 2 1
3 1 3
"""  # several rules apply here
_TRIPLES = """
hitori
3 3 3
3 1 2
2 2 2
"""


@rule("the equals of a white number in its row and column are black", level="easy", example=_THREES)
def white_blackens_equals(board: Propagator) -> Marks | None:
    """Blacken the equals of a white number, which must be unique in its row and column."""
    black = board.equals_of_white & ~board.black
    return (black, 0) if black else None


@white_blackens_equals.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    black, causes = new[0] & board.unknown, 0
    for equal in each(black):
        causes |= board.equals[equal]
    for cell in board.newest_first(causes & board.white):
        equals = tuple(each(board.equals[cell] & black))
        says = say("equals", clue=board.clues[cell], at=cell, others=equals)
        because = tuple([equal_pair(cell, equal) for equal in equals])
        yield Deduction(tuple([equal + 1 for equal in equals]), (-cell - 1,), because, says)


@rule(
    "triplet: of three equal numbers side by side only the middle one is white",
    level="easy",
    example=_TRIPLES,
    once=True,
)
def three_side_by_side(board: Propagator) -> Marks | None:
    """Blacken the outer two of three adjacent equals: otherwise two neighbours would be black."""
    black, white = board.close.threes
    black, white = black & ~board.black, white & ~board.white
    return (black, white) if black | white else None


@three_side_by_side.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    open_cells = (new[0] | new[1]) & board.unknown
    for left, middle, others in board.pairs():
        right = 2 * middle - left
        if others >> right & 1 and open_cells & (1 << left | 1 << middle | 1 << right):
            pairs = equal_pair(left, middle), equal_pair(middle, right), equal_pair(left, right)
            three, outer = (left, middle, right), (left, right)
            says = say("three", clue=board.clues[left], all=three, middle=middle, outer=outer)
            yield Deduction((left + 1, -middle - 1, right + 1), (), (*pairs, ADJACENT), says)


@rule(
    "sandwich: a cell between two equal numbers is white", level="easy", example=_THREES, once=True
)
def between_equals(board: Propagator) -> Marks | None:
    """Whiten a cell between two equals: if it were black, both would be white."""
    white = board.close.between & ~board.white
    return (0, white) if white else None


@between_equals.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    for cell in each(new[1] & board.unknown):
        for step in board.table.gap_steps:
            if cell >= step and board.equals[cell - step] >> cell + step & 1:
                pair = cell - step, cell + step
                says = say("between", at=cell, pair=pair)
                yield Deduction((-cell - 1,), (), (equal_pair(*pair), ADJACENT), says)


@rule(
    "pair induction: two equal numbers side by side blacken all others in their line",
    level="easy",
    example="""
hitori
2 4 1 1
4 3 3 1
3 3 4 3
""",
    once=True,
)
def pair_blackens_others(board: Propagator) -> Marks | None:
    """Blacken the third equal number of a line with an adjacent pair: one of the pair is white."""
    black = board.close.others & ~(board.close.threes[0] | board.black)
    return (black, 0) if black else None


@pair_blackens_others.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    black = new[0] & board.unknown
    for first, second, others in board.pairs():
        here = others & black
        if here:
            equals = tuple(each(here))
            pairs = (equal_pair(cell, end) for cell in equals for end in (first, second))
            says = say("pair", clue=board.clues[first], pair=(first, second), others=equals)
            yield Deduction(literals_of(here), (), (*pairs, ADJACENT), says)


@rule(
    "quad corner: in a corner of two pairs the corner and the cell across are black",
    level="medium",
    example="""
hitori
1 1 3
2 2 4
4 3 1
""",
    once=True,
)
def corner_of_two_pairs(board: Propagator) -> Marks | None:
    """Blacken a corner of two pairs, or four equals: a white corner would be locked in."""
    return _unless_known(board, board.corner_marks[0])


def _unless_known(board: Propagator, marks: Marks) -> Marks | None:
    black, white = marks[0] & ~board.black, marks[1] & ~board.white
    return (black, white) if black | white else None


@corner_of_two_pairs.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    unknown, equals = board.unknown, board.equals
    for corner, beside, other, across in board.table.corners:
        if not (unknown & (1 << corner | 1 << across | 1 << other)):
            continue
        if equals[corner] >> beside & 1 and equals[across] >> other & 1:
            because = equal_pair(corner, beside), equal_pair(other, across), ADJACENT, DIVIDED
            says = say("two-pairs", corner=corner, beside=beside, other=other, across=across)
            yield Deduction((corner + 1, -other - 1, across + 1), (), because, says)


@rule(
    "triple corner: a corner with equals on both sides is black",
    level="medium",
    example="""
hitori
3 1 1
2 3 1
3 1 2
""",
    once=True,
)
def corner_of_three(board: Propagator) -> Marks | None:
    """Blacken a corner with equals on both sides: if white, it would be locked in by them."""
    return _unless_known(board, board.corner_marks[1])


@corner_of_three.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    black = new[0] & board.unknown
    for corner, beside, other, _across in board.table.corners[::2]:
        if black >> corner & 1:
            because = equal_pair(corner, beside), equal_pair(corner, other), ADJACENT, DIVIDED
            says = say("corner-three", clue=board.clues[corner], corner=corner)
            yield Deduction((corner + 1,), (), because, says)


@rule(
    "double corner: a pair in a corner keeps the corner's other side white",
    level="medium",
    example="""
hitori
2 2 1
3 1 2
3 2 1
""",
    once=True,
)
def corner_with_a_pair(board: Propagator) -> Marks | None:
    """Whiten the cell beside a corner that, if black, would blacken the other through a pair."""
    return _unless_known(board, board.corner_marks[2])


@corner_with_a_pair.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    white = new[1] & board.unknown
    for corner, beside, other, across in board.table.corners:
        for via in (corner, across):
            if white >> other & 1 and board.equals[via] >> beside & 1:
                because = equal_pair(via, beside), ADJACENT, DIVIDED
                says = say("corner-pair", at=other, via=via, beside=beside, corner=corner)
                yield Deduction((-other - 1,), (), because, says)


@rule(
    "uniqueness: a number without a duplicate is white, as there is only one solution",
    level="easy",
    example=_THREES,
    once=True,
)
def no_duplicate(board: Propagator) -> Marks:
    """Whiten the numbers without duplicates: if one were black, it could be white as well."""
    cells = range(board.grid.size)
    return 0, sum(1 << cell for cell in cells if not board.equals[cell]) & board.unknown


@no_duplicate.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    white = tuple(each(new[1]))
    says = say("no-duplicate" if len(white) <= _MOST_NAMED else "no-duplicates", cells=white)
    yield Deduction(literals_of(0, new[1]), (), (), says)


RULES = (
    white_blackens_equals,
    common_rule(
        black_has_white_neighbours,
        "cells beside a black cell are white",
        level="easy",
        auto=True,
        example=_TRIPLES,
    ),
    common_rule(
        last_way_out,
        "a white cell with one way out keeps it open",
        level="easy",
        example=_TRIPLES,
    ),
    three_side_by_side,
    between_equals,
    pair_blackens_others,
    corner_of_two_pairs,
    corner_of_three,
    corner_with_a_pair,
    common_rule(
        would_cut_the_white_area,
        "unreachable cells: a cell that would cut the white area is white",
        level="medium",
        example="""
hitori
3 3 2
3 3 1
2 1 3
""",
    ),
)


def equal_pair(a: Cell, b: Cell) -> Key:
    """Return the key of the constraint that two equal numbers are not both white."""
    return ("duplicate", (a, b) if a < b else (b, a))
