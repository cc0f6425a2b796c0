"""Techniques for Kuromasu that look at one number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Deduction, Proof, are, technique
from masume.families.shading.model import OPEN, WHITE
from masume.puzzles.kuromasu.lines import SeenRay, alone, forced, possible
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_lengths import counts, fitting
from masume.puzzles.kuromasu.techniques_sight import (
    SIDES,
    Sight,
    Sights,
    by_side,
    grounds,
    in_sight,
    is_stuck,
    said,
)

_TOWARDS = ("upwards", "downwards", *SIDES[2:])


_Finding: TypeAlias = tuple[tuple[Literal, ...], int]  # what follows, and on which side


def _of_each(
    notes: Sights,
    find: Callable[[Sights, Sight], _Finding | None],
    why: Callable[[Sights, Sight, _Finding], Proof],
) -> Iterator[Deduction]:
    """What is found of each number; it depends on nothing but what that sees."""
    for sight in notes.growing():
        finding = sight.once(find, find, notes, sight)
        if finding is not None:
            yield Deduction.later(finding[0], sight.once, why, why, notes, sight, finding)


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
def number_is_complete(notes: Sights) -> Iterator[Deduction]:
    """The white cells in sight are as many as the number says: its view ends there."""
    yield from _of_each(notes, _complete, _why_complete)


def _complete(notes: Sights, sight: Sight) -> _Finding | None:
    if sight.least != sight.number.total:
        return None
    return tuple(arm.ray[arm.least] + 1 for arm in sight.arms if arm.least < arm.most), 0


def _why_complete(notes: Sights, sight: Sight, finding: _Finding) -> Proof:
    number = sight.number
    ends = [one - 1 for one in finding[0]]
    return Proof(
        tuple(-cell - 1 for arm in sight.arms for cell in arm.ray[: arm.least]),
        (number.key,),
        f"The {notes.called(number)} already sees {number.total + 1} white "
        f"cell{'s' * (number.total > 0)}, so {are(notes.names(ends), 'black')}.",
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
def number_needs_everything(notes: Sights) -> Iterator[Deduction]:
    """Up to the black cells and the border there are just as many cells as the number says."""
    yield from _of_each(notes, _everything, _why_everything)


def _everything(notes: Sights, sight: Sight) -> _Finding | None:
    if sight.most != sight.number.total:
        return None
    missing = [cell for arm in sight.arms for cell in arm.ray[arm.least : arm.most]]
    return tuple(-cell - 1 for cell in missing if notes.colours[cell] == OPEN), 0


def _why_everything(notes: Sights, sight: Sight, finding: _Finding) -> Proof:
    number, literals = sight.number, finding[0]
    missing = [-one - 1 for one in literals]
    return Proof(
        tuple(grounds(notes, is_stuck(number), literals, _ends(sight.arms))),
        (number.key,),
        f"The {notes.called(number)} can see at most {number.total + 1} cells and needs "
        f"them all, so {are(notes.names(missing), 'white')}.",
    )


def _ends(seen: list[SeenRay]) -> list[Literal]:
    """The black cells at the ends of the arms."""
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
def number_grows_one_way(notes: Sights) -> Iterator[Deduction]:
    """Three sides are closed: the rest lies on the fourth."""
    yield from _of_each(notes, _one_way, _why_one_way)


def _one_way(notes: Sights, sight: Sight) -> _Finding | None:
    growing = [side for side, arm in enumerate(sight.arms) if arm.least < arm.most]
    if len(growing) != 1:
        return None
    side = growing[0]
    arm = sight.arms[side]
    length = sight.number.total - sight.least + arm.least
    if not arm.least < length < arm.most or notes.colours[arm.ray[length]] == WHITE:
        return None
    white = [-cell - 1 for cell in arm.ray[:length] if notes.colours[cell] == OPEN]
    return (*white, arm.ray[length] + 1), side


def _why_one_way(notes: Sights, sight: Sight, finding: _Finding) -> Proof:
    number, (literals, side) = sight.number, finding
    length = number.total - sight.least + sight.arms[side].least
    others = [arm for other, arm in enumerate(sight.arms) if other != side]
    return Proof(
        (*(-c - 1 for one in others for c in one.ray[: one.least]), *_ends(others)),
        (number.key,),
        f"The {notes.called(number)} can grow only {_TOWARDS[side]}, where it needs "
        f"{length} cell{'s' * (length > 1)}; so {said(notes, literals)}.",
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
def number_would_see_too_much(notes: Sights) -> Iterator[Deduction]:
    """The next cell would join the white cells behind it, and these are too many."""
    yield from _of_each(notes, _too_much, _why_too_much)


def _too_much(notes: Sights, sight: Sight) -> _Finding | None:
    colours = notes.colours
    lacking = sight.number.total - sight.least
    if lacking < 1:
        return None
    for side, arm in enumerate(sight.arms):
        last = arm.least + lacking
        if arm.least == arm.most or last >= len(arm.ray) or colours[arm.ray[last]] != WHITE:
            continue
        if all(colours[cell] == WHITE for cell in arm.ray[arm.least + 1 : last]):
            return (arm.ray[arm.least] + 1,), side
    return None


def _why_too_much(notes: Sights, sight: Sight, finding: _Finding) -> Proof:
    number, arm = sight.number, sight.arms[finding[1]]
    cell, *behind = arm.ray[arm.least : arm.least + number.total - sight.least + 1]
    return Proof(
        tuple(-c - 1 for one in sight.arms for c in one.ray[: one.least])
        + tuple(-c - 1 for c in behind),
        (number.key,),
        f"If {notes.grid.name(cell)} were white, the {notes.called(number)} would see at "
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
def number_must_reach(notes: Sights) -> Iterator[Deduction]:
    """Even with all they can have, three sides leave something for the fourth."""
    yield from _of_each(notes, _reach, _why_reach)


def _reach(notes: Sights, sight: Sight) -> _Finding | None:
    spare = sight.most - sight.number.total
    if spare < 0:
        return None
    for side, arm in enumerate(sight.arms):
        if arm.least < arm.most - spare:
            needed = arm.ray[: arm.most - spare]
            return tuple(-cell - 1 for cell in needed if notes.colours[cell] == OPEN), side
    return None


def _why_reach(notes: Sights, sight: Sight, finding: _Finding) -> Proof:
    number, (literals, side), seen = sight.number, finding, sight.arms
    ends = _ends([arm for index, arm in enumerate(seen) if index != side])
    given = grounds(notes, is_stuck(number), literals, ends)
    most = [arm.most for arm in seen]
    least = number.total + most[side] - sum(most)
    words = ["" if not length else f"{length}" for length in most]
    others = by_side(words, but=side)
    besides = f"Besides itself, the {notes.called(number)} can see at most {others}"
    if not others:
        besides = f"The {notes.called(number)} can see nothing on its other sides"
    names = notes.names([-literal - 1 for literal in literals])
    return Proof(
        tuple(given),
        (number.key,),
        f"{besides}; so it needs at least {least} {SIDES[side]}, and {are(names, 'white')}.",
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
def number_has_few_lengths(notes: Sights) -> Iterator[Deduction]:
    """The lengths that the other sides may have leave only some to this one."""
    yield from _of_each(notes, _few_lengths, _why_few_lengths)


def _few_lengths(notes: Sights, sight: Sight) -> _Finding | None:
    for side, bits in enumerate(possible(notes.lines, sight.number)):
        literals = forced(notes.lines, sight.number.cell, side, bits)
        if literals:
            return tuple(literals), side
    return None


def _why_few_lengths(notes: Sights, sight: Sight, finding: _Finding) -> Proof:
    number, (literals, side) = sight.number, finding
    given = grounds(notes, is_stuck(number), literals, in_sight(notes.colours, number))
    return Proof(tuple(given), (number.key,), _lengths_text(notes, number, side, literals))


def _lengths_text(notes: Sights, number: Number, side: int, literals: tuple[Literal, ...]) -> str:
    """What it sees for sure, what is missing, and what the open sides may add to it."""
    masks = alone(notes.lines, number)
    sure = [mask.bit_length() - 1 if mask & mask - 1 == 0 else 0 for mask in masks]
    missing = number.total - sum(sure)
    within = (2 << missing) - 1
    known = by_side([str(length) if length else "" for length in sure])
    may = by_side(["" if mask & mask - 1 == 0 else counts(mask & within) for mask in masks])
    fits = fitting(masks, number.total)[side]
    shortest = (fits & -fits).bit_length() - 1
    exactly = "" if fits & fits - 1 == 0 else "at least "
    so_far = f"sees {known}, so {missing} are missing" if known else f"must see {missing}"
    return (
        f"Besides itself, the {notes.called(number)} {so_far}. It can see {may}: "
        f"that makes {missing} only with {exactly}{shortest} "
        f"{SIDES[side]}, so {said(notes, literals)}."
    )
