"""The statistics of a report: thin wrappers of scipy, and the few that scipy lacks.

scipy is imported in functions because `scipy.stats` takes a second to import.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, inf, log, pow, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z = 1.959963984540054  # 97.5 % of a normal distribution lie below it


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return a 95 % interval for a share (Wilson 1927), also for 0, 1 and few trials.

    Successes may be fractional, such as the share of runs that settled each board: numbers between
    0 and 1 vary at most as much as 0s and 1s of the same mean, so the interval is conservative.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, Z * Z
    middle = share + square / (2 * trials)
    spread = Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    low = (middle - spread) / (1 + square / trials)
    high = (middle + spread) / (1 + square / trials)
    # At the ends rounding would leave 1e-17 where the formula gives 0.
    return (max(0.0, low) if successes else 0.0), (min(1.0, high) if successes < trials else 1.0)


def sign_test(wins: int, losses: int) -> float:
    """Return the exact two-sided p of the sign test.

    >>> sign_test(5, 0), sign_test(3, 3)
    (0.0625, 1.0)
    """
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(wins, losses), wins + losses, 0.5)))


def least_p(boards: int) -> float:
    """Return the smallest possible p of the sign test with this number of boards.

    >>> least_p(5)
    0.0625
    """
    return sign_test(boards, 0)


def holm(ps: Sequence[float]) -> list[float]:
    """Return p-values corrected for multiple testing (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected = [1.0] * len(ps)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=lambda index: ps[index])):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[index]))
        corrected[index] = highest
    return corrected


def variance_within_boards(boards: Sequence[Sequence[float | None]]) -> float | None:
    """Return the share of the variance of log(1 + x) that lies within boards, from 0 to 1.

    The variance components come from a one-way analysis of variance with the boards as groups.
    None if there is no variance, or if a number is missing.

    >>> variance_within_boards([[1, 1], [9, 9]]), variance_within_boards([[1, 9], [9, 1]])
    (0.0, 1.0)
    """
    from scipy.stats import f_oneway

    if any(x is None for runs in boards for x in runs):
        return None
    groups = [[log(1 + (x or 0.0)) for x in runs] for runs in boards]
    count = sum(map(len, groups))
    if len(groups) < 2 or count == len(groups):
        return None
    if all(len(set(group)) == 1 for group in groups):
        return 0.0 if len({group[0] for group in groups}) > 1 else None
    size = (count - sum(len(group) ** 2 for group in groups) / count) / (len(groups) - 1)
    between = max(0.0, float(f_oneway(*groups).statistic) - 1) / size  # in units of the other
    return 1 / (1 + between)


def spearman(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return the rank correlation, with mean ranks for ties; None if one side is constant.

    >>> spearman([(1, 10), (2, 100), (3, 1000)]), spearman([(1, 3), (2, 2), (3, 1)])
    (1.0, -1.0)
    """
    from scipy.stats import spearmanr

    sides = list(zip(*pairs, strict=True))
    if any(len(set(side)) < 2 for side in sides) or not sides:
        return None
    return float(spearmanr(*sides).statistic)


@dataclass(frozen=True)
class Fit:
    """A curve: y = factor · rate^x if it is exponential, y = factor · x^rate if a power law."""

    is_exponential: bool
    factor: float
    rate: float
    r2: float  # of the logarithms
    interval: tuple[float, float] | None = None  # 95 %, of the rate

    def at(self, x: float) -> float:
        """Return the value of the curve."""
        return self.factor * (pow(self.rate, x) if self.is_exponential else pow(x, self.rate))


def fit_curves(xs: Sequence[float], ys: Sequence[float]) -> tuple[Fit, Fit]:
    """Fit both curves by least squares on the logarithms; return the better one first.

    >>> best, _ = fit_curves([1, 2, 3, 4], [6, 12, 24, 48])
    >>> best.is_exponential, round(best.factor, 9), round(best.rate, 9), round(best.r2, 9)
    (True, 3.0, 2.0, 1.0)
    """
    logs = [log(y) for y in ys]
    line = fit_line(xs, logs)
    rates = (_exp(line.low), _exp(line.high))
    exponential = Fit(True, exp(line.start), exp(line.slope), line.r2, rates)
    line = fit_line([log(x) for x in xs], logs)
    power = Fit(False, exp(line.start), line.slope, line.r2, (line.low, line.high))
    return (exponential, power) if exponential.r2 >= power.r2 else (power, exponential)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the 95 % interval of the mean and the two-sided p of a mean of 0 (Student's t).

    >>> [round(value, 3) for value in mean_interval([1.0, 2.0, 3.0])]
    [-0.484, 4.484, 0.074]
    """
    from scipy.special import stdtr, stdtrit

    mean, free = fmean(values), len(values) - 1
    error = stdev(values) / sqrt(len(values))
    reach = error * float(stdtrit(free, 0.975))
    p = 2 * float(stdtr(free, -abs(mean) / error)) if error else float(not mean)
    return mean - reach, mean + reach, p


class FittedLine(NamedTuple):
    """A straight line: its value at 0, its slope with the ends of a 95 % interval, and R²."""

    start: float
    slope: float
    low: float
    high: float
    r2: float


def fit_line(xs: Sequence[float], ys: Sequence[float]) -> FittedLine:
    """Fit a line through three points or more by least squares.

    >>> [round(value, 3) for value in fit_line([0, 1, 2, 3], [1, 3, 4, 7])]
    [0.9, 1.9, 0.762, 3.038, 0.963]
    """
    from scipy.special import stdtrit
    from scipy.stats import linregress

    fit = linregress(xs, ys)
    reach = fit.stderr * stdtrit(len(xs) - 2, 0.975)
    values = (fit.intercept, fit.slope, fit.slope - reach, fit.slope + reach, fit.rvalue**2)
    return FittedLine(*map(float, values))


_PERMUTED = 20  # points up to which Student's t is not accurate enough
_PERMUTATIONS = 362_880  # all of nine points; a random sample of more points


@cache
def critical_correlation(points: int) -> float:
    """Return the least significant rank correlation of `points` points (5 %, two-sided).

    It comes from all permutations of up to nine points, from random ones of up to twenty, and from
    Student's t of more. It is 1 for so few points that nothing can be significant.

    >>> [round(critical_correlation(points), 3) for points in (4, 6, 15, 100)]
    [1.0, 0.886, 0.521, 0.197]
    """
    from numpy import abs as absolute
    from numpy import arange, sort
    from scipy.special import stdtrit
    from scipy.stats import permutation_test

    if points > _PERMUTED:
        t = float(stdtrit(points - 2, 0.975))
        return t / sqrt(points - 2 + t * t)
    ranks = arange(points) - (points - 1) / 2
    by_chance = permutation_test(
        (ranks,),
        lambda drawn, axis: (drawn * ranks).sum(axis=axis) / (ranks @ ranks),
        permutation_type="pairings",
        n_resamples=_PERMUTATIONS,
        batch=50_000,
        rng=0,
    ).null_distribution
    sizes = sort(absolute(by_chance).round(9))
    most = int(0.05 * len(sizes))  # number of significant permutations
    larger = sizes[sizes > sizes[-most - 1]]
    return float(larger[0]) if larger.size else 1.0


def _exp(value: float) -> float:
    return exp(value) if value < 700 else inf
