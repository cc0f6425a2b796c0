"""Kuromasu techniques that use two numbers in one line; `Pair` does the arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Deduction, Proof, technique
from masume.families.shading.model import OPEN
from masume.puzzles.kuromasu.arm_lengths import differences, lengths_text
from masume.puzzles.kuromasu.lines import forced_literals, own_lengths
from masume.puzzles.kuromasu.pair import Pair
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_notes import (
    SIDES,
    KuromasuNotes,
    describe,
    known_in_sight,
    minimal_premises,
    without_clues,
)


def _in_sight_of_both(notes: KuromasuNotes, pair: Pair) -> list[Literal]:
    """Return the known colours in sight of either number, without duplicates."""
    by_first = known_in_sight(notes.colours, pair.first)
    return list(dict.fromkeys(by_first + known_in_sight(notes.colours, pair.second)))


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
def numbers_share_a_stretch(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Deduce colours from the lengths of the common stretch that both numbers allow."""
    yield from _deduce_for_pairs(notes, _find_shared, _prove_shared)


# The conclusions, and the number that they concern.
_Finding: TypeAlias = tuple[tuple[Literal, ...], Number]


def _deduce_for_pairs(
    notes: KuromasuNotes,
    find: Callable[[KuromasuNotes, Pair], _Finding | None],
    prove: Callable[[KuromasuNotes, Pair, _Finding], Proof],
) -> Iterator[Deduction]:
    """Yield the findings about each pair, cached as long as nothing in their sight changes."""
    for pair in notes.pairs():
        first, second = notes.sight(pair.first), notes.sight(pair.second)
        if first.arms[pair.ahead].most < pair.distance:
            continue  # a black cell is between them
        if notes.wanted and not (notes.is_relevant(pair.first) or notes.is_relevant(pair.second)):
            continue
        finding = first.cached((find, second), find, notes, pair)
        if finding is not None:
            key = prove, second
            yield Deduction.lazy(finding[0], first.cached, key, prove, notes, pair, finding)


def _find_shared(notes: KuromasuNotes, pair: Pair) -> _Finding | None:
    """Return what all common lengths of the stretch force, if the two see each other."""
    board = notes.lines
    if pair.is_open(board):
        return None
    free, by_first, by_second = pair.stretches(board)
    both = free & by_first & by_second
    if not both:
        return None
    consequences = (
        lit for arm in pair.arms_given(board, both) for lit in forced_literals(board, *arm)
    )
    literals = tuple(dict.fromkeys(consequences))
    return (literals, pair.first) if literals else None


def _prove_shared(notes: KuromasuNotes, pair: Pair, finding: _Finding) -> Proof:
    literals, _ = finding
    given = minimal_premises(notes, pair.is_contradictory, literals, _in_sight_of_both(notes, pair))
    return Proof(without_clues(given, pair.keys), pair.keys, _stretch_text(notes, pair, literals))


def _stretch_text(notes: KuromasuNotes, pair: Pair, literals: tuple[Literal, ...]) -> str:
    """Return the argument for a shared stretch in words."""
    free, by_first, by_second = pair.stretches(notes.lines)
    both = free & by_first & by_second
    for number, other, lengths in (
        (pair.first, pair.second, by_second),
        (pair.second, pair.first, by_first),
    ):
        short = _short_text(notes, pair, number, other, literals)
        if short and lengths.bit_length() == both.bit_length():
            return short
    cells = {abs(literal) - 1 for literal in literals}
    across = [
        f"the {notes.label(number)} sees {_say_more(differences(both, number.total + 1))} "
        f"{_crossing(notes, pair, number)}"
        for number in (pair.first, pair.second)
        if any(not cells.isdisjoint(number.rays[side]) for side in pair.across)
    ]
    more = f", and {' and '.join(across)}" if across else ""
    allowed = _allowed_text(pair, free, by_first, by_second)
    return (
        f"The {notes.label(pair.first)} and the {notes.label(pair.second)} see the same stretch of "
        f"{pair.line}. {allowed}; so it has {lengths_text(both)}{more}. "
        f"So {describe(notes, literals)}."
    )


def _say_more(bits: int) -> str:
    return "no more" if bits == 1 else f"{lengths_text(bits)} more"


