"""Format numbers for people."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, isinf, log10


def number(value: float) -> str:
    """Format a count or a median of counts.

    >>> number(1234.0), number(2.5), number(1234.5), number(0.04), number(float("inf"))
    ('1,234', '2.5', '1,234', '0.04', '∞')
    """
    if isinf(value):
        return "∞"
    if value == int(value) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 1 else f"{value:.1f}"


def time(seconds: float) -> str:
    """Format seconds in a suitable unit.

    >>> time(0.0000561), time(0.2), time(1.26), time(1500.0), time(0.0)
    ('56.1 µs', '200 ms', '1.26 s', '1,500 s', '0 s')
    """
    if isinf(seconds):
        return "∞"
    if 0 < seconds < 0.001:
        return f"{_figures(seconds * 1e6)} µs"
    if 0 < seconds < 1:
        return f"{_figures(seconds * 1000)} ms"
    return f"{_figures(seconds)} s"


def ratio(value: float) -> str:
    """Format a ratio with two significant digits.

    >>> ratio(0.3149), ratio(12.34), ratio(1234.5), ratio(0.00012), ratio(0.0)
    ('0.31', '12', '1,200', '0.00012', '0')
    """
    return "∞" if isinf(value) else _figures(value, 2)


def _figures(value: float, figures: int = 3) -> str:
    """Format a number with some significant digits, without an exponent."""
    if not value:
        return "0"
    places = figures - 1 - floor(log10(abs(value)))
    rounded = round(value, places)
    text = f"{rounded:,.{max(0, places)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def p_value(p: float) -> str:
    """Format a p-value; tiny ones as an upper bound.

    >>> p_value(0.0625), p_value(0.00012), p_value(1e-9), p_value(1.0)
    ('0.0625', '0.00012', '< 0.0001', '1')
    """
    return "< 0.0001" if p < 1e-4 else _figures(p)


def percent(share: float) -> str:
    """Format a share; only exact values become 0 % or 100 %.

    >>> percent(0.5), percent(0.999), percent(1.0), percent(0.002)
    ('50 %', '> 99 %', '100 %', '< 1 %')
    """
    rounded = round(100 * share)
    if rounded == 100 and share < 1:
        return "> 99 %"
    if rounded == 0 and share > 0:
        return "< 1 %"
    return f"{rounded} %"


def span(ends: tuple[float, float] | None, written: Callable[[float], str]) -> str:
    """Format an interval; "" for None.

    >>> span((0.314, 12.3), ratio), span((0.49, 0.943), whole_percent), span(None, ratio)
    ('0.31–12', '49–94', '')
    """
    return "" if ends is None else f"{written(ends[0])}–{written(ends[1])}"


def whole_percent(share: float) -> str:
    """Format a share as a percentage without the sign."""
    return str(round(100 * share))


def join_words(names: list[str], most: int = 12) -> str:
    """Join names, and give the number of those left out.

    >>> join_words(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most:,} more" if len(names) > most else shown
