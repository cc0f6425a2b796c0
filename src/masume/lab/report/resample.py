"""Confidence intervals of ratios by a two-level bootstrap: boards, then seeds of each board.

Both boards and seeds are samples; repetitions of a seed are not, so they are averaged first. The
random generator has a fixed seed: the same results give the same intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import TYPE_CHECKING, TypeAlias

from masume.lab.report.stats import Z

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.random import Generator
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[float64]
    Places: TypeAlias = NDArray[int64]

Runs = Sequence[Sequence[float]]  # a number for each board and seed

LEAST_BOARDS = 6  # of an interval
MOST_BOARDS = 100  # of a bootstrap; with more the delta method is accurate and faster
_DRAWS = 2_000
_FEWEST = 500
_WORK = 400_000  # numbers drawn for an interval, at most


def delta_interval(
    boards: int, above: float, below: float, var_above: float, var_below: float, covar: float
) -> tuple[float, float] | None:
    """Return the interval by the delta method, from means, variances and the covariance.

    >>> [round(end, 3) for end in delta_interval(400, 2.0, 1.0, 4.0, 1.0, 2.0) or ()]
    [2.0, 2.0]
    """
    if not above or not below:
        return None
    square = var_above / above**2 + var_below / below**2 - 2 * covar / (above * below)
    spread = exp(Z * sqrt(max(0.0, square) / boards))
    return above / below / spread, above / below * spread


def bootstrap_interval(first: Runs, second: Runs) -> tuple[float, float] | None:
    """Return a 95 % interval of the ratio of means.

    None with too few boards, or if a resampled denominator is 0.
    """
    from numpy import quantile
    from numpy.random import default_rng

    boards = len(first)
    if boards < LEAST_BOARDS:
        return None
    size = boards * (max(map(len, first)) + max(map(len, second)))
    draws = max(_FEWEST, min(_DRAWS, _WORK // size))
    rng = default_rng(boards)
    drawn = rng.integers(boards, size=(draws, boards))
    above, below = (_means(runs_by_board, drawn, rng) for runs_by_board in (first, second))
    if not (below > 0).all():
        return None
    low, high = quantile(above / below, (0.025, 0.975))
    return float(low), float(high)


def _means(runs_by_board: Runs, drawn: Places, rng: Generator) -> Numbers:
    """Return the mean of each resample of boards, with resampled seeds."""
    from numpy import array

    most = max(map(len, runs_by_board))
    filled: Numbers = array([[*runs, *([0.0] * (most - len(runs)))] for runs in runs_by_board])
    if most == 1:
        means: Numbers = filled[drawn, 0].mean(axis=1)
        return means
    counts = array([len(runs) for runs in runs_by_board])[drawn]
    which = (rng.random((*drawn.shape, most)) * counts[..., None]).astype(int)
    means = filled[drawn[..., None], which].mean(axis=(1, 2))
    return means
