"""The statistics of a report: thin wrappers of scipy, and the few that scipy lacks.

scipy is imported in functions because `scipy.stats` takes a second to import.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import exp, inf, log, pow, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import int_
    from numpy.typing import NDArray

Interval = tuple[float, float]
_Z = 1.959963984540054  # 97.5 % of a normal distribution lie below it


def wilson(successes: float, trials: int) -> Interval:
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
    share, square = successes / trials, _Z * _Z
    middle = share + square / (2 * trials)
    spread = _Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
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
    """Return the smallest possible p of the sign test with this number of boards."""
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


_PERMUTATIONS = 9_999
_ALL_POINTS = 8  # up to which all permutations are tried
_PERMUTED_POINTS = 20  # of more, Student's t is accurate


def spearman(pairs: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Return the rank correlation and its two-sided p; None if one side is constant.

    Ties have mean ranks. The p is exact for up to 8 points, estimated from random permutations for
    up to 20, else from Student's t.

    >>> spearman([(1, 10), (2, 100), (3, 1000)])
    (1.0, 0.3333333333333333)
    """
    from scipy.stats import rankdata, spearmanr

    sides = list(zip(*pairs, strict=True))
    if any(len(set(side)) < 2 for side in sides) or not sides:
        return None
    result = spearmanr(*sides)
    if len(pairs) > _PERMUTED_POINTS:
        return float(result.statistic), float(result.pvalue)
    first, second = (rankdata(side) - (len(side) + 1) / 2 for side in sides)
    as_extreme = abs(first[_orders(len(pairs))] @ second) >= abs(first @ second) - 1e-9
    return float(result.statistic), float(as_extreme.mean())


@cache
def _orders(points: int) -> NDArray[int_]:
    """Return an array of orders of the points: all, or random ones after their own order."""
    from numpy import arange, array, tile
    from numpy.random import default_rng

    if points <= _ALL_POINTS:
        return array(list(permutations(range(points))))
    drawn = tile(arange(points), (1 + _PERMUTATIONS, 1))
    drawn[1:] = default_rng(0).permuted(drawn[1:], axis=1)
    return drawn


_MOST_PERMUTED = 400  # runs; of more the normal distribution is accurate


def seed_test(boards: Sequence[tuple[Sequence[float], Sequence[float]]]) -> float:
    """Return the two-sided p that the runs of two searches are exchangeable on each board.

    Each board has the values of the first and of the second search, one for each seed. The
    statistic is the sum over boards of the share of pairs of runs that the first search wins. Its
    distribution comes from random permutations of the runs on each board.

    >>> seed_test([([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])]) < 0.02, seed_test([([1], [2])])
    (True, 1.0)
    """
    from numpy import array, concatenate, tile, zeros
    from numpy.random import default_rng
    from scipy.special import ndtr
    from scipy.stats import rankdata

    rng = default_rng(0)
    observed, variance = 0.0, 0.0
    drawn = zeros(_PERMUTATIONS)
    is_small = sum(len(first) + len(second) for first, second in boards) <= _MOST_PERMUTED
    for first, second in boards:
        count, size = len(first), len(first) * len(second)
        ranks = rankdata(concatenate((array(first), array(second)))) - (count + len(second) + 1) / 2
        observed += float(ranks[:count].sum()) / size
        if is_small:
            shuffled = rng.permuted(tile(ranks, (_PERMUTATIONS, 1)), axis=1)
            drawn += shuffled[:, :count].sum(axis=1) / size
        variance += float(ranks @ ranks) / (size * len(ranks) * (len(ranks) - 1))
    if is_small:
        return float(1 + (abs(drawn) >= abs(observed) - 1e-9).sum()) / (1 + _PERMUTATIONS)
    return float(2 * ndtr(-abs(observed) / sqrt(variance))) if variance else 1.0


LEAST_BOARDS = 6  # of an interval


def ratio_interval(above: Sequence[float], below: Sequence[float]) -> Interval | None:
    """Return a 95 % interval of the ratio of means by a bootstrap over boards.

    Each board has a value in both. None with too few boards, or if a resampled denominator is 0.

    >>> ratio_interval([2.0] * 6, [1.0] * 6)
    (2.0, 2.0)
    """
    from numpy import array, quantile
    from numpy.random import default_rng

    boards = len(above)
    if boards < LEAST_BOARDS:
        return None
    draws = max(200, min(2_000, 4_000_000 // boards))
    drawn = default_rng(boards).integers(boards, size=(draws, boards))
    firsts, seconds = (array(values)[drawn].mean(axis=1) for values in (above, below))
    if not (seconds > 0).all():
        return None
    low, high = quantile(firsts / seconds, (0.025, 0.975))
    return float(low), float(high)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the 95 % interval of the mean and the two-sided p of a mean of 0 (Student's t).

    >>> [round(value, 3) for value in mean_interval([1.0, 2.0, 3.0])]
    [-0.484, 4.484, 0.074]
    """
    if len(set(values)) == 1:
        return values[0], values[0], float(not values[0])
    return _student(fmean(values), stdev(values) / sqrt(len(values)), len(values) - 1)


def prediction_interval(
    value: float, error: float, others: Sequence[float]
) -> tuple[float, float, float]:
    """Return the 95 % interval of value minus mean of others, and the two-sided p of 0.

    It asks whether the value, with its own standard error, may be one more draw from the normal
    distribution of the others.

    >>> [round(number, 3) for number in prediction_interval(5.0, 0.0, [1.0, 2.0, 3.0])]
    [-1.968, 7.968, 0.122]
    """
    total = sqrt(stdev(others) ** 2 * (1 + 1 / len(others)) + error**2)
    return _student(value - fmean(others), total, len(others) - 1)


def _student(value: float, error: float, free: int) -> tuple[float, float, float]:
    """Return the 95 % interval of a value and the p of 0, by Student's t."""
    from scipy.special import stdtr, stdtrit

    reach = error * float(stdtrit(free, 0.975))
    p = 2 * float(stdtr(free, -abs(value) / error)) if error else float(not value)
    return value - reach, value + reach, p


@dataclass(frozen=True)
class Fit:
    """A curve: y = factor · rate^x if it is exponential, y = factor · x^rate if a power law."""

    is_exponential: bool
    factor: float
    rate: float
    r2: float  # of the logarithms
    interval: Interval | None = None  # 95 %, of the rate

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
    exponential = _fit(True, xs, logs)
    power = _fit(False, [log(x) for x in xs], logs)
    return (exponential, power) if exponential.r2 >= power.r2 else (power, exponential)


def _fit(is_exponential: bool, xs: Sequence[float], logs: Sequence[float]) -> Fit:
    from scipy.special import stdtrit
    from scipy.stats import linregress

    line = linregress(xs, logs)
    reach = float(line.stderr * stdtrit(len(xs) - 2, 0.975))
    rate, low, high = (
        _exp(slope) if is_exponential else slope
        for slope in (float(line.slope), line.slope - reach, line.slope + reach)
    )
    return Fit(is_exponential, exp(line.intercept), rate, float(line.rvalue**2), (low, high))


def _exp(value: float) -> float:
    return exp(value) if value < 700 else inf
