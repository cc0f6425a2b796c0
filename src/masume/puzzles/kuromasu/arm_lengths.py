"""Sets of possible lengths of the arms of a Kuromasu number, as bits of an int, and their sums.

Bit n of such a set is length n. The four arms are up, down, left and right.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Arms: TypeAlias = tuple[int, int, int, int]  # the set of lengths of each arm
Span: TypeAlias = tuple[int, int]  # the least and the greatest length


def sumset(a: int, b: int) -> int:
    """Return the set of sums of one length from each set."""
    sums = 0
    while a:
        low = a & -a
        sums |= b * low
        a ^= low
    return sums


@lru_cache(maxsize=1 << 14)
def can_sum_to(a: int, b: int, c: int, d: int, total: int) -> bool:
    """Return whether some lengths of the four arms add up to the total."""
    upright, across = sumset(a, b), sumset(c, d)
    while upright:
        low = upright & -upright
        upright ^= low
        rest = total + 1 - low.bit_length()
        if rest >= 0 and across >> rest & 1:
            return True
    return False


@lru_cache(maxsize=1 << 14)  # solving and generating a board ask for the same sets again and again
def compatible_lengths(masks: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Return the lengths of each arm found in sums equal to the total; () if there are none."""
    a, b, c, d = masks
    upright, across = sumset(a, b), sumset(c, d)
    if not sumset(upright, across) >> max(total, 0) & 1:
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


def growth_ranges(arms: Arms, need: int) -> tuple[Span, Span, Span, Span]:
    """Return by how much each arm grows at least and at most beyond its least length.

    The least lengths together are short of the total by `need`.
    """
    # Relative to the least lengths and cut off at the need, few distinct cases remain to be cached.
    a, b, c, d = arms
    within = (2 << need) - 1
    return _growth_ranges(
        a // (a & -a) & within,
        b // (b & -b) & within,
        c // (c & -c) & within,
        d // (d & -d) & within,
        need,
    )


@lru_cache(maxsize=1 << 13)
def _growth_ranges(a: int, b: int, c: int, d: int, total: int) -> tuple[Span, Span, Span, Span]:
    upright, across = sumset(a, b), sumset(c, d)
    return (
        _range(a, b, across, total),
        _range(b, a, across, total),
        _range(c, d, upright, total),
        _range(d, c, upright, total),
    )


def _range(arm: int, opposite: int, across: int, total: int) -> Span:
    """Return the least and greatest length of an arm that make the total with the other arms."""
    if arm == 1:
        return 0, 0
    rest = sumset(opposite, across)
    least = 0
    while not (arm >> least & 1 and rest >> total - least & 1):
        least += 1
    most = total
    while not (arm >> most & 1 and rest >> total - most & 1):
        most -= 1
    return least, most


@lru_cache(maxsize=1 << 14)
def differences(bits: int, total: int) -> int:
    """Return the set of differences between a total and these lengths."""
    if total < 0:
        return 0
    return int(f"{bits & (2 << total) - 1:0{total + 1}b}"[::-1], 2)


def lengths_text(bits: int) -> str:
    """Return lengths in words.

    >>> lengths_text(0b1), lengths_text(0b1101), lengths_text(0b1011110)
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