def _crossing(notes: KuromasuNotes, pair: Pair, number: Number) -> str:
    """Return the line of a number across the common line, such as "in column 2"."""
    row, col = notes.grid.at(number.cell)
    return f"in column {col + 1}" if pair.across == (0, 1) else f"in row {row + 1}"


def _short_text(
    notes: KuromasuNotes, pair: Pair, number: Number, other: Number, literals: tuple[Literal, ...]
) -> str:
    """Return a short text if only the greatest length that the other number allows matters.

    Return "" otherwise.
    """
    most = pair.stretches(notes.lines)[2 if number is pair.first else 1].bit_length() - 1
    seen = notes.sight(number).arms
    for side, opposite in (pair.across, pair.across[::-1]):
        missing = number.total + 1 - most
        needed = seen[side].ray[: max(missing - seen[opposite].most, 0)]
        if literals and list(literals) == [-c - 1 for c in needed if notes.colours[c] == OPEN]:
            beside = f"it sees at most {seen[opposite].most} {SIDES[opposite]}"
            if not seen[opposite].most:
                beside = f"it sees nothing {SIDES[opposite]}"
            return (
                f"The {notes.label(other)} lets {pair.line} show at most {most} cells, so the "
                f"{notes.label(number)} needs {missing} more {_crossing(notes, pair, number)}; "
                f"{beside}, so {describe(notes, literals)}."
            )
    return ""


def _allowed_text(pair: Pair, free: int, by_first: int, by_second: int) -> str:
    """Return which lengths each number and the line allow the stretch."""
    allowed = (
        f"The first allows it {lengths_text(by_first)} cells, the second {lengths_text(by_second)}"
    )
    if free & by_first & by_second == by_first & by_second:
        return allowed
    return f"{allowed}, and {pair.line} has room for {lengths_text(free)}"


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
def numbers_are_apart(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Separate two numbers for which no common stretch is possible."""
    yield from _deduce_for_pairs(notes, _find_apart, _prove_apart)


def _find_apart(notes: KuromasuNotes, pair: Pair) -> _Finding | None:
    """Return what forces two numbers apart that cannot see each other."""
    board = notes.lines
    if not pair.is_open(board) or pair.can_see_each_other(board):
        return None
    for number, masks in pair.separate(board):
        views = enumerate(masks)
        literals = tuple(
            lit for view in views for lit in forced_literals(board, number.cell, *view)
        )
        if literals:
            return literals, number
    return None


def _prove_apart(notes: KuromasuNotes, pair: Pair, finding: _Finding) -> Proof:
    """Prove that the two cannot see each other, and what this forces for a number."""
    literals, number = finding
    known = _in_sight_of_both(notes, pair)
    apart = minimal_premises(notes, lambda board: not pair.can_see_each_other(board), (), known)
    rest = minimal_premises(
        notes, pair.must_see_other(number), literals, known_in_sight(notes.colours, number)
    )
    text = _apart_text(notes, pair, number, literals)
    return Proof(without_clues([*apart, *rest], pair.keys), pair.keys, text)


def _apart_text(
    notes: KuromasuNotes, pair: Pair, number: Number, literals: tuple[Literal, ...]
) -> str:
    """Return the argument for separate numbers in words."""
    free, by_first, by_second = pair.stretches(notes.lines)
    first, second = notes.label(pair.first), notes.label(pair.second)
    if not by_first or not by_second:
        short_sighted, distant = (first, second) if not by_first else (second, first)
        why = f"The {short_sighted} cannot see as far as the {distant}"
    else:
        why = (
            f"If the {first} and the {second} saw each other, they would see the same stretch of "
            f"{pair.line}. {_allowed_text(pair, free, by_first, by_second)}: this cannot be"
        )
    if all(literal - 1 in pair.between for literal in literals):
        return f"{why}. So {describe(notes, literals)}."
    towards = pair.ahead if number is pair.first else pair.back
    within = (1 << pair.distance - 1) - 1
    most = (own_lengths(notes.lines, number)[towards] & within).bit_length() - 1
    sees = f"sees {f'at most {most}' if most else 'nothing'} {SIDES[towards]}"
    needs = f"and needs {describe(notes, literals, made=True)}"
    return f"{why}. So a black cell is between them; the {notes.label(number)} {sees} {needs}."
