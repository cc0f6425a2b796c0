"""Techniques for Kuromasu that look at two numbers in one line.

Two numbers that see each other see the same stretch of cells in their line. What else each of
them sees lies across the line. So each of them has its own idea of how long the stretch may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from masume.core.model import Literal
from masume.core.technique import Deduction, Key, technique
from masume.families.shading.logic import Kept
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_lengths import added, counts, fitting
from masume.puzzles.kuromasu.techniques_sight import (
    SIDES,
    Sights,
    alone,
    arms,
    beyond,
    forced,
    grounds,
    in_sight,
    lengths,
    said,
)

# Whether in a row, and the sides there: towards the other, back from it, and across.
_LINES = ((True, 3, 2, (0, 1)), (False, 1, 0, (2, 3)))


@dataclass(frozen=True)
class Pair:
    """Two numbers in a line, the upper or left one first."""

    one: Number
    other: Number
    line: str  # what the line is called
    apart: int  # steps from the one to the other
    ahead: int  # the side on which the one has the other
    back: int  # the side on which the other has the one
    across: tuple[int, int]

    @property
    def keys(self) -> tuple[Key, Key]:
        """The reasons' keys in the model."""
        return self.one.key, self.other.key

    @property
    def between(self) -> range:
        """The cells between them."""
        return self.one.rays[self.ahead][: self.apart - 1]

    def stretches(self, colours: Sequence[int]) -> tuple[int, int, int]:
        """The lengths, as bits, of a stretch that shows them both: at all, and for each of them.

        The cells between the two and they themselves are taken as white.
        """
        free = added(*self.ends(colours)) << self.apart + 1
        own = []
        for number in (self.one, self.other):
            masks, total = alone(colours, number), number.total + 1
            sums = added(masks[self.across[0]], masks[self.across[1]])
            fits = [n for n in range(self.apart + 1, total + 1) if sums >> (total - n) & 1]
            own.append(sum(1 << length for length in fits))
        return free, own[0], own[1]

    def ends(self, colours: Sequence[int]) -> tuple[int, int]:
        """How far the stretch may go beyond the one and beyond the other."""
        behind, beyond = self.one.rays[self.back], self.other.rays[self.ahead]
        return lengths(colours, behind, len(behind)), lengths(colours, beyond, len(beyond))

    def together(self, colours: Sequence[int], both: int) -> Iterator[tuple[range, int]]:
        """The rays from the stretch with the lengths they may have, if it has one of these."""
        across = self.across
        behind, beyond = self.ends(colours)
        line = both >> self.apart + 1
        yield self.one.rays[self.back], _narrowed(behind, beyond, line)
        yield self.other.rays[self.ahead], _narrowed(beyond, behind, line)
        for number in (self.one, self.other):
            masks = alone(colours, number)
            up, down = masks[across[0]], masks[across[1]]
            rest = _across(number, both)
            yield number.rays[across[0]], _narrowed(up, down, rest)
            yield number.rays[across[1]], _narrowed(down, up, rest)

    def can_meet(self, colours: Sequence[int]) -> bool:
        """Whether there is a stretch that is right for both, if the cells between are white."""
        free, here, there = self.stretches(colours)
        return free & here & there != 0

    def separate(self, colours: Sequence[int]) -> list[tuple[Number, tuple[int, ...]]]:
        """The lengths of the arms of each that can be met without seeing the other."""
        both = [(number, self.without(colours, number)) for number in (self.one, self.other)]
        return [(number, masks) for number, masks in both if masks]

    def without(self, colours: Sequence[int], number: Number) -> tuple[int, ...]:
        """The lengths of a number's arms if it does not see the other; nothing if it must."""
        masks = list(alone(colours, number))
        towards = self.ahead if number is self.one else self.back
        masks[towards] &= (1 << self.apart - 1) - 1
        return fitting(tuple(masks), number.total)

    def cannot_part(self, number: Number) -> Callable[[Sequence[int]], bool]:
        """A test whether a number must see the other, if it is to be met at all."""
        return lambda colours: not self.without(colours, number)

    def is_stuck(self, colours: Sequence[int]) -> bool:
        """Whether the two can neither see each other nor be apart."""
        if all(colours[cell] != BLACK for cell in self.between) and self.can_meet(colours):
            return False
        return len(self.separate(colours)) < 2


