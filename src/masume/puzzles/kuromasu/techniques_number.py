"""Kuromasu techniques that use a single number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Deduction, Proof, is_or_are, technique
from masume.families.shading.model import OPEN, WHITE
from masume.puzzles.kuromasu.arm_lengths import compatible_lengths, lengths_text
from masume.puzzles.kuromasu.lines import SeenRay, feasible_lengths, forced_literals, own_lengths
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_notes import (
    SIDES,
    KuromasuNotes,
    Sight,
    describe,
    known_in_sight,
    list_sides,
    minimal_premises,
    violation_test,
)

_TOWARDS = ("upwards", "downwards", *SIDES[2:])


_Finding: TypeAlias = tuple[tuple[Literal, ...], int]  # the conclusions, and their side


def _deduce_for_numbers(
    notes: KuromasuNotes,
    find: Callable[[KuromasuNotes, Sight], _Finding | None],
    prove: Callable[[KuromasuNotes, Sight, _Finding], Proof],
) -> Iterator[Deduction]:
    """Yield the findings about each number, cached as long as nothing in its sight changes."""
    for sight in notes.open_sights():
        finding = sight.cached(find, find, notes, sight)
        if finding is not None:
            yield Deduction.lazy(finding[0], sight.cached, prove, prove, notes, sight, finding)


@technique(
    "a number that sees enough is closed off",
    level="easy",
    example="""
kuromasu
. 2 .
. 4 .
. . .
""",
)
def number_is_complete(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Close off a number that already sees as many white cells as it says."""
    yield from _deduce_for_numbers(notes, _find_complete, _prove_complete)


def _find_complete(notes: KuromasuNotes, sight: Sight) -> _Finding | None:
    if sight.least != sight.number.total:
        return None
    return tuple(arm.ray[arm.least] + 1 for arm in sight.arms if arm.least < arm.most), 0


def _prove_complete(notes: KuromasuNotes, sight: Sight, finding: _Finding) -> Proof:
    """Return the proof: the white cells in sight are as many as the number says."""
    number = sight.number
    ends = [literal - 1 for literal in finding[0]]
    return Proof(
        tuple(-cell - 1 for arm in sight.arms for cell in arm.ray[: arm.least]),
        (number.key,),
        f"The {notes.label(number)} already sees {number.total + 1} white "
        f"cell{'s' * (number.total > 0)}, so {is_or_are(notes.names(ends), 'black')}.",
    )


