"""Techniques for Kuromasu that look one step ahead: what if this cell were black, or white?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import TypeAlias

from masume.core.model import Literal
from masume.core.technique import Deduction, listed, technique
from masume.families.shading.logic import ADJACENT, Kept, cut_off
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_lengths import added
from masume.puzzles.kuromasu.techniques_sight import (
    Sights,
    arms,
    lengths,
    said,
)
from masume.puzzles.kuromasu.techniques_suppose import Proof, Supposition

_Outcome: TypeAlias = tuple[int, Deduction | None]
_SHORT = 7  # clues, rules, known and coloured cells: such a step is told without looking further
_LONG = 12  # of these in a step; longer ones are hard to follow


@technique(
    "a black cell makes those around it white; if that breaks something, it is white",
    level="hard",
    example="""
kuromasu
. . .
. . 2
2 . .
""",
)
def black_goes_wrong_at_once(notes: Sights) -> Iterator[Deduction]:
    """Mostly a number that would see too much, or that could not see enough."""
    yield from _refuted(notes, (1,), further=False)


@technique(
    "try a colour: if what the numbers then need breaks something, it is the other",
    level="expert",
    example="""
kuromasu
. . .
4 . 5
. 4 .
""",
)
def colour_goes_wrong_soon(notes: Sights) -> Iterator[Deduction]:
    """The numbers that see the cell, or the cells beside it, colour what follows at once."""
    yield from _refuted(notes, (1, -1), further=True)


def _refuted(notes: Sights, signs: tuple[int, ...], *, further: bool) -> Iterator[Deduction]:
    """What suppositions that fail prove: short ones at once, the others in the order of length."""
    long: list[tuple[int, Deduction]] = []
    for cell in range(notes.grid.size):
        notes.check_cancel()
        for literal in [sign * (cell + 1) for sign in signs]:
            if notes.colours[cell] != OPEN:
                break
            key = ("further" if further else "at once", literal)
            size, found = notes.once(key, partial(_tried, notes, literal, further=further))
            if found is None:
                continue
            if size <= _SHORT:
                yield found
            else:
                long.append((size, found))
    yield from (found for _, found in sorted(long, key=lambda one: one[0]))


def _tried(notes: Sights, literal: Literal, *, further: bool) -> Kept[_Outcome]:
    tried = Supposition(notes, literal)
    return Kept(_outcome(tried, further=further), tried.looked)


def _outcome(tried: Supposition, *, further: bool) -> _Outcome:
    """What a supposition proves if it fails, and how long that is."""
    clash = tried.clash(further=further)
    if clash is None:
        return 0, None
    proof = tried.proof(clash)
    size = len(proof.given) + len(proof.because) + len(proof.chain)
    if size > _LONG:
        return size, None
    text = _text(tried, proof)
    return size, Deduction((-tried.literal,), proof.given, proof.because, text)


def _text(tried: Supposition, proof: Proof) -> str:
    name = tried.notes.grid.name(abs(tried.literal) - 1)
    colour, opposite = ("black", "white") if tried.literal > 0 else ("white", "black")
    groups = groupby(proof.chain, key=lambda one: tried.why[one][1:])  # rules and number
    then = "".join(f"{_follows(tried, list(group))}, " for _, group in groups)
    clash = ("and " if then else "") + _clash(tried, proof)
    return f"If {name} were {colour}, {then}{clash}. So {name} is {opposite}."


def _follows(tried: Supposition, literals: list[Literal]) -> str:
    """What follows from one number, or from a rule."""
    why = tried.why[literals[0]]
    if why.number is not None:
        made = said(tried.notes, literals, made=True)
        return f"the {tried.notes.called(why.number)} would make {made}"
    names = listed(tried.notes.names([abs(one) - 1 for one in literals]))
    last = "" if why.rules == (ADJACENT,) else " as the last way out"
    return f"{names} would be white{last}"


def _clash(tried: Supposition, proof: Proof) -> str:
    """What could not be."""
    notes, why = tried.notes, proof.clash
    if why.number is not None:
        board = bytearray(notes.colours)  # as the reader sees it, with all that was told
        for literal in (*proof.chain, tried.literal):
            board[abs(literal) - 1] = BLACK if literal > 0 else WHITE
        return _number_clash(notes, why.number, board)
    names = notes.names([abs(one) - 1 for one in why.literals])
    if why.rules == (ADJACENT,):
        return f"{listed(names)} would be black side by side"
    if why.literals[0] < 0:
        return f"{names[0]} would be locked in"
    return cut_off(notes, [one - 1 for one in why.literals])


def _number_clash(notes: Sights, number: Number, board: bytearray) -> str:
    seen = arms(board, number)
    least, most = sum(arm.least for arm in seen) + 1, sum(arm.most for arm in seen) + 1
    if least > number.total + 1:
        return f"the {notes.called(number)} would see at least {least} cells"
    if most < number.total + 1:
        return f"the {notes.called(number)} could see at most {most} cell{'s' * (most > 1)}"
    sums = 1
    for ray in number.rays:
        sums = added(sums, lengths(board, ray, len(ray)))
    seen_at_all = [count for count in range(1, sums.bit_length() + 1) if sums >> (count - 1) & 1]
    below = max(count for count in seen_at_all if count <= number.total)
    above = min(count for count in seen_at_all if count > number.total)
    return (
        f"the {notes.called(number)} could see {below} cells or {above}, but not {number.total + 1}"
    )
