"""Kuromasu techniques that assume a colour and refute it by propagation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Deduction, Proof, join_words, technique
from masume.families.shading.logic import ADJACENT, CachedValue, cells_of, cut_off
from masume.families.shading.model import BLACK
from masume.families.shading.walls import Walls
from masume.puzzles.kuromasu.arm_lengths import sumset
from masume.puzzles.kuromasu.lines import SightLines, arms, lengths
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.supposition import CUT, Cause, Refutation, Supposition
from masume.puzzles.kuromasu.techniques_notes import KuromasuNotes, describe

_Outcome: TypeAlias = tuple[int, Deduction | None]
_SHORT = 7  # size of a step (see `_size`) that is yielded without looking for a shorter one
_WAVES = 3  # waves of numbers colouring cells before the contradiction
_LONG = 12  # size beyond which a step is too hard to follow


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
def black_goes_wrong_at_once(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Refute black by its white neighbours, mostly by a number seeing too much or too little."""
    yield from _refute_all(notes, 0, 1)


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
def colour_goes_wrong_soon(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Refute a colour by what the numbers in sight of it then force."""
    yield from _refute_all(notes, 1, 1, -1)


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
def open_gaps_go_wrong(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Refute black by gaps that walls must keep open, mostly by a number seeing too much."""
    yield from _refute_with_walls(notes, 0, 1)


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
def numbers_in_a_chain(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Refute a colour by several waves of numbers, and by gaps that walls must keep open."""
    yield from _refute_with_walls(notes, _WAVES, 1, -1)


def _refute_with_walls(notes: KuromasuNotes, waves: int, *signs: int) -> Iterator[Deduction]:
    """Yield the refutations of assumptions by walls that must keep their gaps, shortest first."""
    walls = Walls(notes.grid, cells_of(notes.colours, BLACK))
    suppositions = (Supposition(notes, literal, walls) for literal in notes.suppositions(*signs))
    yield from _shortest_first([_outcome(supposition, waves) for supposition in suppositions])


def _shortest_first(outcomes: Sequence[_Outcome]) -> Iterator[Deduction]:
    for _, deduction in sorted(outcomes, key=lambda outcome: outcome[0]):
        if deduction is not None:
            yield deduction


def _refute_all(notes: KuromasuNotes, waves: int, *signs: int) -> Iterator[Deduction]:
    """Yield the refutations of assumptions: short ones directly, then the others by length."""
    long: list[_Outcome] = []
    for literal in notes.suppositions(*signs):
        size, deduction = notes.once(
            (waves, literal), partial(_refute_cached, notes, literal, waves)
        )
        if deduction is None:
            continue
        if size <= _SHORT:
            yield deduction
        else:
            long.append((size, deduction))
    yield from _shortest_first(long)


def _refute_cached(notes: KuromasuNotes, literal: Literal, waves: int) -> CachedValue[_Outcome]:
    """Return the outcome of a supposition and the cells on which it depends."""
    supposition = Supposition(notes, literal)
    return CachedValue(_outcome(supposition, waves), supposition.dependencies)


def _outcome(supposition: Supposition, waves: int) -> _Outcome:
    """Return the size of the shortest refutation and its deduction; 0 and None if there is none.

    The deduction is None if the refutation is too long.
    """
    refutations = [supposition.trace(clash) for clash in supposition.clashes(waves)]
    if not refutations:
        return 0, None
    supposition.undo()
    sizes = [_size(supposition, refutation) for refutation in refutations]
    size = min(sizes)
    if size > _LONG:
        return size, None
    return size, Deduction.lazy(
        (-supposition.literal,), _proof, supposition, refutations[sizes.index(size)]
    )


def _size(supposition: Supposition, refutation: Refutation) -> int:
    """Return how many clues, rules, known and coloured cells a reader has to keep in mind."""
    known = len(refutation.given) + len(refutation.because) + len(refutation.chain)
    return known - _count_in_walls(supposition, refutation)


def _proof(supposition: Supposition, refutation: Refutation) -> Proof:
    """Return the proof of a refutation, with the walls and the chain that a picture shows."""
    walls = [
        [-literal, *supposition.cause_of[literal].literals]
        for literal in refutation.chain
        if _is_gap(supposition.cause_of[literal])
    ]
    groups = groupby(refutation.chain, key=lambda literal: _cause_key(supposition, literal))
    if _is_gap(refutation.clash):
        walls.append(list(refutation.clash.literals))
    return Proof(
        refutation.given,
        refutation.because,
        _text(supposition, refutation),
        walls=tuple(tuple(literal - 1 for literal in wall) for wall in walls),
        chain=((supposition.literal,), *(tuple(group) for _, group in groups)),
    )


def _count_in_walls(supposition: Supposition, refutation: Refutation) -> int:
    """Return how many known black cells a reader sees as parts of walls, not one by one."""
    if supposition.walls is None:
        return 0
    ends = [refutation.clash, *(supposition.cause_of[literal] for literal in refutation.chain)]
    seen = {literal for cause in ends if cause.rules == CUT for literal in cause.literals}
    return len(seen.intersection(refutation.given))


def _text(supposition: Supposition, refutation: Refutation) -> str:
    """Return the argument in words."""
    name = supposition.notes.grid.name(abs(supposition.literal) - 1)
    colour, opposite = ("black", "white") if supposition.literal > 0 else ("white", "black")
    groups = groupby(refutation.chain, key=lambda literal: _cause_key(supposition, literal))
    steps = "".join(f"{_consequence_text(supposition, list(group))}, " for _, group in groups)
    if not steps and refutation.clash.rules == (ADJACENT,):
        (known,) = (
            literal - 1 for literal in refutation.clash.literals if literal != supposition.literal
        )
        return f"{supposition.notes.grid.name(known)} is black, so beside it {name} is white."
    clash = ("and " if steps else "") + _clash_text(supposition, refutation)
    return f"If {name} were {colour}, {steps}{clash}. So {name} is {opposite}."


def _is_gap(cause: Cause) -> bool:
    return cause.rules == CUT and cause.literals[0] > 0


def _cause_key(supposition: Supposition, literal: Literal) -> object:
    """Return the key by which consequences share a clause: their number or rules."""
    cause = supposition.cause_of[literal]
    return literal if cause.rules == CUT else cause[1:]


def _consequence_text(supposition: Supposition, literals: list[Literal]) -> str:
    """Return the text of the consequences of one number or rule."""
    cause = supposition.cause_of[literals[0]]
    if cause.number is not None:
        colours = describe(supposition.notes, literals, made=True)
        return f"the {supposition.notes.label(cause.number)} would make {colours}"
    if _is_gap(cause):
        gap = -literals[0] - 1
        wall = cut_off(supposition.notes, [gap, *(literal - 1 for literal in cause.literals)])
        return f"{supposition.notes.grid.name(gap)} would be white (or {wall})"
    names = join_words(supposition.notes.names([abs(literal) - 1 for literal in literals]))
    if cause.rules == CUT:
        locked_in = supposition.notes.grid.name(-cause.literals[0] - 1)
        return f"{names} would be white as the last way out of {locked_in}"
    return f"{names} would be white"


def _clash_text(supposition: Supposition, refutation: Refutation) -> str:
    """Return the text of the contradiction."""
    notes, cause = supposition.notes, refutation.clash
    if cause.number is not None:
        board = supposition.lines.copy()  # as the reader sees it after the text so far
        for literal in (*refutation.chain, supposition.literal):
            board.add(literal)
        return _number_clash_text(notes, cause.number, board)
    names = notes.names([abs(lit) - 1 for lit in cause.literals])
    if cause.rules == (ADJACENT,):
        return f"{join_words(names)} would be black side by side"
    if cause.literals[0] < 0:
        return f"{names[0]} would be locked in"
    return cut_off(notes, [lit - 1 for lit in cause.literals])


def _number_clash_text(notes: KuromasuNotes, number: Number, board: SightLines) -> str:
    """Return why a number is violated: it sees too many or too few, or skips its total."""
    all_arms = arms(board, number)
    low, high = sum(arm.least for arm in all_arms) + 1, sum(arm.most for arm in all_arms) + 1
    if low > number.total + 1:
        return f"the {notes.label(number)} would see at least {low} cells"
    if high < number.total + 1:
        return f"the {notes.label(number)} could see at most {high} cell{'s' * (high > 1)}"
    sums = 1
    for side in range(4):
        sums = sumset(sums, lengths(board, number.cell, side))
    visible_counts = [count for count in range(1, sums.bit_length() + 1) if sums >> (count - 1) & 1]
    below = max(count for count in visible_counts if count <= number.total)
    above = min(count for count in visible_counts if count > number.total)
    cells = f"{below} cell{'s' * (below != 1)}"
    return f"the {notes.label(number)} could see {cells} or {above}, but not {number.total + 1}"
