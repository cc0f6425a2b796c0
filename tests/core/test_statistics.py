"""The statistics equal known values and slow exact sums."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, log
from statistics import correlation

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masume.core.statistics import (
    fit_curves,
    holm,
    sign_test,
    spearman,
    wilson,
)


@given(st.integers(0, 400), st.integers(0, 400))
def test_sign_test_is_the_sum_of_its_terms(wins: int, losses: int) -> None:
    tosses = wins + losses
    terms = (comb(tosses, heads) for heads in range(min(wins, losses) + 1))
    expected = min(1.0, float(2 * Fraction(sum(terms), 2**tosses)))
    assert sign_test(wins, losses) == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.floats(0, 1), max_size=20))
def test_holm_lies_between_nothing_and_bonferroni_and_keeps_the_order(ps: list[float]) -> None:
    corrected = holm(ps)
    for p, result in zip(ps, corrected, strict=True):
        assert p <= result <= min(1.0, p * len(ps)) + 1e-12
    for p, result in zip(ps, corrected, strict=True):
        for other, found_other in zip(ps, corrected, strict=True):
            assert p > other or result <= found_other


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, search 3
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.long
@pytest.mark.parametrize("points", [3, 12, 33, 60])
def test_fitted_curves_are_those_of_statsmodels(points: int) -> None:
    """Student's t is used beyond 30 degrees of freedom, too."""
    from statsmodels.regression.linear_model import OLS

    xs = [float(n + 1) for n in range(points)]
    ys = [3 + 0.5 * x + (7 * x) % 5 for x in xs]
    for curve in fit_curves(xs, ys):
        used = xs if curve.is_exponential else [log(x) for x in xs]
        fit = OLS([log(y) for y in ys], [[1.0, x] for x in used]).fit()
        slopes = [curve.rate, *(curve.interval or ())]
        logs = [log(slope) for slope in slopes] if curve.is_exponential else slopes
        assert logs == pytest.approx([fit.params[1], *fit.conf_int(0.05)[1]])
        assert (log(curve.factor), curve.r2) == pytest.approx((fit.params[0], fit.rsquared))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=12))
def test_rank_correlation_is_the_correlation_of_mean_ranks(pairs: list[tuple[int, int]]) -> None:
    result = spearman(pairs)
    xs, ys = zip(*pairs, strict=True)
    if len(set(xs)) == 1 or len(set(ys)) == 1:
        assert result is None
    else:
        expected = correlation(*map(mean_ranks, (xs, ys)))
        assert result is not None
        assert result[0] == pytest.approx(expected, abs=1e-9)
        assert 0 < result[1] <= 1


@pytest.mark.parametrize(
    ("order", "rho", "p"),
    [  # the published critical values at 0.05, and the next smaller ones; Student's t: 0.042 for 6
        ((0, 2, 1, 4, 3, 5), 0.886, 0.0333),
        ((0, 1, 3, 4, 2, 5), 0.829, 0.0583),
        ((2, 1, 0, 3, 7, 5, 4, 6), 0.738, 0.0458),
        ((1, 5, 0, 2, 3, 4, 6, 7), 0.714, 0.0576),
    ],
)
def test_few_rank_correlations_have_exact_p(order: tuple[int, ...], rho: float, p: float) -> None:
    found = spearman([*enumerate(order)])
    assert found == pytest.approx((rho, p), abs=5e-4)
    assert spearman([(-x, y) for x, y in enumerate(order)]) == pytest.approx((-rho, p), abs=5e-4)


def test_more_rank_correlations_have_nearly_exact_p() -> None:
    found = spearman([*enumerate((0, 4, 7, 3, 2, 1, 5, 8, 6, 9))])
    assert found is not None
    assert found[0] == pytest.approx(0.636, abs=5e-4)
    assert 0.05 < found[1] < 0.06  # exactly 0.0544; Student's t: 0.048


def mean_ranks(values: tuple[int, ...]) -> list[float]:
    return [
        sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values
    ]


@given(st.floats(0.1, 100), st.floats(0.5, 4))
def test_a_power_law_is_recognised(factor: float, rate: float) -> None:
    xs = [16, 25, 36, 49, 64]
    best, other = fit_curves(xs, [factor * x**rate for x in xs])
    assert not best.is_exponential
    assert (best.factor, best.rate, best.r2) == pytest.approx((factor, rate, 1.0), rel=1e-6)
    assert other.r2 < best.r2
    assert best.at(100) == pytest.approx(factor * 100**rate, rel=1e-6)


@given(st.floats(0.1, 100), st.floats(1.05, 1.5))
def test_exponential_growth_is_recognised(factor: float, rate: float) -> None:
    xs = [16, 25, 36, 49, 64]
    best, _ = fit_curves(xs, [factor * rate**x for x in xs])
    assert best.is_exponential
    assert (best.factor, best.rate) == pytest.approx((factor, rate), rel=1e-6)
    assert best.at(20) == pytest.approx(exp(log(factor) + 20 * log(rate)), rel=1e-6)
