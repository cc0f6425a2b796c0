"""What follows for the four arms of a Kuromasu number from the lengths that each may have.

The possible lengths of an arm are the bits of an int: bit n is length n. An arm may end before an
open or a black cell or at the border, never before a white one. The four arms are up, down, left
and right. `narrow` and `compatible_lengths` are the rules of a single number; they know no board.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Arms: TypeAlias = tuple[int, int, int, int]  # the set of lengths of each arm

ENDS = 4  # what a number's total includes besides the cells of its arms: the cells that end them
EASY, MEDIUM, HARD = range(3)  # as in `technique.LEVELS`
PAIRS, SIGHTS = 3, 4  # other findings that depend on the lines of numbers


def narrow(a: int, b: int, c: int, d: int, total: int, level: int = HARD) -> Arms | None:
    """Return the lengths that fit a total, as far as bounds show it; None if there are none.

    The total counts each arm with the cell that ends it. Easy: a number that sees enough or needs
    all it can see, and one with a single open arm. Medium: each arm is as long as the others need
    it, and as short. Hard: this is repeated until nothing changes.
    """
    while a and b and c and d:
        # The least and the greatest lengths, each with the cell at the end.
        up, down = (a & -a).bit_length(), (b & -b).bit_length()
        left, right = (c & -c).bit_length(), (d & -d).bit_length()
        up_most, down_most = a.bit_length(), b.bit_length()
        left_most, right_most = c.bit_length(), d.bit_length()
        need = total - up - down - left - right
        slack = up_most + down_most + left_most + right_most - total
        if need < 0 or slack < 0:
            return None
        if not need:
            return 1 << up - 1, 1 << down - 1, 1 << left - 1, 1 << right - 1
        if not slack:
            return 1 << up_most - 1, 1 << down_most - 1, 1 << left_most - 1, 1 << right_most - 1
        before = a, b, c, d
        if level == EASY:
            growing = (up < up_most) + (down < down_most)
            if growing + (left < left_most) + (right < right_most) > 1:
                return before
        least = need if need < slack else slack
        if up_most - up > least:
            a = _window(a, up_most - slack, up + need)
        if down_most - down > least:
            b = _window(b, down_most - slack, down + need)
        if left_most - left > least:
            c = _window(c, left_most - slack, left + need)
        if right_most - right > least:
            d = _window(d, right_most - slack, right + need)
        if before == (a, b, c, d):
            return before
        if level == MEDIUM:
            return (a, b, c, d) if a and b and c and d else None
    return None


def _window(bits: int, least: int, most: int) -> int:
    """Return the lengths between two bounds, which count the end."""
    bits &= (1 << most) - 1
    return bits >> least - 1 << least - 1 if least > 1 else bits


def sumset(a: int, b: int) -> int:
    """Return the set of sums of one length from each set."""
    sums = 0
    while a:
        low = a & -a
        sums |= b * low
        a ^= low
    return sums


@lru_cache(maxsize=1 << 14)
def compatible_lengths(masks: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Return the lengths of each arm found in sums equal to the total; () if there are none."""
    a, b, c, d = masks
    upright, across = sumset(a, b), sumset(c, d)
    if total < 0 or not sumset(upright, across) >> total & 1:
        return ()
    return (
        _compatible(a, sumset(b, across), total),
        _compatible(b, sumset(a, across), total),
        _compatible(c, sumset(d, upright), total),
        _compatible(d, sumset(c, upright), total),
    )


def _compatible(lengths: int, rest: int, total: int) -> int:
    """Return the lengths that make the total with one of the sums of the rest."""
    compatible, pending = 0, lengths
    while pending:
        low = pending & -pending
        pending ^= low
        if low <= 1 << total and rest >> (total + 1 - low.bit_length()) & 1:
            compatible |= low
    return compatible


@lru_cache(maxsize=1 << 14)
def differences(bits: int, total: int) -> int:
    """Return the set of differences between a total and these lengths."""
    if total < 0:
        return 0
    return int(f"{bits & (2 << total) - 1:0{total + 1}b}"[::-1], 2)


def certainly_fits(arms: Arms, total: int) -> bool:
    """Return whether some lengths have this total, as is evident if no arm's lengths have gaps."""
    least = most = 0
    for lengths in arms:
        low = lengths & -lengths
        if not low or lengths + low & lengths:
            return False
        least += low.bit_length()
        most += lengths.bit_length()
    return least <= total <= most


@lru_cache(maxsize=1 << 14)  # suppositions about a board ask for the same lengths again and again
def fitting_lengths(arms: Arms, total: int) -> Arms | None:
    """Return the lengths found in sums equal to the total; None if there are none.

    The total counts each arm with the cell that ends it.
    """
    narrowed = narrow(*arms, total)
    if narrowed is None:
        return None
    # Relative to the least lengths, few distinct cases remain to be cached.
    lows = [(bits & -bits).bit_length() for bits in narrowed]
    shifted = tuple(bits >> low - 1 for bits, low in zip(narrowed, lows, strict=True))
    a, b, c, d = compatible_lengths(shifted, total - sum(lows)) or (0, 0, 0, 0)
    up, down, left, right = lows
    return (a << up - 1, b << down - 1, c << left - 1, d << right - 1) if a else None


# The rules by which people narrow the arms of a single number, and their levels
COMPLETE, EVERYTHING, ONE_WAY, TOO_MUCH, REACH, FEW_LENGTHS = range(6)
LEVEL_OF = EASY, EASY, EASY, MEDIUM, MEDIUM, HARD


def conclusions(arms: Arms, total: int, level: int) -> list[tuple[int, Arms]] | None:
    """Return what each rule of a level makes of the lengths of a number's arms; None if none fit.

    The rules that `narrow` combines are told apart here; the last one is `fitting_lengths`. Numbers
    that the easy rules settle are left to them.
    """
    easy = narrow(*arms, total, EASY)
    if easy is None:
        return None
    if level == EASY or easy != arms:
        return [(_easy_rule(arms, easy), easy)] if level == EASY and easy != arms else []
    narrowed = narrow(*arms, total, MEDIUM) if level == MEDIUM else fitting_lengths(arms, total)
    if narrowed is None:
        return None
    pairs = list(zip(arms, narrowed, strict=True))
    if level == HARD:
        some = [new if new & -new > old & -old or not new & new - 1 else old for old, new in pairs]
        found = [(FEW_LENGTHS, some)]
    else:
        ends = [new if new == old & -old else old for old, new in pairs]
        found = [(TOO_MUCH, ends), (REACH, [old & -(new & -new) for old, new in pairs])]
    each = ((rule, (a, b, c, d)) for rule, (a, b, c, d) in found)
    return [(rule, new) for rule, new in each if new != arms]


def _easy_rule(arms: Arms, narrowed: Arms) -> int:
    """Return the easy rule that has narrowed the arms of a number."""
    pairs = list(zip(arms, narrowed, strict=True))
    if all(new == old & -old for old, new in pairs):
        return COMPLETE
    is_all = all(new == 1 << old.bit_length() - 1 for old, new in pairs)
    return EVERYTHING if is_all else ONE_WAY


def lows(arms: Arms) -> list[int]:
    """Return the least length of each arm."""
    return [(bits & -bits).bit_length() - 1 for bits in arms]


def highs(arms: Arms) -> list[int]:
    """Return the greatest length of each arm."""
    return [bits.bit_length() - 1 for bits in arms]
