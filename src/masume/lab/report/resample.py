"""Intervals by drawing again from what was seen: boards first, then the seeds on each of them.

Boards are what a claim is about, so they are drawn with replacement; the seeds on a board are a
sample too, so they are drawn again within it. Repetitions of a seed are no sample of seeds: their
mean is one number. The draws depend on the numbers alone: the same results give the same intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from statistics import covariance, fmean, variance
from typing import TYPE_CHECKING, TypeAlias

from masume.lab.report.stats import Z

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.random import Generator
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[float64]
    Places: TypeAlias = NDArray[int64]

Runs = Sequence[Sequence[float]]  # of each board a number for each seed

LEAST_BOARDS = 6  # fewer say nothing about how boards differ
MOST_BOARDS = 100  # of more the mean is close to normal, and nothing need be drawn
_DRAWS = 2_000
_FEWEST = 500
_WORK = 400_000  # numbers drawn for one interval


def ratio_interval(one: Runs, other: Runs) -> tuple[float, float] | None:
    """95 % of the ratios that other boards and other seeds of the same sort would give."""
    boards = len(one)
    if boards <= MOST_BOARDS:
        return by_drawing(one, other) if boards >= LEAST_BOARDS else None
    above, below = ([fmean(runs) for runs in several] for several in (one, other))
    spreads = variance(above), variance(below), covariance(above, below)
    return by_variance(boards, fmean(above), fmean(below), *spreads)


def by_variance(
    boards: int, above: float, below: float, wide: float, other: float, together: float
) -> tuple[float, float] | None:
    """From the variance of the logarithm (delta method): means of boards, variances, covariance.

    >>> [round(end, 3) for end in by_variance(400, 2.0, 1.0, 4.0, 1.0, 2.0) or ()]
    [2.0, 2.0]
    """
    if not above or not below:
        return None
    square = wide / above**2 + other / below**2 - 2 * together / (above * below)
    spread = exp(Z * sqrt(max(0.0, square) / boards))
    return above / below / spread, above / below * spread


def by_drawing(one: Runs, other: Runs) -> tuple[float, float] | None:
    """95 % of the ratios that other boards and other seeds of the same sort would give."""
    from numpy import quantile
    from numpy.random import default_rng

    boards = len(one)
    size = boards * (max(map(len, one)) + max(map(len, other)))
    draws = max(_FEWEST, min(_DRAWS, _WORK // size))
    rng = default_rng(len(one))
    drawn = rng.integers(boards, size=(draws, boards))
    above, below = (_means(several, drawn, rng) for several in (one, other))
    if not (below > 0).all():
        return None
    low, high = quantile(above / below, (0.025, 0.975))
    return float(low), float(high)


def _means(several: Runs, drawn: Places, rng: Generator) -> Numbers:
    """The mean of each draw of boards, each with runs drawn anew."""
    from numpy import array

    most = max(map(len, several))
    filled: Numbers = array([[*runs, *([0.0] * (most - len(runs)))] for runs in several])
    if most == 1:
        means: Numbers = filled[drawn, 0].mean(axis=1)
        return means
    counts = array([len(runs) for runs in several])[drawn]
    which = (rng.random((*drawn.shape, most)) * counts[..., None]).astype(int)
    means = filled[drawn[..., None], which].mean(axis=(1, 2))
    return means