def _each(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def _narrowed(one: int, other: int, sums: int) -> int:
    """Of the one's lengths those that make such a sum with one of the other's."""
    return sum(1 << length for length in _each(one) if other << length & sums)


def _pairs(notes: Sights) -> Iterator[Pair]:
    """Numbers in one line, with no other and no black cell between them."""
    for number in notes.numbers.values():
        for in_row, ahead, back, across in _LINES:
            for apart, cell in enumerate(number.rays[ahead], 1):
                if notes.colours[cell] == BLACK:
                    break
                if cell in notes.numbers:
                    row, col = notes.grid.at(cell)
                    line = f"row {row + 1}" if in_row else f"column {col + 1}"
                    yield Pair(number, notes.numbers[cell], line, apart, ahead, back, across)
                    break


def _told(notes: Sights, pair: Pair) -> list[Literal]:
    """What is known in sight of both."""
    told = in_sight(notes.colours, pair.one) + in_sight(notes.colours, pair.other)
    return list(dict.fromkeys(told))


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
    yield from _of_pairs(notes, "together", _together)


def _of_pairs(
    notes: Sights, what: str, find: Callable[[Sights, Pair], Deduction | None]
) -> Iterator[Deduction]:
    """What is found of each pair; it depends on nothing but what the two see."""

    def find_out(pair: Pair) -> Kept[Deduction | None]:
        return Kept(find(notes, pair), lambda: notes.view(pair.one) | notes.view(pair.other))

    for pair in _pairs(notes):
        if not (notes.matters(pair.one) or notes.matters(pair.other)):
            continue
        key = (what, pair.one.cell, pair.other.cell)
        found = notes.once(key, partial(find_out, pair))
        if found:
            yield found


def _together(notes: Sights, pair: Pair) -> Deduction | None:
    colours, size = notes.colours, notes.grid.size
    if any(colours[cell] != WHITE for cell in pair.between):
        return None
    free, here, there = pair.stretches(colours)
    both = free & here & there
    if not both:
        return None
    rays, masks = zip(*pair.together(colours, both), strict=True)
    literals = tuple(dict.fromkeys(forced(colours, rays, masks)))
    if not literals:
        return None
    given = grounds(size, pair.is_stuck, literals, _told(notes, pair))
    text = _stretch_text(notes, pair, literals)
    return Deduction(literals, beyond(given, pair.keys), pair.keys, text)


def _stretch_text(notes: Sights, pair: Pair, literals: tuple[Literal, ...]) -> str:
    free, here, there = pair.stretches(notes.colours)
    both = free & here & there
    for number, other, own in ((pair.one, pair.other, there), (pair.other, pair.one, here)):
        short = _short_text(notes, pair, number, other, literals)
        if short and own.bit_length() == both.bit_length():
            return short
    cells = {abs(literal) - 1 for literal in literals}
    across = [
        f"the {notes.called(number)} sees {_more(_across(number, both))} "
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
    most = pair.stretches(notes.colours)[2 if number is pair.one else 1].bit_length() - 1
    seen = arms(notes.colours, number)
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


def _across(number: Number, both: int) -> int:
    """How many cells a number sees across a stretch that has one of these lengths, as bits."""
    return sum(1 << number.total + 1 - n for n in _each(both) if n <= number.total + 1)


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
    yield from _of_pairs(notes, "apart", _apart)


def _apart(notes: Sights, pair: Pair) -> Deduction | None:
    colours = notes.colours
    if all(colours[cell] == WHITE for cell in pair.between) or pair.can_meet(colours):
        return None
    for number, masks in pair.separate(colours):
        literals = tuple(forced(colours, number.rays, masks))
        if literals:
            return _parted(notes, pair, number, literals)
    return None


def _parted(notes: Sights, pair: Pair, number: Number, literals: tuple[Literal, ...]) -> Deduction:
    size, told = notes.grid.size, _told(notes, pair)
    apart = grounds(size, lambda board: not pair.can_meet(board), (), told)
    rest = grounds(size, pair.cannot_part(number), literals, in_sight(notes.colours, number))
    return Deduction(
        literals,
        beyond([*apart, *rest], pair.keys),
        pair.keys,
        _apart_text(notes, pair, number, literals),
    )


def _apart_text(notes: Sights, pair: Pair, number: Number, literals: tuple[Literal, ...]) -> str:
    free, here, there = pair.stretches(notes.colours)
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
    most = (alone(notes.colours, number)[towards] & (1 << pair.apart - 1) - 1).bit_length() - 1
    sees = f"sees {f'at most {most}' if most else 'nothing'} {SIDES[towards]}"
    needs = f"and needs {said(notes, literals, made=True)}"
    return f"{why}. So a black cell is between them; the {notes.called(number)} {sees} {needs}."
