"""The statistics of a report: small, exact, and without assumptions about distributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, exp, fsum, inf, lgamma, log, pow, sqrt
from statistics import StatisticsError, correlation

Z = 1.959963984540054  # 97.5 % of a normal distribution lie below it


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """A 95 % interval for a share (Wilson 1927); sensible at 0 and 1 too, and for few trials.

    Successes may be parts of a whole, such as the share of runs that settled each board: numbers
    between 0 and 1 vary at most as much as 0s and 1s of the same mean, so the interval is wide
    enough.

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


def coin(at_most: int, tosses: int) -> float:
    """The probability of so many heads or fewer in tosses of a fair coin.

    >>> coin(1, 4)
    0.3125
    """
    if at_most < 0:
        return 0.0
    if at_most >= tosses:
        return 1.0
    if 2 * at_most >= tosses:
        return 1.0 - coin(tosses - at_most - 1, tosses)
    # From the largest term down; each is the one above it times a fraction below 1.
    chosen = lgamma(tosses + 1) - lgamma(at_most + 1) - lgamma(tosses - at_most + 1)
    exact = tosses <= 1000  # as long as the numbers stay small
    largest = comb(tosses, at_most) / 2**tosses if exact else exp(chosen - tosses * log(2))
    terms, term = [], largest
    for heads in range(at_most, -1, -1):
        terms.append(term)
        if term <= largest * 1e-18:
            break
        term *= heads / (tosses - heads + 1)
    return fsum(terms)


def sign_test(wins: int, losses: int) -> float:
    """The exact two-sided p of as uneven a result, or more, if both were equally likely to win.

    >>> sign_test(5, 0), sign_test(3, 3)
    (0.0625, 1.0)
    """
    return min(1.0, 2 * coin(min(wins, losses), wins + losses))


def least_p(boards: int) -> float:
    """The smallest p that so many boards without ties can give at all.

    >>> least_p(5)
    0.0625
    """
    return sign_test(boards, 0)


def holm(ps: Sequence[float]) -> list[float]:
    """The p of each of several claims, corrected for their number (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected = [1.0] * len(ps)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=lambda index: ps[index])):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[index]))
        corrected[index] = highest
    return corrected


def between_runs(boards: Sequence[Sequence[float | None]]) -> float | None:
    """How much of the variance of log(1 + x) lies between runs on one board, from 0 to 1.

    From a one-way analysis of variance with the boards as groups, by its components; None where
    there is no variance, or a number is missing.

    >>> between_runs([[1, 1], [9, 9]]), between_runs([[1, 9], [9, 1]])
    (0.0, 1.0)
    """
    if any(x is None for runs in boards for x in runs):
        return None
    groups = [[log(1 + (x or 0.0)) for x in runs] for runs in boards]
    count = sum(map(len, groups))
    if len(groups) < 2 or count == len(groups):
        return None
    means = [fsum(group) / len(group) for group in groups]
    mean = fsum(map(fsum, groups)) / count
    inside = fsum((x - m) ** 2 for group, m in zip(groups, means, strict=True) for x in group)
    outside = fsum(len(group) * (m - mean) ** 2 for group, m in zip(groups, means, strict=True))
    within = inside / (count - len(groups))
    size = (count - sum(len(group) ** 2 for group in groups) / count) / (len(groups) - 1)
    between = max(0.0, (outside / (len(groups) - 1) - within) / size)
    return within / (within + between) if within + between > 0 else None


def spearman(pairs: Sequence[tuple[float, float]]) -> float | None:
    """The correlation of the ranks, those that are equal sharing theirs; None without variance.

    >>> spearman([(1, 10), (2, 100), (3, 1000)]), spearman([(1, 3), (2, 2), (3, 1)])
    (1.0, -1.0)
    """
    if len(pairs) < 2:
        return None
    try:
        return correlation(*map(_ranks, zip(*pairs, strict=True)))
    except StatisticsError:  # all are equal on one side
        return None


def _ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    return [fsum(places[value]) / len(places[value]) for value in values]


@dataclass(frozen=True)
class Fit:
    """A curve: y = factor · rate^x if it is exponential, y = factor · x^rate if a power law."""

    exponential: bool
    factor: float
    rate: float
    r2: float  # of the logarithms
    interval: tuple[float, float] | None = None  # 95 %, of the rate

    def at(self, x: float) -> float:
        """What the curve says."""
        return self.factor * (pow(self.rate, x) if self.exponential else pow(x, self.rate))


def fits(xs: Sequence[float], ys: Sequence[float]) -> tuple[Fit, Fit]:
    """Both curves by least squares on the logarithms, the better one first.

    >>> best, _ = fits([1, 2, 3, 4], [6, 12, 24, 48])
    >>> best.exponential, round(best.factor, 9), round(best.rate, 9), round(best.r2, 9)
    (True, 3.0, 2.0, 1.0)
    """
    logs = [log(y) for y in ys]
    shift, slope, r2 = line(xs, logs)
    ends = slope_interval(xs, logs)
    rates = (_exp(ends[0]), _exp(ends[1])) if ends else None
    exponential = Fit(True, exp(shift), exp(slope), r2, rates)
    wide = [log(x) for x in xs]
    shift, slope, r2 = line(wide, logs)
    power = Fit(False, exp(shift), slope, r2, slope_interval(wide, logs))
    return (exponential, power) if exponential.r2 >= power.r2 else (power, exponential)


def line(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float, float]:
    """The straight line of least squares: where it starts, its slope, and R².

    >>> line([0, 1, 2], [1, 3, 5])
    (1.0, 2.0, 1.0)
    """
    count = len(xs)
    mean_x, mean_y = fsum(xs) / count, fsum(ys) / count
    width = fsum((x - mean_x) ** 2 for x in xs)
    height = fsum((y - mean_y) ** 2 for y in ys)
    slope = fsum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / width
    left = fsum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in zip(xs, ys, strict=True))
    return mean_y - slope * mean_x, slope, 1 - left / height if height else 1.0


# 97.5 % of Student's distribution lie below these, with 1, 2 … degrees of freedom.
_T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160]
_T += [2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056]
_T += [2.052, 2.048, 2.045, 2.042]


def slope_interval(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float] | None:
    """A 95 % interval for the slope of `line`, as usual (Student); None of fewer than three points.

    >>> [round(end, 3) for end in slope_interval([0, 1, 2, 3], [1, 3, 4, 7])]
    [0.762, 3.038]
    """
    free = len(xs) - 2
    if free < 1:
        return None
    shift, slope, _ = line(xs, ys)
    mean = fsum(xs) / len(xs)
    left = fsum((y - shift - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    error = sqrt(left / free / fsum((x - mean) ** 2 for x in xs))
    reach = error * _student(free)
    return slope - reach, slope + reach


def chance_correlation(points: int) -> float:
    """A rank correlation of so many points that is no larger may be chance (5 %, two-sided).

    >>> round(chance_correlation(15), 2), round(chance_correlation(100), 2)
    (0.51, 0.19)
    """
    free = points - 2
    return _student(free) / sqrt(free + _student(free) ** 2)


def _student(free: int) -> float:
    return _T[free - 1] if free <= len(_T) else Z


def _exp(value: float) -> float:
    return exp(value) if value < 700 else inf
