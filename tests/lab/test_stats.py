"""The statistics of reports against values that are known, and against slow exact sums."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masume.lab.report.stats import (
    coin,
    fits,
    holm,
    least_p,
    line,
    sign_test,
    wilson,
)


def slow_coin(at_most: int, tosses: int) -> Fraction:
    return sum(
        (Fraction(comb(tosses, heads), 2**tosses) for heads in range(at_most + 1)), Fraction()
    )


@given(st.integers(0, 400), st.integers(-1, 400))
def test_coin_is_the_sum_of_its_terms(tosses: int, at_most: int) -> None:
    expected = float(slow_coin(min(at_most, tosses), tosses))
    assert coin(at_most, tosses) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("at_most", [900, 980, 1000, 1040, 1300])
def test_coin_with_many_tosses(at_most: int) -> None:
    # Beyond 1000 tosses the terms come from logarithms.
    assert coin(at_most, 2000) == pytest.approx(float(slow_coin(at_most, 2000)), rel=1e-9)


def test_coin_of_a_million_is_quick_and_right_in_the_middle() -> None:
    assert coin(499_999, 1_000_000) == pytest.approx(0.5, abs=5e-4)
    assert coin(0, 1_000_000) == 0.0


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (5, 0, 0.0625),
        (6, 0, 0.03125),
        (8, 2, 0.109375),
        (9, 1, 0.021484375),
        (15, 5, 0.04138946533203125),
        (28, 2, 8.679926395416e-07),
        (4, 4, 1.0),
    ],
)
def test_sign_test(wins: int, losses: int, p: float) -> None:
    assert sign_test(wins, losses) == pytest.approx(p, rel=1e-9)
    assert sign_test(losses, wins) == sign_test(wins, losses)


def test_five_boards_cannot_be_significant_and_six_can() -> None:
    assert least_p(5) == 0.0625
    assert least_p(6) == 0.03125


def test_holm_known() -> None:
    # The example of Holm's procedure in many textbooks.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.7, 0.8]) == [1.0, 1.0]


@given(st.lists(st.floats(0, 1), max_size=20))
def test_holm_lies_between_nothing_and_bonferroni_and_keeps_the_order(ps: list[float]) -> None:
    corrected = holm(ps)
    for p, found in zip(ps, corrected, strict=True):
        assert p <= found <= min(1.0, p * len(ps)) + 1e-12
    for p, found in zip(ps, corrected, strict=True):
        for other, found_other in zip(ps, corrected, strict=True):
            assert p > other or found <= found_other


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, method 3
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_line_known() -> None:
    # Anscombe's first set.
    xs = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    ys = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    assert line(xs, ys) == pytest.approx((3.0001, 0.5001, 0.6665), abs=5e-5)


@given(st.floats(0.1, 100), st.floats(0.5, 4))
def test_a_power_law_is_recognised(factor: float, rate: float) -> None:
    xs = [16, 25, 36, 49, 64]
    best, other = fits(xs, [factor * x**rate for x in xs])
    assert not best.exponential
    assert (best.factor, best.rate, best.r2) == pytest.approx((factor, rate, 1.0), rel=1e-6)
    assert other.r2 < best.r2
    assert best.at(100) == pytest.approx(factor * 100**rate, rel=1e-6)


@given(st.floats(0.1, 100), st.floats(1.05, 1.5))
def test_exponential_growth_is_recognised(factor: float, rate: float) -> None:
    xs = [16, 25, 36, 49, 64]
    best, _ = fits(xs, [factor * rate**x for x in xs])
    assert best.exponential
    assert (best.factor, best.rate) == pytest.approx((factor, rate), rel=1e-6)
    assert best.at(20) == pytest.approx(exp(log(factor) + 20 * log(rate)), rel=1e-6)
