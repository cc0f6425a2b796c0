"""How much can be read into a few runs."""

from __future__ import annotations

from math import comb, sqrt


def interval(hits: int, runs: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share.

    >>> [round(end, 2) for end in interval(3, 30)]
    [0.03, 0.26]
    """
    z = 1.96
    middle = (hits + z * z / 2) / (runs + z * z)
    half = z / (runs + z * z) * sqrt(hits * (runs - hits) / runs + z * z / 4)
    return middle - half, middle + half


def sign_test(wins: int, losses: int) -> float:
    """The chance of so uneven a split, or a more uneven one, if neither were better.

    >>> round(sign_test(9, 1), 4)
    0.0215
    """
    runs = wins + losses
    tail = sum(comb(runs, hits) for hits in range(max(wins, losses), runs + 1))
    return min(1.0, float(2 * tail / 2**runs))
