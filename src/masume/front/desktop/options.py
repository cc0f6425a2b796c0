"""Options of algorithms, spaces and makers as settings: the values that a menu offers for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from masume.core.search.algorithm import Algorithm
from masume.core.search.spec import OptionValue, Tuning
from masume.front.desktop.menu_screen import Choice, setting

if TYPE_CHECKING:
    from masume.front.desktop.app import App

One = TypeVar("One", bound=OptionValue)

_FEW = 101  # so many whole numbers are all offered
_STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)  # of every power of ten
_POWERS = range(-3, 7)
_MOST = 1_000_000


def ladder(
    default: OptionValue, least: float | None = None, most: float | None = None
) -> Sequence[OptionValue]:
    """The values to choose from: all if they are few, else round ones; the default is among them.

    >>> ladder(2, 1, 4), ladder(True), ladder("best")
    ([1, 2, 3, 4], [False, True], ['best'])
    >>> ladder(1.0, 0.5, 2)
    [0.5, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0]
    """
    if isinstance(default, bool):
        return [False, True]
    if isinstance(default, str):
        return [default]
    low = 0 if least is None else least
    high = _MOST if most is None else most
    if isinstance(default, float):
        round_ones = {0.0} | {step * 10.0**power for power in _POWERS for step in _STEPS}
        offered = {round(value, 6) for value in round_ones if low <= value <= high}
        return sorted(offered | {default})
    first, last = int(low), int(high)
    if last - first < _FEW:
        return list(range(first, last + 1))
    rungs = {*range(first, min(first + 10, last) + 1), last}
    rungs |= {
        int(step * 10**power)
        for power in _POWERS
        if power > 0
        for step in _STEPS
        if first <= step * 10**power <= last
    }
    if default is None:
        return [None, *sorted(rungs)]
    return sorted(rungs | {default})


def values_of(algorithm: Algorithm, name: str) -> Sequence[OptionValue]:
    """What an option of an algorithm may be."""
    about = algorithm.about.get(name, Tuning())
    return list(about.choices) or ladder(algorithm.options[name], about.least)


def option_setting(
    app: App,
    name: str,
    values: Sequence[One],
    given: dict[str, One],
    *,
    usual: One,
    help: str,
) -> Choice:
    """A line that changes an option; `given` holds all of them by name."""
    about = f"{help}\n\nUsual: {said(usual)}.".lstrip()
    return setting(
        app,
        spoken(name).capitalize(),
        lambda: values,
        lambda: given[name],
        lambda value: given.update({name: value}),
        say=said,
        about=lambda value: about,
    )


def said(value: OptionValue) -> str:
    """A value in words.

    >>> said(True), said(None), said(20000), said(0.5)
    ('yes', 'no limit', '20,000', '0.5')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "no limit"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def spoken(name: str | None) -> str:
    """A name as people write it."""
    return (name or "none").replace("_", " ")
