"""Techniques for Kuromasu that look one step ahead: what if this cell were black, or white?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Deduction, Proof, listed, technique
from masume.families.shading.logic import ADJACENT, Kept, cut_off
from masume.families.shading.walls import Walls
from masume.puzzles.kuromasu.lines import SightLines, arms, lengths
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_lengths import added
from masume.puzzles.kuromasu.techniques_sight import Sights, said
from masume.puzzles.kuromasu.techniques_suppose import CUT, Refutation, Supposition, Why

_Outcome: TypeAlias = tuple[int, Deduction | None]
_SHORT = 7  # clues, rules, known and coloured cells: such a step is told without looking further
_WAVES = 3  # how often numbers colour what they see on the way to what breaks
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
    yield from _refuted(notes, 0, 1)


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
    yield from _refuted(notes, 1, 1, -1)


@technique(
    "a black cell leaves gaps in walls that must stay open; if that breaks something, it is white",
    level="expert",
    example="""
kuromasu
. . . . 5
. 4 . . .
. 3 . . .
. . . . .
""",
)
def open_gaps_go_wrong(notes: Sights) -> Iterator[Deduction]:
    """Mostly a number that would see too much through the gaps."""
    walls = Walls(notes)
    tried = [_tried_out(notes, literal, 0, walls) for literal in notes.suppositions(1)]
    yield from _shortest(tried)


@technique(
    "follow a colour from number to number: if that breaks something, it is the other",
    level="expert",
    example="""