@technique(
    "a number that needs all it can see gets it",
    level="easy",
    example="""
kuromasu
. . 2
. . .
. 5 .
""",
)
def number_needs_everything(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Whiten all cells in sight of a number that can see exactly as many as it says."""
    yield from _deduce_for_numbers(notes, _find_everything, _prove_everything)


def _find_everything(notes: KuromasuNotes, sight: Sight) -> _Finding | None:
    if sight.most != sight.number.total:
        return None
    missing = [cell for arm in sight.arms for cell in arm.ray[arm.least : arm.most]]
    return tuple(-cell - 1 for cell in missing if notes.colours[cell] == OPEN), 0


def _prove_everything(notes: KuromasuNotes, sight: Sight, finding: _Finding) -> Proof:
    """Return the proof: all cells up to the ends of the arms are needed."""
    number, literals = sight.number, finding[0]
    missing = [-literal - 1 for literal in literals]
    return Proof(
        tuple(minimal_premises(notes, violation_test(number), literals, _ends(sight.arms))),
        (number.key,),
        f"The {notes.label(number)} can see at most {number.total + 1} cells and needs "
        f"them all, so {is_or_are(notes.names(missing), 'white')}.",
    )


def _ends(seen: list[SeenRay]) -> list[Literal]:
    """Return the black cells at the ends of the arms."""
    return [arm.ray[arm.most] + 1 for arm in seen if arm.most < len(arm.ray)]


@technique(
    "a number that can grow to one side only grows there",
    level="easy",
    example="""
kuromasu
5 . .
4 . .
. . .
""",
)
def number_grows_one_way(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Extend a number on its only open side by what it still needs."""
    yield from _deduce_for_numbers(notes, _find_one_way, _prove_one_way)


def _find_one_way(notes: KuromasuNotes, sight: Sight) -> _Finding | None:
    """Return the cells of the only open arm and its end, unless it may see on beyond."""
    open_sides = [side for side, arm in enumerate(sight.arms) if arm.least < arm.most]
    if len(open_sides) != 1:
        return None
    side = open_sides[0]
    arm = sight.arms[side]
    length = sight.number.total - sight.least + arm.least
    if not arm.least < length < arm.most or notes.colours[arm.ray[length]] == WHITE:
        return None
    white = [-cell - 1 for cell in arm.ray[:length] if notes.colours[cell] == OPEN]
    return (*white, arm.ray[length] + 1), side


def _prove_one_way(notes: KuromasuNotes, sight: Sight, finding: _Finding) -> Proof:
    """Return the proof: the other three arms are closed."""
    number, (literals, side) = sight.number, finding
    length = number.total - sight.least + sight.arms[side].least
    others = [arm for other, arm in enumerate(sight.arms) if other != side]
    return Proof(
        (*(-cell - 1 for arm in others for cell in arm.ray[: arm.least]), *_ends(others)),
        (number.key,),
        f"The {notes.label(number)} can grow only {_TOWARDS[side]}, where it needs "
        f"{length} cell{'s' * (length > 1)}; so {describe(notes, literals)}.",
    )


@technique(
    "a cell that would show a number too much is black",
    level="medium",
    example="""
kuromasu
5 . .
. . .
. 3 .
""",
)
def number_would_see_too_much(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Blacken a cell that would connect an arm with too many white cells behind it."""
    yield from _deduce_for_numbers(notes, _find_too_much, _prove_too_much)


def _find_too_much(notes: KuromasuNotes, sight: Sight) -> _Finding | None:
    """Return the cell that would connect an arm with too many white cells."""
    colours = notes.colours
    need = sight.number.total - sight.least
    if need < 1:
        return None
    for side, arm in enumerate(sight.arms):
        last = arm.least + need
        if arm.least == arm.most or last >= len(arm.ray) or colours[arm.ray[last]] != WHITE:
            continue
        if all(colours[cell] == WHITE for cell in arm.ray[arm.least + 1 : last]):
            return (arm.ray[arm.least] + 1,), side
    return None


def _prove_too_much(notes: KuromasuNotes, sight: Sight, finding: _Finding) -> Proof:
    """Return the proof: the number would see the white cells behind the cell too."""
    number, arm = sight.number, sight.arms[finding[1]]
    cell, *behind = arm.ray[arm.least : arm.least + number.total - sight.least + 1]
    return Proof(
        tuple(-c - 1 for other in sight.arms for c in other.ray[: other.least])
        + tuple(-c - 1 for c in behind),
        (number.key,),
        f"If {notes.grid.name(cell)} were white, the {notes.label(number)} would see at "
        f"least {number.total + 2} cells, as far as {notes.grid.name(behind[-1])}. So "
        f"{notes.grid.name(cell)} is black.",
    )


@technique(
    "a number whose other sides are too short sees far enough to this one",
    level="medium",
    example="""
kuromasu
. 2 .
4 . .
. . .
""",
)
def number_must_reach(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Whiten what a number needs on one side even if its other sides are as long as possible."""
    yield from _deduce_for_numbers(notes, _find_reach, _prove_reach)


def _find_reach(notes: KuromasuNotes, sight: Sight) -> _Finding | None:
    """Return the cells that an arm must contain if all others are as long as possible."""
    slack = sight.most - sight.number.total
    if slack < 0:
        return None
    for side, arm in enumerate(sight.arms):
        if arm.least < arm.most - slack:
            needed = arm.ray[: arm.most - slack]
            return tuple(-cell - 1 for cell in needed if notes.colours[cell] == OPEN), side
    return None


def _prove_reach(notes: KuromasuNotes, sight: Sight, finding: _Finding) -> Proof:
    """Return the proof: the other three arms are too short."""
    number, (literals, side), seen = sight.number, finding, sight.arms
    ends = _ends([arm for index, arm in enumerate(seen) if index != side])
    given = minimal_premises(notes, violation_test(number), literals, ends)
    most = [arm.most for arm in seen]
    least = number.total + most[side] - sum(most)
    words = ["" if not length else f"{length}" for length in most]
    others = list_sides(words, but=side)
    besides = f"Besides itself, the {notes.label(number)} can see at most {others}"
    if not others:
        besides = f"The {notes.label(number)} can see nothing on its other sides"
    names = notes.names([-literal - 1 for literal in literals])
    return Proof(
        tuple(given),
        (number.key,),
        f"{besides}; so it needs at least {least} {SIDES[side]}, and {is_or_are(names, 'white')}.",
    )


@technique(
    "count the lengths that fit: an arm never ends before a white cell",
    level="hard",
    example="""
kuromasu
. . . 6
. 5 . .
3 . . .
""",
)
def number_has_few_lengths(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Deduce colours on a side from the lengths compatible with those of the other sides."""
    yield from _deduce_for_numbers(notes, _find_few_lengths, _prove_few_lengths)


def _find_few_lengths(notes: KuromasuNotes, sight: Sight) -> _Finding | None:
    for side, bits in enumerate(feasible_lengths(notes.lines, sight.number)):
        literals = forced_literals(notes.lines, sight.number.cell, side, bits)
        if literals:
            return tuple(literals), side
    return None


def _prove_few_lengths(notes: KuromasuNotes, sight: Sight, finding: _Finding) -> Proof:
    number, (literals, side) = sight.number, finding
    given = minimal_premises(
        notes, violation_test(number), literals, known_in_sight(notes.colours, number)
    )
    return Proof(tuple(given), (number.key,), _lengths_text(notes, number, side, literals))


def _lengths_text(
    notes: KuromasuNotes, number: Number, side: int, literals: tuple[Literal, ...]
) -> str:
    """Return what the number certainly sees, what is missing, and what its open sides can add."""
    masks = own_lengths(notes.lines, number)
    certain = [mask.bit_length() - 1 if mask & mask - 1 == 0 else 0 for mask in masks]
    missing = number.total - sum(certain)
    within = (2 << missing) - 1
    known = list_sides([str(length) if length else "" for length in certain])
    options = list_sides(
        ["" if mask & mask - 1 == 0 else lengths_text(mask & within) for mask in masks]
    )
    feasible = compatible_lengths(masks, number.total)[side]
    shortest = (feasible & -feasible).bit_length() - 1
    exactly = "" if feasible & feasible - 1 == 0 else "at least "
    so_far = f"sees {known}, so {missing} are missing" if known else f"must see {missing}"
    return (
        f"Besides itself, the {notes.label(number)} {so_far}. It can see {options}: "
        f"that makes {missing} only with {exactly}{shortest} "
        f"{SIDES[side]}, so {describe(notes, literals)}."
    )
