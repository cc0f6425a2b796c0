"""A random order of very many things, without a list of them; and a set of very many keys."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from random import Random

_ROUNDS = 4
_ODD = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1


def shuffled(count: int, seed: int) -> Iterator[int]:
    """The numbers below `count`, each once, in an order drawn by the seed.

    >>> sorted(shuffled(5, 1)), list(shuffled(1, 1)), list(shuffled(0, 1))
    ([0, 1, 2, 3, 4], [0], [])

    The numbers of so many bits are mixed by a cipher (a Feistel network), which never takes two to
    one; those that come out too large are left out.
    """
    half = ((max(count, 2) - 1).bit_length() + 1) // 2
    mask = (1 << half) - 1
    chance = Random(seed)
    keys = [chance.getrandbits(64) for _ in range(_ROUNDS)]
    for number in range(1 << 2 * half) if count else ():
        left, right = number >> half, number & mask
        for key in keys:
            mixed = ((right ^ key) * _ODD) & _WORD
            left, right = right, left ^ ((mixed ^ mixed >> 32) * _ODD >> 40) & mask
        number = left << half | right
        if number < count:
            yield number


class Keys:
    """Keys of runs, eight bytes each: ten million take 80 MB instead of a gigabyte.

    Two of ten million are taken for the same one with a chance of one in 300,000.
    """

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._numbers = array("Q", numbers)  # in order

    def __contains__(self, key: str) -> bool:
        number = int(key[:16], 16)
        at = bisect_left(self._numbers, number)
        return at < len(self._numbers) and self._numbers[at] == number

    def __len__(self) -> int:
        return len(self._numbers)
