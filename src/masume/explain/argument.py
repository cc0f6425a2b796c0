"""What follows from a supposition that cannot be, one reason at a time, up to the contradiction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from masume.core.model import Literal
from masume.exact.engine import Engine

_MANY = 60  # consequences of which the needed ones are looked for less carefully


class Then(NamedTuple):
    """Something that follows from a supposition, and the reason that says so."""

    literal: Literal
    why: list[Literal]  # nothing if no clue or rule is needed


_Follow = Callable[[Engine, list[Literal], list[Literal]], list[Literal]]


def argument(
    engine: Engine, supposed: Literal, given: Sequence[Literal], reasons: list[Literal]
) -> tuple[list[Then], list[Literal]]:
    """What follows from a supposition, one reason at a time, and the reasons that forbid it.

    Only what is needed in the end is told.
    """
    by_itself = [[], *([one] for one in reasons)]  # no clue or rule at all, or one of them
    plain = list(given)
    for why in by_itself:
        plain += _implied(engine, plain, why)
    held, chain = [supposed], list[Then]()
    while True:
        known = [*plain, *held]
        clash = next((why for why in by_itself if _fails(engine, [*known, *why])), None)
        if clash is not None:
            break
        new = _next(engine, known, by_itself, _implied)
        new = new or _next(engine, known, by_itself, _forced)
        if not new:
            clash = _fewest(engine, known, reasons)
            break
        held += new
        chain += new.values()
    needed = _needed(engine, plain, held, clash)
    told = []
    for number, then in reversed(list(enumerate(chain, start=1))):
        if then.literal in needed:
            told.append(then)
            grounds = [*plain, -then.literal]
            needed |= _needed(engine, grounds, held[:number], then.why)
    return told[::-1], clash


def _next(
    engine: Engine,
    known: list[Literal],
    by_itself: list[list[Literal]],
    follow: _Follow,
) -> dict[Literal, Then]:
    """What each reason by itself adds to what is known."""
    new: dict[Literal, Then] = {}
    for why in by_itself:
        for literal in follow(engine, known, why):
            if -literal not in new:  # else two reasons clash, and that comes out next time
                new.setdefault(literal, Then(literal, why))
    return new


def _implied(engine: Engine, known: list[Literal], why: list[Literal]) -> list[Literal]:
    """What is plain to see."""
    implied = engine.solver.implied([*known, *why])
    settled, shown = {abs(one) for one in known}, engine.model.shown
    return [one for one in implied if abs(one) <= shown and abs(one) not in settled]


def _forced(engine: Engine, known: list[Literal], why: list[Literal]) -> list[Literal]:
    """What follows, if not plainly."""
    settled = {abs(one) for one in known}
    possible = engine.solve([*known, *why]) or []
    left = {one for one in possible if abs(one) not in settled}
    found = []
    while left:
        one = min(left, key=abs)
        other = engine.solve([*known, *why, -one])
        if other is None:
            found.append(one)
            left.remove(one)
        else:
            left.intersection_update(other)
    return found


def _fails(engine: Engine, known: list[Literal]) -> bool:
    return engine.solve(known) is None


def _fewest(engine: Engine, known: list[Literal], reasons: list[Literal]) -> list[Literal]:
    """Of reasons that cannot all be met, as few as cannot be."""
    for reason in reasons:
        fewer = [one for one in reasons if one != reason]
        if _fails(engine, [*known, *fewer]):
            reasons = fewer
    return reasons


def _needed(
    engine: Engine, plain: list[Literal], held: list[Literal], why: list[Literal]
) -> set[Literal]:
    """What a contradiction needs of that which is held; what came last is the first to go."""
    needed = held
    if len(held) > _MANY and _fails(engine, [*plain, *held, *why]):
        used = set(engine.solver.core())
        needed = [one for one in held if one in used]
    for one in needed[::-1]:
        fewer = [other for other in needed if other != one]
        if _fails(engine, [*plain, *fewer, *why]):
            needed = fewer
    return set(needed)
