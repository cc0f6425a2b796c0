"""What the techniques for Kuromasu look at: the numbers, and how far each may see.

A number has four arms, up, down, left and right. The lengths that an arm may have are the bits of
an int: it may end before an open or a black cell or at the border, never before a white one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from masume.core.grid import Cell, Mask
from masume.core.model import Literal
from masume.core.technique import Key, are, listed
from masume.families.shading.logic import Colours, Kept
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import Number, numbers
from masume.puzzles.kuromasu.techniques_lengths import added, fitting

SIDES = ("above", "below", "to the left", "to the right")


class Sights(Colours):
    """The colours of the cells, and the numbers that look at them."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)
        self.numbers = {number.cell: number for number in numbers(puzzle)}
        self._growing: tuple[int, list[tuple[Number, Sight]]] | None = None  # and when that was so

    def called(self, number: Number) -> str:
        """How a number is spoken of."""
        return f"{number.total + 1} at {self.grid.name(number.cell)}"

    def growing(self) -> Iterator[tuple[Number, Sight]]:
        """The numbers of which it is not known yet what they see, and what that is so far."""
        now = self.lessons
        if self._growing is None or self._growing[0] != now:
            every = [(number, self._seen(number)) for number in self.numbers.values()]
            self._growing = now, [one for one in every if one[1].least < one[1].most]
        for number, found in self._growing[1]:
            if self.wanted and not self.matters(number):
                continue
            if self.lessons != now:  # meanwhile
                found = self._seen(number)
                if found.least == found.most:
                    continue
            yield number, found

    def _seen(self, number: Number) -> Sight:
        return self.once(("sight", number.cell), partial(self._sight, number))

    def _sight(self, number: Number) -> Kept[Sight]:
        seen = arms(self.colours, number)
        found = Sight(seen, sum(arm.least for arm in seen), sum(arm.most for arm in seen))
        return Kept(found, lambda: self.view(number))

    def matters(self, number: Number) -> bool:
        """Whether what is wanted, if anything is, is in the row or column of a number."""
        cols = self.grid.cols
        row, col = divmod(number.cell, cols)
        about = [divmod(abs(one) - 1, cols) for one in self.wanted]
        return not about or any(row == r or col == c for r, c in about)

    def view(self, number: Number) -> Mask:
        """The cells to all sides of a number, up to the first black ones and with these."""
        return self._cross(number.cell, self.grid.size)

    def reach(self, number: Number) -> Mask:
        """The same, but no farther than its arms may have to end."""
        return self._cross(number.cell, number.total + 1)

    def _cross(self, cell: Cell, most: int) -> Mask:
        def find() -> Kept[Mask]:
            up, down, left, right = (self._end(cell, ray[:most]) for ray in self.grid.rays(cell))
            column = self.grid.col_masks[cell % self.grid.cols]
            found = (2 << down) - (1 << up) & column | (2 << right) - (1 << left)
            return Kept(found, lambda: found)

        return self.once(("cross", cell, most), find)

    def _end(self, cell: Cell, ray: range) -> Cell:
        """The first black cell of a ray, or else its last one, or else where it begins."""
        for cell in ray:
            if self.colours[cell] == BLACK:
                break
        return cell


class SeenRay(NamedTuple):
    """A ray with its white cells at the beginning, and the cells up to its first black one."""

    ray: range
    least: int
    most: int


class Sight(NamedTuple):
    """The arms of a number, and their lengths all in all."""

    arms: list[SeenRay]
    least: int
    most: int


def arms(colours: Sequence[int], number: Number) -> list[SeenRay]:
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
        found.append(SeenRay(ray, min(least, most), most))
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


def possible(colours: Sequence[int], number: Number) -> tuple[int, ...]:
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


def alone(colours: Sequence[int], number: Number) -> tuple[int, ...]:
    """The lengths that each arm may have by itself."""
    if number.total < 0:
        return 0, 0, 0, 0
    return tuple([lengths(colours, ray, number.total) for ray in number.rays])


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


def by_side(words: Sequence[str], but: int = -1) -> str:
    """What is said about each side, except one and those that have no cells."""
    return listed(
        [
            f"{word} {side}"
            for index, (word, side) in enumerate(zip(words, SIDES, strict=True))
            if index != but and word
        ]
    )
