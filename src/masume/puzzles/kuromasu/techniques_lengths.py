"""Lengths that the arms of a Kuromasu number may have, as the bits of an int, and their sums."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Arms: TypeAlias = tuple[int, int, int, int]  # the lengths of each
Span: TypeAlias = tuple[int, int]  # the least and the greatest length


def added(one: int, other: int) -> int:
    """The sums of two lengths, as bits."""
    sums = 0
    while one:
        low = one & -one
        sums |= other * low
        one ^= low
    return sums


@lru_cache(maxsize=1 << 14)
def reaches(a: int, b: int, c: int, d: int, total: int) -> bool:
    """Whether some lengths of four arms add up to that."""
    upright, across = added(a, b), added(c, d)
    while upright:
        low = upright & -upright
        upright ^= low
        rest = total + 1 - low.bit_length()
        if rest >= 0 and across >> rest & 1:
            return True
    return False


@lru_cache(maxsize=1 << 14)  # while a board is solved or made the same is asked again and again
def fitting(masks: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Of the lengths of each arm by itself those that go with the others; nothing if none do."""
    a, b, c, d = masks
    upright, across = added(a, b), added(c, d)
    if not added(upright, across) >> max(total, 0) & 1:
        return ()
    return (
        _with(a, added(b, across), total),
        _with(b, added(a, across), total),
        _with(c, added(d, upright), total),
        _with(d, added(c, upright), total),
    )


def _with(one: int, rest: int, total: int) -> int:
    fits, left = 0, one
    while left:
        low = left & -left
        left ^= low
        if low <= 1 << total and rest >> (total + 1 - low.bit_length()) & 1:
            fits |= low
    return fits


def grown(arms: Arms, lacking: int) -> tuple[Span, Span, Span, Span]:
    """By how much arms grow beyond their least lengths, which lack so much of the number."""
    # Shifted to the least lengths, and without what would be too long, few are ever different.
    a, b, c, d = arms
    within = (2 << lacking) - 1
    return _grown(
        a // (a & -a) & within,
        b // (b & -b) & within,
        c // (c & -c) & within,
        d // (d & -d) & within,
        lacking,
    )


@lru_cache(maxsize=1 << 13)
def _grown(a: int, b: int, c: int, d: int, total: int) -> tuple[Span, Span, Span, Span]:
    upright, across = added(a, b), added(c, d)
    return (
        _span(a, b, across, total),
        _span(b, a, across, total),
        _span(c, d, upright, total),
        _span(d, c, upright, total),
    )


def _span(one: int, two: int, others: int, total: int) -> Span:
    """The least and the greatest of one's lengths with which some of the others make the total."""
    if one == 1:
        return 0, 0
    rest = added(two, others)
    least = 0
    while not (one >> least & 1 and rest >> total - least & 1):
        least += 1
    most = total
    while not (one >> most & 1 and rest >> total - most & 1):
        most -= 1
    return least, most


@lru_cache(maxsize=1 << 14)
def mirrored(bits: int, total: int) -> int:
    """What is missing from these lengths to a total, as bits."""
    if total < 0:
        return 0
    return int(f"{bits & (2 << total) - 1:0{total + 1}b}"[::-1], 2)


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
