"""Techniques for Kuromasu that look at two numbers in one line.

What is said here is what `Pair` finds out of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Deduction, Proof, technique
from masume.families.shading.model import OPEN
from masume.puzzles.kuromasu.lines import alone, forced
from masume.puzzles.kuromasu.pair import Pair
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_lengths import counts, mirrored
from masume.puzzles.kuromasu.techniques_sight import (
    SIDES,
    Sights,
    beyond,
    grounds,
    in_sight,
    said,
)


def _in_sight_of_both(notes: Sights, pair: Pair) -> list[Literal]:
    """What is known in sight of both."""
    literals = in_sight(notes.colours, pair.one) + in_sight(notes.colours, pair.other)
    return list(dict.fromkeys(literals))


@technique(
    "two numbers that see each other see the same stretch of their line",
    level="hard",
    example="""
kuromasu
3 4 . .
. . . .
. 4 . .
""",
)
def numbers_share_a_stretch(notes: Sights) -> Iterator[Deduction]:
    """Each number allows some lengths of the stretch; it has one that both allow."""
    yield from _of_pairs(notes, _together, _why_together)


_Finding: TypeAlias = tuple[tuple[Literal, ...], Number]  # what follows, and for which of the two


def _of_pairs(
    notes: Sights,
    find: Callable[[Sights, Pair], _Finding | None],
    why: Callable[[Sights, Pair, _Finding], Proof],
) -> Iterator[Deduction]:
    """What is found of each pair; it depends on nothing but what the two see."""
    for pair in notes.pairs():
        one, other = notes.sight(pair.one), notes.sight(pair.other)
        if one.arms[pair.ahead].most < pair.apart:
            continue  # a black cell is between them
        if notes.wanted and not (notes.matters(pair.one) or notes.matters(pair.other)):
            continue
        finding = one.once((find, other), find, notes, pair)
        if finding is not None:
            key = why, other
            yield Deduction.later(finding[0], one.once, key, why, notes, pair, finding)


def _together(notes: Sights, pair: Pair) -> _Finding | None:
    board = notes.lines
    if pair.is_open(board):
        return None
    free, here, there = pair.stretches(board)
    both = free & here & there
    if not both:
        return None
    follows = (one for view in pair.together(board, both) for one in forced(board, *view))
    literals = tuple(dict.fromkeys(follows))
    return (literals, pair.one) if literals else None


def _why_together(notes: Sights, pair: Pair, finding: _Finding) -> Proof:
    literals, _ = finding
    given = grounds(notes, pair.is_stuck, literals, _in_sight_of_both(notes, pair))
    return Proof(beyond(given, pair.keys), pair.keys, _stretch_text(notes, pair, literals))


def _stretch_text(notes: Sights, pair: Pair, literals: tuple[Literal, ...]) -> str:
    free, here, there = pair.stretches(notes.lines)
    both = free & here & there
    for number, other, own in ((pair.one, pair.other, there), (pair.other, pair.one, here)):
        short = _short_text(notes, pair, number, other, literals)
        if short and own.bit_length() == both.bit_length():
            return short
    cells = {abs(literal) - 1 for literal in literals}
    across = [
        f"the {notes.called(number)} sees {_more(mirrored(both, number.total + 1))} "
        f"{_crossing(notes, pair, number)}"
        for number in (pair.one, pair.other)
        if any(not cells.isdisjoint(number.rays[side]) for side in pair.across)
    ]
    more = f", and {' and '.join(across)}" if across else ""
    return (
        f"The {notes.called(pair.one)} and the {notes.called(pair.other)} see the same stretch of "
        f"{pair.line}. {_allowed(pair, free, here, there)}; so it has {counts(both)}{more}. "
        f"So {said(notes, literals)}."
    )


def _more(bits: int) -> str:
    return "no more" if bits == 1 else f"{counts(bits)} more"


def _crossing(notes: Sights, pair: Pair, number: Number) -> str:
    """In which line a number sees what is not in the line of both."""
    row, col = notes.grid.at(number.cell)
    return f"in column {col + 1}" if pair.across == (0, 1) else f"in row {row + 1}"


def _short_text(
    notes: Sights, pair: Pair, number: Number, other: Number, literals: tuple[Literal, ...]
) -> str:
    """The words if nothing matters but the most that the other lets a number see in their line."""
    most = pair.stretches(notes.lines)[2 if number is pair.one else 1].bit_length() - 1
    seen = notes.sight(number).arms
    for side, opposite in (pair.across, pair.across[::-1]):
        missing = number.total + 1 - most
        needed = seen[side].ray[: max(missing - seen[opposite].most, 0)]
        if literals and list(literals) == [-c - 1 for c in needed if notes.colours[c] == OPEN]:
            beside = f"it sees at most {seen[opposite].most} {SIDES[opposite]}"
            if not seen[opposite].most:
                beside = f"it sees nothing {SIDES[opposite]}"
            return (
                f"The {notes.called(other)} lets {pair.line} show at most {most} cells, so the "
                f"{notes.called(number)} needs {missing} more {_crossing(notes, pair, number)}; "
                f"{beside}, so {said(notes, literals)}."
            )
    return ""


def _allowed(pair: Pair, free: int, here: int, there: int) -> str:
    """Which lengths the stretch may have for whom."""
    own = f"The first allows it {counts(here)} cells, the second {counts(there)}"
    if free & here & there == here & there:
        return own
    return f"{own}, and {pair.line} has room for {counts(free)}"


@technique(
    "two numbers that do not go together have a black cell between them",
    level="hard",
    example="""