kuromasu
. 5 . . .
. . 6 . .
. . . . 4
2 . . . .
""",
)
def numbers_in_a_chain(notes: Sights) -> Iterator[Deduction]:
    """As the others that look ahead, but farther, and through the gaps of walls."""
    walls = Walls(notes)
    tried = [_tried_out(notes, literal, _WAVES, walls) for literal in notes.suppositions(1, -1)]
    yield from _shortest(tried)


def _tried_out(notes: Sights, literal: Literal, waves: int, walls: Walls) -> _Outcome:
    return _outcome(Supposition(notes, literal, walls), waves)


def _shortest(tried: Sequence[_Outcome]) -> Iterator[Deduction]:
    yield from (
        deduction for _, deduction in sorted(tried, key=lambda one: one[0]) if deduction is not None
    )


def _refuted(notes: Sights, waves: int, *signs: int) -> Iterator[Deduction]:
    """What suppositions that fail prove: short ones at once, the others in the order of length."""
    long: list[_Outcome] = []
    for literal in notes.suppositions(*signs):
        size, deduction = notes.once((waves, literal), partial(_tried, notes, literal, waves))
        if deduction is None:
            continue
        if size <= _SHORT:
            yield deduction
        else:
            long.append((size, deduction))
    yield from _shortest(long)


def _tried(notes: Sights, literal: Literal, waves: int) -> Kept[_Outcome]:
    tried = Supposition(notes, literal)
    return Kept(_outcome(tried, waves), tried.looked)


def _outcome(tried: Supposition, waves: int) -> _Outcome:
    """Return the length of the shortest proof that a supposition fails, and its step if short."""
    proofs = [tried.proof(clash) for clash in tried.clashes(waves)]
    if not proofs:
        return 0, None
    tried.take_back()
    sizes = [_size(tried, proof) for proof in proofs]
    size = min(sizes)
    if size > _LONG:
        return size, None
    return size, Deduction.later((-tried.literal,), _why, tried, proofs[sizes.index(size)])


def _size(tried: Supposition, proof: Refutation) -> int:
    """How many clues, rules, known and coloured cells one has to keep in mind."""
    known = len(proof.given) + len(proof.because) + len(proof.chain)
    return known - _in_walls(tried, proof)


def _why(tried: Supposition, proof: Refutation) -> Proof:
    walls = [[-one, *tried.why[one].literals] for one in proof.chain if _is_gap(tried.why[one])]
    groups = groupby(proof.chain, key=lambda one: _cause(tried, one))
    if _is_gap(proof.clash):
        walls.append(list(proof.clash.literals))
    return Proof(
        proof.given,
        proof.because,
        _text(tried, proof),
        walls=tuple(tuple(one - 1 for one in wall) for wall in walls),
        chain=((tried.literal,), *(tuple(group) for _, group in groups)),
    )


def _in_walls(tried: Supposition, proof: Refutation) -> int:
    """How many known black cells are seen as parts of walls rather than one by one."""
    if tried.walls is None:
        return 0
    ends = [proof.clash, *(tried.why[one] for one in proof.chain)]
    seen = {one for why in ends if why.rules == CUT for one in why.literals}
    return len(seen.intersection(proof.given))


def _text(tried: Supposition, proof: Refutation) -> str:
    name = tried.notes.grid.name(abs(tried.literal) - 1)
    colour, opposite = ("black", "white") if tried.literal > 0 else ("white", "black")
    groups = groupby(proof.chain, key=lambda one: _cause(tried, one))
    then = "".join(f"{_follows(tried, list(group))}, " for _, group in groups)
    if not then and proof.clash.rules == (ADJACENT,):
        (known,) = (one - 1 for one in proof.clash.literals if one != tried.literal)
        return f"{tried.notes.grid.name(known)} is black, so beside it {name} is white."
    clash = ("and " if then else "") + _clash(tried, proof)
    return f"If {name} were {colour}, {then}{clash}. So {name} is {opposite}."


def _is_gap(why: Why) -> bool:
    return why.rules == CUT and why.literals[0] > 0


def _cause(tried: Supposition, literal: Literal) -> object:
    """What is told only once of all that follows from it: the number, or the rules."""
    why = tried.why[literal]
    return literal if why.rules == CUT else why[1:]


def _follows(tried: Supposition, literals: list[Literal]) -> str:
    """What follows from one number, or from a rule."""
    why = tried.why[literals[0]]
    if why.number is not None:
        made = said(tried.notes, literals, made=True)
        return f"the {tried.notes.called(why.number)} would make {made}"
    if _is_gap(why):
        gap = -literals[0] - 1
        wall = cut_off(tried.notes, [gap, *(one - 1 for one in why.literals)])
        return f"{tried.notes.grid.name(gap)} would be white (or {wall})"
    names = listed(tried.notes.names([abs(one) - 1 for one in literals]))
    if why.rules == CUT:
        shut_in = tried.notes.grid.name(-why.literals[0] - 1)
        return f"{names} would be white as the last way out of {shut_in}"
    return f"{names} would be white"


def _clash(tried: Supposition, proof: Refutation) -> str:
    """What could not be."""
    notes, why = tried.notes, proof.clash
    if why.number is not None:
        board = tried.lines.copy()  # as the reader sees it, with all that was told
        for literal in (*proof.chain, tried.literal):
            board.add(literal)
        return _number_clash(notes, why.number, board)
    names = notes.names([abs(one) - 1 for one in why.literals])
    if why.rules == (ADJACENT,):
        return f"{listed(names)} would be black side by side"
    if why.literals[0] < 0:
        return f"{names[0]} would be locked in"
    return cut_off(notes, [one - 1 for one in why.literals])


def _number_clash(notes: Sights, number: Number, board: SightLines) -> str:
    seen = arms(board, number)
    least, most = sum(arm.least for arm in seen) + 1, sum(arm.most for arm in seen) + 1
    if least > number.total + 1:
        return f"the {notes.called(number)} would see at least {least} cells"
    if most < number.total + 1:
        return f"the {notes.called(number)} could see at most {most} cell{'s' * (most > 1)}"
    sums = 1
    for side in range(4):
        sums = added(sums, lengths(board, number.cell, side))
    seen_at_all = [count for count in range(1, sums.bit_length() + 1) if sums >> (count - 1) & 1]
    below = max(count for count in seen_at_all if count <= number.total)
    above = min(count for count in seen_at_all if count > number.total)
    cells = f"{below} cell{'s' * (below != 1)}"
    return f"the {notes.called(number)} could see {cells} or {above}, but not {number.total + 1}"
