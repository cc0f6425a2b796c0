"""What the techniques for Kuromasu look at: the numbers, and how far each may see.

A number has four arms, up, down, left and right. The lengths that an arm may have are the bits of
an int: it may end before an open or a black cell or at the border, never before a white one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from masume.core.grid import Cell
from masume.core.model import Literal
from masume.core.shading_logic import Colours
from masume.core.shading_model import BLACK, OPEN, WHITE
from masume.core.technique import Key, are, listed
from masume.puzzles.kuromasu.puzzle import Kuromasu

SIDES = ("above", "below", "to the left", "to the right")


class Number(NamedTuple):
    """A number on the board."""

    cell: Cell
    total: int  # what its arms add up to: the cell itself counts too
    rays: tuple[range, range, range, range]

    @property
    def key(self) -> Key:
        """The reason's key in the model."""
        return ("clue", (self.cell,))


class Sights(Colours):
    """The colours of the cells, and the numbers that look at them."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)
        rays = self.grid.rays
        self.numbers = {
            cell: Number(cell, clue - 1, rays(cell))
            for cell, clue in enumerate(puzzle.clues)
            if isinstance(clue, int)
        }

    def called(self, number: Number) -> str:
        """How a number is spoken of."""
        return f"{number.total + 1} at {self.grid.name(number.cell)}"


class Arm(NamedTuple):
    """A ray with its white cells at the beginning, and the cells up to its first black one."""

    ray: range
    least: int
    most: int


def arms(colours: Sequence[int], number: Number) -> list[Arm]:
    """How long each arm is at least, and at most."""
    found = []
    for ray in number.rays:
        least = most = len(ray)
        for length, cell in enumerate(ray):
            colour = colours[cell]
            if colour == BLACK:
                most = length
                break
            if colour == OPEN and length < least:
                least = length
        found.append(Arm(ray, min(least, most), most))
    return found


def lengths(colours: Sequence[int], ray: range, most: int) -> int:
    """The lengths that an arm may have by itself, as bits."""
    bits, bit, end = 0, 1, 1 << most
    for cell in ray:
        colour = colours[cell]
        if colour == BLACK:
            return bits | bit
        if colour == OPEN:
            bits |= bit
        if bit == end:
            return bits
        bit <<= 1
    return bits | bit


def added(one: int, other: int) -> int:
    """The sums of two lengths, as bits."""
    found = 0
    while one:
        low = one & -one
        found |= other * low
        one ^= low
    return found


def possible(colours: Sequence[int], number: Number) -> list[int]:
    """The lengths of the arms that may add up to the number; nothing if it cannot be met."""
    return fitting(alone(colours, number), number.total)


def is_possible(colours: Sequence[int], number: Number) -> bool:
    """Whether there are such lengths at all; much faster."""
    a, b, c, d = alone(colours, number)
    upright, across, total = added(a, b), added(c, d), number.total
    while upright:
        low = upright & -upright
        upright ^= low
        rest = total + 1 - low.bit_length()
        if rest >= 0 and across >> rest & 1:
            return True
    return False


def alone(colours: Sequence[int], number: Number) -> list[int]:
    """The lengths that each arm may have by itself."""
    if number.total < 0:
        return [0, 0, 0, 0]
    return [lengths(colours, ray, number.total) for ray in number.rays]


def fitting(masks: Sequence[int], total: int) -> list[int]:
    """Of the lengths of each arm by itself those that go with the others; nothing if none do."""
    a, b, c, d = masks
    upright, across = added(a, b), added(c, d)
    if not added(upright, across) >> max(total, 0) & 1:
        return []
    return [
        _with(one, added(other, rest), total)
        for one, other, rest in ((a, b, across), (b, a, across), (c, d, upright), (d, c, upright))
    ]


def _with(one: int, rest: int, total: int) -> int:
    found, left = 0, one
    while left:
        low = left & -left
        left ^= low
        if low <= 1 << total and rest >> (total + 1 - low.bit_length()) & 1:
            found |= low
    return found


def forced(
    colours: Sequence[int], rays: Iterable[range], masks: Iterable[int]
) -> Iterator[Literal]:
    """What follows for open cells if the arms along these rays have these lengths."""
    for ray, bits in zip(rays, masks, strict=False):
        shortest = (bits & -bits).bit_length() - 1
        for cell in ray[: max(shortest, 0)]:
            if colours[cell] == OPEN:
                yield -cell - 1
        if (
            bits
            and bits == 1 << shortest
            and shortest < len(ray)
            and colours[ray[shortest]] == OPEN
        ):
            yield ray[shortest] + 1


def is_stuck(number: Number) -> Callable[[Sequence[int]], bool]:
    """A test whether a number cannot be met any more."""
    return lambda colours: not is_possible(colours, number)


def in_sight(colours: Sequence[int], number: Number) -> list[Literal]:
    """What is known of the cells that a number may see or that end its view, nearest first."""
    found = []
    for ray in number.rays:
        for length, cell in enumerate(ray):
            if colours[cell] == BLACK:
                found.append((length, cell + 1))
                break
            if colours[cell] == WHITE:
                found.append((length, -cell - 1))
    return [literal for _, literal in sorted(found, key=lambda pair: pair[0])]


def coloured(size: int, literals: Iterable[Literal]) -> bytearray:
    """A board of which only that is known."""
    colours = bytearray(size)
    for literal in literals:
        colours[abs(literal) - 1] = BLACK if literal > 0 else WHITE
    return colours


def grounds(
    size: int,
    is_hopeless: Callable[[bytearray], bool],
    literals: Sequence[Literal],
    told: Sequence[Literal],
) -> list[Literal]:
    """Of what is told, as much as is needed to prove all these literals, and no more.

    A literal is proved if a board with its opposite is hopeless. Without literals it is the told
    things themselves that are hopeless. What was told last is left out first.
    """
    board = coloured(size, told)
    kept = list(told)
    for one in reversed(told):
        board[abs(one) - 1] = OPEN
        if all(_refutes(board, is_hopeless, literal) for literal in literals or (0,)):
            kept.remove(one)
        else:
            board[abs(one) - 1] = BLACK if one > 0 else WHITE
    return kept


def _refutes(board: bytearray, is_hopeless: Callable[[bytearray], bool], literal: Literal) -> bool:
    if not literal:
        return is_hopeless(board)
    cell = abs(literal) - 1
    before = board[cell]
    board[cell] = WHITE if literal > 0 else BLACK
    found = is_hopeless(board)
    board[cell] = before
    return found


def said(notes: Colours, literals: Iterable[Literal], *, made: bool = False) -> str:
    """What literals say, white cells first: "r1c1 is white", or "r1c1 white" if it is made so."""
    literals = list(literals)
    white = notes.names([-one - 1 for one in literals if one < 0])
    black = notes.names([one - 1 for one in literals if one > 0])
    parts = [
        f"{listed(names)} {colour}" if made else are(names, colour)
        for names, colour in ((white, "white"), (black, "black"))
        if names
    ]
    return (", and " if len(literals) > 2 and not made else " and ").join(parts)


def beyond(given: Iterable[Literal], because: Iterable[Key]) -> tuple[Literal, ...]:
    """What is given without the clues that are named anyway: that they are white is clear."""
    clues = {-cell - 1 for _, cells in because for cell in cells}
    return tuple(one for one in dict.fromkeys(given) if one not in clues)


def counts(bits: int) -> str:
    """Lengths in words.

    >>> counts(0b1), counts(0b1101), counts(0b1011110)
    ('0', '0, 2 or 3', '1 to 4 or 6')
    """
    runs: list[list[int]] = []
    for length in range(bits.bit_length()):
        if bits >> length & 1:
            if runs and runs[-1][-1] == length - 1:
                runs[-1].append(length)
            else:
                runs.append([length])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return ", ".join(words[:-1]) + " or " * (len(words) > 1) + "".join(words[-1:])


def by_side(words: Sequence[str], but: int = -1) -> str:
    """What is said about each side, except one and those that have no cells."""
    return listed(
        [
            f"{word} {side}"
            for index, (word, side) in enumerate(zip(words, SIDES, strict=True))
            if index != but and word
        ]
    )