kuromasu
. . . .
. . . 4
. . . .
. 3 . 4
""",
)
def numbers_are_apart(notes: Sights) -> Iterator[Deduction]:
    """If they saw each other they would see the same stretch, and none is right for both."""
    yield from _of_pairs(notes, _apart, _why_apart)


def _apart(notes: Sights, pair: Pair) -> _Finding | None:
    board = notes.lines
    if not pair.is_open(board) or pair.can_meet(board):
        return None
    for number, masks in pair.separate(board):
        views = enumerate(masks)
        literals = tuple(one for view in views for one in forced(board, number.cell, *view))
        if literals:
            return literals, number
    return None


def _why_apart(notes: Sights, pair: Pair, finding: _Finding) -> Proof:
    literals, number = finding
    known = _in_sight_of_both(notes, pair)
    apart = grounds(notes, lambda board: not pair.can_meet(board), (), known)
    rest = grounds(notes, pair.cannot_part(number), literals, in_sight(notes.colours, number))
    text = _apart_text(notes, pair, number, literals)
    return Proof(beyond([*apart, *rest], pair.keys), pair.keys, text)


def _apart_text(notes: Sights, pair: Pair, number: Number, literals: tuple[Literal, ...]) -> str:
    free, here, there = pair.stretches(notes.lines)
    one, other = notes.called(pair.one), notes.called(pair.other)
    if not here or not there:
        near, far = (one, other) if not here else (other, one)
        why = f"The {near} cannot see as far as the {far}"
    else:
        why = (
            f"If the {one} and the {other} saw each other, they would see the same stretch of "
            f"{pair.line}. {_allowed(pair, free, here, there)}: this cannot be"
        )
    if all(literal - 1 in pair.between for literal in literals):
        return f"{why}. So {said(notes, literals)}."
    towards = pair.ahead if number is pair.one else pair.back
    most = (alone(notes.lines, number)[towards] & (1 << pair.apart - 1) - 1).bit_length() - 1
    sees = f"sees {f'at most {most}' if most else 'nothing'} {SIDES[towards]}"
    needs = f"and needs {said(notes, literals, made=True)}"
    return f"{why}. So a black cell is between them; the {notes.called(number)} {sees} {needs}."
